import type { INodeParameters } from 'n8n-workflow';
import type { RunResult } from '../../../support/engine/engine.ts';
import { byId } from '../../../support/service/service.ts';
import { when, type Case, type RefusedForm, type Row, type Stage } from '../row.ts';
import {
	addOpenRequest,
	addRequest,
	ANN,
	BOB,
	EVE,
	inDays,
	notMyRequest,
	oneOf,
	onlyReadable,
	pdfWithField,
	record,
	UNKNOWN,
} from '../scene.ts';
import { expectShown } from './request.rows.ts';
import { expectSigner, fullSigners, signingItem } from './signerForms.ts';

const TITLE = { changes: { title: 'Second offer' } };
const URLS = 'http://127.0.0.1:9/hook';

/** Every field that can be changed, and the legislation that the quality needs. */
function allChanges({ version, dialect }: Stage): INodeParameters {
	return {
		errorUrl: `${URLS}/error`,
		legislation: 'EIDAS',
		message: 'Please sign again',
		quality: 'AES',
		readAccess: BOB,
		successUrl: `${URLS}/success`,
		title: 'Second offer',
		updateUrl: `${URLS}/update`,
		writeAccess: EVE,
		...(version !== 'v1' && {
			attachOnSuccess: ['SIGNED_DOCUMENT'],
			custom: 'order 8',
			...(isWithoutCopies({ version, dialect }) ? {} : { ccEmailAddresses: BOB }),
		}),
		...(version === 'v3' && { expiresAt: inDays(9) }),
	};
}

/** v3 of the public regions has observers in their place (interface.md part 10). */
const isWithoutCopies = ({ version, dialect }: Pick<Stage, 'version' | 'dialect'>) =>
	version === 'v3' && dialect === 'public';

function expectChanges(stage: Stage, id: string): void {
	const request = record(stage, id);
	expect(request).toMatchObject({
		title: 'Second offer',
		message: 'Please sign again',
		legislation: 'EIDAS',
		readAccess: [BOB],
		writeAccess: [EVE],
		callbackUrls: {
			success: `${URLS}/success`,
			update: `${URLS}/update`,
			error: `${URLS}/error`,
		},
	});
	if (stage.version !== 'v1') {
		expect(request).toMatchObject({ attachOnSuccess: ['SIGNED_DOCUMENT'], custom: 'order 8' });
		expect(request.ccEmailAddresses).toEqual(isWithoutCopies(stage) ? [] : [BOB]);
	}
	if (stage.version === 'v3') expect(request.expiresAt).toBe(inDays(9));
}

/** In what is signed there is a field, and a second page. */
async function addWithField(stage: Stage, emails: string[]): Promise<string> {
	const id = await stage.service.addDocument('Contract', await pdfWithField());
	const document = { document_id: id, ...(stage.version === 'v3' && { documents: [{ id }] }) };
	const none = stage.version === 'v3' ? {} : { content: undefined, content_type: undefined };
	const { id: requestId } = await addRequest(stage, { ...none, ...document }, emails);
	return requestId;
}

const emailsIn = (stage: Stage, id: string) =>
	record(stage, id).signatures.map(({ email }) => email);

const rule = (
	title: string,
	parameters: INodeParameters,
	says: RegExp,
	only?: Case<RefusedForm>['only'],
): Case<RefusedForm> => ({
	title,
	only,
	arrange: () => ({ parameters: { requestId: byId(UNKNOWN), ...parameters }, says }),
});

const replace = (more: INodeParameters) => ({ signersChange: 'replace', ...more });

