/** Workflows that need no browser, on one n8n: starting another for each file would take longer than they do. */
import { readExamples } from '../../scripts/start/demoContent.ts';
import { byHand, examplesByHand } from './cases/byHand.ts';
import { commandLine } from './cases/commandLine.ts';
import { requests, workflowsOfRequests } from './cases/requests.ts';
import { sealAndValidate } from './cases/sealAndValidate.ts';
import { sealing, workflowsOfSealing } from './cases/sealing.ts';
import { firstCalls, killedDuringACall } from './cases/webhook.ts';
import { readWorkflow, startScene } from './support/scene.ts';
import type { Scene } from './support/scene.ts';

let running: Scene;
const scene = () => running;

beforeAll(async () => {
	const own = [
		...['webhook-round-trip', 'file-round-trip'],
		...workflowsOfRequests,
		...workflowsOfSealing,
	];
	const sealed = readExamples('examples').filter(({ id }) => id === 'seal-and-validate');
	running = await startScene({
		isOwn: true,
		workflows: [...own.map(readWorkflow), ...examplesByHand, ...sealed],
	});
});

afterAll(async () => await running?.close());

describe('a published workflow', () => firstCalls(scene));
describe('sealing and validating', () => sealing(scene));
describe('the example that seals an incoming PDF and validates it', () => sealAndValidate(scene));
describe('requests', () => requests(scene));
describe('a workflow that is run by hand', () => byHand(scene));
describe('n8n that ends', () => killedDuringACall(scene));
describe("n8n's command line", () => commandLine(scene));
