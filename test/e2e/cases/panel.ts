import { NodeHelpers } from 'n8n-workflow';
import type { INodeParameters, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { forms } from '../../../scripts/generate/pictures.ts';
import { nodes } from '../../support/operations/descriptions.ts';
import type { Editor } from '../support/editor.ts';
import type { InEditor } from '../support/stage.ts';

type Described = Pick<INodeTypeDescription, 'name' | 'properties'>;

/** One of each node but for those that forms.ts fills in. The pictures are those of docs/. */
const opened = Object.entries(forms)
	.filter(([picture]) => picture.startsWith('form-'))
	.map(([picture, [node, parameters]]) => {
		const { description } = nodes.find((one) => one.description.name === node)!;
		return { name: description.displayName, description, parameters, picture };
	});
const tool = { name: 'Tool', type: 'eSignatureRequestTool', parameters: {} };
const updateTool = {
	name: 'Update tool',
	type: 'eSignatureRequestTool',
	parameters: { operation: 'update', changes: { readAccess: 'ann@example.com' } },
};
const review = { name: 'Review', type: 'eSignatureRequestHitlTool', parameters: {} };
const tools = [tool, updateTool, review];

const PER_ROW = 8;
const STEP = 300;
const onCanvas = (name: string, type: string, parameters: INodeParameters, at: number) => ({
	id: `node-${at}`,
	name,
	type: `n8n-nodes-esignature.${type}`,
	typeVersion: 1,
	position: [(at % PER_ROW) * STEP, Math.floor(at / PER_ROW) * STEP],
	parameters,
});
export const someForms = {
	id: 'some-forms',
	name: 'Some forms',
	nodes: [
		...opened.map(({ name, description, parameters }, at) =>
			onCanvas(name, description.name, parameters, at),
		),
		...tools.map(({ name, type, parameters }, at) =>
			onCanvas(name, type, parameters, opened.length + at),
		),
		{
			...onCanvas('Agent', '', {}, opened.length + tools.length),
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: 3,
		},
	],
	connections: {},
};

export function panel(inEditor: InEditor) {
	inEditor(
		'words in four languages find all our nodes in the panel, with their icons',
		async ({ editor }) => {
			await editor.openNewWorkflow();
			await editor.openNodePanel();
			const words = ['agreement', 'contract', 'approval', 'unterschrift', 'signieren'];
			for (const word of ['sign', ...words, 'signature électronique', 'firma']) {
				const found = await editor.searchNodes(word);
				for (const text of panelTexts()) {
					const icon = found.filter({ hasText: text }).locator('img').first();
					// Fails where there is no picture.
					await icon.evaluate((image: { decode: () => Promise<void> }) => image.decode());
				}
			}
		},
	);

	inEditor('E-Signature Request offers its trigger beside its actions', async ({ editor }) => {
		await editor.openNewWorkflow();
		await editor.openNodePanel();
		const found = await editor.searchNodes('sign');
		await found.filter({ hasText: 'start a workflow when someone signs' }).click();
		await found.filter({ hasText: 'On all have signed' }).waitFor();
		const create = found.filter({ hasText: /^\s*Create signature request\s*$/ });
		await editor.unfoldActions(create);
		await create.waitFor();
		expect(await editor.page.getByText(/No .* Triggers available/).count()).toBe(0);
	});

	inEditor('each node opens with its form', async ({ editor, scene }) => {
		const complaints: string[] = [];
		editor.page.on('console', (message) => {
			const { url } = message.location();
			// The editor also asks its maker for news, whom no test reaches.
			const isForeign = url !== '' && !url.startsWith(scene.n8n.address);
			if (message.type() === 'error' && !isForeign) complaints.push(`${message.text()} ${url}`);
		});
		editor.page.on('pageerror', ({ message }) => complaints.push(message));
		await editor.openWorkflow(someForms);

		for (const [at, { description, parameters, picture }] of opened.entries()) {
			await editor.turnToNode(someForms.id, someForms.nodes[at]!);
			for (const field of shownFields(description, parameters)) {
				await editor.field(field.name).first().waitFor();
			}
			await editor.pictures(picture);
			expect(await formText(editor)).not.toMatch(/\bundefined\b|\[object Object\]|\bNaN\b/);
		}
		expect(complaints).toEqual([]);
	});

	inEditor(
		'an agent is offered Create, whose values its model fills in, but no waiting',
		async ({ editor }) => {
			await editor.openWorkflow(someForms);
			await editor.openNode(tool.name);
			const toolDescription = editor.field('toolDescription').locator('textarea');
			expect(await toolDescription.inputValue()).toMatch(/Skribble emails the signers immediately/);
			expect(await valueOf(editor, 'signerInput')).toBe('Using JSON');
			const leftToModel = editor.page.getByText('Defined automatically by the model');
			await leftToModel.first().waitFor();
			expect(await leftToModel.count()).toBeGreaterThan(5);
			await editor.field('operation').click();
			const offered = editor.page.getByRole('option');
			await offered.filter({ hasText: /^\s*Withdraw/ }).waitFor();
			expect(await offered.filter({ hasText: 'Send and Wait' }).count()).toBe(0);
		},
	);

	inEditor(
		'an agent can clear fields of a request, and each is offered once',
		async ({ editor }) => {
			await editor.openWorkflow(someForms);
			await editor.openNode(updateTool.name);
			await editor.field('readAccess').waitFor();
			expect((await editor.labels()).filter((label) => label === 'Read Access')).toHaveLength(1);
			await editor.page.getByPlaceholder('Add field').click();
			const offered = editor.page.getByRole('option').filter({ visible: true });
			await offered.filter({ hasText: 'Fields to Clear' }).waitFor();
			expect(await offered.filter({ hasText: 'Write Access' }).count()).toBe(1);
		},
	);

	inEditor('the form of a review is short, with a quality too', async ({ editor }) => {
		await editor.openWorkflow(someForms);
		await editor.openNode(review.name);
		await editor.field('quality').waitFor();
		await editor.picture('form-review');
		const labels = [
			...['Message', 'Approver Email', 'Signature Quality', 'Limit Wait Time (Days)', 'Options'],
		];
		expect(await editor.labels()).toEqual(labels);
		await editor.choose('quality', 'QES For a qualified');
		expect(await editor.labels()).toEqual(labels);
	});

	inEditor(
		'the tools of an agent list E-Signature Request for a human review',
		async ({ editor }) => {
			await editor.openWorkflow(someForms);
			await editor.openToolPanel('Agent');
			await editor.searchNodes('signature');
			const panelOfNodes = editor.page.getByTestId('node-creator');
			await editor.see('Human in the Loop', panelOfNodes);
			await panelOfNodes.getByText('E-Signature Request', { exact: true }).first().waitFor();
		},
	);
}

/** n8n shows a node and its trigger as one, with the words of the trigger. */
function panelTexts(): string[] {
	const names = nodes.map(({ description }) => description.name);
	return nodes
		.filter(({ description: { name } }) => !names.includes(`${name}Trigger`))
		.map(({ description }) => description.description);
}

async function formText(editor: Editor): Promise<string> {
	return await editor.page.getByTestId('ndv').innerText();
}

async function valueOf(editor: Editor, field: string): Promise<string> {
	return await editor.field(field).locator('input').first().inputValue();
}

const withoutInput = ['collection', 'fixedCollection', 'hidden', 'notice'];

/** Those that have an input of their own. */
function shownFields(description: Described, given: INodeParameters): INodeProperties[] {
	const values = whole(description, given);
	return description.properties
		.filter(({ type }) => !withoutInput.includes(type))
		.filter((field) =>
			NodeHelpers.displayParameter(
				values,
				field,
				{ typeVersion: 1 },
				description as INodeTypeDescription,
			),
		);
}

function whole(description: Described, given: INodeParameters): INodeParameters {
	const { properties } = description;
	const about = description as INodeTypeDescription;
	return NodeHelpers.getNodeParameters(properties, given, true, false, { typeVersion: 1 }, about)!;
}
