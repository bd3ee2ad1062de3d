import { ESignatureApi } from '../../../credentials/ESignatureApi.credentials';
import { secretsOf, startService, type Service } from '../../support/service/service';
import { expectNoSecret } from '../../support/service/secrets';

const signingLogins = { method: 'POST', path: '/v2/access/login' };
const validationLogins = { method: 'POST', path: '/validation/v1/access/login' };

const call = async ({ engine }: Service, options: object) => {
	const result = await engine.run({ type: 'call', parameters: { options: options as never } });
	expectNoSecret(result, secretsOf(engine));
	return result;
};

/** Unknown to the service, but only an accepted token gets as far as 404. */
const validationCall = {
	baseURL: 'validation',
	url: '/v1/infos/00000000-0000-4000-8000-000000000000/validation',
	ignoreHttpStatusErrors: { ignore: true, except: [401] },
	returnFullResponse: true,
};
const statusOf = (result: Awaited<ReturnType<typeof call>>) =>
	(result.outputs[0]?.[0]?.json.answer as { statusCode?: number })?.statusCode;

describe('the validation interface', () => {
	it('is logged in to only when a call needs it', async () => {
		const service = await startService();
		await service.document('getMany');
		expect(service.sandbox.calls.count(validationLogins)).toBe(0);
		await call(service, validationCall);
		await call(service, validationCall);
		expect(service.sandbox.calls.count(validationLogins)).toBe(1);
		expect(service.sandbox.calls.count(signingLogins)).toBe(1);
	});

	it('has a token of its own, which it may wrap in JSON', async () => {
		const service = await startService({
			signingTokenOpensValidation: false,
			validationLogin: 'json',
		});
		expect(statusOf(await call(service, validationCall))).toBe(404);
		const [, sessionToken, validationToken] = secretsOf(service.engine);
		expect(validationToken).not.toBe('');
		expect(validationToken).not.toBe(sessionToken);
	});

	it('takes the signing token where it has no login', async () => {
		const service = await startService({ validationLogin: 'off' });
		expect(statusOf(await call(service, validationCall))).toBe(404);
		const [, sessionToken, validationToken] = secretsOf(service.engine);
		expect(validationToken).toBe(sessionToken);
		await call(service, validationCall);
		expect(service.sandbox.calls.count(validationLogins)).toBe(1);
	});

	it('takes the signing token where its login refuses the key', async () => {
		const user = { username: 'api_demo_x', apiKey: 'api_demo_xyz_key', validation: false };
		const service = await startService({ users: [user] });
		const result = await call(service, validationCall);
		expect(service.sandbox.calls.count(validationLogins)).toBe(1);
		expect(result.error).toBeUndefined();
		expect([403, 404]).toContain(statusOf(result));
	});

	it('needs its address', async () => {
		const service = await startService({ credential: { validationAddress: '' } });
		const { error } = await call(service, validationCall);
		expect(error?.message).toMatch(/^Validation Address is empty in the credential/);
	});
});

describe('the HTTP Request node', () => {
	it('reaches every endpoint of the service with the credential', async () => {
		const service = await startService();
		await service.addDocument('Reached');
		const uri = `${service.sandbox.address}/v2/documents`;
		const { outputs } = await call(service, { uri, json: true });
		expect(outputs[0]![0]!.json.answer).toMatchObject([{ title: 'Reached' }]);
	});

	it('cannot carry the token to another address', async () => {
		const service = await startService();
		const elsewhere = await startService();
		const { error } = await call(service, { uri: `${elsewhere.sandbox.address}/v2/documents` });
		expect(error?.message).toMatch(/^This credential only works for/);
		expect(elsewhere.sandbox.calls.count()).toBe(0);
	});
});

it('the credential test asks for one signature request, after a login', async () => {
	const service = await startService();
	const { request } = new ESignatureApi().test;
	await call(service, { ...request, ...{ ignoreHttpStatusErrors: true } });
	expect(service.sandbox.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
		'POST /v2/access/login',
		'GET /v2/signature-requests',
	]);
});
