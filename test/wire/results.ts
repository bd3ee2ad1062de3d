/**
 * What the service answers: interface.md 2, 3, 4.6 and 7, and parts 2 to 11 of the facts of the public regions. A
 * member that is not named is a difference worth knowing; it does no harm.
 */
import {
	address,
	attached,
	boolean,
	callbackUrls,
	date,
	each,
	email,
	emails,
	fromZero,
	integer,
	language,
	legislation,
	listOf,
	matching,
	number,
	object,
	oneOf,
	openObject,
	optional,
	orNull,
	pdfType,
	period,
	quality,
	signerStateOf,
	stateOf,
	string,
	stringOrNull,
	strings,
	time,
	uuid,
} from './schemas.ts';
import type { Schema, Spoken } from './schemas.ts';

export const problem = {
	...openObject,
	properties: {
		...each(string, 'type', 'method', 'path', 'message'),
		...{ status: integer, key: matching('^[a-z_]+(\\.[a-z_]+)+$') },
	},
};

const position = object(
	{ page: fromZero, ...each(number, 'x', 'y', 'width', 'height') },
	{ rotation: number },
);
const visual = optional({
	...{ form_field: string, position, positions: listOf(position) },
	image: optional(each(string, 'content_type', 'content')),
});

export function document({ isPublic }: Spoken): Schema {
	const field = object({ name: string, signed: boolean, positions: listOf(position) });
	const more = {
		read_access: strings,
		signature_fields: listOf(isPublic ? field : openObject),
	};
	return object(
		{
			...{ id: uuid, title: string, content_type: pdfType, owner: string, write_access: strings },
			...each(integer, 'size', 'page_count', 'page_width', 'page_height'),
			...each(time, 'created_at', 'updated_at'),
			...(isPublic && more),
		},
		{ ...more, parent_id: isPublic ? uuid : stringOrNull },
	);
}

export const seal = object({ document_id: uuid });
export const attachment = object({ attachment_id: uuid, filename: string });

function signature(spoken: Spoken): Schema {
	const { isPublic, version } = spoken;
	const visualOrNull = { if: openObject, then: visual, else: { type: 'null' } };
	const place = object(
		{ document_id: uuid },
		{ visual_signature: isPublic ? visualOrNull : visual },
	);
	const status_code = signerStateOf(spoken);
	const order = { ...integer, minimum: -1 };
	const names = each(string, 'first_name', 'last_name');
	const common = {
		...{ signed_at: time, signed_quality: quality, signed_legislation: legislation },
		signing_url: address,
		...(version === 'v3' && {
			...each(string, 'invited_by', 'signer_group_id'),
			document_signatures: listOf(place),
		}),
		...(!(isPublic && version === 'v3') && { visual_signature: visual }),
	};
	if (!isPublic) {
		return object(
			{ status_code },
			{
				...{ ...common, notify: boolean, signer_identity_data: optional(names) },
				...each(string, 'sid', 'signer_email_address', 'account_email', 'language'),
				...each(order, 'order', 'sequence'),
			},
		);
	}
	const identity = {
		...{ ...names, language, identification_require_evidence: boolean },
		...each(string, 'email_address', 'mobile_number', 'provider', 'identity_reference'),
		evidence_id: string,
	};
	return object(
		{ sid: uuid, status_code, sequence: order, notify: boolean },
		{ ...common, account_email: email, signer_identity_data: optional(identity) },
	);
}

export function request(spoken: Spoken, status_overall = stateOf(spoken)): Schema {
	const { isPublic, version } = spoken;
	const isV3 = version === 'v3';
	const required = {
		...{ id: uuid, title: string, signing_url: address, status_overall, owner: string },
		...{
			...each(strings, 'read_access', 'write_access'),
			...each(time, 'created_at', 'updated_at'),
		},
		signatures: listOf(signature(spoken)),
	};
	const more = {
		...{ message: string, custom: string, legislation, ...callbackUrls },
		attach_on_success: listOf(attached),
	};
	const always = { quality, attachments: listOf(attachment) };
	const expiry = each(date, 'expires_at', 'auto_delete_at');
	const inV3 = { business_id: string, origin: string, observers: listOf(observer(spoken)) };
	if (isPublic) {
		const documents = listOf(object({ id: uuid, name: string, version_id: uuid }));
		const before = { document_id: uuid, business: string, cc_email_addresses: emails };
		return object(
			{ ...required, ...always, ...(isV3 ? { ...inV3, documents } : before) },
			{ ...more, ...expiry, expiration_date: date },
		);
	}
	const documents = listOf(object({ id: uuid }, each(string, 'name', 'version_id')));
	return object(
		{ ...required, cc_email_addresses: strings, ...(!isV3 && { document_id: uuid }) },
		{
			...{ ...more, ...always, ...each(string, 'creator', 'business', 'expiration_date') },
			...{ document_id: uuid, ...(isV3 && { ...expiry, ...inV3, documents }) },
		},
	);
}

