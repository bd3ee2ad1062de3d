/** A request as another workflow creates it, or a colleague. */
import { writeCallback } from '../../../nodes/shared/callbacks/callback.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { loggedIn } from '../../sandbox/client.ts';
import { smallPdf } from '../../support/files/pdf.ts';

export interface NewRequest {
	title: string;
	signer: string;
	/** Where the service calls when all have signed; with the path of a trigger, or that of an execution. */
	callback?: { address: string; path?: string };
}

/** Answers with its id. */
export async function createElsewhere(
	sandbox: Sandbox,
	{ title, signer, callback }: NewRequest,
): Promise<string> {
	const send = await loggedIn(sandbox);
	const { id } = await send('POST', '/v2/signature-requests', {
		title,
		content: smallPdf.toString('base64'),
		content_type: 'application/pdf',
		signatures: [{ account_email: signer }],
		callback_success_url:
			callback &&
			writeCallback(callback.address, {
				event: 'success',
				apiVersion: 'v2',
				placeholderPrefix: sandbox.settings.placeholderPrefix,
				nonce: 'elsewhere',
				path: callback.path,
				apiKey: sandbox.apiKey,
			}),
	});
	return id;
}
