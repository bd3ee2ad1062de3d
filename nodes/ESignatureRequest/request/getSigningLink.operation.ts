import { fields } from '../../shared/form/field';
import type { Values } from '../../shared/form/field';
import { optionsField } from '../../shared/form/fields';
import { optional, Text, WebUrl } from '../../shared/form/readers';
import { omitUndefined } from '../../shared/network/json';
import type { ItemContext, Operation } from '../../shared/execution/operation';
import { getRequest, readRequest } from '../../shared/requests/readRequest';
import { requestFacts } from '../../shared/requests/shownRequest';
import { signerName, signingLinkOf } from '../../shared/requests/signatureRequest.schema';
import { requestField } from '../requestForm';
import { findSigner, signerField } from '../signerEntry/findSigner';

const form = fields(
	requestField,
	{
		...signerField,
		required: false,
		reader: optional(Text),
		forModel: 'Email address or sid of the signer',
		description:
			'Choose a signer without a Skribble account. Leave empty to get the link for signers with an account.',
	},
	optionsField([
		{
			displayName: 'Decline Exit URL',
			name: 'declineUrl',
			type: 'string',
			default: '',
			reader: optional(WebUrl),
			placeholder: 'e.g. https://example.com/declined',
			description: 'Opens after declining instead of the Exit URL. Works only with an Exit URL.',
		},
		{
			displayName: 'Error Exit URL',
			name: 'errorUrl',
			type: 'string',
			default: '',
			reader: optional(WebUrl),
			placeholder: 'e.g. https://example.com/failed',
			description: 'Opens after an error instead of the Exit URL. Works only with an Exit URL.',
		},
		{
			displayName: 'Exit URL',
			name: 'exitUrl',
			type: 'string',
			default: '',
			reader: optional(WebUrl),
			placeholder: 'e.g. https://example.com/thanks?order=7',
			description: 'Opens after signing. Enter it without encoding.',
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
			description: "The default is the browser's language",
		},
		{
			displayName: 'Redirect After Declining',
			name: 'declineRedirect',
			type: 'boolean',
			default: true,
			description: 'Whether the page also redirects after someone declines',
		},
		{
			displayName: 'Redirect Timeout (Seconds)',
			name: 'redirectTimeout',
			type: 'number',
			// The service raises or lowers what is outside of 10 to 90.
			typeOptions: { minValue: 0, maxValue: 3_600 },
			default: 45,
			description: 'Time before the redirect, from 10 to 90 seconds',
		},
	]),
);

type SigningOptions = Values<typeof form>['options'];

export const operation: Operation = {
	option: {
		name: 'Get Signing Link',
		value: 'getSigningLink',
		action: 'Get signing link',
		description: "Get a signer's link to the signing page",
	},
	forAgents:
		'Get the link to the signing page of a signer. Anyone who has it can open the document, so give it only to the signer',
	fields: form,
	endpoints: [getRequest],
	async execute(item) {
		const { context, itemIndex, version } = item;
		const { requestId, signer, options } = item.read(form);
		checkExits(item, options);
		const request = await readRequest(context, { version, requestId, itemIndex });
		const signature = signer ? findSigner(item, request, signer) : undefined;
		const address = signature ? signingLinkOf(signature, request) : request.signing_url;
		if (address === undefined) {
			throw item.error(
				'The request has no signing link',
				'Check its state with Get. Only open requests have signing links.',
			);
		}

		hintAtClamping(item, options.redirectTimeout);
		return {
			json: omitUndefined({
				...requestFacts(request),
				sid: signature?.sid,
				signer: signature && signerName(signature),
				signingLink: signingLink(address, options),
			}),
		};
	},
};

/** The other exits are read by the web application only beside `exitURL`. */
function checkExits(item: ItemContext, { exitUrl, errorUrl, declineUrl }: SigningOptions): void {
	if (exitUrl !== undefined || (errorUrl ?? declineUrl) === undefined) return;
	const message = 'is empty, and the other exit URLs need it\nAdd this option.';
	throw item.fault({ path: ['options', 'exitUrl'], message });
}

function hintAtClamping({ context, itemIndex }: ItemContext, wanted: number | undefined): void {
	if (wanted === undefined || clampTimeout(wanted) === wanted) return;
	context.addExecutionHints({
		message: `Item ${itemIndex + 1}: the redirect timeout is ${clampTimeout(wanted)} instead of ${wanted} seconds, because Skribble accepts 10 to 90`,
		location: 'outputPane',
		type: 'info',
	});
}

const SHORTEST_TIMEOUT = 10;
const LONGEST_TIMEOUT = 90;

/** The service would move the value itself; doing it here lets us say so. */
export function clampTimeout(seconds: number): number {
	return Math.min(Math.max(Math.round(seconds), SHORTEST_TIMEOUT), LONGEST_TIMEOUT);
}

/** The signing address with its parameters; those that it already has stay, unless they are set again. */
export function signingLink(signingUrl: string, options: SigningOptions): string {
	const [beforeFragment = '', ...fragment] = signingUrl.split('#');
	const [place = '', ...query] = beforeFragment.split('?');
	const parameters = parametersFor(options);
	const present = query
		.join('?')
		.split('&')
		.filter((pair) => pair !== '' && !parameters.has(nameOf(pair)));
	const added = [...parameters].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
	const all = [...present, ...added].join('&');
	const hash = fragment.length > 0 ? `#${fragment.join('#')}` : '';
	return `${place}${all === '' ? '' : `?${all}`}${hash}`;
}

/** interface.md 4.5. */
function parametersFor({ redirectTimeout, ...options }: SigningOptions): Map<string, string> {
	const values = {
		exitURL: options.exitUrl,
		errorURL: options.errorUrl,
		declineURL: options.declineUrl,
		declineRedirect: options.declineRedirect && 'true',
		redirectTimeout: redirectTimeout === undefined ? '' : String(clampTimeout(redirectTimeout)),
		lang: options.language,
		hidedownload: options.hideDownload && 'true',
	};
	return new Map(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

function nameOf(pair: string): string {
	return pair.split('=', 1)[0] ?? pair;
}
