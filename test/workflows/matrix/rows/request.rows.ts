import type { INodeParameters } from 'n8n-workflow';
import type { RunResult } from '../../../support/engine/engine.ts';
import { smallPdf } from '../../../support/files/pdf.ts';
import { byId } from '../../../support/service/service.ts';
import { when, withFull, type Row, type Stage } from '../row.ts';
import {
	addOpenRequest,
	addRequest,
	ANN,
	BOB,
	inDays,
	notMyRequest,
	oneOf,
	onlyReadable,
	onRequest,
	pdfItem,
	post,
	record,
	UNKNOWN,
} from '../scene.ts';

const DAY_MS = 86_400_000;

/** As the service has it, in what the simplified output shows. */
export function expectShown(result: RunResult, stage: Stage, id: string): void {
	const { title, status, signatures, owner } = record(stage, id);
	const { json } = oneOf(result);
	const fileName = `${title.replace(/\.pdf$/, '')} ${id}.pdf`;
	expect(json).toMatchObject({ id, title, status, fileName, owner });
	expect((json.signatures as Array<{ sid: string }>).map(({ sid }) => sid)).toEqual(
		signatures.map((one) => one.id),
	);
}

const options = { itemsAtOnce: 2 };
const inBatches = { options };
const whole = { simplify: false, options };

const get: Row = {
	operation: 'get',
	minimal: onRequest(
		async (stage) => ({ id: await addDeclined(stage, 'Too expensive') }),
		(result, stage, id) => {
			expectShown(result, stage, id);
			const { json } = oneOf(result);
			expect(json).toMatchObject({ declinedBy: ANN, declineReason: 'Too expensive' });
			expect(Date.parse(json.declinedAt as string)).toBe(record(stage, id).updatedAt);
		},
	),
	full: async (stage) => {
		const { id } = await addRequest(stage);
		return [
			{
				parameters: { requestId: byId(id), ...whole },
				seen: (result) => {
					expectShown(result, stage, id);
					expect(oneOf(result).json).toHaveProperty('read_access');
				},
			},
		];
	},
	refusals: notMyRequest(),
};

const mine = ({ service: { sandbox } }: Stage) =>
	sandbox.store.requests
		.reverse()
		.filter(({ owner, readAccess }) => [owner, ...readAccess].includes(sandbox.username));

const idsIn = ({ outputs }: RunResult) => outputs[0]!.map(({ json }) => json.id);

async function addDeclined(stage: Stage, reason?: string): Promise<string> {
	const { id } = await addOpenRequest(stage, { title: 'Declined offer' });
	stage.service.sandbox.people.decline(id, ANN, reason);
	return id;
}

const getMany: Row = {
	operation: 'getMany',
	minimal: async (stage) => {
		await addRequest(stage);
		return {
			parameters: {},
			seen: (result) =>
				expect(idsIn(result)).toEqual(
					mine(stage)
						.slice(0, 50)
						.map(({ id }) => id),
				),
		};
	},
	full: async (stage) => {
		await addRequest(stage);
		await addDeclined(stage);
		const id = await addDeclined(stage);
		const sinceV2 = stage.version !== 'v1' && { accountEmail: ANN, search: 'declined' };
		const filters = {
			status: 'DECLINED',
			signatureStatus: 'DECLINED',
			signerEmail: ANN,
			createdAfter: '2000-01-01',
			createdBefore: '2100-01-01',
			...sinceV2,
		};
		return [
			{
				parameters: { ...whole, returnAll: true, filters },
				seen: (result) => {
					const declined = mine(stage).filter(({ status }) => status === 'DECLINED');
					expect(idsIn(result)).toEqual(declined.map((one) => one.id));
					expect(result.outputs[0]![0]!.json).toHaveProperty('read_access');
				},
			},
			{
				parameters: { ...whole, returnAll: false, limit: 1, filters },
				seen: (result) => expect(idsIn(result)).toEqual([id]),
			},
		];
	},
	takes: {
		'filters.signerEmail: no email address': 'the request may show another identifier',
	},
	rules: [
		when('an empty filter', () => ({
			parameters: { filters: { createdBefore: '={{ $json.nothing }}' } },
			says: /^Filters > Created Before is empty[^]*Remove this filter, or correct its expression/,
		})),
	],
	refusals: [
		when('whatever the page is called', ({ service, version, dialect }) => {
			service.sandbox.faults.add({
				method: 'GET',
				path: '/signature-requests',
				status: 400,
				body: 'Not so',
			});
			const isKnown = dialect === 'public' && version !== 'v1';
			return {
				parameters: {},
				status: 400,
				says: /refused a value[^]*Not so/,
				sent: isKnown ? 1 : 2,
			};
		}),
	],
};

