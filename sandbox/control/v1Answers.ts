import type { SwaggerSchema } from './swaggerSchema.ts';

/** The answers of version 1 as Swagger 2.0 describes them (interface.md 2 and 4). */
const text = { type: 'string' };
const whole = { type: 'integer' };
const number = { type: 'number' };
const yesOrNo = { type: 'boolean' };
const time = { type: 'string', format: 'date-time' };
const file = { type: 'file' };
const object = (properties: Record<string, object>) => ({ type: 'object', properties });
const listOf = (items: object) => ({ type: 'array', items });
const oneOf = (...values: string[]) => ({ type: 'string', enum: values });
const definition = (name: string) => ({ $ref: `#/definitions/${name}` });

const REQUEST_STATES = ['OPEN', 'SIGNED', 'DECLINED', 'ERROR', 'WITHDRAWN', 'DRAFT', 'EXPIRED'];
const SIGNATURE_STATES = ['OPEN', 'DECLINED', 'SIGNED', 'ERROR'];

export const DEFINITIONS: Record<string, SwaggerSchema> = {
	Problem: object({
		...{ type: text, method: text, path: text, status: whole, message: text, key: text },
	}),
	Document: object({
		id: text,
		parent_id: { ...text, 'x-nullable': true },
		title: text,
		content_type: text,
		...{ size: whole, page_count: whole, page_width: whole, page_height: whole },
		signature_fields: listOf(
			object({
				name: text,
				signed: yesOrNo,
				positions: listOf(
					object({
						page: text,
						...{ x: number, y: number, width: number, height: number, rotation: number },
					}),
				),
			}),
		),
		owner: text,
		read_access: listOf(text),
		write_access: listOf(text),
		created_at: time,
		updated_at: time,
	}),
	Signature: object({
		sid: text,
		account_email: text,
		signer_email_address: text,
		order: whole,
		sequence: whole,
		status_code: oneOf(...SIGNATURE_STATES),
		notify: yesOrNo,
		language: text,
		signed_at: time,
		signed_quality: text,
		signed_legislation: text,
		visual_signature: definition('VisualSignature'),
		signer_identity_data: object({ first_name: text, last_name: text }),
		signing_url: text,
	}),
	SignatureRequest: object({
		...{ id: text, title: text, message: text, custom: text, creator: text },
		document_id: text,
		signing_url: text,
		status_overall: oneOf(...REQUEST_STATES),
		signatures: listOf(definition('Signature')),
		owner: text,
		read_access: listOf(text),
		write_access: listOf(text),
		cc_email_addresses: listOf(text),
		callback_success_url: text,
		callback_error_url: text,
		callback_update_url: text,
		attach_on_success: listOf(text),
		quality: text,
		legislation: text,
		attachments: listOf(object({ attachment_id: text, filename: text })),
		created_at: time,
		updated_at: time,
	}),
	Callback: object({
		type: oneOf('success', 'update', 'error'),
		state: oneOf('OPEN', 'COMPLETED', 'RESIGNATED'),
		...{ url: text, attempts: whole, messages: listOf(text), created_at: time, updated_at: time },
	}),
};

interface V1Answer {
	/** Undefined where nothing is answered. */
	schema?: SwaggerSchema;
	produces?: string[];
}

const REQUEST = { schema: definition('SignatureRequest') };
const REQUESTS = { schema: listOf(definition('SignatureRequest')) };
const DOCUMENT = { schema: definition('Document') };
const NOTHING = {};
const ONE_REQUEST = '/signature-requests/{id}';

export const V1_ANSWERS: Record<string, V1Answer> = {
	'GET /api-docs': { schema: object({}) },
	'POST /access/login': { schema: text, produces: ['text/plain'] },
	'POST /documents': DOCUMENT,
	'GET /documents': { schema: listOf(definition('Document')) },
	'GET /documents/{id}': DOCUMENT,
	'DELETE /documents/{id}': NOTHING,
	'GET /documents/{id}/content': { schema: file, produces: ['application/pdf'] },
	'GET /documents/{id}/pages/{page}': { schema: file, produces: ['image/png'] },
	'POST /signature-requests': REQUEST,
	'PUT /signature-requests': REQUEST,
	'GET /signature-requests': REQUESTS,
	'POST /signature-requests/bulk': REQUESTS,
	[`GET ${ONE_REQUEST}`]: REQUEST,
	[`DELETE ${ONE_REQUEST}`]: NOTHING,
	[`POST ${ONE_REQUEST}/remind`]: NOTHING,
	[`POST ${ONE_REQUEST}/withdraw`]: REQUEST,
	[`POST ${ONE_REQUEST}/signatures`]: { schema: definition('Signature') },
	[`DELETE ${ONE_REQUEST}/signatures/{sid}`]: NOTHING,
	[`GET ${ONE_REQUEST}/report`]: { schema: file, produces: ['application/pdf', 'text/html'] },
	[`GET ${ONE_REQUEST}/callbacks`]: { schema: listOf(definition('Callback')) },
	'POST /seal': { schema: object({ document_id: text }) },
};
