import { NodeOperationError } from 'n8n-workflow';
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { optionsField } from '../../../shared/operation/fields';
import { numberIn, optional } from '../../../shared/operation/form.schema';
import { omitUndefined } from '../../../shared/operation/omit';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import {
	ApiVersion,
	Flag,
	oneOf,
	Text,
	Uuid,
	WebUrl,
} from '../../../shared/operation/scalars.schema';
import { getRequest, readRequest } from '../../../shared/signatureRequest/readRequest';
import { requestFacts } from '../../../shared/signatureRequest/shownRequest';
import {
	signerName,
	signingLinkOf,
} from '../../../shared/signatureRequest/signatureRequest.schema';
import { requestField } from '../requestField';
import { findSigner, signerField } from '../signerEntry/findSigner';
import { clampTimeout, signingLink } from './signingLink';

const option: Operation['option'] = {
	name: 'Get Signing Link',
	value: 'getSigningLink',
	action: 'Get signing link',
	description: 'The address of the signing page for a signer, with redirects and language',
};

const forAgents =
	'Get the link under which someone signs. Anyone who has it can open the document: give it only to the signer';

/** The service raises or lowers what is outside of 10 to 90. */
const redirectSeconds = { min: 0, max: 3_600 };

const fields: INodeProperties[] = [
	requestField,
	{
		...signerField,
		required: false,
		description:
			'Whose link. Empty means the link that all signers with an account share; someone without an account has a link of their own.',
	},
	optionsField([
		{
			displayName: 'Decline Exit URL',
			name: 'declineUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/declined',
			description: 'Where to go after declining. Without it, the Exit URL. Needs an Exit URL.',
		},
		{
			displayName: 'Error Exit URL',
			name: 'errorUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/failed',
			description: 'Where to go after an error. Without it, the Exit URL. Needs an Exit URL.',
		},
		{
			displayName: 'Exit URL',
			name: 'exitUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/thanks?order=7',
			description: 'Where to go after signing. Write it plainly; it is encoded for you.',
		},
		{
			displayName: 'Hide Download',
			name: 'hideDownload',
			type: 'boolean',
			default: true,
			description: 'Whether to hide the download button on the signing page',
		},
		{
			displayName: 'Language',
			name: 'language',
			type: 'options',
			default: 'en',
			options: [
				{ name: 'English', value: 'en' },
				{ name: 'French', value: 'fr' },
				{ name: 'German', value: 'de' },
			],
			description: 'Language of the signing page. Without it, that of the browser.',
		},
		{
			displayName: 'Redirect After Declining',
			name: 'declineRedirect',
			type: 'boolean',
			default: true,
			description: 'Whether to redirect also after someone declined',
		},
		{
			displayName: 'Redirect Timeout (Seconds)',
			name: 'redirectTimeout',
			type: 'number',
			typeOptions: { minValue: redirectSeconds.min, maxValue: redirectSeconds.max },
			default: 45,
			description: 'How long the page waits before it redirects, from 10 to 90 seconds',
		},
	]),
];

const Parameters = z.object({
	apiVersion: ApiVersion,
	requestId: Uuid,
	signer: Text.optional(),
	options: z.object({
		exitUrl: optional(WebUrl),
		errorUrl: optional(WebUrl),
		declineUrl: optional(WebUrl),
		declineRedirect: Flag,
		redirectTimeout: numberIn(redirectSeconds).optional(),
		language: oneOf('en', 'de', 'fr').optional(),
		hideDownload: Flag,
	}),
});

async function execute(item: ItemContext) {
	const { context, itemIndex } = item;
	const { apiVersion: version, requestId, signer, options } = item.read(Parameters);
	checkExits(item, options);
	const request = await readRequest(context, { version, requestId, itemIndex });
	const signature = signer ? findSigner(item, request, signer) : undefined;
	const address = signature ? signingLinkOf(signature, request) : request.signing_url;
	if (address === undefined) throw noAddress(item);

	hintAtClamping(item, options.redirectTimeout);
	return {
		json: omitUndefined({
			...requestFacts(request),
			sid: signature?.sid,
			signer: signature && signerName(signature),
			signingLink: signingLink(address, options),
		}),
	};
}

/** The other exits are read by the web application only beside `exitURL`. */
function checkExits(
	{ context, itemIndex }: ItemContext,
	{ exitUrl, errorUrl, declineUrl }: z.output<typeof Parameters>['options'],
): void {
	if (exitUrl !== undefined || (errorUrl ?? declineUrl) === undefined) return;
	throw new NodeOperationError(
		context.getNode(),
		'Exit URL is missing, and the other exits work only together with it',
		{ itemIndex, description: 'Add the option Exit URL. Nothing was sent.' },
	);
}

function hintAtClamping({ context, itemIndex }: ItemContext, wanted: number | undefined): void {
	if (wanted === undefined || clampTimeout(wanted) === wanted) return;
	context.addExecutionHints({
		message: `Item ${itemIndex + 1}: the redirect timeout of ${wanted} seconds became ${clampTimeout(wanted)}: the service takes 10 to 90 seconds`,
		location: 'outputPane',
		type: 'info',
	});
}

function noAddress({ context, itemIndex }: ItemContext): NodeOperationError {
	return new NodeOperationError(context.getNode(), 'The request shows no signing link', {
		itemIndex,
		description:
			'A draft may have none before it is initiated, and a request that has ended needs none. Read its state with Get.',
	});
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	endpoints: [getRequest],
	execute,
};