const getSigningLink: Row = {
	operation: 'getSigningLink',
	minimal: onRequest(addOpenRequest, (result, _stage, id) => {
		const { json } = oneOf(result);
		expect(json.id).toBe(id);
		expect(json.signingLink as string).toMatch(new RegExp(`^http://127.0.0.1:.*${id}$`));
	}),
	full: async (stage) => {
		const { id } = await addOpenRequest(stage);
		const [signature] = record(stage, id).signatures;
		return [
			{
				parameters: {
					requestId: byId(id),
					signer: byId(ANN),
					options: {
						exitUrl: 'https://example.com/thanks?order=7&x=1',
						errorUrl: 'https://example.com/failed',
						declineUrl: 'https://example.com/declined',
						declineRedirect: '={{ true }}',
						redirectTimeout: 30,
						language: 'de',
						hideDownload: '={{ true }}',
						itemsAtOnce: 2,
					},
				},
				seen: (result) => {
					const { json } = oneOf(result);
					expect(json).toMatchObject({ sid: signature!.id, signer: ANN });
					const link = new URL(json.signingLink as string);
					expect(link.href).toContain(id);
					// interface.md 4.5
					expect(Object.fromEntries(link.searchParams)).toMatchObject({
						exitURL: 'https://example.com/thanks?order=7&x=1',
						errorURL: 'https://example.com/failed',
						declineURL: 'https://example.com/declined',
						declineRedirect: 'true',
						redirectTimeout: '30',
						lang: 'de',
						hidedownload: 'true',
					});
				},
			},
		];
	},
	rules: ['errorUrl', 'declineUrl'].map((name) => ({
		title: `${name} without an exit URL`,
		arrange: () => ({
			parameters: { requestId: byId(UNKNOWN), options: { [name]: 'https://example.com' } },
			says: /Exit URL is empty[^]*Add this option\. Nothing was sent/,
		}),
	})),
	refusals: [
		...notMyRequest(),
		when('someone who does not sign it', async (stage) => ({
			parameters: { requestId: byId((await addRequest(stage)).id), signer: byId(BOB) },
			says: /Signer: "bob@example.com" isn't in this request[^]*Use one of ann@/,
		})),
	],
};

async function addSigned(stage: Stage, quality?: string): Promise<string> {
	const { id } = await addOpenRequest(stage);
	await stage.service.sandbox.people.sign(id, ANN, undefined, { quality });
	return id;
}

const contentOf = (stage: Stage, requestId: string) => {
	const { store } = stage.service.sandbox;
	const [documentId] = record(stage, requestId).documentIds;
	return store.contentOf(store.document(documentId!)!);
};

const downloadDocuments: Row = {
	operation: 'downloadDocuments',
	minimal: onRequest(addRequest, async (result, stage, id) => {
		const item = oneOf(result);
		const [documentId] = record(stage, id).documentIds;
		expect(item.json).toMatchObject({ id, documentId });
		const bytes = await stage.service.engine.readBinary(item);
		expect(bytes.equals(contentOf(stage, id))).toBe(true);
	}),
	full: async (stage) => {
		const id = await addSigned(stage);
		const isV3 = stage.version === 'v3';
		return [
			{
				parameters: {
					requestId: byId(id),
					requireSigned: true,
					...(isV3 && { arrangement: 'fields' }),
					binaryPropertyName: 'file',
					options: { failIfQualityNotMet: true, timeoutSeconds: 30, itemsAtOnce: 2 },
				},
				seen: async (result) => {
					const item = oneOf(result);
					const [documentId] = record(stage, id).documentIds;
					expect(item.json).toMatchObject({
						...{ id, status: 'SIGNED', signedDocumentId: documentId },
						...(isV3
							? { documents: [{ documentId, fileName: item.binary!.file!.fileName }] }
							: { documentId }),
						fileName: item.binary!.file!.fileName,
					});
					const bytes = await stage.service.engine.readBinary(item, 'file');
					expect(bytes.equals(contentOf(stage, id))).toBe(true);
				},
			},
		];
	},
	refusals: [
		...notMyRequest({}, 0),
		when('a request that is not signed by all', async (stage) => ({
			parameters: { requestId: byId((await addOpenRequest(stage)).id), requireSigned: true },
			says: /1 of 1 signatures are missing: the request is OPEN[^]*waits for ann@example.com/,
			sent: 0,
		})),
		when('a signature below the quality asked for', async (stage) => ({
			parameters: {
				requestId: byId(await addSigned(stage, 'SES')),
				options: { failIfQualityNotMet: true },
			},
			says: /quality asked for: ann@example.com signed with SES instead of DEMO/,
			sent: 0,
		})),
	],
};

