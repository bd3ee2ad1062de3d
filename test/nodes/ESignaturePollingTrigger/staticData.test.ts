import { toRepeat } from '../../../nodes/ESignaturePollingTrigger/staticData';

it.each([
	['nothing after the first start', undefined, []],
	['nothing that the same process handed over', { by: 'me', ids: ['a'], again: [] }, []],
	[
		'what another process handed over last',
		{ by: 'other', ids: ['a', 'b'], again: [] },
		['a', 'b'],
	],
	['what is left of a repetition', { by: 'me', ids: ['b'], again: ['a'] }, ['a']],
	['each once', { by: 'other', ids: ['b', 'a'], again: ['a'] }, ['a', 'b']],
])('brings once more %s', (_title, last, expected) => {
	expect(toRepeat(last, 'me')).toEqual(expected);
});