/** The public regions describe it in the shape of version 2 for version 3 too: a slip or true, so either. */
export function changed(spoken: Spoken): Schema {
	if (spoken.version !== 'v3') return request(spoken);
	return {
		if: { required: ['documents'] },
		then: request(spoken),
		else: request({ ...spoken, version: 'v2' }, stateOf(spoken)),
	};
}
export const withdrawn = (spoken: Spoken) => (spoken.isPublic ? changed : request)(spoken);
export const attachmentAdded = (spoken: Spoken) => (spoken.isPublic ? changed(spoken) : attachment);

export function observer({ isPublic }: Spoken): Schema {
	const members = { id: string, invited_at: time, invited_by: string };
	const type = oneOf('USER', 'GROUP');
	if (!isPublic) return object({ ...members, type }, each(openObject, 'user_info', 'group_info'));
	const user_info = object({ id: string }, { email: string });
	const group_info = object(each(string, 'id', 'name', 'version_id'));
	return {
		if: { properties: { type: { const: 'GROUP' } } },
		then: object({ ...members, type: string, group_info }),
		else: object({ ...members, type, user_info }),
	};
}

export const callback = ({ isPublic }: Spoken) =>
	object(
		{
			type: isPublic ? matching('^[A-Z_]+$') : string,
			state: oneOf('OPEN', 'COMPLETED', 'RESIGNATED'),
			...{ url: address, attempts: integer, created_at: time },
		},
		{
			...{ messages: strings, updated_at: time },
			...(isPublic && {
				...{ signature_request_id: uuid, owner: string },
				...each(strings, 'read_access', 'write_access'),
			}),
		},
	);

const hash = each(string, 'documentId', 'documentSha256');
const action = object(each(string, 'name', 'time'), {
	...{ ...hash, documents: listOf(optional(hash)) },
	...each(integer, 'documentPageCount', 'documentSize'),
	...each(string, 'ip', 'quality', 'legislation', 'message', 'signatureId', 'signatureImage'),
	...each(string, 'signersAdded', 'signersRemoved', 'observersAdded', 'observersRemoved'),
	...each(string, 'certificateSubject', 'certificateSerial', 'certificateIssuer'),
	...each(string, 'delegatedSignatureId', 'mabEvidenceId', 'signerGroupName'),
	...each(strings, 'delegatees', 'newSignatureIds', 'signerGroupsAdded', 'signerGroupsRemoved'),
});
const participant = object(
	{ id: string },
	{
		...each(string, 'firstname', 'lastname', 'groupName', 'email', 'mobile', 'businessName'),
		userActions: listOf(action),
	},
);
/** Its header is open, as the name of the logo is the product's. The contract does not say what is inside. */
export const report = ({ isPublic }: Spoken) =>
	isPublic
		? object(
				{
					header: {
						...openObject,
						properties: {
							...{ signatureRequestID: uuid, status: stateOf({ version: 'v3' }) },
							...each(string, 'title', 'attachmentNames'),
							...each(integer, 'signatureCount', 'signatureCountSigned'),
						},
					},
					userList: listOf(participant),
				},
				{ error: stringOrNull },
			)
		: openObject;

const leaf = object(each(string, 'quality', 'provider', 'legislation'));
const seals = { ...openObject, additionalProperties: leaf };
export const qualities = optional({
	...each(optional(each(leaf, 'zertes', 'eidas')), 'qes', 'aes_minimal'),
	...each(optional({ any: leaf }), 'aes', 'ses', 'demo', 'part11'),
	seal: optional(each(seals, 'aes', 'qes')),
});

