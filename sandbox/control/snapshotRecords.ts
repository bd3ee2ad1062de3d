import { z } from 'zod/v4';
import { badRequest } from '../http/problem.ts';
import { createAuthority, type StoredAuthority } from '../pdf/cms/authority.ts';
import { decrypt } from '../state/encryption.ts';
import type { StoredRecord } from '../storage/storage.ts';
import { ChangeableSettings } from './settings.operations.ts';

const Text = z.string();
const Texts = z.array(Text);
const Count = z.number();
const Time = z.number();
const Bytes = z.instanceof(Buffer);

const Content = z
	.looseObject({ key: Bytes, iv: Bytes, tag: Bytes, bytes: Bytes })
	.refine((content) => opens(content), 'cannot be decrypted');
const Rectangle = { x: Count, y: Count, width: Count, height: Count };

const Document = z.looseObject({
	...{ id: Text, title: Text, owner: Text, size: Count, createdAt: Time, updatedAt: Time },
	...{ readAccess: Texts, writeAccess: Texts, content: Content },
	...{ pageCount: Count, pageWidth: Count, pageHeight: Count },
	pages: z.array(z.looseObject({ ...Rectangle, rotation: Count })),
	signatureFields: z.array(
		z.looseObject({
			name: Text,
			signed: z.boolean(),
			widgets: z.array(z.looseObject({ page: Count, ...Rectangle })),
		}),
	),
});

const Callback = z.looseObject({
	...{ id: Text, url: Text, attempts: Count, messages: Texts, createdAt: Time, updatedAt: Time },
	type: z.enum(['success', 'update', 'error']),
	state: z.enum(['OPEN', 'COMPLETED', 'RESIGNATED']),
	dueAt: Time.optional(),
	attemptedAt: z.array(Time).optional(),
});

const Signature = z.looseObject({
	...{ id: Text, order: Count, email: Text, notify: z.boolean(), invited: z.boolean() },
	status: z.enum(['OPEN', 'SIGNED', 'DECLINED', 'ERROR']),
	kind: z.enum(['account', 'identity']),
	identity: z.looseObject({}).optional(),
	visual: z.looseObject({}).optional(),
	documents: z.array(z.looseObject({ documentId: Text })).optional(),
});

const Request = z.looseObject({
	...{ id: Text, owner: Text, title: Text, quality: Text, createdAt: Time, updatedAt: Time },
	...{ readAccess: Texts, writeAccess: Texts, ccEmailAddresses: Texts, attachOnSuccess: Texts },
	...{ documentIds: Texts, pastDocumentIds: Texts },
	version: z.enum(['v1', 'v2', 'v3']),
	status: z.enum(['DRAFT', 'OPEN', 'SIGNED', 'DECLINED', 'ERROR', 'EXPIRED', 'WITHDRAWN']),
	signatures: z.array(Signature),
	callbackUrls: z.record(Text, Text),
	observers: z.array(z.looseObject({ id: Text, type: z.enum(['USER', 'GROUP']), who: Text })),
	attachments: z.array(z.looseObject({ id: Text, filename: Text, content: Content })),
	callbacks: z.array(Callback),
	history: z.array(z.looseObject({ at: Time, event: Text })),
	expiresAt: Text.optional(),
	autoDeleteAt: Text.optional(),
});

const Key = z.looseObject({ certificate: Text, privateKey: Text });
const Single = {
	tokenSecret: Bytes,
	clock: z.looseObject({ sandbox: Time, real: Time }),
	settings: ChangeableSettings,
	authority: z
		.looseObject({ root: Key, issuing: Key, timeStamping: Key })
		.refine(async (stored) => await restores(stored), 'cannot be restored'),
	mailsHandedOn: Count,
};

/** What every record has to have so that nothing fails over it later. */
const KINDS = {
	document: Document,
	request: Request,
	token: Time,
	dueCallback: z.looseObject({ requestId: Text, record: Callback }),
	mail: z.looseObject({ at: Time, to: Text, kind: Text, subject: Text, text: Text }),
	receivedMail: z.looseObject({ at: Time, from: Text, to: Texts, subject: Text, text: Text }),
	activity: z.looseObject({ id: Text, at: Time, initiator: Text, signer: z.looseObject({}) }),
	credits: z.looseObject({ user: Text, day: Text, endpoint: Text, count: Count }),
	sendTo: z.looseObject({ id: Text, accessCode: Text, documentId: Text, createdAt: Time }),
	tooling: z.looseObject({
		...{ id: Text, owner: Text, name: Text, content: Content },
		...{ createdAt: Time, expiresAt: Time, busyUntil: Time },
		spotted: z.looseObject({ readyAt: Time }).optional(),
	}),
	validation: z.looseObject({
		...{ id: Text, owner: Text, expiresAt: Time, constraints: z.looseObject({}) },
		verification: z.looseObject({
			readable: z.boolean(),
			signatures: z.array(z.looseObject({ fieldName: Text })),
		}),
		format: z.looseObject({ fileType: z.enum(['PDF', 'CMS', 'XML']) }),
	}),
};

/** Before anything is replaced: the first record that is broken is named, and nothing has happened. */
export async function requireSound(records: StoredRecord[]): Promise<void> {
	if (!records.some(({ kind }) => kind === 'single')) {
		throw badRequest('records: this is not a snapshot of a sandbox.');
	}
	for (const [place, { kind, id, value }] of records.entries()) {
		const fault = await faultOf(kind, id, value);
		if (fault) throw badRequest(`records.${place} (${kind} ${id}): ${fault}`);
	}
}

async function faultOf(kind: string, id: string, value: unknown): Promise<string | undefined> {
	const schema = schemaOf(kind, id);
	if (!schema) return 'is not known.';
	const { error } = await schema.safeParseAsync(value);
	if (error) {
		const [{ path, message } = { path: [], message: 'is not valid' }] = error.issues;
		return [...path, message].join(': ');
	}
	const isNamed = kind === 'document' || kind === 'request';
	return isNamed && (value as { id: string }).id !== id ? 'id: is another one.' : undefined;
}

function schemaOf(kind: string, id: string): z.ZodType | undefined {
	const [schemas, name] = kind === 'single' ? [Single, id] : [KINDS, kind];
	return Object.hasOwn(schemas, name) ? (schemas as Record<string, z.ZodType>)[name] : undefined;
}

function opens({ bytes, ...keys }: { key: Buffer; iv: Buffer; tag: Buffer; bytes: Buffer }) {
	try {
		decrypt(keys, bytes);
		return true;
	} catch {
		return false;
	}
}

async function restores(stored: StoredAuthority): Promise<boolean> {
	return await createAuthority(stored).then(
		() => true,
		() => false,
	);
}
