/** What `npm test` has of queue mode: one of each kind, and nothing at random. Faults and loads have named commands. */
import { pathOf } from '../e2e/support/workflows.ts';
import { randomFrom } from '../support/jest/random.ts';
import { fatesOf, markOf } from './support/fates.ts';
import { Load } from './support/load.ts';
import { recommendedSettings } from './support/recommended.ts';
import { setStage } from './support/stage.ts';

setStage(
	"n8n's queue mode",
	(stage) => {
		it('a request is created, and its end is received and polled, by workers', async () => {
			const { cluster, sandbox } = stage();
			const trigger = `${cluster.address}/webhook/${pathOf('alone')}`;
			const requests = await stage().askForMany(1, 'create-v2', trigger);
			await sandbox.people.sign(requests[0]!.id);
			await stage().deliver();
			for (const place of ['/alone', '/watch']) {
				expect(await stage().untilReceived(place, requests)).toEqual([1]);
			}
			for (const workflow of ['create', 'one-trigger', 'watch']) {
				const [execution] = await stage().untilEnded(workflow);
				const workers = cluster.workers.filter((one) => stage().hasRun(one, execution!.id));
				expect([workflow, execution!.status, workers.length]).toEqual([workflow, 'success', 1]);
			}
		});

		// The last of their requests is still being created when the first are signed.
		it('executions that wait for three requests each continue, whenever those end', async () => {
			const before = await markOf(stage());
			const load = new Load(stage(), { random: randomFrom(0), name: 'at once' });
			await Promise.all([1, 2, 3].map(async () => await load.ask('wait-many')));
			const { fates, counts } = await fatesOf(stage(), load, before);
			const none: string[] = [];
			expect(fates).toEqual({ createdTwice: none, wrong: none, lost: none, ordersLost: none });
			expect(counts).toMatchObject({ asked: 3, requests: 9, ended: 9, brokenRuns: 0 });
		});
	},
	{ env: recommendedSettings(), hookCount: 1 },
);
