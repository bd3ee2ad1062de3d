import { addedIn } from '../../../../nodes/ESignatureRequest/attachment/attachment';

const old = { attachment_id: 'a1', filename: 'terms.pdf' };
const other = { attachment_id: 'a2', filename: 'plan.pdf' };
const added = { attachment_id: 'a3', filename: 'terms.pdf' };
const request = (...attachments: object[]) => ({ id: 'r1', attachments });

it.each<[string, unknown, string[] | undefined, object | undefined]>([
	['the attachment', added, [], added],
	['the request with one more', request(added, old), ['a1'], added],
	['the request, the service having renamed it', request(old, other), ['a1'], other],
	['the request with several more', request(other, added, old), [], old],
	['the request without it', request(old), ['a1'], undefined],
	['the request, whose attachments before are unknown', request(old, other), undefined, old],
	['the request with one, those before unknown', request(other), undefined, undefined],
	['another request', { ...request(old, added), id: 'r2' }, ['a1'], undefined],
	['the request in capitals', { ...request(old, added), id: 'R1' }, ['a1'], added],
	['another thing', { deleted: true }, [], undefined],
	['nothing', undefined, [], undefined],
])('the new attachment is found when adding answers %s', (_title, answer, idsBefore, expected) => {
	const body = answer === undefined ? '' : JSON.stringify(answer);
	expect(addedIn(body, { requestId: 'r1', filename: 'terms.pdf', idsBefore })).toEqual(expected);
});