const getReport: Row = {
	operation: 'getReport',
	minimal: onRequest(addRequest, async (result, stage, id) => {
		const item = oneOf(result);
		expect(item.json).toEqual({ id, fileName: `report-${id}.pdf` });
		expect(item.binary!.data!.fileName).toBe(`report-${id}.pdf`);
		const bytes = await stage.service.engine.readBinary(item);
		expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-');
	}),
	full: async (stage) => {
		const { id } = await addRequest(stage, { title: 'Offer' });
		const common = { requestId: byId(id), options: { itemsAtOnce: 2 } };
		return [
			{
				parameters: {
					...common,
					format: 'pdf',
					binaryPropertyName: 'protocol',
					fileName: 'offer-protocol.pdf',
				},
				seen: (result) =>
					expect(oneOf(result).binary!.protocol).toMatchObject({ fileName: 'offer-protocol.pdf' }),
			},
			{
				parameters: { ...common, format: 'html', binaryPropertyName: 'page', fileName: 'offer' },
				seen: async (result) => {
					const item = oneOf(result);
					expect(item.binary!.page).toMatchObject({
						...{ fileName: 'offer.html', mimeType: 'text/html' },
					});
					const page = await stage.service.engine.readBinary(item, 'page');
					expect(page.toString()).toContain('Offer');
				},
			},
			{
				parameters: { ...common, format: 'json' },
				seen: (result) => {
					expect(stage.service.sandbox.calls.at(-1)!.query).toBe('?type=JSON');
					expect(JSON.stringify(oneOf(result).json)).toContain('Offer');
				},
			},
		];
	},
	refusals: notMyRequest(),
};

const getEvidencePackage: Row = {
	operation: 'getEvidencePackage',
	minimal: onRequest(
		async (stage) => ({ id: await addSigned(stage) }),
		(result, stage, id) => {
			const { json, binary } = oneOf(result);
			expect(json).toMatchObject({ id, status: 'SIGNED', qualityMet: true, missing: [] });
			expect(binary!.data).toMatchObject({ fileName: json.fileName, mimeType: 'application/zip' });
			const { title } = record(stage, id);
			expect(json.fileName).toBe(`${title.replace(/\.pdf$/, '')} ${id}.zip`);
		},
	),
	full: async (stage) => {
		const id = await addSigned(stage);
		return [
			{
				parameters: {
					requestId: byId(id),
					required: ['signed', 'quality', 'validation'],
					validate: false,
					binaryPropertyName: 'package',
					options: { timeoutSeconds: 30, itemsAtOnce: 2 },
				},
				seen: (result) => {
					const { json, binary } = oneOf(result);
					expect(json.missing).toEqual([]);
					expect(json.files).toEqual(expect.arrayContaining(['cover.pdf', 'manifest.json']));
					expect(binary).toHaveProperty('package');
				},
			},
		];
	},
	refusals: [
		...notMyRequest(),
		when('a request that is not signed by all', async (stage) => ({
			parameters: { requestId: byId((await addOpenRequest(stage)).id) },
			says: /evidence isn't complete: 0 of 1 have signed[^]*choose less in Require/,
		})),
		when('a signature below the quality asked for', async (stage) => ({
			parameters: { requestId: byId(await addSigned(stage, 'SES')), required: ['quality'] },
			says: /complete: ann@example.com signed with SES instead of DEMO/,
		})),
	],
};

