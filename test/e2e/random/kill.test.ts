/** `npm run test:kill`: n8n killed at bad moments. KILLS and SEED say how often, and when. */
import { randomFrom, seed } from '../../support/jest/random.ts';
import { durableCursors } from '../support/durableCursors.ts';
import { aims } from '../support/kill/aims.ts';
import { fatesOf } from '../support/kill/fates.ts';
import { KillStage } from '../support/kill/stage.ts';

const kills = Number(process.env.KILLS ?? 40);

it.each([
	["with n8n's durable cursors", durableCursors, {}],
	['with Repeat Uncertain Events', {}, { preferRepeats: true }],
])(
	`every request's fate reaches the workflow though n8n is killed, %s (SEED=${seed})`,
	async (_title, env, watchOptions) => {
		const random = randomFrom(seed);
		const stage = await KillStage.open({ env, watchOptions, random });
		try {
			await stage.warmUp();
			const order = random.shuffled(aims);
			for (let kill = 0; kill < kills / 2; kill++) await stage.kill(order[kill % order.length]!);
			await stage.finish();
			const { fates, counts } = await fatesOf(stage);
			console.log(JSON.stringify({ seed, kills: kills / 2, ...counts }));
			const none: string[] = [];
			expect(fates).toEqual({
				createdTwice: none,
				wrong: none,
				lost: none,
				repeatedUnmarked: none,
				stuck: none,
			});
		} finally {
			await stage.close();
		}
	},
	3_600_000,
);
