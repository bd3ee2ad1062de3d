/** The bodies of calls: interface.md 2 and 4, and parts 3, 4, 12 and 13 of the facts of the public regions. */
import {
	address,
	attached,
	base64,
	boolean,
	callbackUrls,
	date,
	email,
	emails,
	exactlyOneOf,
	fromZero,
	integer,
	language,
	legislation,
	each,
	listOf,
	matching,
	number,
	object,
	optional,
	orNull,
	pdfType,
	quality,
	someOf,
	string,
	text,
	uuid,
} from './schemas.ts';
import type { Members, Schema, Spoken } from './schemas.ts';

export const login = object({ username: text, 'api-key': text });

const position = object(
	{
		...{ page: fromZero, x: number, y: number },
		...each({ type: 'number', exclusiveMinimum: 0 }, 'width', 'height'),
	},
	{ rotation: number },
);
const image = ({ isPublic }: Spoken) =>
	isPublic
		? object({ content_type: { const: 'image/png' }, content: matching('^iVBORw0KGgo') })
		: object({ content_type: matching('^image/'), content: base64 });

/** 2.3: alternatives. The contract takes a list of positions for several, the public regions for one too. */
function visual(spoken: Spoken): Schema {
	const { isPublic, version } = spoken;
	const places = {
		form_field: text,
		...(!(isPublic && version === 'v3') && { position }),
		...(version !== 'v1' && { positions: listOf(position, { minItems: isPublic ? 1 : 2 }) }),
	};
	return optional({ ...places, image: image(spoken) }, exactlyOneOf(...Object.keys(places)));
}

/** 2.4: in version 1 all fields are mandatory. */
function identity({ version }: Spoken): Schema {
	const names = each(text, 'first_name', 'last_name', 'mobile_number');
	if (version === 'v1') {
		return object({ ...names, provider: text, issuing_country: matching('^[A-Za-z]{2}$') });
	}
	const more = { email_address: email, language, identity_reference: text };
	return optional(
		{ ...names, ...more, identification_require_evidence: boolean },
		{ minProperties: 1 },
	);
}

const PERSON = ['account_email', 'signer_identity_data'];

/** Version 3 places signatures in documents. */
function signerMembers(spoken: Spoken): Members {
	const { isPublic, version } = spoken;
	const identified = { signer_identity_data: identity(spoken) };
	const order = { ...integer, minimum: 1 };
	if (version === 'v1') return { ...identified, order, visual_signature: visual(spoken) };
	const members = {
		...identified,
		...{ account_email: email, notify: boolean },
		sequence: isPublic ? { ...integer, anyOf: [{ const: -1 }, { minimum: 1 }] } : order,
	};
	if (version === 'v2') return { ...members, language, visual_signature: visual(spoken) };
	const visual_signature = isPublic ? orNull(visual(spoken)) : visual(spoken);
	return {
		...{ ...members, ...(!isPublic && { language }) },
		document_signatures: listOf(object({ document_id: uuid }, { visual_signature }), {
			minItems: 1,
		}),
	};
}

/** 2.2: an entry of signatures, and the body that adds a signer. */
export function signer(spoken: Spoken): Schema {
	const { isPublic, version } = spoken;
	const members = signerMembers(spoken);
	if (version === 'v1') {
		const signer_email_address = email;
		return optional(
			{ ...members, signer_email_address },
			someOf('signer_email_address', 'signer_identity_data'),
		);
	}
	if (version === 'v2') return optional(members, someOf(...PERSON));
	const group = { signer_group_id: text };
	const anyone = Object.entries(members).filter(([name]) => !PERSON.includes(name));
	return isPublic
		? { oneOf: [optional(members, someOf(...PERSON)), object(group, Object.fromEntries(anyone))] }
		: optional(
				{ ...members, ...group },
				{
					required: ['document_signatures'],
					oneOf: [someOf(...PERSON), { required: ['signer_group_id'] }],
				},
			);
}

/**
 * An entry of an update. The contract knows signers by sid, and by what answers call them. In version 2 of the public
 * regions sid does no harm, and someone named by it alone would be no one.
 */
function changedSigner(spoken: Spoken): Schema {
	const { isPublic, version } = spoken;
	const members = { ...signerMembers(spoken), sid: text };
	if (isPublic) return version === 'v3' ? signer(spoken) : optional(members, someOf(...PERSON));
	const shown = { ...members, signer_email_address: text };
	if (version === 'v1') {
		return optional(shown, someOf('sid', 'signer_email_address', 'signer_identity_data'));
	}
	if (version === 'v2') return optional(shown, someOf('sid', ...PERSON));
	return optional(
		{ ...shown, visual_signature: visual(spoken), signer_group_id: text },
		someOf('sid', ...PERSON, 'signer_group_id'),
	);
}

const attachOnSuccess = listOf(attached, { uniqueItems: true });
const document = { content: base64, content_type: pdfType, file_url: address };
const typeOfContent = { dependencies: { content_type: ['content'] } };
const documents = listOf(object({ id: uuid }), { minItems: 1, maxItems: 50, uniqueItems: true });
const legislationWhereRequired = {
	if: { required: ['quality'], properties: { quality: { enum: ['QES', 'AES_MINIMAL'] } } },
	then: { required: ['legislation'] },
};

