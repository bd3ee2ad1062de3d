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
