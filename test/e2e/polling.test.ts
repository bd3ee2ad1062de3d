import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { trustedRoots } from '../../sandbox/pdf/cms/certificate.ts';
import { verifyPdf } from '../../sandbox/validation/signatures/verify.ts';
import { publishAll } from '../../scripts/n8n/n8nSession.ts';
import { loggedIn } from '../sandbox/client.ts';
import { smallPdf } from '../support/files/pdf.ts';
import { readWorkflow, startScene } from './support/scene.ts';
import type { Scene } from './support/scene.ts';
import { until } from './support/until.ts';

const polls = { method: 'GET', path: '/signature-requests' };

/** kill.test.ts has n8n's durable cursors, and threeTriggers.test.ts an orderly restart. */
describe('a published workflow with the polling trigger', () => {
	let scene: Scene;

	beforeAll(async () => {
		scene = await startScene({ workflows: [readWorkflow('polling')], publish: false, isOwn: true });
	});

	afterAll(async () => await scene?.close());

	const pollCount = () =>
		scene.sandbox.calls.matching(polls).filter(({ status }) => status === 200).length;

	const untilPolled = async (times: number) => {
		const before = pollCount();
		await until(scene.n8n, `${times} polls`, () => pollCount() >= before + times || undefined);
	};

	/** Has a request signed, past n8n, and answers with its id. */
	async function sign(name: string): Promise<string> {
		const { sandbox } = scene;
		const send = await loggedIn(sandbox);
		const { id } = await send('POST', '/v2/signature-requests', {
			title: `Contract of ${name}`,
			content: smallPdf.toString('base64'),
			content_type: 'application/pdf',
			signatures: [{ account_email: 'ann@example.com' }],
		});
		await sandbox.people.sign(id, undefined, name);
		return id;
	}

	/** Every run writes a file with a name of its own. */
	const written = (id = '') => readdirSync(scene.files).filter((name) => name.startsWith(id));

	/** Waits for the file and answers with the names of those who signed it. */
	async function signersInFile(id: string): Promise<string[]> {
		const { store } = scene.sandbox;
		const [documentId] = store.request(id)!.documentIds;
		const signed = store.contentOf(store.document(documentId!)!);
		const read = () => written(id).map((name) => readFileSync(path.join(scene.files, name)));
		await until(scene.n8n, 'signed file', () => read()[0]?.length === signed.length || undefined);
		const [file, ...more] = read();
		expect(more).toEqual([]);
		expect(file!.equals(signed)).toBe(true);
		const { signatures } = await verifyPdf(file!, await trustedRoots());
		expect(signatures.map(({ integrity, trust }) => [integrity, trust])).toEqual([
			['intact', 'trusted'],
		]);
		return signatures.map(({ signer }) => String(signer));
	}

	it('runs once for each request that is signed after it was published', async () => {
		const { n8n } = scene;
		await sign('Someone before');
		await n8n.whileAlive(() => publishAll(n8n, ['polling']));
		await untilPolled(3);

		const id = await sign('Zoë Müller');
		expect(await signersInFile(id)).toEqual(['Zoë Müller']);
		await untilPolled(2);
		expect(written()).toHaveLength(1);
	});

	it('goes on at its place when n8n was killed between two polls', async () => {
		const { n8n } = scene;
		const before = written().length;
		process.kill(n8n.pid, 'SIGKILL');
		await n8n.stop();
		const id = await sign('Max Moser');
		await n8n.start();
		expect(await signersInFile(id)).toEqual(['Max Moser']);
		await untilPolled(2);
		expect(written()).toHaveLength(before + 1);
	});

	it.each([
		['by an error of the service', { status: 500, times: 1 }],
		['by a token that was refused, and the one of a new login too', { status: 401, times: 2 }],
	])('runs once, and soon, also after a poll that failed %s', async (_how, fault) => {
		const before = written().length;
		scene.sandbox.faults.add({ ...polls, ...fault });
		const id = await sign('Eve Ellis');
		expect(await signersInFile(id)).toEqual(['Eve Ellis']);
		await untilPolled(2);
		expect(written()).toHaveLength(before + 1);
	});
});
