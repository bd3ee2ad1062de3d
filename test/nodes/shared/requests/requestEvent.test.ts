import { eventOutput, updatesOf } from '../../../../nodes/shared/requests/requestEvent';
import { SignatureRequest } from '../../../../nodes/shared/requests/signatureRequest.schema';

const read = (answer: object) => SignatureRequest.parse({ id: 'r1', ...answer });
const simplify = true;

it.each([
	['SIGNED', { event: 'success', outcome: 'signed' }],
	['signed', { event: 'success', outcome: 'signed' }],
	['DECLINED', { event: 'error', outcome: 'declined' }],
	['ERROR', { event: 'error', outcome: 'error' }],
	['EXPIRED', { event: 'error', outcome: 'expired' }],
	['WITHDRAWN', { event: 'error', outcome: 'withdrawn' }],
	['OPEN', { event: 'update' }],
	['SOMETHING_NEW', { event: 'update' }],
])('%s stands for an event and an outcome', (status_overall, expected) => {
	const { event, outcome } = eventOutput(read({ status_overall }), { simplify });
	expect({ event, outcome }).toEqual({ outcome: undefined, ...expected });
});

it('keeps the event of a callback', () => {
	const request = read({ status_overall: 'SIGNED' });
	expect(eventOutput(request, { event: 'update', simplify })).toMatchObject({
		event: 'update',
		outcome: 'signed',
	});
});

it('names who signed last, whatever the order of the list', () => {
	const signatures = [
		{ sid: 's1', account_email: 'ann@example.com', signed_at: '2026-11-02T10:00:00Z' },
		{ sid: 's2', account_email: 'bob@example.com', signed_at: '2026-11-02T12:00:00+01:00' },
		{ sid: 's3', account_email: 'cid@example.com', signed_at: null },
		{ sid: 's4', account_email: 'dan@example.com', signed_at: 'soon' },
	];
	const { lastSignedBy } = eventOutput(read({ signatures }), { simplify });
	expect(lastSignedBy).toEqual({
		name: 'bob@example.com',
		sid: 's2',
		signed_at: '2026-11-02T12:00:00+01:00',
	});
});

it.each([
	['s1', 'ann@example.com'],
	['s2', 'bob@example.com'],
	['s3', 'bob@example.com'],
	['SKRIBBLE_SIGNATURE_ID', 'bob@example.com'],
	['', 'bob@example.com'],
])('names whom the call is about, if they have signed: %s', (signatureId, name) => {
	const signatures = [
		{ sid: 's1', account_email: 'ann@example.com', status_code: 'SIGNED' },
		{
			sid: 's2',
			account_email: 'bob@example.com',
			status_code: 'SIGNED',
			signed_at: '2026-11-02T12:00:00Z',
		},
		{ sid: 's3', account_email: 'cid@example.com', status_code: 'OPEN' },
		{ account_email: 'dan@example.com', status_code: 'SIGNED' },
	];
	const { lastSignedBy } = eventOutput(read({ signatures }), { simplify, signatureId });
	expect(lastSignedBy).toMatchObject({ name });
});

it('says nothing of a signer and a document that are not there', () => {
	const output = eventOutput(read({ status_overall: 'WITHDRAWN' }), { simplify });
	expect(Object.keys(output)).toEqual([
		...['event', 'eventId', 'outcome', 'id', 'status', 'fileName'],
		...['progress', 'signatures', 'documents'],
	]);
});

it.each([
	['v2', { document_id: 'd1' }],
	['v3', { documents: [{ id: 'd1' }, { id: 'd2' }] }],
])('shows the id of the first document in %s', (_version, documents) => {
	const signed = read({ ...documents, status_overall: 'SIGNED' });
	expect(eventOutput(signed, { simplify }).signedDocumentId).toBe('d1');
});

it.each([
	['the one that the call names', 'd1', 'd1'],
	['the newer one by its name', undefined, 'd2'],
	['none that is not of the request', 'd9', 'd2'],
])('shows of two ids of a document %s', (_title, documentId, expected) => {
	const request = read({
		status_overall: 'SIGNED',
		documents: [{ id: 'd1', version_id: 'd2' }],
	});
	expect(eventOutput(request, { simplify, documentId }).signedDocumentId).toBe(expected);
});

it('shows the request whole or simplified, and its own fields win', () => {
	const request = read({ status_overall: 'SIGNED', message: 'Hi', owner: 'x', signatures: [{}] });
	const foreign = {
		...request,
		event: 'x',
		eventId: 'x',
		progress: 'x',
		fileName: 'x',
		status: 'x',
	};
	const whole = eventOutput(foreign, { simplify: false });
	expect(whole).toMatchObject({ message: 'Hi', owner: 'x', event: 'success', status: 'SIGNED' });
	expect([whole.eventId, whole.fileName]).not.toContain('x');
	expect(whole.progress).toEqual({ signed: 0, total: 1, nextSigners: [] });
	const simplified = eventOutput(request, { simplify });
	expect(simplified).toMatchObject({ owner: 'x' });
	expect(simplified).not.toHaveProperty('message');
});

it.each([
	['no signer', [], 0],
	['one who has signed', ['SIGNED'], 0],
	['two, and no one has signed', ['OPEN', 'OPEN'], 0],
	['two, and one has signed', ['SIGNED', 'OPEN'], 1],
	['two who have signed', ['SIGNED', 'SIGNED'], 1],
	['three, one of whom declined', ['SIGNED', 'DECLINED', 'OPEN'], 1],
	['three who have signed', ['SIGNED', 'SIGNED', 'SIGNED'], 2],
])('counts the updates of a request with %s', (_title, states, updates) => {
	const signatures = states.map((status_code) => ({ status_code }));
	expect(updatesOf(read({ signatures }))).toBe(updates);
});