/** The service has called someone, who has answered. */
async function addCalled(stage: Stage): Promise<string> {
	const { id } = await addOpenRequest(stage, { callback_error_url: stage.pdfAddress });
	await post(stage, `/${stage.version}/signature-requests/${id}/withdraw`);
	await stage.service.sandbox.settled();
	return id;
}

const expectLog = (result: RunResult, stage: Stage) => {
	const isPublic = stage.dialect === 'public' && stage.version !== 'v1';
	expect(oneOf(result).json).toMatchObject({
		type: isPublic ? 'ERROR' : 'error',
		state: 'COMPLETED',
		attempts: 1,
		url: stage.pdfAddress,
	});
};

const getCallbackLog = withFull(inBatches, {
	operation: 'getCallbackLog',
	minimal: async (stage) => ({
		parameters: { requestId: byId(await addCalled(stage)) },
		seen: (result) => expectLog(result, stage),
	}),
	refusals: notMyRequest(),
});

const patient = { options: { ...options, timeoutSeconds: 10 } };

const repeatCallback = withFull(patient, {
	operation: 'repeatCallback',
	minimal: onRequest(addOpenRequest, (result, _stage, id) =>
		expect(oneOf(result).json).toMatchObject({ id, result: 'stillOpen' }),
	),
	refusals: notMyRequest(),
});

/** The fifteenth of last month, which is what the form begins with; on the first of a month n8n's zone is a month behind. */
function lastMonth(): number {
	const day = new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' });
	const [year = 0, month = 0] = day.split('-').map(Number);
	return Date.UTC(year, month - 2, 15, 12);
}

function addActivity({ service: { sandbox } }: Stage, at: number): string {
	const id = `activity-${sandbox.store.activities.length}`;
	const { username: initiator } = sandbox;
	const signer = { email: ANN, type: 'member' } as const;
	sandbox.store.activities.push({ id, action: 'SIGNED', at, initiator, quality: 'QES', signer });
	return id;
}

const getActivities: Row = {
	operation: 'getActivities',
	minimal: (stage) => {
		stage.service.sandbox.store.activities.length = 0;
		const id = addActivity(stage, lastMonth());
		addActivity(stage, lastMonth() - 90 * DAY_MS);
		return {
			parameters: {},
			seen: (result) => expect(oneOf(result).json).toMatchObject({ id, signer: { email: ANN } }),
		};
	},
	full: (stage) => {
		stage.service.sandbox.store.activities.length = 0;
		const at = Date.parse('2026-03-05T12:00:00Z');
		const ids = [addActivity(stage, at), addActivity(stage, at + DAY_MS)];
		const period = { startDate: '2026-03-05', endDate: '2026-03-06', sort: 'asc' };
		const common = { ...period, options: { itemsAtOnce: 2 } };
		return [
			{
				parameters: { ...common, returnAll: true },
				seen: (result) => expect(idsIn(result)).toEqual(ids),
			},
			{
				parameters: { ...common, returnAll: false, limit: 1 },
				seen: (result) => expect(idsIn(result)).toEqual(ids.slice(0, 1)),
			},
		];
	},
	rules: [
		when('a last day before the first', () => ({
			parameters: { startDate: '2026-03-05', endDate: '2026-03-04' },
			says: /To is before the first day, 2026-03-05[^]*Nothing was sent/,
		})),
	],
	explains: { '404': /no list of activities for this account[^]*Check the region/ },
	refusals: [],
};

const mailsTo = ({ service: { sandbox } }: Stage, requestId: string, kind: string) =>
	sandbox.store.mails
		.filter((mail) => mail.requestId === requestId && mail.kind === kind)
		.map(({ to }) => to);

const initiate = withFull(whole, {
	operation: 'initiate',
	minimal: onRequest(addRequest, (result, stage, id) => {
		expect(record(stage, id).status).toBe('OPEN');
		expectShown(result, stage, id);
		expect(mailsTo(stage, id, 'invitation')).toEqual([ANN]);
	}),
	explains: {
		'400': /didn't initiate this request[^]*initiate a draft once/,
		'400 without a body': /didn't initiate this request[^]*initiate a draft once/,
	},
	refusals: [
		...notMyRequest(),
		onlyReadable(),
		when('a request that has begun', async (stage) => ({
			parameters: { requestId: byId((await addOpenRequest(stage)).id) },
			status: 400,
			says: /didn't initiate this request[^]*the request is OPEN[^]*initiate a draft once/,
		})),
	],
});

