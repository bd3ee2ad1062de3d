import type { Answer } from '../http/routeInput.ts';
import type { Traits } from '../state/dialect.ts';
import type { Version } from '../state/version.ts';
import { Attachment, LEGISLATION, QUALITY, refOf } from './schemas.ts';
import { anyObject, file, json, listOf, object, oneOf, text, textOrNull } from './shapes.ts';
import { texts, time, uuid, whole } from './shapes.ts';

const Leaf = object({ quality: text, provider: text, legislation: text });
const Person = object(
	{ type: text },
	{ email: text, first_name: text, last_name: text, mobile: text },
);

const activity = object(
	{
		...{ id: text, action: oneOf('SIGNED', 'SEALED'), timestamp: time, business_id_paid_by: text },
		...{ cost_center: textOrNull, quality: QUALITY, initiator: Person, signer: Person },
	},
	{ signature_request_id: uuid, legislation: LEGISLATION },
);
const byLaw = object({ zertes: Leaf, eidas: Leaf });
const anywhere = object({ any: Leaf });
const bySeal = { type: 'object', additionalProperties: Leaf };
const qualities = object({
	...{ qes: byLaw, aes_minimal: byLaw, aes: anywhere, ses: anywhere, demo: anywhere },
	...{ part11: anywhere, seal: object({ aes: bySeal, qes: bySeal }) },
});
const activities = object({
	activities: listOf(activity),
	...{ total_items: whole, total_pages: whole, current_page: whole, size: whole },
});
const evidence = object(
	{ id: text, email: text, identified_at: time },
	{ first_name: text, last_name: text },
);
const sentTo = object({ url: text, id: uuid, access_code: uuid });
const tracked = object({
	status: oneOf(
		...['UNCLAIMED', 'EXPIRED', 'CLAIMED', 'SIGNING', 'SIGNED', 'WITHDRAWN', 'DECLINED'],
	),
	creator: textOrNull,
	signers: { ...texts, type: ['array', 'null'] },
});
/** Instead of the file, for those who accept JSON alone. */
const inlineFile = json(object({ content_type: text, content_size: whole, content: text }));

/** Every call of a version, by method and path behind the version. */
export function answersOf(version: Version, traits: Traits): Record<string, Answer> {
	const isPublic = traits.answers === 'public';
	const ref = (name: string) => json(refOf(name, version));
	const list = (name: string) => json(listOf(refOf(name, version)));
	const [request, documentAnswer] = [ref('SignatureRequest'), ref('Document')];
	// The public regions describe these in the shape of version 2, whatever the version.
	const changed = isPublic ? json(refOf('SignatureRequest', 'v2')) : request;
	const one = '/signature-requests/{id}';
	const identification = `${one}/signatures/{sid}/identification`;
	const ok = (summary: string, content: Answer['content'], status = 200): Answer => ({
		...{ summary, status, content },
	});
	const nothing = (summary: string) => ok(summary, {}, traits.emptyStatus);
	const unlessPublic = (summary: string, content: Answer['content']) =>
		isPublic ? nothing(summary) : ok(summary, content);
	return {
		'POST /access/login': ok('Log in: answers the bearer token', { 'text/plain': text }),
		'POST /documents': ok('Upload a document', documentAnswer, traits.uploadStatus),
		'GET /documents': ok('List documents', list('Document')),
		'GET /documents/{id}': ok('Read a document', documentAnswer),
		'DELETE /documents/{id}': nothing('Delete a document'),
		'GET /documents/{id}/content': ok('Download a document', {
			...{ ...file('application/pdf'), ...inlineFile },
		}),
		'GET /documents/{id}/pages/{page}': ok('Draw a page', file(traits.imageType)),
		'POST /seal': ok('Seal a document', json(object({ document_id: uuid }))),
		'POST /signature-requests': ok('Create a request', request),
		'PUT /signature-requests': ok('Change a request', request),
		'GET /signature-requests': ok('List requests', list('SignatureRequest')),
		'POST /signature-requests/bulk': ok('Read several requests', list('SignatureRequest')),
		[`GET ${one}`]: ok('Read a request', request),
		[`DELETE ${one}`]: nothing('Delete a request'),
		[`POST ${one}/remind`]: nothing('Remind signers'),
		[`POST ${one}/withdraw`]: ok('Withdraw a request', changed),
		[`POST ${one}/signatures`]: ok('Add a signer', isPublic ? request : added(version)),
		[`DELETE ${one}/signatures/{sid}`]: nothing('Remove a signer'),
		[`GET ${one}/report`]: ok('Read the audit report', {
			...{ ...file('application/pdf'), 'text/html': text, ...json(anyObject) },
		}),
		[`GET ${one}/callbacks`]: ok('List callbacks', list('Callback')),
		[`POST ${one}/attachments`]: ok('Add an attachment', isPublic ? changed : json(Attachment)),
		[`GET ${one}/attachments/{attachmentId}/content`]: ok('Download an attachment', {
			...(isPublic ? file('application/octet-stream') : { ...file('*/*'), ...inlineFile }),
		}),
		[`DELETE ${one}/attachments/{attachmentId}`]: nothing('Remove an attachment'),
		[`POST ${one}/initiate`]: unlessPublic('Send a draft', request),
		[`DELETE ${one}/expires-at`]: nothing('Remove the expiry date'),
		[`POST ${one}/documents`]: unlessPublic('Add a document to a draft', request),
		[`DELETE ${one}/documents/{documentId}`]: nothing('Remove a document from a draft'),
		[`POST ${one}/observers`]: ok('Add an observer', ref('Observer')),
		[`GET ${one}/observers`]: ok('List observers', list('Observer')),
		[`GET ${one}/observers/{observer_id}`]: ok('Read an observer', ref('Observer')),
		[`DELETE ${one}/observers/{observer_id}`]: nothing('Remove an observer'),
		[`GET ${identification}`]: ok('Read how far an identification is', json(anyObject)),
		[`GET ${identification}/json`]: ok('Read the evidence', json(evidence)),
		[`GET ${identification}/files`]: ok('List files of the evidence', json(listOf(anyObject))),
		[`GET ${identification}/jwt`]: ok('Read the evidence as a token', { 'text/plain': text }),
		'GET /user/signature-qualities': ok('Read with which quality someone signs', json(qualities)),
		'GET /activities/signatures': ok('List who signed and sealed', json(activities)),
		'POST /sendto': ok('Send a document without a login', json(sentTo)),
		'GET /sendto/{id}/track': ok('Read what became of a sent document', json(tracked)),
		'GET /sendto/{id}/download': ok('Download a sent document', file('application/pdf')),
		'DELETE /sendto/{id}': nothing('Delete a sent document'),
	};
}

/** A group adds one entry per member. */
function added(version: Version) {
	const one = refOf('Signature', version);
	return json(version === 'v3' ? { oneOf: [one, listOf(one)] } : one);
}
