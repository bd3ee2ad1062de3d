import {
	redactAddresses,
	redactAnswer,
	redactProofs,
	redactRefusal,
	secretsInAddress,
} from '../../../../nodes/shared/client/redact';

it.each([
	['https://a.example/x', 'https://a.example/x'],
	[
		'https://a.example/x?event=success&request=1&document=2&api=v2&nonce=n&proof=p',
		'https://a.example/x?event=success&request=1&document=2&api=v2&nonce=hidden&proof=hidden',
	],
	['https://a.example/x?signature=t', 'https://a.example/x?signature=hidden'],
	['https://a.example/x?bare', 'https://a.example/x?bare=hidden'],
	['https://a.example/x?request=1#proof=p', 'https://a.example/x?request=1'],
	['https://ann:pw@a.example/x', 'https://a.example/x'],
	['POST HTTPS://a.example/?k=s: timed out', 'POST HTTPS://a.example/?k=hidden timed out'],
	['no address?proof=p', 'no address?proof=p'],
])('callback addresses that someone has typed %s becomes %s', (text, expected) => {
	expect(redactAddresses(text)).toBe(expected);
});

it('a secret in a callback address may contain a question mark', () => {
	const address = 'https://a.example/x?event=success&key=correct?horse?battery#end';
	expect(secretsInAddress(address)).toEqual(['correct?horse?battery']);
});

const proof = 'a1'.repeat(32);
const resumeToken = 'b2'.repeat(32);
const ours = `n8n.example/webhook/1/callback?event=success&request=1&nonce=n1&proof=${proof}`;
const waiting = `https://n8n.example/webhook-waiting/7/node?signature=${resumeToken}`;
const both = `${waiting}&event=success&nonce=n1&proof=${proof}`;

describe('a proof of ours', () => {
	it.each([
		['an address', { url: `https://${ours}` }],
		['an address without a scheme', { url: ours }],
		['an encoded address', { url: encodeURIComponent(`https://${ours}`) }],
		['an address that is encoded twice', { url: encodeURIComponent(encodeURIComponent(ours)) }],
		['an address behind a quote', { text: `called 'https://n8n.example/?x="1"&proof=${proof}'` }],
		['an address in HTML', { text: ours.replace(/=/g, '&#61;') }],
		['an address in JSON in JSON', { text: JSON.stringify({ url: both }) }],
		['capitals', { url: ours.toUpperCase() }],
		['parts', { query: { nonce: 'n1', proof } }],
		['an address and alone', { url: ours, parts: [[proof]] }],
		['the name of a member', { [ours]: 1 }],
		['an address with a token of n8n', { url: both, token: resumeToken }],
		['the address of a waiting execution', { url: waiting }],
		['the same, encoded', { url: encodeURIComponent(waiting) }],
	])('is hidden in %s', (_title, answer) => {
		const escaped = JSON.stringify(answer).replace(/=/g, '\\u003d');
		for (const text of [JSON.stringify(answer), escaped, `${JSON.stringify(answer)} and more`]) {
			for (const shown of [redactAnswer(text, []), redactRefusal(text, [])]) {
				expect(shown).toContain('hidden');
				expect(shown.toLowerCase()).not.toContain(proof);
				expect(shown.toLowerCase()).not.toContain(resumeToken);
			}
		}
		const shown = JSON.stringify(redactProofs(answer)).toLowerCase();
		expect(shown).not.toMatch(new RegExp(`${proof}|${resumeToken}`));
	});

	it('is kept for the one who compares it', () => {
		const text = JSON.stringify({ url: ours });
		expect(redactAnswer(text, [], { keepsProofs: true })).toBe(text);
	});
});

it.each([
	['a query', 'See https://shop.example/?order=4711&tab=2#top'],
	['a user', 'ftp://ann@files.example/x?y=1'],
	['the hash of a document', `sha256=${proof}`],
	['a signed address', `https://files.example/?X-Amz-Signature=${proof}&signature=${proof}`],
	['a word', 'The proof: see page 4, https://a.example/?proof=4'],
	['a token for a signer', `https://sign.example/?t=eyJhbGciOiJIUzI1NiJ9.${proof}.c2ln`],
])('what is not ours stays: %s', (_title, message) => {
	const text = JSON.stringify({ message });
	expect(redactAnswer(text, ['api_demo_key_0123456789'])).toBe(text);
});

it.each([
	['of 664 letters', 'x'.repeat(600) + 'y'.repeat(64), 'hidden'],
	['with backslashes', String.raw`api\_demo\_key_0123`, 'hidden'],
])('a secret is found: %s', (_title, secret, expected) => {
	expect(JSON.parse(redactAnswer(JSON.stringify([secret]), [secret]))).toEqual([expected]);
});

it('a key that the service repeats in an answer is hidden', () => {
	const key = 'api_demo_key_0123456789';
	const basic = Buffer.from(`api_demo_acme:${key}`).toString('base64');
	const text = JSON.stringify({ id: 1, message: [key, key.toUpperCase(), basic] });
	const shown = redactAnswer(text, [key]);
	expect(JSON.parse(shown)).toMatchObject({
		id: 1,
		message: ['hidden', 'hidden', expect.stringContaining('hidden')],
	});
});

it('no part of a long token is left', () => {
	const token = `eyJhbGciOiJIUzI1NiJ9.${'abcd'.repeat(80)}.${'Zz9_'.repeat(12)}`;
	const base64 = Buffer.from(token).toString('base64');
	for (const form of [token, encodeURIComponent(token), base64]) {
		expect(redactAnswer(`It's ${form}`, [token])).toMatch(/^It's hidden\W*$/);
	}
});

it('a percent sign before a secret is no encoding', () => {
	expect(redactAnswer('100%ab12345678901234567890', ['ab12345678901234567890'])).toBe('100%hidden');
});