const remind = withFull(inBatches, {
	operation: 'remind',
	minimal: onRequest(addOpenRequest, (result, stage, id) => {
		expect(oneOf(result).json).toEqual({ id, reminded: true });
		expect(mailsTo(stage, id, 'reminder')).toEqual([ANN]);
	}),
	refusals: [
		...notMyRequest(),
		onlyReadable(),
		when('a second reminder within the hour', async (stage) => {
			const { id } = await addOpenRequest(stage);
			await post(stage, `/${stage.version}/signature-requests/${id}/remind`);
			return {
				parameters: { requestId: byId(id) },
				status: 429,
				key: 'error.rate_limit.reminder',
				says: /less than an hour ago[^]*after an hour[^]*Wait \d+ minutes/,
			};
		}),
	],
});

const withdraw: Row = {
	operation: 'withdraw',
	minimal: onRequest(addOpenRequest, (result, stage, id) => {
		expect(record(stage, id)).toMatchObject({ status: 'WITHDRAWN' });
		expect(record(stage, id).withdrawalMessage).toBeUndefined();
		expectShown(result, stage, id);
	}),
	full: async (stage) => {
		const { id } = await addOpenRequest(stage);
		// As long as the service takes.
		const message = 'x'.repeat(2048);
		return [
			{
				parameters: { requestId: byId(id), message, ...whole },
				seen: (result) => {
					expect(record(stage, id)).toMatchObject({
						status: 'WITHDRAWN',
						withdrawalMessage: message,
					});
					expectShown(result, stage, id);
				},
			},
		];
	},
	rules: [
		when('a message that is too long', () => ({
			parameters: { requestId: byId(UNKNOWN), message: 'x'.repeat(2049) },
			says: /Message is longer than 2048 characters/,
		})),
	],
	explains: {
		'400': /didn't withdraw this request[^]*withdraw an open request/,
		'400 without a body': /didn't withdraw this request[^]*withdraw an open request/,
	},
	refusals: [
		...notMyRequest(),
		onlyReadable(),
		when('a request that has ended', async (stage) => ({
			parameters: { requestId: byId(await addDeclined(stage)) },
			status: 400,
			says: /didn't withdraw this request[^]*is DECLINED[^]*withdraw an open request/,
		})),
	],
};

const isGone = ({ service }: Stage, id: string) => service.sandbox.store.request(id) === undefined;