const person = optional({
	...each(string, 'email', 'first_name', 'last_name', 'mobile', 'user_id'),
	type: oneOf('member', 'external', 'api', 'unknown'),
});
const activity = object(
	{ id: string, action: oneOf('SIGNED', 'SEALED', 'signed', 'sealed'), timestamp: time },
	{
		...{ signature_request_id: uuid, business_id_paid_by: string, cost_center: stringOrNull },
		...{ quality, legislation: oneOf('ZERTES', 'EIDAS', 'WORLD') },
		...{ initiator: person, signer: person },
	},
);
export const activities = object({
	activities: listOf(activity),
	...each(integer, 'total_items', 'total_pages', 'current_page', 'size'),
});

const SENT_STATES = [
	...['UNCLAIMED', 'EXPIRED', 'CLAIMED', 'SIGNING', 'SIGNED', 'WITHDRAWN', 'DECLINED'],
];
export const sentTo = object({ url: string, id: uuid, access_code: uuid });
export const tracked = object({
	...{ status: oneOf(...SENT_STATES), creator: stringOrNull },
	signers: { ...strings, type: ['array', 'null'] },
});

const details = { details: strings };
const INDICATIONS = [
	...['TOTAL-PASSED', 'TOTAL-FAILED', 'INDETERMINATE', 'TOTAL_PASSED', 'TOTAL_FAILED'],
];
export const info = object(
	{ indication: oneOf(...INDICATIONS) },
	{ subIndication: stringOrNull, ...details },
);
export const format = object({ fileType: string }, each(string, 'quality', 'producer'));
const judged = {
	quality: stringOrNull,
	legislation: oneOf('WORLD', 'CH', 'EU', 'CH-EU', 'CH_EU', null),
	longTermValidation: boolean,
};
const changes = each(boolean, 'visualDifferences', 'undefinedChanges');
const timeOrNull = orNull(time);
export const signer = object(
	{ valid: boolean, signer: stringOrNull },
	{
		...{ time: timeOrNull, ...judged, ...changes },
		certificate: optional(each(string, 'subject', 'issuer', 'serialNumber')),
		optionalInfos: optional(each(string, 'name', 'contact', 'location', 'reason')),
	},
);
const validity = { id: uuid, valid: boolean, ...each(integer, 'signatures', 'validSignatures') };
const additionalInfos = optional({ signer: listOf(signer), format, validation: info });
export const validatedSignature = object(validity, { ...judged, additionalInfos });
export const validatedDocument = object(validity, { ...judged, ...changes, additionalInfos });

const price = object({ endpoint: string, credits: integer }, { sku: string });
export const prices = object({ validFrom: time, consumptions: listOf(price) });
const amount = each(integer, 'requests', 'credits');
export const usage = object({
	...{ period, usage: listOf(object({ endpoint: string, ...amount })) },
	...amount,
});

const claimed = { claimedConformance: stringOrNull };
export const uploaded = object(
	{ id: uuid },
	{
		name: string,
		properties: optional({
			...{ sha1: string, ...each(integer, 'size', 'pages'), ...claimed },
			...each(timeOrNull, 'creation', 'modification'),
		}),
		permissions: optional({
			...each(boolean, 'canConform', 'canCompress', 'allowsSign'),
			...each(boolean, 'allowsAnnotate', 'allowsFill', 'allowsModify'),
		}),
		metadata: optional({
			...each(stringOrNull, 'author', 'creator', 'producer', 'subject', 'title'),
			keywords: strings,
		}),
	},
);
const outcome = { status: oneOf('success', 'failed') };
export const checked = object(outcome, {
	...{ ...claimed, ...details, conformance: stringOrNull },
	recommendedConformance: stringOrNull,
});
export const conformed = object(outcome, {
	...{ ...claimed, ...details, conformance: stringOrNull, downgraded: boolean },
});
export const compressed = object(outcome, {
	...{ ...claimed, ...details, optimisation: string },
	...each(integer, 'pages', 'originalSize', 'newSize'),
	...each(number, 'compressionRatio', 'spaceSaving'),
});
const spot = optional({ page: integer, ...each(number, 'x', 'y', 'width', 'height') });
export const spotted = object(
	{ status: oneOf('success', 'pending', 'failed') },
	{
		...details,
		results: optional({
			...{ ...each(stringOrNull, 'quality', 'legislation'), observers: strings },
			signers: listOf(optional({ signer: string, email: stringOrNull, sequence: integer })),
			signatures: listOf(optional({ signer: string, positions: listOf(spot) })),
		}),
	},
);
