import { startSandbox, type Sandbox } from '../../../../sandbox/server.ts';
import { loggedIn, type Send } from '../../client.ts';
import { validate, validator } from '../../validationFiles.ts';
import { attacks, honest } from './attacks.ts';

const STRICT = '?rejectVisualDifferences=true&rejectUndefinedChanges=true&infos=validation';

let sandbox: Sandbox;
let send: Send;

beforeAll(async () => {
	sandbox = await startSandbox({ users: [validator('anna')] });
	send = await loggedIn(sandbox);
});
afterAll(async () => await sandbox.close());

describe('a document that was made to deceive', () => {
	test('comes in thirty ways and more', () => {
		expect(Object.keys(attacks).length).toBeGreaterThanOrEqual(30);
	});

	test.each(Object.keys(attacks))('is caught: %s', async (name) => {
		const { status, json } = await validate(send, Buffer.from(await attacks[name]!()), STRICT);
		expect({ status, valid: json.valid }).toEqual({ status: 200, valid: false });
	});
});

describe('a document without deceit', () => {
	test.each(Object.keys(honest))('is valid: %s', async (name) => {
		const { json } = await validate(send, Buffer.from(await honest[name]!()), STRICT);
		expect(json).toMatchObject({
			valid: true,
			visualDifferences: false,
			undefinedChanges: false,
			validSignatures: json.signatures,
		});
	});
});
