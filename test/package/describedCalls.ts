/**
 * Every call that the public service describes, in both of its interfaces, as `METHOD /path` behind the version.
 * The four reads of Express QES evidence are described too, but their paths are not public.
 *
 * Typed by hand from the OpenAPI descriptions that the service publishes (signing v2 2.1.0 and v3 3.0.0, validation
 * 1.1.5; March 2026), with what its newer pages add (June 2026). Nothing compares it with them: whoever reads a newer
 * description brings it up to date here.
 */
export const DESCRIBED = {
	signing: [
		'POST /access/login',
		'POST /documents',
		'GET /documents',
		'GET /documents/{id}',
		'DELETE /documents/{id}',
		'GET /documents/{id}/content',
		'GET /documents/{id}/pages/{n}',
		'POST /signature-requests',
		'GET /signature-requests',
		'PUT /signature-requests',
		'GET /signature-requests/{id}',
		'DELETE /signature-requests/{id}',
		'POST /signature-requests/{id}/withdraw',
		'POST /signature-requests/{id}/remind',
		'POST /signature-requests/{id}/initiate',
		'DELETE /signature-requests/{id}/expires-at',
		'GET /signature-requests/{id}/report',
		'GET /signature-requests/{id}/callbacks',
		'POST /signature-requests/{id}/signatures',
		'DELETE /signature-requests/{id}/signatures/{sid}',
		'POST /signature-requests/{id}/attachments',
		'GET /signature-requests/{id}/attachments/{aid}/content',
		'DELETE /signature-requests/{id}/attachments/{aid}',
		'POST /signature-requests/{id}/documents',
		'DELETE /signature-requests/{id}/documents/{document_id}',
		'POST /signature-requests/{id}/observers',
		'GET /signature-requests/{id}/observers',
		'GET /signature-requests/{id}/observers/{oid}',
		'DELETE /signature-requests/{id}/observers/{oid}',
		'POST /seal',
		'POST /sendto',
		'GET /sendto/{id}/track',
		'GET /sendto/{id}/download',
		'DELETE /sendto/{id}',
		'GET /user/signature-qualities',
		'GET /activities/signatures',
		'GET /management/health',
	],
	validation: [
		'POST /access/login',
		'POST /validate/document',
		'POST /validate/signature',
		'POST /validate/certificate',
		'DELETE /validate/{id}',
		'GET /infos/{id}/validation',
		'GET /infos/{id}/signers',
		'GET /infos/{id}/format',
		'GET /reports/{id}/etsi',
		'GET /reports/{id}/{product}',
		'GET /billing/credits/infos',
		'GET /billing/credits/usage',
		'GET /billing/credits/invoiced',
		'POST /tooling/upload',
		'POST /tooling/process/{id}/check',
		'POST /tooling/process/{id}/conform',
		'POST /tooling/process/{id}/compress',
		'POST /tooling/process/{id}/spotsigners',
		'GET /tooling/{id}',
		'DELETE /tooling/{id}',
	],
};

const LOGIN = 'the credential logs in by itself';
const ROADMAP = 'on the roadmap: the service answers 501';

/** Calls without an operation, by interface, and why. */
export const WITHOUT_OPERATION: Record<string, string> = {
	'signing POST /access/login': LOGIN,
	'signing GET /management/health': 'the login asks for it when it fails',
	'validation POST /access/login': LOGIN,
	'validation POST /validate/certificate': ROADMAP,
	'validation GET /reports/{id}/{product}': ROADMAP,
};
