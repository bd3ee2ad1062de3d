import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { StoredBytes } from '../storage/storage.ts';

interface Keys {
	key: Buffer;
	iv: Buffer;
	tag: Buffer;
}

/** Bytes at rest under an AES-256 key of their own (interface.md 2.5, rule 3). */
export type Encrypted = Keys & StoredBytes;

export function encrypt(plain: Uint8Array): Keys & { bytes: Buffer } {
	const key = randomBytes(32);
	const iv = randomBytes(12);
	const cipher = createCipheriv('aes-256-gcm', key, iv);
	// GCM has no padding: update() answers everything and final() nothing.
	const bytes = cipher.update(plain);
	cipher.final();
	return { key, iv, tag: cipher.getAuthTag(), bytes };
}

export function decrypt({ key, iv, tag }: Keys, bytes: Buffer): Buffer {
	const decipher = createDecipheriv('aes-256-gcm', key, iv);
	decipher.setAuthTag(tag);
	const plain = decipher.update(bytes);
	decipher.final();
	return plain;
}

/** A document and a file of the tooling have one content, a request one for each attachment. */
export interface Holder {
	content?: Encrypted;
	attachments?: Array<{ content: Encrypted }>;
}

export const contentsIn = ({ content, attachments = [] }: Holder): Encrypted[] => [
	...(content ? [content] : []),
	...attachments.map((one) => one.content),
];

/** A copy of a record in which contents bring their bytes, wherever they are kept. */
export function withBytes(value: unknown, bytesOf: (content: Encrypted) => Buffer): unknown {
	const { content, attachments } = value as Holder;
	const inlined = (one: Encrypted) => ({ ...one, file: undefined, bytes: bytesOf(one) });
	if (content) return { ...(value as object), content: inlined(content) };
	if (!attachments) return value;
	return {
		...(value as object),
		attachments: attachments.map((one) => ({ ...one, content: inlined(one.content) })),
	};
}
