import { z } from 'zod/v3';

import { readRules } from '../../shared/account/account';
import type { Rules } from '../../shared/account/dialect';
import { readServiceMs, dayIn } from '../../shared/network/time';
import { fields } from '../../shared/form/field';
import type { Field, Values } from '../../shared/form/field';
import { limitField, returnAllField } from '../../shared/form/fields';
import { Email, isBlank, IsoDate, oneOfStates, RequiredText } from '../../shared/form/readers';
import type { SchemaFor } from '../../shared/form/readers';
import type { Operation } from '../../shared/execution/operation';
import {
	getRequests,
	listRequests,
	requestStates,
	titleContains,
} from '../../shared/requests/listRequests';
import type { RequestFilters } from '../../shared/requests/listRequests';
import { identifiersOf, isOpaque } from '../../shared/requests/signatureRequest.schema';
import type { Signature, SignatureRequest } from '../../shared/requests/signatureRequest.schema';
import { requestOutput, requestOutputFields } from '../requestForm';

const sinceV2 = { show: { '/apiVersion': ['v2', 'v3'] } };

const signatureStates = [
	{ name: 'Declined', value: 'DECLINED' },
	{ name: 'Error', value: 'ERROR' },
	{ name: 'Open', value: 'OPEN' },
	{ name: 'Signed', value: 'SIGNED' },
];

/** A filter that was added and is empty would let all requests pass, and what follows would act on all of them. */
function filterField<T, const F extends Field>(schema: SchemaFor<T>, one: F) {
	const filter = z
		.unknown()
		.refine((value) => !isBlank(value), 'is empty\nRemove this filter, or correct its expression.')
		.pipe(schema);
	return { ...one, whenEmpty: 'refuse' as const, reader: filter.optional() };
}

function createdField<const Name extends string>(
	displayName: string,
	name: Name,
	description: string,
	forModel?: string,
) {
	return filterField(IsoDate, {
		displayName,
		name,
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		hint: "For three days ago, use the expression {{ $now.minus(3, 'days') }}",
		description: `${description}, in the workflow's time zone`,
		forModel,
	});
}

const form = fields(
	returnAllField,
	limitField,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: [
			createdField(
				'Created After',
				'createdAfter',
				'Includes this day',
				'Created on this day or later, such as 2026-11-01',
			),
			createdField('Created Before', 'createdBefore', 'Before this day'),
			filterField(Email, {
				displayName: 'Signer Account Email',
				name: 'accountEmail',
				type: 'string',
				default: '',
				placeholder: 'e.g. ann@example.com',
				displayOptions: sinceV2,
				description: "Email address of the signer's Skribble account",
			}),
			// For people without an account the service shows an opaque identifier here.
			filterField(RequiredText, {
				displayName: 'Signer Email',
				name: 'signerEmail',
				type: 'string',
				default: '',
				placeholder: 'e.g. ann@example.com',
				description: 'Email address of a signer, as the request shows it',
				forModel: 'Email address of a signer',
			}),
			filterField(oneOfStates(signatureStates), {
				displayName: 'Signer Status',
				name: 'signatureStatus',
				type: 'options',
				default: 'OPEN',
				options: signatureStates,
				description: 'At least one signer has this status',
				forModel: 'At least one signer has this status',
			}),
			filterField(oneOfStates(requestStates), {
				displayName: 'Status',
				name: 'status',
				type: 'options',
				default: 'OPEN',
				options: requestStates,
				description: 'State of the whole request',
				forModel: 'State of the request',
			}),
			filterField(RequiredText, {
				displayName: 'Title Contains',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. Contract',
				displayOptions: sinceV2,
				description: 'Ignores upper and lower case',
				forModel: { name: 'titleContains', words: 'Part of the title' },
			}),
		],
	},
	...requestOutputFields,
);

type ListFilters = Values<typeof form>['filters'];

export const operation: Operation = {
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many signature requests',
		description: 'List the requests that the API user can read',
	},
	forAgents:
		'Find signature requests by title, signer, state, or day, with the IDs that other tools need, and who has signed. Without filters, gets the newest 50',
	fields: form,
	endpoints: [getRequests],
	async execute({ context, itemIndex, version, read }) {
		const { returnAll, limit, filters, ...choice } = read(form);
		const requests = await listRequests(context, {
			version,
			filters: toQuery(filters, await readRules(context, version)),
			isWanted: ({ request }) =>
				matches(request, filters) && isCreatedWithin(request, filters, context.getTimezone()),
			limit: returnAll ? undefined : limit,
			itemIndex,
		});
		return requests.map((request) => ({ json: requestOutput(request, choice) }));
	},
};

function toQuery(filters: ListFilters, { signerFilter }: Rules): RequestFilters {
	return {
		status_overall: filters.status,
		signature_status: filters.signatureStatus,
		[signerFilter]: filters.signerEmail,
		// The same filter as the signer's in some dialects, where the answer is then held against both.
		...(filters.accountEmail !== undefined && { account_email: filters.accountEmail }),
		search: filters.search,
	};
}

/** A filter that the service does not know is ignored there, and its answer is everything (interface.md part 10). */
function matches(request: SignatureRequest, filters: ListFilters): boolean {
	const { status, signatureStatus, signerEmail, accountEmail, search = '' } = filters;
	const { signatures, status_overall: overall } = request;
	const isState = (shown = '', wanted = shown) => shown.toUpperCase() === wanted.toUpperCase();
	const isAnySigner = (fits: (one: Signature) => boolean) => signatures.some(fits);
	const emails = [signerEmail, accountEmail].filter((one) => one !== undefined);
	return (
		isState(overall, status) &&
		(!signatureStatus || isAnySigner((one) => isState(one.status_code, signatureStatus))) &&
		emails.every((email) => isAnySigner((one) => maySign(one, email.toLowerCase()))) &&
		titleContains(request, search)
	);
}

/** Days as YYYY-MM-DD. A request without a time of creation is never left out. */
function isCreatedWithin(
	{ created_at: createdAt }: SignatureRequest,
	{ createdAfter = '', createdBefore }: ListFilters,
	timeZone: string,
): boolean {
	if (createdAfter === '' && createdBefore === undefined) return true;
	const createdMs = readServiceMs(createdAt);
	if (createdMs === undefined) return true;
	const day = String(dayIn(timeZone, new Date(createdMs)));
	return day >= createdAfter && (createdBefore === undefined || day < createdBefore);
}

/** A signer without an account may be shown without any address, and is then left to the service. */
function maySign(signature: Signature, email: string): boolean {
	return identifiersOf(signature).includes(email) || isOpaque(signature);
}
