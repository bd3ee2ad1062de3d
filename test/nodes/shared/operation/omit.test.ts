import { omitEmpty, omitUndefined } from '../../../../nodes/shared/operation/omit';

const fields = {
	no: false,
	zero: 0,
	text: '',
	list: [],
	object: {},
	nothing: null,
	missing: undefined,
};

it('keeps what is empty, without what is absent', () => {
	const kept = { no: false, zero: 0, text: '', list: [], object: {} };
	expect(omitUndefined(fields)).toStrictEqual(kept);
});

it('keeps what was filled in, without empty text and lists', () => {
	expect(omitEmpty(fields)).toStrictEqual({ no: false, zero: 0, object: {} });
});
