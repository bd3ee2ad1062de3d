import * as s from './sections.ts';

const transition = s.transitions('%s with %j, %s (%i) gives %s with %j');
const created = s.create('%s answers the request, %s');
const signed = s.signing('%s: every signature makes a new document, and the last ends the request');

export const part3: s.Rows = {
	'3.1 create (v1, v2) -> OPEN, the signers are notified': [
		created,
		s.invitations('v1 notifies in the signing order'),
		s.invitations('v2 notifies as soon as signers are added'),
	],
	'3.1 create (v3) -> DRAFT, nothing is sent': [
		created,
		s.invitations('v3 sends nothing until the request is initiated'),
	],
	'3.1 DRAFT, initiate -> OPEN, invitations to all': [
		transition,
		s.initiate('a draft becomes open, once'),
		s.invitations('v3 sends nothing until the request is initiated'),
	],
	'3.1 OPEN, a signer signs -> OPEN, update callback': [
		transition,
		signed,
		s.events('update and success follow the signatures'),
	],
	'3.1 OPEN, last signer signs -> SIGNED, success callback': [
		transition,
		signed,
		s.events('update and success follow the signatures'),
	],
	'3.1 OPEN, a signer declines -> DECLINED, error callback': [
		transition,
		s.declining('a signer %s'),
		s.events('the error callback tells that a request was %s'),
	],
	'3.1 OPEN, technical error -> ERROR, error callback': [
		transition,
		s.declining('a signer %s'),
		s.events('the error callback tells that a request was %s'),
	],
	'3.1 OPEN, expires_at passes -> EXPIRED, terminal': [
		transition,
		s.expiry('an open request expires when its day is over, and not before'),
		s.expiry('a signed request does not expire'),
	],
	'3.1 no transitions out of end states': [s.transitions('nothing leads out of %s: %s is refused')],

	'3.2 open': [signed],
	'3.2 declined': [s.declining('a signer %s')],
	'3.2 signed': [signed, s.transitions('a signature is given once: no %s after it')],
	'3.2 error': [s.declining('a signer %s')],
	'3.2 the request follows from its signatures': [
		transition,
		'whatever is called, states follow part 3, nobody signs twice and no document is lost',
	],
	'3.2 a request can start without signers': [
		created,
		s.changeSigners('%s adds a signer to an open request and invites them at once'),
	],
};
