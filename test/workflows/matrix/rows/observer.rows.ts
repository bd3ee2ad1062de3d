import type { INodeParameters } from 'n8n-workflow';
import { addObserver } from '../../../support/service/observers.ts';
import { byId } from '../../../support/service/service.ts';
import { when, withFull } from '../row.ts';
import type { Case, Form, Row, Stage, StateRefusal } from '../row.ts';
import {
	addRequest,
	BOB,
	EVE,
	notMyRequest,
	oneOf,
	onlyReadable,
	onRequest,
	record,
	UNKNOWN,
} from '../scene.ts';
import { GROUP } from './signerForms.ts';

const UNKNOWN_OBSERVER = 'ob_unknown';
const options = { itemsAtOnce: 2 };
const inBatches = { options };

async function observed(stage: Stage) {
	const { id } = await addRequest(stage);
	const observerId = await addObserver(stage.service, id);
	return { id, observerId, parameters: { requestId: byId(id), observerId: byId(observerId) } };
}

const unknownObserver: Case<StateRefusal> = {
	title: 'an observer who is not there',
	arrange: async (stage) => ({
		parameters: {
			requestId: byId((await addRequest(stage)).id),
			observerId: byId(UNKNOWN_OBSERVER),
		},
		status: 404,
		says: /doesn't find this ID/,
	}),
};

/** What the public regions say of someone, and what the contract does. */
const expectObserver = (stage: Stage, json: object, email: string) => {
	expect(json).toMatchObject({ type: 'USER', user_info: { email } });
	if (stage.dialect === 'public') {
		expect(json).toMatchObject({ user_info: { id: expect.stringMatching(/^usr_/) as string } });
	}
};

const add: Row = {
	operation: 'add',
	minimal: onRequest(
		addRequest,
		(result, stage, id) => {
			const { json } = oneOf(result);
			expect(record(stage, id).observers).toMatchObject([{ id: json.id, type: 'USER', who: EVE }]);
			expectObserver(stage, json, EVE);
		},
		{ parameters: { email: EVE } },
	),
	full: async (stage) => {
		const form = async (who: INodeParameters, stored: object): Promise<Form> => {
			const { id } = await addRequest(stage);
			return {
				parameters: { requestId: byId(id), ...who, options },
				seen: (result) =>
					expect(record(stage, id).observers).toMatchObject([
						{ id: oneOf(result).json.id, ...stored },
					]),
			};
		};
		return [
			await form({ kind: 'email', email: BOB }, { type: 'USER', who: BOB }),
			await form({ kind: 'user', userId: 'usr_7' }, { type: 'USER', who: 'usr_7' }),
			await form({ kind: 'group', groupId: GROUP }, { type: 'GROUP', who: GROUP }),
		];
	},
	minimalNeeds: { email: 'a person has to be named, in this way or another' },
	rules: [
		{ kind: 'email', email: '', says: /Email is empty/ },
		{ kind: 'user', userId: '', says: /User ID is empty/ },
		{ kind: 'group', groupId: '', says: /Group ID is empty/ },
	].map(({ says, ...who }) => ({
		title: `no one, chosen by ${who.kind}`,
		arrange: () => ({ parameters: { requestId: byId(UNKNOWN), ...who }, says }),
	})),
	refusals: [
		...notMyRequest({ email: EVE }),
		onlyReadable({ email: EVE }),
		when('groups that are not activated', async (stage) => {
			const { id } = await addRequest(stage);
			stage.service.sandbox.settings.features.groups = false;
			return {
				parameters: { requestId: byId(id), kind: 'group', groupId: GROUP },
				status: 403,
				says: /hasn't activated observer groups[^]*one by one/,
			};
		}),
	],
};

const get = withFull(inBatches, {
	operation: 'get',
	minimal: async (stage) => {
		const { observerId, parameters } = await observed(stage);
		return {
			parameters,
			seen: (result) => {
				expect(oneOf(result).json.id).toBe(observerId);
				expectObserver(stage, oneOf(result).json, EVE);
			},
		};
	},
	refusals: [...notMyRequest({ observerId: byId(UNKNOWN_OBSERVER) }), unknownObserver],
});

const getMany: Row = {
	operation: 'getMany',
	minimal: async (stage) => {
		const { observerId, parameters } = await observed(stage);
		return {
			parameters: { requestId: parameters.requestId },
			seen: (result) => {
				expect(oneOf(result).json.id).toBe(observerId);
				expectObserver(stage, oneOf(result).json, EVE);
			},
		};
	},
	full: async (stage) => {
		const { id, observerId, parameters } = await observed(stage);
		const second = await addObserver(stage.service, id, { type: 'USER', email: BOB });
		const { requestId } = parameters;
		return [
			{
				parameters: { requestId, returnAll: '={{ true }}', options },
				seen: ({ outputs }) =>
					expect(outputs[0]!.map(({ json }) => json.id)).toEqual([observerId, second]),
			},
			{
				parameters: { requestId, returnAll: false, limit: 1, options },
				seen: (result) => expect(oneOf(result).json.id).toBe(observerId),
			},
		];
	},
	refusals: notMyRequest(),
};

const remove = withFull(inBatches, {
	operation: 'remove',
	minimal: async (stage) => {
		const { id, parameters } = await observed(stage);
		return {
			parameters,
			seen: (result) => {
				expect(oneOf(result).json).toEqual({ deleted: true });
				expect(record(stage, id).observers).toEqual([]);
			},
		};
	},
	refusals: [
		...notMyRequest({ observerId: byId(UNKNOWN_OBSERVER) }),
		onlyReadable({ observerId: byId(UNKNOWN_OBSERVER) }),
		unknownObserver,
	],
});

export const observerRows: Row[] = [add, get, getMany, remove];
