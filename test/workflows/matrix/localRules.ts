/**
 * Every sentence with which the nodes refuse a value by themselves, and the case that brings it about: a kind of
 * wrong value, or the title of a rule or refusal of a row. What no form can bring about says why.
 */
export const localRules: Record<string, { kind: string } | { title: string } | { why: string }> = {
	// Numbers
	'must be a number': { kind: 'no number' },
	'must be a whole number': { title: 'half a result' },
	'must be ${min} or more': { kind: 'too small' },
	'must be ${max} or less': { kind: 'too large' },
	'must be numbers of documents, such as 1, 3': { title: 'documents in another form than a list' },
	'must be numbers of documents, such as 1, 3; the first document is 1': {
		title: 'documents that are not counted from 1',
	},
	// Choices
	'must be ${kind}': { why: 'for a part of a value of which no schema speaks by itself' },
	'must be true or false': { kind: 'no yes or no' },
	'must be one of ${choices}': { kind: 'not in the list' },
	'is empty; choose one of ${choices}': { kind: 'empty' },
	'must be one of ${labels}': { why: 'only agents clear fields so; update.tool.test.ts does' },
	'names ${name}, which ${why}': { why: 'only agents clear fields so; update.tool.test.ts does' },
	'does not apply if ${label} is ${String(beside[choice])}. Leave it empty, or change ${label}': {
		why: 'only agents can fill in what is hidden; hiddenValues.test.ts does',
	},
	'does not exist in version v1': { why: 'only agents clear fields so; update.tool.test.ts does' },
	'has a new value too': { why: 'only agents clear fields so; update.tool.test.ts does' },
	'must be ${kinds}': { kind: 'not in the list' },
	'must be ${none}, formField, corner or position': { kind: 'not in the list' },
	'must be a language of two small letters: en, de, fr or it': { kind: 'not in the list' },
	'must be v2 or v3: v1 has no attachments': { why: 'the form does not offer v1 there' },
	'must be v2 or v3: v1 has no activities': { why: 'the form does not offer v1 there' },
	'must be v2 or v3: v1 does not show qualities': { why: 'the form does not offer v1 there' },
	'is only for demo keys; choose another quality, or a credential with a demo key': {
		why: 'the key here is one for demos; create.rules.test.ts has another',
	},
	'is not taken by version v2 at a custom address; choose v3, or leave it out': {
		title: 'an expiry date that version v2 does not take',
	},
	// Texts
	'is empty': { kind: 'empty' },
	'is not valid': { why: 'every schema says what is wrong in words of its own' },
	'must be text': { title: 'a title that is no text' },
	'is longer than ${LONGEST_MESSAGE} characters': { title: 'a message that is too long' },
	'is longer than ${LONGEST_REQUESTER} characters': {
		why: 'only a review; review.test.ts has one',
	},
	'is longer than ${LONGEST_TEXT} characters; send a PDF file instead': {
		why: 'of a length that textPdf.test.ts has',
	},
	'is longer than ${MOST_CHARACTERS} characters': { why: 'only a review; review.test.ts has one' },
	'is nested more than ${MOST_NESTED} levels deep': {
		why: 'only a review; review.test.ts has one',
	},
	'is not an id of the service; ids look like 28c29d94-2d47-0a5a-7b3f-6c9f8ab5c2a1': {
		kind: 'no id',
	},
	'is not an id of an attachment; Get shows it as attachment_id': { kind: 'no id' },
	'is not an id of an observer; Get Many shows them': { kind: 'no id' },
	'must be a list of email addresses': { title: 'readers in another form than a list' },
	'is not a web address; write it in full, beginning with https://': { kind: 'no web address' },
	'is not a web address; write it in full and unencoded, beginning with https://': {
		kind: 'no web address',
	},
	'cannot be written, because the webhook endpoints of this n8n were renamed; choose To a Trigger Elsewhere and paste the URL of the trigger':
		{ why: 'only an n8n with renamed endpoints; create.callbacks.test.ts has one' },
	'must begin with https://': { title: 'an address without encryption' },
	'is not valid JSON; check quotes, commas and brackets': { kind: 'no JSON' },
	'must be the name of a field that holds a file': { kind: 'empty' },
	'is From Tags in the Document, which needs Document From: Any File (Prepare First); choose that, or specify the signers in another way':
		{ title: 'tags in a document that is not prepared' },
	'is listed twice; remove one of the two entries': {
		title: 'an email twice for one signer in the tags',
	},
	'is empty; remove this filter, correct its expression, or use ${ANY} for all requests': {
		title: 'an empty filter',
	},
	'names a signature that is listed already; name each by its sid where someone signs twice': {
		why: 'only a request in which someone signs twice; update.operation.test.ts has one',
	},
	// Days
	'must be a date such as 2026-12-31': { kind: 'no day' },
	'is before the first day, ${startDate}': { title: 'a last day before the first' },
	'is in the past; choose today or a later day': { title: 'a day in the past' },
	'is too far ahead; choose ${latest} or an earlier day': {
		title: 'a day more than six months ahead',
	},
	'must be written as one of ${formats}': { title: 'the period 20' },
	'has other characters than digits; it must be written as one of ${formats}': {
		title: 'the period 2026-3',
	},
	'is not in the calendar': { title: 'the period 20261301' },
	// Documents
	"contains ${named}${rest}, which the PDF's font does not have; it has the letters of Western European languages. Remove them, or send a PDF file instead.":
		{ title: 'text in letters that the PDF cannot show' },
	'does not exist: the document has ${amount}': {
		title: 'a page that the document does not have',
	},
	'is empty, and there is no file name to use instead; type one, such as Contract.pdf': {
		title: 'a document without any name',
	},
	'is empty; a request needs a document': { title: 'no document at all' },
	'names several files, and a request of version ${version} holds one; choose API version v3, or merge the files':
		{ title: 'several files before v3' },
	// Requests
	'must be an object such as {"name": "value"}': { title: 'other fields that are no object' },
	'has a field of its own in this form; fill that in and remove it here': {
		title: 'another field that has one of its own',
	},
	'is filled in twice, there and in its own field; empty one of the two': {
		title: 'another field that is filled in twice',
	},
	'has no entry; tick at least one event, or choose Callbacks: None': {
		title: 'a trigger without any event',
	},
	'is not set, and ${quality} needs it; choose ZERTES or EIDAS': {
		title: 'a quality that needs a law, without one',
	},
	'is empty, so there is nothing to change': { title: 'nothing to change' },
	'does not exist in version v3 of this region, which has observers; use Observer: Add and Observer: Remove':
		{ title: 'copies where there are observers' },
	// Signers
	'is empty; version v1 wants all identity data': { title: 'identity data with a hole in v1' },
	'must be a country code of two letters, such as CH or DE': {
		title: 'a country that is none',
	},
	'is a signer group, which needs API version v3; choose v3 or another kind of signer': {
		title: 'a group before v3',
	},
	'is empty, and so are name and mobile number; say who signs': {
		title: 'a signer of whom nothing is known',
	},
	'has several entries, and version v1 takes one; remove the others or choose v2 or v3': {
		title: 'several places in v1',
	},
	'has several entries, and version v1 takes one; remove the others or choose v2': {
		title: 'several places in v1',
	},
	'has no entry; add a signer, or choose No Signers Yet': { title: 'a list without signers' },
	'has no entry; add a signer, or choose Signers: Remove All': {
		title: 'a new list without signers',
	},
	'must be a list of signers': { why: 'n8n itself drops what is no list there' },
	'must be an object such as {"email": "…"}': { title: 'a signer in the JSON who is a text' },
	'is not known in version ${version}; known are ${known}': {
		title: 'a name in the JSON that does not exist',
	},
	'cannot be combined with ${second}; a signer has one or the other, so remove one': {
		title: 'two places for one signer',
	},
	'is missing; give every signer a number, or none of them': {
		title: 'numbers for some signers only',
	},
	'names a document that the request does not have; it has ${documentCount}': {
		title: 'a document that the request does not have',
	},
	'names a document that this signer does not sign; add it to Documents or choose another': {
		title: 'a place on a document that the signer does not sign',
	},
	'cannot be set for ${who} in version v3 of this region, whose emails come in the language of the account; leave it at Default, choose Email, No Account Needed, or choose v2':
		{ title: 'a language for someone with an account' },
	'does not apply to a signer of kind ${String(kind)} in version ${version}. Remove it, write another kind, or list someone else as another signer':
		{ title: 'a property of another kind of signer in the JSON' },
	// Places
	"does not apply to placement ${String(placement)}, only to ${owners.join(', ')}. Remove it, or write another placement":
		{ title: 'a property of another placement in the JSON' },
	'does not apply with onPage ${String(onPage)}. Remove one of the two': {
		title: 'two pages for one corner in the JSON',
	},
	'is missing. Write the number of the page, or choose another page': {
		title: 'a corner in the JSON on a page without a number',
	},
	'is not known: Skribble counts pages from 0, and pageNumber counts from 1. Write "pageNumber": ${page + 1} instead of "page": ${page}':
		{ title: 'a page that is counted from 0' },
	'is not known: it is how Skribble names it. Write positions, a list such as [{"pageNumber": 1, "x": 50, "y": 50, "width": 200, "height": 60}], whose pageNumber counts from 1':
		{ title: 'a position in the JSON as the service shows it' },
	'is not known in a position. Known are ${known}': {
		title: 'a name in a position that does not exist',
	},
	'is not known in version ${version}, whose requests have one document. Remove it, or choose v3': {
		title: 'a position on a document before v3',
	},
	'must be a list of positions': { title: 'positions in another form than a list' },
	'is empty; add a position, or choose another placement': {
		title: 'a list of positions without any',
	},
	'is ${pageNumber}, and the document has ${amount}; choose a smaller number, or the last page': {
		title: 'a corner on a page that is not there',
	},
	'does not fit on the page, which is ${pages.width} by ${pages.height} points; choose a smaller number':
		{ title: 'a corner that does not fit' },
	'is not known to a seal of version v1; choose API Version V2 or V3, or another position': {
		title: 'a form field in v1',
	},
	'is not known in version v1, which this address uses; choose API Version V2 or V3': {
		why: 'only where the address decides on the version; seal.operation.test.ts shows it',
	},
};
