/** docs/llms.txt: all that an AI needs to write a workflow with these nodes, on one page. */
import { readFileSync } from 'node:fs';
import type { INode, INodePropertyOptions, IWorkflowBase } from 'n8n-workflow';

import type { Field } from '../../nodes/shared/form/field';
import type { ShownOperation } from './load.ts';

const EXAMPLES = ['send-and-wait', 'sign-from-a-form', 'two-signers-in-order'];

const INTRODUCTION = `# n8n-nodes-esignature

> n8n community nodes for electronic signatures with Skribble: send documents for signature, wait until everyone has signed, seal, and validate.

- Every node has the credential \`eSignatureApi\` and typeVersion 1.
- To continue after the signatures in the same workflow, use the operation \`sendAndWait\`. Its field \`outcome\` is signed, declined, withdrawn, deleted, expired, error, or timeLimit.
- To continue in a second workflow, use \`create\` and the trigger \`n8n-nodes-esignature.eSignatureRequestTrigger\`, with the same \`path\`. If Skribble can't reach n8n, use \`n8n-nodes-esignature.eSignaturePollingTrigger\`.
- An ID is \`{ "__rl": true, "mode": "id", "value": "…" }\`. A request's own ID is \`id\`, its signed PDF is \`signedDocumentId\`.
- For an AI Agent, use the same types with Tool at the end, such as \`n8n-nodes-esignature.eSignatureRequestTool\`. Set resource and operation only. The model fills in the rest.
- Fields with a default can be left out. A star marks a required field without one.
- Most operations also have \`apiVersion\`: v1, v2 (default), or v3 for drafts, several documents, and observers.`;

export function llmsText(operations: ShownOperation[]): string {
	const nodes = [...new Set(operations.map(({ type }) => type))];
	const parts = nodes.map((type) => {
		const own = operations.filter((one) => one.type === type);
		return [`## n8n-nodes-esignature.${type}`, ...own.map(describe)].join('\n\n');
	});
	return [INTRODUCTION, ...parts, '## Workflows', ...EXAMPLES.map(workflow), ''].join('\n\n');
}

function describe({ ids, operation }: ShownOperation): string {
	const { option, fields } = operation;
	const heading = `### ${ids.resource}: ${ids.operation}`;
	return [heading, option.description, listOf(fields)].filter(Boolean).join('\n\n');
}

const isForPeople = ({ displayOptions }: Pick<Field, 'displayOptions'>) =>
	displayOptions?.show?.['@tool']?.includes(true) !== true;

/** A field that several choices show in other words is one parameter. */
function listOf(fields: Field[], indent = ''): string {
	const shown = fields
		.filter(isForPeople)
		.filter(({ type }) => !['notice', 'hidden'].includes(type));
	return [...new Set(shown.map(({ name }) => name))]
		.map((name) => {
			const alike = shown.filter((field) => field.name === name);
			const one = alike[0]!;
			const star = one.required && isNothing(one.default) ? '*' : '';
			const condition = alike.length === 1 ? conditionOf(one) : '';
			const line = `${indent}- \`${name}\`${star} ${valueOf(one)}${condition}`;
			const inner = membersOf(one);
			return inner.length === 0 ? line : `${line}\n${listOf(inner, `${indent}  `)}`;
		})
		.join('\n');
}

const isNothing = (value: unknown) =>
	['""', '{"mode":"list","value":""}'].includes(JSON.stringify(value));

/** If another field shows it. */
function conditionOf({ displayOptions }: Field): string {
	const conditions = Object.entries(displayOptions?.show ?? {}).map(([name, values = []]) =>
		name.startsWith('@') ? '' : `${name.replace('/', '')} is ${(values as string[]).join(' or ')}`,
	);
	const known = conditions.filter(Boolean).join(' and ');
	return known && `, if ${known}`;
}

function valueOf({ type, options = [], default: usual }: Field): string {
	const choices = (options as INodePropertyOptions[])
		.filter(isForPeople)
		.flatMap(({ value }) => (typeof value === 'string' && value ? [value] : []));
	if (type === 'options')
		return `${choices.join(' | ')}${usual ? `, default ${usual as string}` : ''}`;
	if (type === 'multiOptions') return `list of ${choices.join(' | ')}`;
	if (type === 'resourceLocator') return 'ID';
	if (type === 'fixedCollection') return `\`{ ${options[0]!.name}: [ … ] }\``;
	const isPlain = ['string', 'number', 'boolean'].includes(type) && usual !== '';
	return isPlain ? `${type}, default ${usual as string}` : type;
}

function membersOf({ type, options = [] }: Field): Field[] {
	if (type === 'collection') return options as Field[];
	return options.flatMap((one) => ('values' in one ? one.values : []));
}

/** Without what only the canvas shows. */
function workflow(name: string): string {
	const file = `examples/${name}.json`;
	const { nodes, connections } = JSON.parse(readFileSync(file, 'utf8')) as IWorkflowBase;
	const kept = nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote').map(withoutPlace);
	const text = JSON.stringify({ nodes: kept, connections }, undefined, 1);
	return `### ${name}\n\n\`\`\`json\n${text}\n\`\`\``;
}

function withoutPlace({ name, type, typeVersion, parameters }: INode) {
	return { name, type, typeVersion, parameters };
}
