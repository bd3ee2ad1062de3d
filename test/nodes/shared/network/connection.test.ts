import {
	describeFault,
	failedBeforeSending,
	faultCode,
} from '../../../../nodes/shared/network/connection';

it.each([
	['ECONNREFUSED', /refused/, true],
	['ENOTFOUND', /unknown/, true],
	['ECONNRESET', /cut/, false],
	['ECONNABORTED', /no answer in time/, false],
	['DEPTH_ZERO_SELF_SIGNED_CERT', /trust its TLS certificate/, true],
	['CERT_HAS_EXPIRED', /certificate has expired/, true],
	['CERT_NOT_YET_VALID', /isn't valid yet/, true],
	['ERR_TLS_CERT_ALTNAME_INVALID', /certificate is for another host/, true],
	['SOMETHING_NEW', /failed/, false],
	[undefined, /failed/, false],
])('%s is explained, and nothing was sent: %s %s', (code, words, unsent) => {
	expect(describeFault(code)).toMatch(words);
	expect(failedBeforeSending(code)).toBe(unsent);
});

it('the code is found wherever it hides', () => {
	const inner = Object.assign(new Error('x'), { code: 'ECONNRESET' });
	expect(faultCode(new Error('outer', { cause: inner }))).toBe('ECONNRESET');
	const both = Object.assign(new AggregateError([inner]), { code: undefined });
	expect(faultCode(new Error('outer', { cause: both }))).toBe('ECONNRESET');
	expect(faultCode(new Error('plain'))).toBeUndefined();
	expect(faultCode('text')).toBeUndefined();
});
