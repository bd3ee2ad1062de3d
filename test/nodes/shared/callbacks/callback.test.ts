import {
	wasSentTo,
	isGenuine,
	hasSameTarget,
	ownerHash,
	readCallback,
	readOwnAddress,
	unreplacedPlaceholder,
	writeCallback,
} from '../../../../nodes/shared/callbacks/callback';
import { callbackEvents } from '../../../../nodes/shared/requests/callbackEvent';
import { fc, tries } from '../../../support/jest/property';

const KEY = 'api_production_key_0123456789';
const facts = {
	event: 'success' as const,
	apiVersion: 'v2' as const,
	placeholderPrefix: 'SERVICE',
	nonce: 'abc',
	apiKey: KEY,
};
const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams);
/** What n8n sees of a call to this address. */
const callTo = (address: string) => ({ query: queryOf(address), path: new URL(address).pathname });

/** As the service does before it calls. */
const called = (address: string) =>
	address
		.replaceAll('SERVICE_SIGNATURE_REQUEST_ID', 'request-1')
		.replaceAll('SERVICE_DOCUMENT_ID', 'document-1');

describe('a callback address', () => {
	it('carries the placeholders unencoded, the version, a nonce and a proof', () => {
		const address = writeCallback('https://n8n.example.com/webhook/1', facts);
		expect(address).toMatch(
			/^https:\/\/n8n\.example\.com\/webhook\/1\?event=success&request=SERVICE_SIGNATURE_REQUEST_ID&document=SERVICE_DOCUMENT_ID&api=v2&nonce=abc&proof=[0-9a-f]{64}&target=[0-9a-f]{32}$/,
		);
	});

	it('names who will own the request, when someone else does, and not in clear', () => {
		const address = writeCallback('https://a.ch/w', { ...facts, creator: 'Ann@example.com' });
		const callback = readCallback(callTo(called(address)))!;
		expect(callback.owner).toBe(ownerHash('ann@example.com'));
		expect(isGenuine(callback, [KEY])).toBe(true);
		for (const owner of ['', ownerHash('bob@example.com')]) {
			expect(isGenuine({ ...callback, owner }, [KEY])).toBe(false);
			expect(wasSentTo(address, { ...callback, owner })).toBe(false);
		}
		expect(address.toLowerCase()).not.toContain('ann');
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

	it.each([
		['update', true, '&sid=SERVICE_SIGNATURE_ID&'],
		['update', false, undefined],
		['success', true, undefined],
		['error', true, undefined],
	] as const)('asks whose signature it is: %s, where that is known: %s', (event, known, part) => {
		const written = writeCallback('https://a.ch/w?sid=1', {
			...facts,
			event,
			namesSignature: known,
		});
		expect(/&sid=[^&]*&/.exec(written)?.[0]).toBe(part);
		expect(written).not.toContain('sid=1');
		const filled = called(written).replace('SERVICE_SIGNATURE_ID', 's1');
		const callback = readCallback(callTo(filled))!;
		expect(callback.signatureId).toBe(part === undefined ? '' : 's1');
		expect(isGenuine(callback, [KEY])).toBe(true);
		expect(wasSentTo(written, callback)).toBe(true);
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
					const callback = readCallback(callTo(called(written)))!;
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
			tries(100),
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
		['another webhook', { pathEnd: 'v' }],
	])('is neither believed nor recognised in its request with %s', (_title, change) => {
		const address = writeCallback('https://a.ch/w', facts);
		const callback = readCallback(callTo(called(address)))!;
		expect([isGenuine(callback, [KEY]), wasSentTo(address, callback)]).toEqual([true, true]);
		const changed = { ...callback, ...change };
		expect([isGenuine(changed, [KEY]), wasSentTo(address, changed)]).toEqual([false, false]);
	});

	const END = '3a8c1d52/e-signature';
	it.each([
		[true, 'the test address', `/webhook-test/${END}`],
		[true, 'a prefix', `/n8n/webhook/${END}`],
		[true, 'no prefix', `/${END}`],
		[true, 'a query', `/webhook/${END}?event=error`],
		[false, 'another webhook', '/webhook/0f5d2c1e/e-signature'],
		[false, 'another path of the webhook', '/webhook/3a8c1d52/other'],
		[false, 'a path that goes on', `/webhook/${END}/x`],
		[false, 'no path', '/'],
	])('%s: believed with %s', (isBelieved, _title, path) => {
		const address = writeCallback(`https://n8n.example.com/webhook/${END}`, facts);
		const callback = readCallback({ query: queryOf(address), path })!;
		expect(isGenuine(callback, [KEY])).toBe(isBelieved);
		expect(wasSentTo(address, callback)).toBe(isBelieved);
	});

	it('is bound to the Path of a trigger, on any host and behind any prefix', () => {
		const path = 'hr/contracts';
		const address = writeCallback(`https://n8n.example.com/webhook/${path}`, { ...facts, path });
		const at = (pathEnd: string) =>
			readCallback({ query: queryOf(address), path: `/x/webhook-test/${pathEnd}`, pathEnd })!;
		expect(isGenuine(at(path), [KEY])).toBe(true);
		expect(wasSentTo(address, at(path))).toBe(true);
		for (const other of ['contracts', 'webhook/hr/contracts', 'hr', '']) {
			expect(isGenuine(at(other), [KEY])).toBe(false);
		}
		expect(wasSentTo(address.replace('/hr/', '/it/'), at(path))).toBe(false);
	});

	it.each([
		['of a trigger', 'https://n8n.example.com/a/webhook/e-signature', 'e-signature'],
		['of a trigger with a Path of two parts', 'https://n8n.example.com/webhook/a/b', 'a/b'],
		['of a waiting node', 'https://n8n.example.com/webhook-waiting/7/node?signature=1', undefined],
	])('is recognised as our own by the key alone: %s', (_title, place, path) => {
		const address = writeCallback(place, { ...facts, path });
		expect(readOwnAddress(address, ['another', KEY])).toMatchObject({ event: 'success' });
		expect(readOwnAddress(address, ['another', ''])).toBeUndefined();
		expect(readOwnAddress(address.replace('event=success', 'event=error'), [KEY])).toBeUndefined();
		expect(hasSameTarget(address, ['another', KEY])).toBe(true);
		for (const moved of [
			address.replace('n8n.example.com', 'n8n.example.org'),
			address.replace('https:', 'http:'),
			address.replace('example.com/', 'example.com:8443/'),
			address.replace('/webhook', '/admin/webhook'),
			address.replace('://', '://user:password@'),
			address.replace('://', '://user@'),
			address.replace('://', '://:password@'),
			address.replace(/&target=.*/, ''),
		]) {
			expect(hasSameTarget(moved, [KEY, ''])).toBe(false);
		}
	});

	it('counts as unmoved with the user and password with which it was written, and with no other', () => {
		const address = writeCallback('https://ann:secret@n8n.example.com/webhook/1', facts);
		expect(hasSameTarget(address, [KEY])).toBe(true);
		for (const login of ['', 'ann@', 'ann:other@', 'eve:secret@']) {
			expect(hasSameTarget(address.replace('ann:secret@', login), [KEY])).toBe(false);
		}
	});

	it('is believed when the previous key wrote it, and never for an empty key', () => {
		const callback = readCallback(callTo(writeCallback('https://a.ch/w', facts)))!;
		expect(isGenuine(callback, ['another key', KEY])).toBe(true);
		expect(isGenuine(callback, ['another key', ''])).toBe(false);
		const apiKey = ' ';
		const forged = readCallback(callTo(writeCallback('https://a.ch/w', { ...facts, apiKey })))!;
		expect(isGenuine(forged, [KEY, '', ' '])).toBe(false);
	});

	const query = queryOf(writeCallback('https://a.ch/w', facts));
	it.each<[string, Record<string, unknown>]>([
		['an empty query', {}],
		['an unknown event', { ...query, event: 'signed' }],
		['an unknown version', { ...query, api: 'v9' }],
		['a repeated nonce', { ...query, nonce: ['a', 'b'] }],
		['no request', { ...query, request: '' }],
		['two requests', { ...query, request: ['a', 'b'] }],
	])('is not read from %s', (_title, given) => {
		expect(readCallback({ query: given, path: '/w' })).toBeUndefined();
	});

	it('is read from the least that someone can type', () => {
		const least = { event: 'success', request: 'request-1' };
		expect(readCallback({ query: least, path: '/webhook/1/e-signature' })).toMatchObject({
			event: 'success',
			requestId: 'request-1',
			documentId: '',
			apiVersion: undefined,
			nonce: '',
			proof: '',
			pathEnd: '1/e-signature',
		});
	});

	it('that an earlier version has written is still believed', () => {
		const written = writeCallback('https://a.ch/w', { ...facts, nonce: 'n1', apiKey: 'key' });
		expect(queryOf(written).proof).toBe(
			'f9372353aeedd51d8f95fc2e9b2b9a14221d1b59495b5a44344122aaac9ec008',
		);
	});

	it('does not depend on blanks around the API key', () => {
		const written = writeCallback('https://a.ch/w', { ...facts, apiKey: ` ${KEY}\n` });
		expect(isGenuine(readCallback(callTo(written))!, [KEY])).toBe(true);
	});

	it('is recognised in the request that holds it, whatever host it has there', () => {
		const callback = readCallback(callTo(called(writeCallback('https://a.ch/w', facts))))!;
		const kept = writeCallback('https://proxy.example.com/w?x=1', facts);
		expect(wasSentTo(kept, callback)).toBe(true);
		expect(wasSentTo(writeCallback('https://a.ch/w', { ...facts, nonce: 'abd' }), callback)).toBe(
			false,
		);
		expect(wasSentTo('https://a.ch/w', callback)).toBe(false);
		expect(wasSentTo(kept, { ...callback, proof: '' })).toBe(false);
	});

	it.each([
		['SERVICE_SIGNATURE_REQUEST_ID', { requestId: 'SERVICE_SIGNATURE_REQUEST_ID' }],
		['SKRIBBLE_DOCUMENT_ID', { documentId: 'SKRIBBLE_DOCUMENT_ID' }],
		[undefined, { documentId: '28c29d94-2d47-0a5a-7b3f-6c9f8ab5c2a1' }],
		[undefined, { documentId: '1_SERVICE_DOCUMENT_ID' }],
		[undefined, { documentId: 'SERVICE_DOCUMENT_ID_1' }],
	])('reports that %s was not replaced', (placeholder, ids) => {
		const callback = readCallback(callTo(called(writeCallback('https://a.ch/w', facts))))!;
		expect(unreplacedPlaceholder({ ...callback, ...ids })).toBe(placeholder);
	});
});
