/** A service that answers without an end does not hold a callback; how long that takes, jest's time limit judges. */
import { startProxy, type Drip } from '../../support/service/proxy';
import { calledAddresses, post, setStage } from '../../support/service/triggerStage';

const isRead = (path: string) => /\/signature-requests\/[^/]+$/.test(path);

const files = { downloadDocuments: true, binaryPropertyName: 'data' };

it.concurrent.each<[string, object, Drip, RegExp]>([
	[
		'the request',
		{},
		({ method, path }) => (method === 'GET' && isRead(path) ? 200 : undefined),
		/didn't answer: there was no answer in time/,
	],
	[
		'a refusal',
		{},
		({ method, path }) => (method === 'GET' && isRead(path) ? 500 : undefined),
		/didn't answer: there was no answer in time/,
	],
	[
		'the login before it',
		{},
		({ path }) => (isRead(path) ? 'refused' : path.endsWith('/login') ? 200 : undefined),
		/didn't answer: there was no answer in time/,
	],
	[
		'the question which version of a document is signed',
		files,
		({ path }) => (/\/documents\/[^/]+$/.test(path) ? 200 : undefined),
		/didn't answer: there was no answer in time/,
	],
	[
		'a document',
		files,
		({ path }) => (path.endsWith('/content') ? 200 : undefined),
		/The documents didn't arrive in time|The download stopped/,
	],
])('where %s drips, the callback gets a Retry-After', async (_title, parameters, which, why) => {
	const proxy = await startProxy();
	const stage = await setStage(parameters as never, {
		credential: { signingAddress: proxy.address },
		signedDocumentIn: 'version_id',
	});
	proxy.forwardTo(stage.sandbox.address);
	const id = await stage.create({ apiVersion: 'v3' });
	stage.sandbox.faults.add({
		method: 'GET',
		path: '/signature-requests/{id}',
		status: 503,
		times: 1,
	});
	await stage.sandbox.people.sign(id);
	await stage.sandbox.settled();
	const [address] = calledAddresses(stage.sandbox, id);

	proxy.dripOn(which);
	const answer = await post(address!);
	expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
	expect(await answer.text()).toMatch(why);
	expect(stage.trigger.started).toEqual([]);

	proxy.dripOn(() => undefined);
	expect((await post(address!)).status).toBe(200);
	expect(stage.trigger.started).toHaveLength(1);
	proxy.close();
});
