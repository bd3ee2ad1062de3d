import type { INodeProperties, NodeParameterValueType } from 'n8n-workflow';

import type { Field, WordsForModel } from './field';
import { agentField } from './fields';

/** By it, the editor knows a field that is left to the model, and shows it like its own. */
const MARKER = '/*n8n-auto-generated-fromAI-override*/';

/** The field of a form, or of two: a tool leaves it to the model unless the user fills it in. */
export function withModelDefault(one: Field): Field[] {
	const byModel = defaultFor(one);
	if (byModel === undefined) return [one];
	const [forPeople, forAgents] = agentField(one, { default: byModel });
	const isForAgents = one.displayOptions?.show?.['@tool'] !== undefined;
	return isForAgents ? [{ ...one, default: byModel }] : [forPeople, forAgents];
}

function defaultFor(one: Field): NodeParameterValueType | undefined {
	if (one.type === 'collection') {
		const members = (one.options as Field[]).filter(({ forModel }) => forModel);
		if (members.length === 0) return undefined;
		return Object.fromEntries(members.map((member) => [member.name, expressionFor(member)]));
	}
	const expression = one.forModel && expressionFor(one);
	if (expression === undefined || one.type !== 'resourceLocator') return expression;
	return { __rl: true, mode: 'id', value: expression };
}

/** Without a last argument, n8n makes the model give a value. */
function expressionFor(one: Field): string {
	const { type, forModel = '' } = one;
	const known: WordsForModel = typeof forModel === 'string' ? { words: forModel } : forModel;
	const { words, name = one.name, usual = '', required = one.required } = known;
	const isRequired = required || type === 'json';
	// To n8n, no number is 0.
	const isTyped = type === 'json' || (type === 'number' && isRequired);
	const kind = isTyped ? type : 'string';
	const choices = choicesOf(one).join(', ');
	const description = choices ? `${words}: ${choices}` : words;
	const last = isRequired ? '' : `, '${usual}'`;
	return `={{ ${MARKER} $fromAI('${name}', \`${description}\`, '${kind}'${last}) }}`;
}

function choicesOf({ type, options = [] }: INodeProperties): string[] {
	if (!['options', 'multiOptions'].includes(type)) return [];
	return options.flatMap((one) => ('value' in one && one.value ? [String(one.value)] : []));
}