/** The public regions read null as left out. */
const nullIn = ({ isPublic }: Spoken, members: Members): Members =>
	Object.fromEntries(
		Object.entries(members).map(([name, schema]) => [name, isPublic ? orNull(schema) : schema]),
	);

/**
 * 2.1. Version 3 names its documents in both ways. The public regions don't know read_access, nor document_id beside
 * documents, and neither does harm; cc_email_addresses would be lost in version 3.
 */
export function create(spoken: Spoken): Schema {
	const { isPublic, version } = spoken;
	const isSinceV2 = version !== 'v1';
	const members = {
		...{ message: string, quality, legislation, read_access: emails, ...callbackUrls },
		...(isSinceV2 && { custom: string }),
		...((isPublic || version === 'v3') && { expires_at: date }),
		...nullIn(spoken, {
			write_access: emails,
			...(isSinceV2 && { creator: email, attach_on_success: attachOnSuccess }),
			...(isSinceV2 && !(isPublic && version === 'v3') && { cc_email_addresses: emails }),
			signatures: listOf(signer(spoken), isPublic ? {} : { minItems: 1 }),
		}),
		document_id: uuid,
	};
	if (version === 'v3') {
		const required = ['title', 'documents', ...(isPublic ? [] : ['document_id'])];
		const rules = { required, ...legislationWhereRequired };
		return optional({ ...members, title: text, documents }, rules);
	}
	return object(
		{ title: text },
		{ ...members, ...document },
		{
			...exactlyOneOf('content', 'file_url', 'document_id'),
			...typeOfContent,
			...legislationWhereRequired,
		},
	);
}

/** 4.3: an update names every signer who stays. */
export function update(spoken: Spoken): Schema {
	const { isPublic, version } = spoken;
	const isSinceV2 = version !== 'v1';
	return object(
		{ id: uuid },
		{
			...nullIn(spoken, {
				...{ title: text, message: string, quality, legislation, ...callbackUrls },
				...each(isPublic ? listOf(text) : emails, 'read_access', 'write_access'),
				...(isSinceV2 && { custom: string, attach_on_success: attachOnSuccess }),
				...(isSinceV2 && !(isPublic && version === 'v3') && { cc_email_addresses: emails }),
			}),
			...(version === 'v3' && { expires_at: date }),
			signatures: listOf(changedSigner(spoken)),
		},
	);
}

/** 2.5 and 4.2. */
export const upload = ({ isPublic }: Spoken) =>
	object(
		{ title: text },
		{ ...document, ...each(emails, 'read_access', 'write_access') },
		isPublic
			? { ...exactlyOneOf('content', 'file_url'), ...typeOfContent }
			: { oneOf: [{ required: ['content', 'content_type'] }, { required: ['file_url'] }] },
	);

/** 2.6. In version 3 of the public regions a seal keeps the shape of version 2. */
export function seal(spoken: Spoken): Schema {
	const { isPublic, version } = spoken;
	const required = { content: base64 };
	if (version === 'v1') {
		return object(required, { visual_signature: object({ position }, { image: image(spoken) }) });
	}
	const visual_signature = visual({ isPublic, version: 'v2' });
	return object(required, {
		...{ title: text, account_name: string },
		...nullIn(spoken, { visual_signature }),
	});
}

export const withdraw = optional({ message: { ...string, minLength: 1, maxLength: 2048 } });

/** 2.7. */
export const addObserver = {
	oneOf: [
		object({ type: { const: 'USER' }, email }),
		object({ type: { const: 'USER' }, user_id: text }),
		object({ type: { const: 'GROUP' }, group_id: text }),
	],
};

const OFFICE_TYPES = [
	...['x-tika-msoffice', 'x-tika-ooxml', 'msword', 'vnd\\.ms-excel', 'vnd\\.ms-powerpoint'],
	'vnd\\.openxmlformats-officedocument\\.(wordprocessingml\\.document|spreadsheetml\\.sheet|presentationml\\.presentation)',
	'vnd\\.ms-(word\\.document|excel\\.sheet|powerpoint\\.presentation)\\.macro[Ee]nabled\\.12',
].join('|');
const PUBLIC_TYPES = `^(application/(pdf|${OFFICE_TYPES})|image/(gif|jpeg|png)|text/plain)$`;
/** The public regions take 40 MB, which are a third more in Base64. */
export const addAttachment = ({ isPublic }: Spoken) =>
	object({
		filename: text,
		content_type: matching(isPublic ? PUBLIC_TYPES : '^[a-z]+/[^\\s;]+$'),
		content: { ...base64, ...(isPublic && { maxLength: 53_333_336 }) },
	});

/** Described as content alone, elsewhere as an id: either, or both. */
export const addDocument = optional(
	{ id: uuid, document_id: uuid, title: text, content: base64, content_type: pdfType },
	someOf('content', 'document_id', 'id'),
);

export const sendTo = object({ title: text, content: base64 });

/** Of a validation, and of an upload to be prepared. */
export const content = object({ content: { ...string, minLength: 4 } });
