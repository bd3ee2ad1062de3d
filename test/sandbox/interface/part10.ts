import * as s from './sections.ts';

const lost = s.lost('v3: cc_email_addresses and document_id');
const change = s.publicChange('%s answers 200, with nothing where nothing is described');

/** What the public regions do differently; the sandbox does the same with the dialect `public`. */
export const part10: s.Rows = {
	'10 login: a wrong key is 400, and a form is taken in every version': [
		s.loginAndPrices('a form logs in to every version, a wrong key is 400'),
	],
	'10 create in v3 reads documents and ignores document_id': [
		lost,
		s.lost('v3 wants its documents under their name'),
	],
	'10 read_access is not known on create': [
		s.lost('%s: read_access on create, though an update knows it'),
	],
	'10 cc_email_addresses is not known in v3': [
		lost,
		s.publicUpdate('v3 loses copies here too'),
		s.accounts('%s %j'),
	],
	'10 expires_at also in v2': ['v2 takes expires_at'],
	'10 signer entries in v3 are closed': [
		s.closedSigners('%s is refused'),
		s.closedSigners('a group and a person in one entry are refused'),
		s.closedSigners('a language stands inside the identity data'),
	],
	'10 places in v3: positions or form_field': [
		s.publicVisual('%s'),
		s.publicVisual('null says nothing about the place'),
	],
	'10 y counts from the top': [
		'a signature stands where its edge is counted from',
		'a seal stands there too, at every place',
		'an upload tells its fields',
	],
	'10 image: PNG only': [s.publicVisual('%s'), 'a JPEG on a seal is for the contract only'],
	'10 identity data in answers': [s.publicRequest('%s shows all identity data, and more')],
	'10 update knows signers by who they are, and takes one kind of place': [
		s.publicUpdate('v3 refuses a signer by sid, and knows everyone by who they are'),
		s.publicUpdate('v2 ignores sid: who is named by it alone is nobody'),
		s.publicUpdate('%s refuses a visual signature as it is shown'),
		s.publicUpdate('a group stays, whether it is named once or as often as it is shown'),
		s.publicUpdate('null leaves things as they are, but for the signers'),
		s.publicUpdate('is over once somebody has signed'),
	],
	'10 list by signer: account_email, and signer_email_address is ignored': [
		s.publicList('%s filters by account_email, with case'),
	],
	'10 filter values that are not known are refused': [
		s.publicList('%s %s is answered with %d'),
		s.publicList('finds states as they are shown'),
	],
	'10 first page: 1': [
		s.publicList('begins with page 1'),
		s.publicList('%s %s is answered with %d'),
	],
	'10 adding an attachment answers the request': [
		s.publicChange('%s answers an attachment with the request'),
	],
	'10 types and size of attachments': [
		s.publicChange('an attachment of type %s is answered with %d'),
		s.publicChange('an attachment of more than 40 MB is refused'),
	],
	'10 observers': [
		s.publicRecords('an observer is told by id and address'),
		s.publicRecords('nobody is named by address and id at once'),
	],
	'10 signed documents in v3: id and version_id': [
		s.publicRequest('a signed document can stand in %s'),
	],
	'10 deleting an open request withdraws it': [change],
	'10 refused token: also 403': [s.token('or with 403 and its key when the settings say so: %s')],
	'10 placeholders': [s.publicRecords('callbacks name the signature, and the log the request')],
	'10 callback on withdrawal': [s.events('the error callback tells that a request was %s')],
	'10 prices need no token': [s.loginAndPrices('prices need no token, usage does')],
	'10 legislation in a validation: CH-EU': [
		'the public regions write CH-EU, and tell what a signature says of itself',
	],
};
