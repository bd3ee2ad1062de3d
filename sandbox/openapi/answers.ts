import type { Answer } from '../http/routeInput.ts';
import type { Traits } from '../state/dialect.ts';
import type { Version } from '../state/version.ts';
import { Attachment, refOf } from './schemas.ts';
import { anyObject, file, json, listOf, object, text, time, uuid, whole } from './shapes.ts';

const evidence = object(
	{ id: text, email: text, identified_at: time },
	{ first_name: text, last_name: text },
);
/** Instead of the file, for those who accept JSON alone. */
const inlineFile = json(object({ content_type: text, content_size: whole, content: text }));

/** What the calls of a version answer where their routes do not say it, by method and path behind the version. */
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
		'DELETE /sendto/{id}': nothing('Delete a sent document'),
	};
}

/** A group adds one entry per member. */
function added(version: Version) {
	const one = refOf('Signature', version);
	return json(version === 'v3' ? { oneOf: [one, listOf(one)] } : one);
}
