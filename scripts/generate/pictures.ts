/** Which forms are in docs/, and a hash of each picture's content: it's stale if that has changed since. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeParameters, INodeTypeDescription } from 'n8n-workflow';

import type { Notes } from '../browser/stalePictures.mjs';
import type { Loaded } from './load.ts';

/** By the names of their pictures. */
export const forms: Record<string, [node: string, parameters: INodeParameters]> = {
	request: ['eSignatureRequest', { resource: 'request', operation: 'create' }],
	trigger: ['eSignatureRequestTrigger', {}],
	'form-polling': ['eSignaturePollingTrigger', {}],
	'form-document': ['eSignatureDocument', { resource: 'document', operation: 'upload' }],
	'form-seal': ['eSignatureSeal', { resource: 'seal', operation: 'seal' }],
	'form-validation': ['eSignatureValidation', { resource: 'validation', operation: 'validate' }],
};

const review = { resource: 'request', operation: 'sendAndWait' };

export function pictureNotes(
	{ descriptions, NodeHelpers }: Pick<Loaded, 'descriptions' | 'NodeHelpers'>,
	before: Notes,
): Notes {
	const form = (node: string, parameters: INodeParameters, suffix = '') => {
		const found = descriptions.find(({ name }) => name === node)!;
		return visibleForm(NodeHelpers, { ...found, name: node + suffix }, parameters);
	};
	const example = (id: string) => readFileSync(`examples/${id}.json`, 'utf8');
	const shown: Record<string, unknown> = {
		...Object.fromEntries(Object.entries(forms).map(([name, of]) => [name, form(...of)])),
		'form-review': form('eSignatureRequest', review, 'HitlTool'),
		film: [readFileSync('scripts/browser/film/take.ts', 'utf8'), form(...forms.request!)],
		finished: example('send-and-wait'),
		'signing-page': sources('sandbox/pages/signing/*.view.ts'),
	};
	for (const file of globSync('docs/example-*.png')) {
		const { name } = path.parse(file);
		shown[name] = example(name.replace('example-', ''));
	}
	return Object.fromEntries(
		Object.entries(shown)
			.sort(([one], [other]) => (one < other ? -1 : 1))
			.map(([name, content]) => [name, { ...before[name], shows: hashOf(content) }]),
	);
}

/** Nobody sees descriptions without pointing at them. */
function visibleForm(
	NodeHelpers: Loaded['NodeHelpers'],
	about: INodeTypeDescription,
	parameters: INodeParameters,
): unknown {
	const { properties } = about;
	const node = { typeVersion: 1 };
	const values = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, about)!;
	const shown = properties.filter((one) => NodeHelpers.displayParameter(values, one, node, about));
	return JSON.parse(
		JSON.stringify(shown, (key, value: unknown) => (key === 'description' ? undefined : value)),
	);
}

function sources(pattern: string): string[] {
	return globSync(pattern)
		.sort()
		.map((file) => readFileSync(file, 'utf8'));
}

function hashOf(content: unknown): string {
	return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);
}

/** docs/forms.md. */
export function formsPage({ descriptions }: Pick<Loaded, 'descriptions'>): string {
	const sections = Object.entries(forms).map(([picture, [node, { operation }]]) => {
		const { displayName, properties } = descriptions.find(({ name }) => name === node)!;
		const options = properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options: all = [] }) => all);
		const chosen = options.find((one) => 'value' in one && one.value === operation)?.name;
		const title = [displayName, chosen].filter(Boolean).join(': ');
		return `## ${title}\n\n<picture>\n  <source media="(prefers-color-scheme: dark)" srcset="${picture}-dark.png">\n  <img alt="The form of ${title}" src="${picture}.png">\n</picture>`;
	});
	return [
		'# The forms',
		"In n8n's editor, light or dark as your browser is set.",
		...sections,
	].join('\n\n');
}