const deleteRequest = withFull(inBatches, {
	operation: 'delete',
	minimal: onRequest(addRequest, (result, stage, id) => {
		expect(oneOf(result).json).toEqual({ deleted: true });
		expect(isGone(stage, id)).toBe(true);
	}),
	explains: { '404': /doesn't find this signature request[^]*Check the ID/ },
	refusals: [...notMyRequest({}, 1, /doesn't find this signature request/), onlyReadable()],
});

const clearExpiry = withFull(whole, {
	operation: 'clearExpiry',
	minimal: onRequest(
		async (stage) => await addRequest(stage, { expires_at: inDays(9) }),
		(result, stage, id) => {
			expect(record(stage, id).expiresAt).toBeUndefined();
			expectShown(result, stage, id);
			expect(oneOf(result).json).not.toHaveProperty('expires_at');
		},
	),
	explains: {
		'400': /only remove the expiry date of a draft[^]*withdraw it/,
		'400 without a body': /only remove the expiry date of a draft[^]*withdraw it/,
	},
	refusals: [
		...notMyRequest(),
		onlyReadable(),
		when('a business without expiry dates', async (stage) => {
			const { id } = await addRequest(stage, { expires_at: inDays(9) });
			stage.service.sandbox.settings.features.expiresAt = false;
			return {
				parameters: { requestId: byId(id) },
				status: 403,
				says: /hasn't activated expiry dates[^]*remove the expiry date/,
			};
		}),
	],
});

const addDocument: Row = {
	operation: 'addDocument',
	sendsFile: true,
	minimal: onRequest(
		addRequest,
		(result, stage, id) => {
			const { documentIds } = record(stage, id);
			expect(documentIds).toHaveLength(2);
			expectShown(result, stage, id);
			expect(oneOf(result).json.addedDocumentId).toBe(documentIds[1]);
			const { store } = stage.service.sandbox;
			const document = store.document(documentIds[1]!)!;
			expect(document.title).toBe('Contract');
			expect(store.contentOf(document).equals(smallPdf)).toBe(true);
		},
		{ items: [pdfItem()] },
	),
	full: async (stage) => {
		const common = { ...whole, options: { timeoutSeconds: 30, itemsAtOnce: 2 } };
		const form = async (parameters: INodeParameters, title: string, field = 'data') => {
			const { id } = await addRequest(stage);
			return {
				parameters: { requestId: byId(id), ...common, ...parameters },
				items: [pdfItem(smallPdf, field)],
				seen: (result: RunResult) => {
					const { store } = stage.service.sandbox;
					const { documentIds } = record(stage, id);
					expect(documentIds).toHaveLength(2);
					expect(oneOf(result).json.addedDocumentId).toBe(documentIds[1]);
					expect(store.document(documentIds[1]!)!.title).toBe(title);
				},
			};
		};
		const documentId = byId(await stage.service.addDocument('There before'));
		const title = 'Annex';
		return [
			await form({ source: 'binary', binaryPropertyName: 'file', title }, title, 'file'),
			await form({ source: 'base64', content: smallPdf.toString('base64'), title }, title),
			await form({ source: 'url', fileUrl: stage.pdfAddress, title }, title),
			await form({ source: 'document', documentId }, 'There before'),
		];
	},
	rules: [
		when('a file that is no PDF', () => ({
			parameters: { requestId: byId(UNKNOWN) },
			items: [pdfItem(Buffer.from('Dear Ann'))],
			says: /"Contract.pdf" isn't a PDF[^]*Nothing was sent/,
		})),
	],
	refusals: [
		...notMyRequest({}, 0).map((one) => ({
			...one,
			arrange: async (stage: Stage) => ({ ...(await one.arrange(stage)), items: [pdfItem()] }),
		})),
		when('a request that has begun', async (stage) => ({
			parameters: { requestId: byId((await addOpenRequest(stage)).id) },
			items: [pdfItem()],
			says: /only add documents to a draft, and this request is OPEN[^]*Nothing was sent/,
			sent: 0,
		})),
	],
};

/** A draft of two documents. */
async function addLargeDraft(stage: Stage) {
	const ids = [await stage.service.addDocument(), await stage.service.addDocument()];
	const documents = ids.map((id) => ({ id }));
	const { id } = await addRequest(stage, { document_id: ids[0], documents });
	return { id, ids };
}

const removeDocument = withFull(inBatches, {
	operation: 'removeDocument',
	minimal: async (stage) => {
		const { id, ids } = await addLargeDraft(stage);
		return {
			parameters: { requestId: byId(id), documentId: byId(ids[1]!) },
			seen: (result) => {
				expect(oneOf(result).json).toEqual({ deleted: true });
				expect(record(stage, id).documentIds).toEqual([ids[0]]);
			},
		};
	},
	explains: {
		'400': /didn't change the documents[^]*of a draft/,
		'400 without a body': /didn't change the documents[^]*of a draft/,
	},
	refusals: [
		...notMyRequest({ documentId: byId(UNKNOWN) }),
		onlyReadable({ documentId: byId(UNKNOWN) }),
		when('the last document', async (stage) => {
			const { id } = await addRequest(stage);
			const [documentId] = record(stage, id).documentIds;
			return {
				parameters: { requestId: byId(id), documentId: byId(documentId!) },
				status: 400,
				key: 'error.sr.last_document_cannot_be_removed',
				says: /last document of a signature request[^]*add another document/,
			};
		}),
		when('a document of another request', async (stage) => ({
			parameters: {
				requestId: byId((await addLargeDraft(stage)).id),
				documentId: byId(await stage.service.addDocument()),
			},
			status: 404,
			says: /doesn't find this ID/,
		})),
	],
});

export const requestRows: Row[] = [
	get,
	getMany,
	getSigningLink,
	downloadDocuments,
	getReport,
	getEvidencePackage,
	getCallbackLog,
	repeatCallback,
	getActivities,
	initiate,
	remind,
	withdraw,
	deleteRequest,
	clearExpiry,
	addDocument,
	removeDocument,
];