const update: Row = {
	operation: 'update',
	hasOwnBodies: ({ version, dialect }) => version === 'v2' && dialect === 'public',
	minimalNeeds: { changes: 'something has to change' },
	minimal: async (stage) => {
		const { id } = await addOpenRequest(stage, { message: 'Please sign' }, [ANN, BOB]);
		const before = structuredClone(record(stage, id).signatures);
		return {
			parameters: { requestId: byId(id), ...TITLE },
			seen: (result) => {
				const { title, message, signatures } = record(stage, id);
				expect({ title, message }).toEqual({ title: 'Second offer', message: 'Please sign' });
				expect(signatures).toMatchObject(before.map(({ id: sid, email }) => ({ id: sid, email })));
				expectShown(result, stage, id);
			},
		};
	},
	full: async (stage) => {
		const id = await addWithField(stage, [ANN, BOB]);
		const [, kept] = record(stage, id).signatures;
		const entries: INodeParameters[] = [
			{ kind: 'existing', sid: byId(kept!.id) },
			...fullSigners(stage).map((entry) =>
				entry.email === BOB ? { ...entry, email: 'zoe@example.com' } : entry,
			),
		].map((entry, at) => ({ ...entry, order: at + 1 }));
		const byJson = await addRequest(stage, {}, [ANN, BOB]);
		const [stays] = record(stage, byJson.id).signatures;
		const emptied = await addRequest(stage, {}, [ANN]);
		return [
			{
				parameters: {
					requestId: byId(id),
					changes: allChanges(stage),
					signersChange: 'replace',
					signerInput: 'list',
					signingOrder: 'numbered',
					signers: { signer: entries },
					simplify: false,
					options: { itemsAtOnce: 2 },
				},
				items: [await signingItem()],
				seen: (result: RunResult) => {
					expectChanges(stage, id);
					expectShown(result, stage, id);
					const { signatures } = record(stage, id);
					expect(signatures.find(({ order }) => order === 1)).toMatchObject({
						id: kept!.id,
						email: BOB,
					});
					for (const [at, entry] of entries.entries()) {
						if (entry.kind === 'existing') continue;
						const inPlace = signatures.filter(({ order }) => order === at + 1);
						expect(inPlace).toHaveLength(entry.kind === 'group' ? 2 : 1);
						for (const signature of inPlace) expectSigner(stage, signature, entry);
					}
				},
			},
			{
				parameters: {
					requestId: byId(byJson.id),
					signersChange: 'replace',
					signerInput: 'json',
					signersJson: JSON.stringify([{ sid: stays!.id }, { email: EVE }]),
				},
				seen: () => expect(emailsIn(stage, byJson.id)).toEqual([ANN, EVE]),
			},
			{
				parameters: { requestId: byId(emptied.id), signersChange: 'removeAll' },
				seen: (result: RunResult) => {
					expect(emailsIn(stage, emptied.id)).toEqual([]);
					expect(oneOf(result).json.signatures).toEqual([]);
				},
			},
		];
	},
	cannotFill: (cell): Record<string, string> =>
		isWithoutCopies(cell)
			? { 'changes.ccEmailAddresses': 'observers are there in their place' }
			: {},
	rules: [
		rule('nothing to change', {}, /Fields to Change is empty[^]*Add a field/),
		rule(
			'copies where there are observers',
			{ changes: { ccEmailAddresses: BOB } },
			/CC doesn't exist in API Version V3 in this region[^]*Use Observer: Add/,
			isWithoutCopies,
		),
		rule(
			'a day in the past',
			{ changes: { expiresAt: '2020-01-01' } },
			/Expires On is in the past[^]*Choose today or a later day/,
			({ version }) => version === 'v3',
		),
	],
	refusals: [
		...notMyRequest(TITLE, 0),
		onlyReadable(TITLE),
		when(
			'expiry dates that are not activated',
			async (stage) => {
				const { id } = await addRequest(stage);
				stage.service.sandbox.settings.features.expiresAt = false;
				return {
					parameters: { requestId: byId(id), changes: { expiresAt: inDays(9) } },
					status: 403,
					says: /hasn't activated expiry dates/,
				};
			},
			({ version }) => version === 'v3',
		),
		when('a signer to keep who is not in it', async (stage) => ({
			parameters: {
				requestId: byId((await addRequest(stage)).id),
				...replace({ signerInput: 'json', signersJson: `[{ "sid": "${UNKNOWN}" }]` }),
			},
			says: /Signer: "11111111-.*" isn't in this request[^]*Use one of/,
			sent: 0,
		})),
	],
};

export const updateRows: Row[] = [update];
