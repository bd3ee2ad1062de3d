/** n8n's editor as its users see it: what they click, type and read. */
import type { INode } from 'n8n-workflow';
import { selectors } from 'playwright-core';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { N8n, Workflow } from '../../../scripts/n8n/n8nServer.ts';
import { takeBothPictures, takePicture } from './picture.ts';

selectors.setTestIdAttribute('data-test-id');

export class Editor {
	readonly page: Page;
	readonly #address: string;

	private constructor(page: Page, address: string) {
		this.page = page;
		this.#address = address;
	}

	/** Signed in; the first page that is opened loads the editor. */
	static async open(
		browser: Browser,
		{ address, account }: Pick<N8n, 'address' | 'account'>,
		prepare?: (context: BrowserContext) => Promise<void>,
	): Promise<Editor> {
		const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
		await prepare?.(context);
		const login = await context.request.post(`${address}/rest/login`, {
			data: { emailOrLdapLoginId: account.email, password: account.password },
		});
		if (!login.ok()) throw new Error(`n8n refused the login with ${login.status()}.`);
		const page = await context.newPage();
		page.setDefaultTimeout(60_000);
		return new Editor(page, address);
	}

	/** Waits until a text is on the screen, or in the given part of it. */
	async see(text: string, part: Locator | Page = this.page): Promise<void> {
		await part.getByText(text).first().waitFor();
	}

	async picture(name: string, folder?: string): Promise<void> {
		await takePicture(this.page, name, folder);
	}

	async pictures(name: string): Promise<void> {
		await takeBothPictures(this.page, name);
	}

