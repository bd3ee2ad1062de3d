import { NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';

import type { Turn } from '../../../../shared/operation/operation';
import { legislationSchema, SigningOrder } from './create.schema';
import type { ContentForm } from './create.schema';
import { toBody } from './signatureRequest.body';
import type { NewRequest } from './signatureRequest.body';
import type { Signer } from '../../../signers/signer.schema';
import { signersFromForm, signersFromJson } from '../../../signers/signers.schema';
import { nameOf } from './sources';
import type { Source } from './sources';

/** The whole form, held against the local rules; nothing is sent before all of it is right. */
export function readNewRequest(
	turn: Turn,
	form: ContentForm,
	{ sources, callbackUrls }: Pick<NewRequest, 'callbackUrls'> & { sources: Source[] },
): NewRequest {
	const { apiVersion: version, quality, options } = form;
	const { legislation } = turn.read(z.object({ legislation: legislationSchema(quality) }));
	const request: NewRequest = {
		version,
		title: titleOf(turn, form.title, sources[0]),
		message: form.message,
		quality,
		legislation,
		signers: readSigners(turn, form, sources.length),
		readAccess: options.readAccess,
		writeAccess: options.writeAccess,
		ccEmailAddresses: options.ccEmailAddresses,
		custom: options.custom,
		creator: options.creator,
		attachOnSuccess: options.attachOnSuccess,
		expiresAt: options.expiresAt,
		callbackUrls,
	};
	const written = toBody(request, { inline: true });
	const twice = Object.keys(options.otherFields ?? {}).find((name) => name in written);
	if (twice === undefined) return { ...request, otherFields: options.otherFields };
	throw fault(turn, {
		message: `Options, Other Fields (JSON), ${twice} is filled in twice, there and in its own field`,
		description: 'Empty one of the two. Nothing was sent.',
	});
}

function titleOf(turn: Turn, typed: string, source: Source | undefined): string {
	const title = typed || (source && nameOf(source));
	if (title) return title;
	throw fault(turn, {
		message: 'Title is empty',
		description:
			'The document brings no file name along. Type a title, like a file name. Nothing was sent.',
	});
}

function readSigners(turn: Turn, form: ContentForm, documentCount: number): Signer[] {
	const facts = { version: form.apiVersion, documentCount };
	switch (form.signerInput) {
		case 'none':
			return [];
		case 'json':
			return turn.read(z.object({ signersJson: signersFromJson(facts) })).signersJson;
		case 'list': {
			const { signingOrder } = turn.read(SigningOrder);
			return turn.read(z.object({ signers: signersFromForm(facts, signingOrder) })).signers;
		}
	}
}

function fault(
	{ context, itemIndex }: Turn,
	{ message, description }: { message: string; description: string },
): NodeOperationError {
	return new NodeOperationError(context.getNode(), message, { itemIndex, description });
}
