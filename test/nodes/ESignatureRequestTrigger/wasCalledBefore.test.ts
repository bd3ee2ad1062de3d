import { hasEarlierCall } from '../../../nodes/ESignatureRequestTrigger/occurrences';

const url = (query: string) => `https://n8n.example.com/webhook/e-signature?${query}`;
const first = { url: url('event=update&sid=s1'), state: 'OPEN', attempts: 0, messages: [] };

it.each<[string, object[], boolean]>([
	['is empty', [], false],
	['has no call yet', [first], false],
	['counts the call that is under way', [{ ...first, attempts: 1 }], false],
	['has the outcome of an earlier call', [{ ...first, attempts: 1, messages: ['502'] }], true],
	['counts two calls and keeps no outcomes', [{ ...first, attempts: 2 }], true],
	['says that an earlier call succeeded', [{ ...first, state: 'COMPLETED' }], true],
	['says that the service has given up', [{ ...first, state: 'RESIGNATED' }], true],
	['has a call for another event', [{ ...first, url: url('event=error'), attempts: 3 }], false],
	[
		'has a call for another signature',
		[{ ...first, url: url('event=update&sid=s2'), attempts: 3 }],
		false,
	],
	['names no signature', [{ ...first, url: url('event=update'), attempts: 3 }], true],
	['shows no address', [{ attempts: 2 }], true],
	['is not what we know', [{ url: 7, state: null, attempts: 'many', messages: 'none' }], false],
])('a callback log that %s', (_title, log, expected) => {
	const event = { event: 'update', signatureId: 's1' } as const;
	expect(hasEarlierCall(log as Array<Record<string, unknown>>, event)).toBe(expected);
});
