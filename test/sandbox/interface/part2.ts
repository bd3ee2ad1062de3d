import * as s from './sections.ts';

const created = s.create('%s answers the request, %s');
const refused = s.create('refuses %s in %s');
const stored = s.upload('%s stores a document and answers its facts');
const signer = s.signers('%s takes %j');
const badSigner = s.signers('refuses %s in %s');
const incomplete = s.signers('v1 wants %s, v2 does not');

export const part2: s.Rows = {
	'2.1 id': [created],
	'2.1 title: required on create': [created, refused],
	'2.1 message': [created],
	'2.1 document_id: instead of content and file_url': [
		s.create('%s takes an uploaded document by its id'),
		refused,
	],
	'2.1 content: Base64, not combined with file_url': [refused],
	'2.1 file_url: downloaded, not combined with content': [
		refused,
		s.create('v1 and v2 take a document from an address'),
	],
	'2.1 signing_url': [created],
	'2.1 status_overall': [created],
	'2.1 signatures: may be omitted': [created],
	'2.1 owner: cannot be changed': [created, s.updating('refuses %s')],
	'2.1 read_access': [s.access('%s: reading and withdrawing')],
	'2.1 write_access': [s.access('%s: reading and withdrawing')],
	'2.1 cc_email_addresses': [created],
	'2.1 callback_success_url': [created, refused],
	'2.1 callback_error_url': [created, refused],
	'2.1 callback_update_url': [created, refused],
	'2.1 quality': [created, refused],
	'2.1 legislation: required with QES and AES_MINIMAL': [refused],
	'2.1 created_at': [created],
	'2.1 updated_at': [created],
	'2.1 expires_at: v3 only, DRAFT only, its dates': [
		s.expiryRules('on %s, %s is allowed (deletion: %s)'),
		s.expiryRules('on %s, %s is refused (deletion: %s): %s'),
		s.expiry('a draft is changed and initiated while its date lies ahead'),
		s.expiry('%s does not know expires_at'),
	],
	'2.1 auto_delete_at: v3 only, read-only': [s.RETENTION],
	'2.1 v3 takes document_id only, up to 50 documents': [
		refused,
		s.create('v3 holds up to 50 documents, in order'),
	],

	'2.2 signer_email_address': [signer],
	'2.2 account_email': [signer],
	'2.2 order: smallest first, -1 when absent, notifications follow': [
		signer,
		s.order('%s'),
		s.invitations('v1 notifies in the signing order'),
	],
	'2.2 sequence': [signer, badSigner],
	'2.2 status_code: upper-case in responses': [
		signer,
		s.read('%s gives the request with its current state'),
	],
	'2.2 signed_at: once signed': [s.read('%s gives the request with its current state')],
	'2.2 visual_signature: distinct per signer': [s.visual('%s comes back as sent')],
	'2.2 signer_identity_data': [incomplete],
	'2.2 signing_url of a signer without account': [
		s.signers(
			'a signer without account has an opaque identifier, a name and an address of their own',
		),
	],
	'2.2 each entry counts as a separate identity': [
		s.signers('two entries with equal data are two signers'),
	],
	'2.2 both kinds of data: the account is invited if there is one': [
		s.signers('with both kinds of data, %s is invited by account: %s'),
	],
	'2.2 one signer at a time changes the document': [
		s.signing('two people who sign at the same moment both end up in the document'),
	],

	'2.3 form_field': [
		s.visual('refuses %s'),
		s.signing('a signature field that is already used is a technical error'),
	],
	'2.3 position: enforced, page counts from 0 as text': [
		s.visual('refuses %s'),
		s.signing('the visual signature is where it was asked for'),
	],
	'2.3 image': [s.visual('%s comes back as sent'), s.seal('the seal is shown %s')],
	'2.3 a form field and a position are alternatives': [s.visual('refuses %s')],

	'2.4 provider': [incomplete],
	'2.4 first_name': [incomplete],
	'2.4 last_name': [incomplete],
	'2.4 mobile_number': [incomplete],
	'2.4 issuing_country: two letters': [incomplete, badSigner],

	'2.5 id': [stored],
	'2.5 title': [stored, s.upload('refuses %s')],
	'2.5 content: input only': [stored, s.upload('refuses %s')],
	'2.5 content_type': [
		stored,
		s.upload('refuses %s'),
		s.fileUrl('the type is that of the download, whatever the caller says'),
	],
	'2.5 file_url: input only, exclusive with content': [
		s.fileUrl('is downloaded and stored'),
		s.upload('refuses %s'),
	],
	'2.5 size': [stored],
	'2.5 page_count': [stored],
	'2.5 page_width': [stored],
	'2.5 page_height': [stored],
	'2.5 owner': [stored, s.documentAccess('%s: reading and deleting')],
	'2.5 write_access': [s.documentAccess('%s: reading and deleting')],
	'2.5 created_at, updated_at': [stored],
	'2.5 rule 1: immutable, a change makes a new document that inherits access': [
		s.documentAccess('nothing changes a stored document'),
		s.signing('access passes from parent to child'),
	],
	'2.5 rule 2: the uploaded id is never that of the signed document': [
		s.signing('%s: every signature makes a new document, and the last ends the request'),
	],
	'2.5 rule 3: encrypted with an AES-256 key per document': [
		s.readDocument('bytes are stored encrypted, each document under a key of its own'),
	],
	'2.5 rule 4: nothing but a watermark modifies a document': [
		s.documentAccess('nothing changes a stored document'),
	],
	'2.5 rule 5: a request keeps at least one document': [
		s.documents('%s refuses to remove the last document'),
	],

	'2.6 request: content, visual_signature': [s.seal('refuses %s'), s.seal('the seal is shown %s')],
	'2.6 response: document_id': [s.seal('%s makes a new document with a sound seal of the company')],

	'2.7 signer groups': [s.signers('a signer group stands for its members')],
	'2.7 observer groups: read only': [
		s.observers('%j reads the request and its documents, and changes nothing'),
	],
	'2.7 validation and consumption fields': [
		s.result('/infos/{id}/signers tells about each signer'),
	],
};
