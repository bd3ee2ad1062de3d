import { Readable } from 'node:stream';

import {
	bodyHeaders,
	closeBody,
	isStreamed,
	lengthOf,
	openBody,
} from '../../../../nodes/shared/client/call';
import type { Body } from '../../../../nodes/shared/client/call';

const stream = () => Readable.from([Buffer.from('abc')]);
const json: Body = { json: { a: [1, 'ä'] } };
const bytes: Body = { bytes: Buffer.from('ab'), mediaType: 'image/png' };
const read: Body = {
	json: { a: 1 },
	withFile: {
		read: async () => await Promise.resolve(Buffer.from('{"a":1,"b":2}')),
		lengthBytes: 7,
	},
};
const streamed: Body = {
	open: async () => await Promise.resolve(stream()),
	lengthBytes: 3,
	mediaType: 'application/pdf',
};

it.each<[string, Body | undefined, object, boolean, number]>([
	['nothing', undefined, {}, false, 0],
	['JSON', json, { 'Content-Type': 'application/json' }, false, 0],
	['JSON with a file', read, { 'Content-Type': 'application/json' }, false, 7],
	['bytes', bytes, { 'Content-Type': 'image/png', 'Content-Length': 2 }, false, 2],
	['a stream', streamed, { 'Content-Type': 'application/pdf', 'Content-Length': 3 }, true, 3],
])(
	'%s travels with its own headers and counts by its size',
	(_title, body, headers, isStream, length) => {
		expect(bodyHeaders(body)).toEqual(headers);
		expect(isStreamed(body)).toBe(isStream);
		expect(lengthOf(body)).toBe(length);
	},
);

it('a body is opened in its own way, a stream anew each time', async () => {
	expect(await openBody(undefined)).toBeUndefined();
	expect(await openBody(json)).toBe('{"a":[1,"ä"]}');
	expect(await openBody(read)).toEqual(Buffer.from('{"a":1,"b":2}'));
	expect(await openBody(bytes)).toBe((bytes as { bytes: Buffer }).bytes);
	const [first, second] = [await openBody(streamed), await openBody(streamed)];
	expect(first).toBeInstanceOf(Readable);
	expect(second).not.toBe(first);
});

it('a stream that is closed early lets go of its source, and its fault ends nothing', async () => {
	const opened = stream();
	closeBody(opened);
	expect(opened.destroyed).toBe(true);
	// Without a listener this would be thrown.
	opened.emit('error', new Error('closed early'));
	await new Promise((resolve) => setImmediate(resolve));
});

it.each([
	['nothing', undefined],
	['text', '{}'],
	['bytes', Buffer.from('ab')],
])('%s needs no closing', (_title, opened) => {
	expect(() => closeBody(opened)).not.toThrow();
});
