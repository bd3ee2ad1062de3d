import { isToolType, NodeHelpers } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeParameters,
	INodeProperties,
	INodeTypeDescription,
} from 'n8n-workflow';

import { isObject } from '../network/json';
import { isNothing } from './fieldValue';
import { fieldsIn } from './readForm';
import type { Fault } from './readForm';

/** A node, or an entry of a list: what was entered, and what it is for this item. */
interface Level {
	fields: INodeProperties[];
	entered: unknown;
	values: unknown;
	path: Fault['path'];
}

type IsShown = (field: INodeProperties, values: INodeParameters) => boolean;

/**
 * n8n hides a field by the choice in another one, unless a model makes that choice. Then the model can fill in both,
 * and what it writes into the hidden field would be lost: a person who has to sign, for example.
 */
export function hiddenValue(
	context: IExecuteFunctions,
	itemIndex: number,
	fields: INodeProperties[],
): Fault | undefined {
	const node = context.getNode();
	if (!isToolType(node.type)) return undefined;
	const valueOf = (name: string): unknown => {
		try {
			return context.getNodeParameter(name, itemIndex);
		} catch {
			// An expression that fails is reported when its field is read.
			return undefined;
		}
	};
	const entered = node.parameters;
	const values = Object.fromEntries(Object.keys(entered).map((name) => [name, valueOf(name)]));
	const description = { name: node.type } as INodeTypeDescription;
	const isShown: IsShown = (field, beside) =>
		NodeHelpers.displayParameter(beside, field, node, description, values as INodeParameters);
	return hiddenIn({ fields, entered, values, path: [] }, isShown);
}

function hiddenIn({ fields, entered, values, path }: Level, isShown: IsShown): Fault | undefined {
	if (!isObject(values)) return undefined;
	const beside = values as INodeParameters;
	for (const [name, value] of Object.entries(values)) {
		const alike = fields.filter((field) => field.name === name);
		const member = { entered: memberOf(entered, name), values: value, path: [...path, name] };
		const choices = alike.map(
			(field) => !isShown(field, beside) && choiceIn(field, entered, beside),
		);
		const [choice] = choices;
		const isUsual = alike.some((field) => field.type === 'options' && field.default === value);
		if (choice && choices.every(Boolean) && !isUsual && isWritten(member)) {
			const label = fields.find((field) => field.name === choice)?.displayName ?? choice;
			const message = `doesn't apply if ${label} is ${String(beside[choice])}\nLeave it empty, or change ${label}.`;
			return { path: member.path, message };
		}
		for (const level of alike.flatMap((field) => levelsIn(field, member))) {
			const fault = hiddenIn(level, isShown);
			if (fault) return fault;
		}
	}
	return undefined;
}

/** The first choice of a model that hides the field. A missing choice is refused elsewhere. */
function choiceIn(
	{ displayOptions: { show = {}, hide } = {} }: INodeProperties,
	entered: unknown,
	values: INodeParameters,
): string | undefined {
	return Object.keys({ ...show, ...hide }).find((name) => {
		const choice = values[name];
		const isMade = isExpression(memberOf(entered, name)) && !isNothing(choice);
		return isMade && typeof choice === 'string' && !show[name]?.includes(choice);
	});
}

/** Each entry of a list; the options of a collection. */
function levelsIn(
	field: INodeProperties,
	{ entered, values, path }: Omit<Level, 'fields'>,
): Level[] {
	const fields = fieldsIn(field);
	if (field.type === 'collection') return [{ fields, entered, values, path }];
	if (field.type !== 'fixedCollection' || !isObject(values)) return [];
	return Object.entries(values).flatMap(([name, list]) => {
		if (!Array.isArray(list)) return [];
		const typed = memberOf(entered, name);
		return list.map((entry, at) => ({
			fields,
			entered: memberOf(typed, at),
			values: entry as unknown,
			path: [...path, at],
		}));
	});
}

function isExpression(entered: unknown): boolean {
	return typeof entered === 'string' && entered.startsWith('=');
}

function memberOf(value: unknown, name: string | number): unknown {
	return (value as Record<string | number, unknown> | null | undefined)?.[name];
}

/** By a model. It has to fill in every field, so 0 and false may mean nothing too. */
function isWritten({ entered, values }: Pick<Level, 'entered' | 'values'>): boolean {
	if (isExpression(entered)) return !isNothing(values) && !/^(0|false)$/.test(String(values));
	if (typeof entered !== 'object' || entered === null) return false;
	return Object.entries(entered).some(([name, one]) =>
		isWritten({ entered: one, values: memberOf(values, name) }),
	);
}
