import type { IDataObject } from 'n8n-workflow';

import type { Template } from './docx';
import type { Placeholder } from './placeholders';

type Kind = 'condition' | 'date' | 'image' | 'list' | 'money' | 'number' | 'text';

/** A placeholder as the user sees it, once for each name. */
export interface Described {
	name: string;
	type: Kind;
	/** The list that it belongs to. */
	list?: string;
	hasDefault: boolean;
}

/** A list has separate fields, a condition hasn't. */
const isList = (own: Placeholder[], path: string) =>
	own.some((one) => one.kind === 'open' && !one.isCondition && one.path === path);

export function describeTemplate({ parts }: Template): Described[] {
	const described = new Map<string, Described>();
	for (const { placeholders } of parts) {
		const lists: string[] = [];
		for (const one of placeholders) {
			if (one.kind === 'close' && isList(placeholders, one.path)) lists.pop();
			if (one.kind === 'else' || one.kind === 'close') continue;
			const list = lists.at(-1);
			const isNew = !described.has(`${list ?? ''}.${one.path}`);
			const known = described.get(`${list ?? ''}.${one.path}`);
			const kind = kindOf(one);
			// Where a name is used several times, its format says the most.
			if (isNew || known?.type === 'text' || known?.type === 'condition') {
				const formats = one.kind === 'value' ? one.formats : [];
				const hasDefault = formats.some(({ name }) => name === 'default');
				described.set(`${list ?? ''}.${one.path}`, {
					name: one.path,
					type: kind,
					list,
					hasDefault,
				});
			}
			if (kind === 'list') lists.push(one.path);
		}
	}
	return [...described.values()];
}

function kindOf(one: Exclude<Placeholder, { kind: 'else' | 'close' }>): Kind {
	if (one.kind === 'image') return 'image';
	if (one.kind === 'open') return one.isCondition ? 'condition' : 'list';
	const names = one.formats.map(({ name }) => name);
	return (['money', 'number', 'date'] as const).find((name) => names.includes(name)) ?? 'text';
}

const EXAMPLES: Record<Exclude<Kind, 'image' | 'list'>, unknown> = {
	condition: true,
	date: '2026-11-20',
	money: 1234.5,
	number: 1234.5,
	text: 'Text',
};

/** Data that the template can be filled with, without its pictures. */
export function exampleOf(described: Described[], list?: string): IDataObject {
	const example: IDataObject = {};
	for (const { name, type, list: own } of described) {
		if (own !== list || type === 'image') continue;
		put(example, name.split('.'), type === 'list' ? [entryOf(described, name)] : EXAMPLES[type]);
	}
	return example;
}

function entryOf(described: Described[], list: string): unknown {
	const isSimple = described.some(({ name, list: own }) => own === list && name === '.');
	return isSimple ? 'Text' : exampleOf(described, list);
}

function put(into: IDataObject, names: string[], value: unknown): void {
	const [name = '', ...rest] = names;
	if (rest.length === 0) {
		if (typeof into[name] !== 'object') into[name] = value as IDataObject;
		return;
	}
	const inner = typeof into[name] === 'object' ? (into[name] as IDataObject) : {};
	into[name] = inner;
	put(inner, rest, value);
}