	/** By the name of the parameter. */
	field(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`);
	}

	/** By the label above it, as users find it; `at` counts the fields with the same label. */
	labelled(label: string, at = 0): Locator {
		return this.#withLabel(label).nth(at).getByTestId('parameter-input');
	}

	#withLabel(label: string): Locator {
		const heading = this.page.locator('label').getByText(label, { exact: true });
		return this.page.getByTestId('input-label').filter({ has: heading });
	}

	/** Of all that the open form asks for, in its order. */
	async labels(): Promise<string[]> {
		const labels = this.page.getByTestId('ndv').getByTestId('input-label').locator('label');
		const shown = await labels.filter({ visible: true }).allInnerTexts();
		// Beside a label stand the buttons for expressions.
		return shown.map((label) => label.split('\n')[0]!.trim());
	}

	/** The preview of an expression covers what is below. */
	async #leaveField(): Promise<void> {
		await this.page.getByTestId('ndv').getByText('Parameters', { exact: true }).click();
	}

	async chooseLabelled(label: string, option: string): Promise<void> {
		await this.labelled(label).click();
		await this.page.getByRole('option', { name: option }).click();
	}

	async switchOn(label: string): Promise<void> {
		await this.labelled(label).locator('.el-switch').click();
	}

	async type(field: string, text: string): Promise<void> {
		await this.field(field).locator('input, textarea').first().fill(text);
	}

	async choose(field: string, option: string): Promise<void> {
		await this.field(field).click();
		await this.page.getByRole('option', { name: option }).click();
	}

	/** An equals sign makes an expression of a field; the rest is for n8n's editor of expressions. */
	async writeExpression(part: Locator, expression: string): Promise<void> {
		await part.locator('input').first().click();
		await this.page.keyboard.press('=');
		await part.locator('.cm-content').click();
		await this.page.keyboard.insertText(expression);
		await part.getByText(expression).waitFor();
		await this.#leaveField();
	}

	/** Waits until n8n has stored what is typed meanwhile, as it does by itself. */
	async untilStored(text: string, typing: () => Promise<void>): Promise<void> {
		const stored = this.page.waitForResponse(
			(answer) =>
				/\/rest\/workflows\b/.test(answer.url()) &&
				answer.request().method() !== 'GET' &&
				(answer.request().postData() ?? '').includes(JSON.stringify(text)),
		);
		await typing();
		await stored;
	}

	/** Picks an entry of a searchable list. */
	async chooseFromList(field: string, entry: string): Promise<void> {
		await this.field(field).getByTestId('rlc-input').click();
		await this.page.getByTestId('rlc-item').filter({ hasText: entry }).click();
	}

	async openNewCredential(type: string): Promise<void> {
		await this.#turnTo('/home/credentials/create');
		await this.page.getByTestId('new-credential-type-select').locator('input').fill(type);
		await this.page
			.getByTestId('new-credential-type-select-option')
			.filter({ hasText: type })
			.click();
		// Saved before n8n has proposed a name, it would have none.
		const named = this.page.waitForResponse(/\/rest\/credentials\/new\b/);
		await this.page.getByTestId('new-credential-type-button').click();
		await named;
	}

	async saveCredential(): Promise<void> {
		await this.page.getByTestId('credential-save-button').click();
	}

	async openNewWorkflow(): Promise<void> {
		await this.#turnTo('/workflow/new');
		await this.page.getByTestId('canvas-plus-button').waitFor();
	}

	/** Opens a workflow and waits until all its nodes are on the canvas. */
	async openWorkflow(workflow: Pick<Workflow, 'id' | 'nodes'>): Promise<void> {
		await this.#turnTo(`/workflow/${workflow.id}`);
		await this.#arrive(workflow);
	}

	/** From the form of one node to that of another, as with a link. */
	async turnToNode(workflowId: string, { id, name }: Pick<INode, 'id' | 'name'>): Promise<void> {
		await this.#turnTo(`/workflow/${workflowId}/${id}`);
		const title = this.page.getByTestId('ndv').getByText(name, { exact: true });
		await title.filter({ visible: true }).first().waitFor();
	}

	/** From a workflow by n8n's own router: to load the editor again takes six seconds. */
	async #turnTo(path: string): Promise<void> {
		const { pathname } = new URL(this.page.url());
		if (!pathname.startsWith('/workflow/') || pathname === path) {
			await this.page.goto(this.#address + path);
			return;
		}
		await this.page.locator('#app').evaluate((app, to) => {
			type Router = { push: (path: string) => Promise<unknown> };
			type App = { config: { globalProperties: { $router: Router } } };
			const { __vue_app__: vue } = app as unknown as { __vue_app__: App };
			void vue.config.globalProperties.$router.push(to);
		}, path);
		const leave = this.page.getByRole('button', { name: 'Leave without saving' });
		while (new URL(this.page.url()).pathname === pathname) {
			// n8n asks what to do with changes that it has not saved yet by itself.
			if (await leave.isVisible()) await leave.click();
		}
	}

	async #arrive({ id, nodes }: Pick<Workflow, 'id' | 'nodes'>): Promise<void> {
		await this.page.waitForURL(`**/workflow/${id}**`);
		// All of them, since what was there before may still be on the screen.
		for (const node of nodes as INode[]) {
			await this.page.locator(`.vue-flow__node[data-id="${node.id}"]`).waitFor();
		}
		await this.nodes.nth(nodes.length - 1).waitFor();
		// Advice about published workflows that n8n gives once, over the canvas.
		await this.page.addStyleTag({
			content: 'body > :not(#app):has([data-test-id="suggested-actions-close"]) { display: none }',
		});
	}

	/** By its name on the canvas. */
	async openNode(name: string): Promise<void> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.page.getByTestId('ndv').waitFor();
	}

	/** What is on the canvas, notes too. */
	get nodes(): Locator {
		return this.page.locator('[data-test-id="canvas-node"], [data-test-id="sticky"]');
	}

	async publish(): Promise<void> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		await this.page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
		await this.see('Workflow published');
		await this.page.getByRole('button', { name: 'Got it' }).click();
	}

	async executeWorkflow(): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').first().click();
	}

	/** Opens the panel of nodes behind the last node, or the first one of an empty workflow. */
	async openNodePanel(): Promise<void> {
		const first = this.page.getByTestId('canvas-plus-button');
		const next = this.page.getByTestId('canvas-handle-plus').last();
		await first.or(next).first().click();
	}

	/** Opens the panel behind an output of a node, wherever on the canvas that is. */
	async openNodePanelBehind(node: string, output = 0): Promise<void> {
		await this.page.getByTestId('zoom-to-fit').click();
		await this.page
			.locator(`[data-test-id="canvas-node-output-handle"][data-node-name="${node}"]`)
			.nth(output)
			.getByTestId('canvas-handle-plus')
			.click();
	}

	/** Opens the panel below an agent, for its tools. */
	async openToolPanel(agent: string): Promise<void> {
		await this.page.getByTestId('zoom-to-fit').click();
		await this.page
			.locator(
				`[data-test-id="canvas-node-input-handle"][data-node-name="${agent}"][data-connection-type="ai_tool"]`,
			)
			.getByTestId('canvas-handle-plus')
			.click();
	}

	/** What the open panel lists. */
	get #listed(): Locator {
		return this.page.getByTestId('item-iterator-item');
	}

	/** The nodes that the panel offers for what was typed. */
	async searchNodes(text: string): Promise<Locator> {
		await this.page.getByTestId('node-creator-search-bar').fill(text);
		return this.#listed;
	}

	/** Takes an entry that the open panel lists before anything is typed. */
	async pickListed(entry: string): Promise<void> {
		await this.#listed.filter({ hasText: entry }).click();
		await this.page.getByTestId('ndv').waitFor();
	}

	/** `action` is how its line in the panel begins. */
	async addNode(node: string, action: string): Promise<void> {
		await this.openNodePanel();
		await this.pickNode('sign', node, action);
	}

	/**
	 * Searches the open panel; a node with one action is added without asking which.
	 * Not for what is listed before the search: the click would hit that or what was found, whichever is quicker.
	 */
	async pickNode(search: string, node: string, action?: string): Promise<void> {
		const found = await this.searchNodes(search);
		await found.filter({ hasText: node }).first().click();
		if (action !== undefined) {
			const line = found.filter({ hasText: new RegExp(`^\\s*${action}`) });
			await this.unfoldActions(line);
			await line.click();
		}
		await this.page.getByTestId('ndv').waitFor();
	}

	/** n8n folds the actions of a node that has triggers on an empty canvas, and its triggers elsewhere. */
	async unfoldActions(line: Locator): Promise<void> {
		const folded = this.page.locator('[data-category-collapsed="true"]');
		const heading = folded.getByText(/^(Actions|Triggers) \(\d+\)$/);
		await line.or(heading).first().waitFor();
		if (!(await line.isVisible())) await heading.click();
	}

	/** `text` is what its entry in the panel says; n8n leaves the word Trigger out there. */
	async addTrigger(text: string, event: string): Promise<void> {
		await this.openNodePanel();
		const found = await this.searchNodes('sign');
		await found.filter({ hasText: text }).click();
		await found.filter({ hasText: event }).click();
		await this.page.getByTestId('ndv').waitFor();
	}

	async closeNode(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
	}

	async execute(): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
	}

	/** Executes a trigger, and waits until n8n listens: the button says so before the server has answered. */
	async listen(): Promise<void> {
		const run = this.page.waitForResponse((answer) => /\/workflows\/\w+\/run\b/.test(answer.url()));
		await this.execute();
		await run;
		await this.see('Stop Listening');
	}

	/** The panel of what comes into the opened node. */
	get input(): Locator {
		return this.page.getByTestId('ndv-input-panel');
	}

	/** The panel of what comes out of the opened node. */
	get output(): Locator {
		return this.page.getByTestId('output-panel');
	}
}
