import * as s from './sections.ts';

const lifetimes = s.login('a token of %s lives %i minutes');
const featureOff = s.switchedOff('%s answer 403 feature-not-enabled');

export const part5: s.Rows = {
	'5.1 JWT bearer authentication on both interfaces': [
		s.token('a token that is %s is refused with 401'),
		s.validationAccess('%s %s needs a token'),
	],
	'5.2 username and key, with prefixes': [s.create('demo keys make requests without legal weight')],
	'5.3 the token is plain text': [s.login('%s answers the token as plain text')],
	'5.4 every other request carries the token': [s.token('%s cannot be called without a token')],
	'5.5 lifetimes: 60 minutes in v1, 20 later': [lifetimes],
	'5.6 the key has a limited lifetime': [s.login('%s refuses a wrong key with 401')],
	'5.7 HTTPS only': { outside: 'the sandbox listens on this machine alone' },
	'5.8 callbacks support mutual TLS': [
		s.mutualTls('a receiver that asks for a certificate is called %s'),
	],
	'5.9 bearer format JWT': [s.login('%s answers the token as plain text')],
};

export const part6: s.Rows = {
	'6 success: all have signed': [s.events('update and success follow the signatures')],
	'6 update: one of several has signed': [s.events('update and success follow the signatures')],
	'6 error: any other end state': [
		s.events('the error callback tells that a request was %s'),
		s.events('nothing is called when a request expires'),
	],
	'6 rule 1: POST, text/plain, no body': [s.events('a call is POST with text/plain and no body')],
	'6 rule 2: two placeholders, otherwise unchanged': [
		s.events('placeholders become the ids of the request and of the signed document'),
		s.callbackParts('%s with the prefix %s is called as %s'),
	],
	'6 rule 3: the id of the signed document on success': [
		s.events('placeholders become the ids of the request and of the signed document'),
	],
	'6 rule 4: all callback URLs are optional': [s.events('nothing is called where no URL is set')],
	'6 rule 5: creating and adding signers also sends e-mails': [
		s.invitations('v2 notifies as soon as signers are added'),
		s.changeSigners('%s adds a signer to an open request and invites them at once'),
	],
};

export const part7: s.Rows = {
	'7 400: the last document': [s.documents('%s refuses to remove the last document')],
	'7 400: clearing expires_at of a request that is not DRAFT': [
		s.expiry('DELETE expires-at clears the date of a draft only'),
	],
	'7 400: listing observers with bad input': [
		s.observers('listing and reading with bad input answer 400'),
	],
	'7 401: invalid credentials': [s.login('%s refuses a wrong key with 401')],
	'7 401: expired token': [s.token('a token that is %s is refused with 401')],
	'7 403: insufficient permissions': [
		s.documentAccess('%s: reading and deleting'),
		s.access('%s: reading and withdrawing'),
	],
	'7 403: feature not enabled': [featureOff],
	'7 403: a document during the cascade': [
		s.remove('%s deletes the request, and its documents a little later'),
	],
	'7 404: deleting a request': [
		s.remove('%s deletes the request, and its documents a little later'),
	],
	'7 406: reading a request in v3': [s.read('%s answers Accept: %s with %i')],
	'7 429: rate limit exceeded': [s.rateLimits('are told %s')],
	'7 v3 envelope is Problem+JSON': [s.read('errors are Problem+JSON in v3 and plain JSON before')],
	'7 problem type /problem/feature-not-enabled': [featureOff],
	'7 key error.sr.last_document_cannot_be_removed': [
		s.documents('%s refuses to remove the last document'),
	],
	'7 keys error.auth.*': [s.token('or with 403 and its key when the settings say so: %s')],
	'7 keys error.rate_limit.*': [
		s.rateLimits('are told %s'),
		s.remind('%s reminds each signer once per hour'),
	],
	'7 keys file.pdf.*': [s.upload('refuses %s'), s.upload('refuses an encrypted PDF')],
	'7 key file.attachment.unsupported': [s.attachments('refuses %s')],
	'7 key file.malware.detected': [
		s.attachments('refuses %s'),
		s.attachments('malware is found in documents as well'),
	],
	'7 feature-not-enabled gates expires_at': [s.EXPIRY_OFF],
	'7 feature-not-enabled gates group observers': [featureOff],
	'7 feature-not-enabled gates Express QES evidence': [featureOff],
};

export const part8: s.Rows = {
	'8 50 documents per request (v3)': [s.create('v3 holds up to 50 documents, in order')],
	'8 112.5 MB per document, unencoded': ['documents of 112.5 MB are taken, and not one byte more'],
	'8 150 MB per document, encoded': ['documents of 112.5 MB are taken, and not one byte more'],
	'8 50 MB per validation': [
		s.validationLimit('is 50 MB unless told'),
		s.validationLimit('a request that just fits is answered %s'),
	],
	'8 one reminder per signer per hour': [s.remind('%s reminds each signer once per hour')],
	'8 login is rate limited': [s.login('login is rate limited')],
	'8 token lifetime': [lifetimes],
	'8 redirectTimeout: 10 to 90 seconds, default 45': [s.exits('%s redirects after %i seconds')],
	'8 expires_at: today or later, at most 6 months ahead': [
		s.expiryRules('on %s, %s is allowed (deletion: %s)'),
		s.expiryRules('on %s, %s is refused (deletion: %s): %s'),
	],
	'8 attachments: no documented limit': [s.attachments('%s keeps, gives back and removes a file')],
	'8 rate limits on all endpoints, 429 until the window resets, Retry-After': [
		s.rateLimits('are told %s'),
		s.rateLimits('end with their window'),
	],
};

export const part9: s.Rows = {
	'9 v1': [s.create('%s answers the request, %s')],
	'9 v2': [s.create('%s answers the request, %s')],
	'9 v3': [s.create('%s answers the request, %s')],
	'9 validation has its own version 1': [s.login('%s answers the token as plain text')],
	'9 Express QES, reminders and attachments in v2 and v3': [
		s.evidence('%s has it once the person has signed'),
		s.remind('%s reminds each signer once per hour'),
		s.attachments('%s keeps, gives back and removes a file'),
	],
	'9 several documents in v3 only': [
		s.create('v3 holds up to 50 documents, in order'),
		s.documents('a draft gains and loses documents'),
	],
	'9 drafts in v3 only': [s.initiate('%s has no drafts')],
	'9 signer groups in v3 only': [s.signers('a signer group stands for its members')],
	'9 observer groups in v3 only': [s.observers('v2 has none')],
	'9 v3 flow: upload, create, add signers, initiate': [
		s.changeSigners('v3 adds signers to a draft without inviting them'),
		s.initiate('a draft becomes open, once'),
	],
	'9 v2: document and signers inline, OPEN at once': [
		s.create('inline content becomes a document with the access lists of the request'),
	],
	'9 3.0.0 several documents': [s.create('v3 holds up to 50 documents, in order')],
	'9 3.0.1 groups': [s.signers('a signer group stands for its members')],
	'9 3.0.2 Express QES': [s.evidence('%s has it once the person has signed')],
	'9 3.0.3 observer groups, expires_at, EXPIRED, 404 on delete': [
		s.observers('%j is added, listed, read and removed'),
		s.expiry('an open request expires when its day is over, and not before'),
		s.remove('%s deletes the request, and its documents a little later'),
	],
	'9 3.0.4 feature-not-enabled, keys, 406 and 400': [featureOff],
	'9 3.0.5 403 during the cascade, last document, JWT': [
		s.remove('%s deletes the request, and its documents a little later'),
	],
};
