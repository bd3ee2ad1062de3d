import fc from 'fast-check';
import {
	cameTo,
	isGenuine,
	readCallback,
	unreplacedPlaceholder,
	writeCallback,
} from '../../../../nodes/shared/callback/callback';
import { callbackEvents } from '../../../../nodes/shared/signatureRequest/callbackEvent';

const KEY = 'api_production_key_0123456789';
const facts = {
	event: 'success' as const,
	apiVersion: 'v2' as const,
	placeholderPrefix: 'SERVICE',
	nonce: 'abc',
	apiKey: KEY,
};
const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

/** As the service does before it calls. */
const called = (address: string) =>
	address
		.replaceAll('SERVICE_SIGNATURE_REQUEST_ID', 'request-1')
		.replaceAll('SERVICE_DOCUMENT_ID', 'document-1');

describe('a callback address', () => {
	it('carries the placeholders unencoded, the version, a nonce and a proof', () => {
		const address = writeCallback('https://n8n.example.com/webhook/1', facts);
		expect(address).toMatch(
			/^https:\/\/n8n\.example\.com\/webhook\/1\?event=success&request=SERVICE_SIGNATURE_REQUEST_ID&document=SERVICE_DOCUMENT_ID&api=v2&nonce=abc&proof=[0-9a-f]{64}$/,
		);
	});

	it.each([
		['keeps the resume token of n8n', 'https://a.ch/w?signature=t%2Fk', 'signature=t%2Fk'],
		['keeps parameters as they were typed', 'https://a.ch/w?a=1&b=%C3%A9+?', 'a=1&b=%C3%A9+?'],
		['drops a fragment', 'https://a.ch/w?x=1#top', 'x=1'],
		['replaces what an earlier address said', 'https://a.ch/w?event=error&x=1&proof=0', 'x=1'],
	])('%s', (_title, address, kept) => {
		const written = writeCallback(address, facts);
		expect(written.startsWith(`https://a.ch/w?${kept}&event=success&`)).toBe(true);
		expect(written).not.toContain('#');
	});

	it("never adds a parameter called signature, which is n8n's own", () => {
		expect(queryOf(writeCallback('https://a.ch/w', facts))).not.toHaveProperty('signature');
	});

	it('says nothing about the API key', () => {
		expect(writeCallback('https://a.ch/w', facts)).not.toContain(KEY);
	});

	it('is read and believed whatever host, path and other parameters it has', () => {
		fc.assert(
			fc.property(
				fc.webUrl({ withQueryParameters: true }),
				fc.constantFrom(...callbackEvents),
				fc.constantFrom('v1' as const, 'v2' as const, 'v3' as const),
				fc.string({ minLength: 1, unit: 'grapheme-ascii' }),
				fc.string({ minLength: 1 }).filter((key) => key.trim() !== ''),
				(place, event, apiVersion, nonce, apiKey) => {
					const written = writeCallback(place, { ...facts, event, apiVersion, nonce, apiKey });
					const callback = readCallback(queryOf(called(written)))!;
					expect(callback).toMatchObject({
						event,
						apiVersion,
						nonce,
						requestId: 'request-1',
						documentId: 'document-1',
					});
					expect(isGenuine(callback, [apiKey])).toBe(true);
					expect(isGenuine(callback, [`${apiKey}x`])).toBe(false);
				},
			),
			{ numRuns: 100 },
		);
	});

	it.each([
		['another event', { event: 'error' as const }],
		['another nonce', { nonce: 'abd' }],
		['another version', { apiVersion: 'v3' as const }],
		['no version', { apiVersion: undefined }],
		['no proof', { proof: '' }],
		['another proof', { proof: '0'.repeat(64) }],
		['a cut proof', { proof: 'ab' }],
		['a proof in other letters of the same length', { proof: 'é'.repeat(64) }],
	])('is not believed with %s', (_title, change) => {
		const callback = readCallback(queryOf(writeCallback('https://a.ch/w', facts)))!;
		expect(isGenuine(callback, [KEY])).toBe(true);
		expect(isGenuine({ ...callback, ...change }, [KEY])).toBe(false);
	});

	it('is believed when the previous key wrote it, and never for an empty key', () => {
		const callback = readCallback(queryOf(writeCallback('https://a.ch/w', facts)))!;
		expect(isGenuine(callback, ['another key', KEY])).toBe(true);
		expect(isGenuine(callback, ['another key', ''])).toBe(false);
		const apiKey = ' ';
		const forged = readCallback(queryOf(writeCallback('https://a.ch/w', { ...facts, apiKey })))!;
		expect(isGenuine(forged, [KEY, '', ' '])).toBe(false);
	});

	const query = queryOf(writeCallback('https://a.ch/w', facts));
	it.each<[string, Record<string, unknown>]>([
		['an empty query', {}],
		['an unknown event', { ...query, event: 'signed' }],
		['an unknown version', { ...query, api: 'v9' }],
		['a repeated nonce', { ...query, nonce: ['a', 'b'] }],
		['no request', { ...query, request: '' }],
	])('is not read from %s', (_title, given) => {
		expect(readCallback(given)).toBeUndefined();
	});

	it('is recognised in the request that holds it, whatever host it has there', () => {
		const callback = readCallback(queryOf(called(writeCallback('https://a.ch/w', facts))))!;
		const kept = writeCallback('https://proxy.example.com/n8n/w?x=1', facts);
		expect(cameTo(kept, callback)).toBe(true);
		expect(cameTo(writeCallback('https://a.ch/w', { ...facts, nonce: 'abd' }), callback)).toBe(
			false,
		);
		expect(cameTo('https://a.ch/w', callback)).toBe(false);
		expect(cameTo(kept, { ...callback, proof: '' })).toBe(false);
	});

	it.each([
		['SERVICE_SIGNATURE_REQUEST_ID', { requestId: 'SERVICE_SIGNATURE_REQUEST_ID' }],
		['SKRIBBLE_DOCUMENT_ID', { documentId: 'SKRIBBLE_DOCUMENT_ID' }],
		[undefined, { documentId: '28c29d94-2d47-0a5a-7b3f-6c9f8ab5c2a1' }],
	])('tells that %s was left unreplaced', (placeholder, ids) => {
		const callback = readCallback(queryOf(called(writeCallback('https://a.ch/w', facts))))!;
		expect(unreplacedPlaceholder({ ...callback, ...ids })).toBe(placeholder);
	});
});
