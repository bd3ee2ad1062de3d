import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { readRules } from '../../../shared/account/account';
import type { Rules } from '../../../shared/account/dialect';
import { readServiceMs } from '../../../shared/network/serviceTime';
import { dayIn } from '../../../shared/operation/calendar';
import { limitField, returnAllField } from '../../../shared/operation/fields';
import { isNothing } from '../../../shared/operation/form.schema';
import type { SchemaFor } from '../../../shared/operation/form.schema';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { outputShape } from '../../../shared/operation/output';
import {
	ApiVersion,
	Count,
	Email,
	Flag,
	IsoDate,
	oneOfStates,
	RequiredText,
} from '../../../shared/operation/scalars.schema';
import { getRequests, listRequests } from '../../../shared/signatureRequest/listRequests';
import type { RequestFilters } from '../../../shared/signatureRequest/listRequests';
import { requestStates } from '../../../shared/signatureRequest/requestStates';
import { identifiersOf, isOpaque } from '../../../shared/signatureRequest/signatureRequest.schema';
import type {
	Signature,
	SignatureRequest,
} from '../../../shared/signatureRequest/signatureRequest.schema';
import { titleContains } from '../../../shared/signatureRequest/titleContains';
import { requestOutput, requestOutputFields } from '../requestOutput';

const option: Operation['option'] = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many signature requests',
	description: 'List the requests that the API user may read, none of them twice',
};

/** The value of a filter that every request passes. */
const ANY = '*';

const forAgents = `Get many signature requests, filtered by state, signer, title or day of creation. For all requests, use ${ANY} as the value of a filter`;

const sinceV2 = { show: { '/apiVersion': ['v2', 'v3'] } };

const signatureStates = [
	{ name: 'Declined', value: 'DECLINED' },
	{ name: 'Error', value: 'ERROR' },
	{ name: 'Open', value: 'OPEN' },
	{ name: 'Signed', value: 'SIGNED' },
];

const createdField = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	hint: "For three days ago, use the expression {{ $now.minus(3, 'days') }}",
	description: `${description}, in the time zone of the workflow. The service has no such filter: the node reads the list and leaves the others out.`,
});

const fields: INodeProperties[] = [
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
				'Only requests that were created on this day or later',
			),
			createdField(
				'Created Before',
				'createdBefore',
				'Only requests that were created before this day',
			),
			{
				displayName: 'Signer Account Email',
				name: 'accountEmail',
				type: 'string',
				default: '',
				placeholder: 'e.g. ann@example.com',
				displayOptions: sinceV2,
				description: 'Only requests that the holder of this account signs',
			},
			{
				displayName: 'Signer Email',
				name: 'signerEmail',
				type: 'string',
				default: '',
				placeholder: 'e.g. ann@example.com',
				description: 'Only requests that this person signs, as the request shows the email address',
			},
			{
				displayName: 'Signer Status',
				name: 'signatureStatus',
				type: 'options',
				default: 'OPEN',
				options: signatureStates,
				description: 'Only requests in which at least one signer is in this state',
			},
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				default: 'OPEN',
				options: requestStates,
				description: 'Only requests in this state',
			},
			{
				displayName: 'Title Contains',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. Contract',
				displayOptions: sinceV2,
				description: 'Only requests whose title contains this text',
			},
		],
	},
	...requestOutputFields,
];

/**
 * A filter that was added and is empty would let all requests pass, and what follows would act on all of them. A model
 * cannot remove a filter that is left to it, so there is a value for all.
 */
const filter = <T>(schema: SchemaFor<T>) =>
	z.preprocess(
		(value) => (value === ANY ? undefined : value),
		z
			.unknown()
			.refine(
				(value) => !isNothing(value),
				`is empty; remove this filter, correct its expression, or use ${ANY} for all requests`,
			)
			.pipe(schema)
			.optional(),
	);

const Parameters = z.object({
	apiVersion: ApiVersion,
	returnAll: Flag,
	limit: Count.optional(),
	filters: z.object({
		status: filter(oneOfStates(requestStates)),
		signatureStatus: filter(oneOfStates(signatureStates)),
		/** For people without an account the service shows an opaque identifier here. */
		signerEmail: filter(RequiredText),
		accountEmail: filter(Email),
		createdAfter: filter(IsoDate),
		createdBefore: filter(IsoDate),
		search: filter(RequiredText),
	}),
	...outputShape,
});

type ListFilters = z.output<typeof Parameters>['filters'];

async function execute({ context, itemIndex, read }: ItemContext) {
	const { apiVersion: version, returnAll, limit, filters, ...choice } = read(Parameters);
	const requests = await listRequests(context, {
		version,
		filters: toQuery(filters, await readRules(context, version)),
		isWanted: ({ request }) =>
			matches(request, filters) && isCreatedWithin(request, filters, context.getTimezone()),
		limit: returnAll ? undefined : limit,
		itemIndex,
	});
	return requests.map((request) => ({ json: requestOutput(request, choice) }));
}

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

export const operation: Operation = {
	option,
	forAgents,
	fields,
	endpoints: [getRequests],
	execute,
};
