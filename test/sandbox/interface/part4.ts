import * as s from './sections.ts';

const refusedRequest = s.create('refuses %s in %s');

export const part4: s.Rows = {
	'4 the same paths for both regions': { outside: 'one address serves every region' },
	'4 Swagger of version 1 at /v1/api-docs': [
		s.description('says of every call what it takes and what it answers'),
		s.description('is true of what is answered'),
	],
	'4 all endpoints except login need the token': [
		s.token('%s cannot be called without a token'),
		s.validationAccess('%s %s needs a token'),
		s.seal('%s needs a token'),
	],

	'4.1 POST /access/login: v1 form, v2 JSON -> 200 text/plain': [
		s.login('%s answers the token as plain text'),
		s.login('%s'),
		s.login('a missing field is named'),
		s.login('%s refuses a wrong key with 401'),
	],

	'4.2 POST /documents': [
		s.upload('%s stores a document and answers its facts'),
		s.upload('refuses %s'),
	],
	'4.2 GET /documents/{id}/content': [
		s.readDocument('%s gives the bytes for Accept: application/pdf'),
		s.readDocument('an unknown id%s is 404'),
		s.documentAccess('%s: reading and deleting'),
	],
	'4.2 GET /documents, also during the cascade': [
		s.readDocument('%s lists what the caller may read, as a bare array'),
		s.remove('%s deletes the request, and its documents a little later'),
	],
	'4.2 DELETE /documents/{id}: success': [s.deleteDocument('%s removes the document')],
	'4.2 DELETE /documents/{id}: 403 during the cascade': [
		s.remove('%s deletes the request, and its documents a little later'),
	],
	'4.2 DELETE /documents/{id}: 400 for the last document': [
		s.documents('%s refuses to remove the last document'),
	],

	'4.3 POST /signature-requests': [s.create('%s answers the request, %s'), refusedRequest],
	'4.3 GET /signature-requests/{id}': [
		s.read('%s gives the request with its current state'),
		s.read('%s answers 404 to an unknown id'),
		s.access('%s: reading and withdrawing'),
	],
	'4.3 GET /signature-requests/{id}: 406 in v3': [s.read('%s answers Accept: %s with %i')],
	'4.3 GET /signature-requests: filters and pages': [
		s.list('%s gives the newest first: %j'),
		s.list('%s is refused'),
		s.list('the first page can be called 1'),
	],
	'4.3 POST /signature-requests/{id}/signatures': [
		s.changeSigners('%s adds a signer to an open request and invites them at once'),
		s.changeSigners('refuses %s'),
		s.changeSigners('a request that has ended takes no signer'),
	],
	'4.3 POST /v3/signature-requests/{SR_ID}/initiate': [
		s.initiate('a draft becomes open, once'),
		s.initiate('%s has no drafts'),
	],
	'4.3 POST /signature-requests/{id}/remind': [
		s.remind('%s reminds each signer once per hour'),
		s.remind('only open requests with signers remind'),
	],
	'4.3 DELETE /signature-requests/{SR_ID}': [
		s.remove('%s deletes the request, and its documents a little later'),
	],
	'4.3 DELETE /signature-requests/{SR_ID}/expires-at': [
		s.expiry('DELETE expires-at clears the date of a draft only'),
		s.EXPIRY_OFF,
	],
	'4.3 update of a request': [s.updating('%s changes what is named and keeps the rest')],
	'4.3 observers: add, list, get': [
		s.observers('%j is added, listed, read and removed'),
		s.observers('refuses %s'),
		s.observers('listing and reading with bad input answer 400'),
		s.switchedOff('%s answer 403 feature-not-enabled'),
	],
	'4.3 Express QES identification': [
		s.evidence('%s has it once the person has signed'),
		s.switchedOff('%s answer 403 feature-not-enabled'),
	],

	'4.4 POST /v1/seal': [
		s.seal('%s makes a new document with a sound seal of the company'),
		s.seal('refuses %s'),
		s.sealOff('%s is refused for a user without it'),
		s.sealOff('%s is refused for everybody when the feature is off'),
	],

	'4.5 exitURL': [s.exits('an encoded exit keeps its own parameters'), s.exits('%s is no exit')],
	'4.5 error and decline exits': [s.exits('the error and decline exits of %s')],
	'4.5 redirectTimeout': [s.exits('%s redirects after %i seconds')],
	'4.5 lang': [s.exits('the language is passed on')],
	'4.5 without exits the user stays': [s.exits('without exit the person stays')],

	'4.6 GET /infos/{id}/validation': [
		s.result('/infos/{id}/validation of "%s": %s %s'),
		s.result('%s answers 404 for an unknown id'),
	],
	'4.6 GET /infos/{id}/signers': [s.result('/infos/{id}/signers tells about each signer')],
	'4.6 GET /infos/{id}/format': [
		s.result('/infos/{id}/format tells the type and who produced the file'),
	],
	'4.6 GET /billing/credits/infos': [s.creditInfos('tells what each endpoint costs')],
	'4.6 GET /billing/credits/usage': [
		s.creditUsage('counts the calls of the current month per endpoint'),
	],
	'4.6 GET /billing/credits/invoiced': [
		s.invoiced('%s: period %s with %i requests and %i credits'),
		s.invoiced('refuses the period "%s"'),
	],
	'4.6 the validate operation': [s.validate('judges the file "%s": valid %s')],
};
