import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { Flag, IsoDate, numberIn, oneOf, optional, RequiredText, Text } from './readers';
import type { SchemaFor } from './readers';

/** n8n's property is the declaration. How its value is read follows from it, unless the field names a reader. */
export interface Field extends INodeProperties {
	reader?: z.ZodTypeAny;
	/**
	 * In a collection, an empty option counts as not added. `clear`: an empty text is a value. `refuse`: the reader
	 * refuses it, because an empty filter isn't the same as no filter.
	 */
	whenEmpty?: 'clear' | 'refuse';
	/** What a model reads that fills in the field of a tool. */
	forModel?: string | WordsForModel;
}

export interface WordsForModel {
	words: string;
	/** Its name for the model, if the field's own one says less. */
	name?: string;
	/** Its value if the model leaves it out. Otherwise it's empty. */
	usual?: string;
	/** If the form needs it only sometimes. */
	required?: true;
}

/** Keeps the literal types, from which the types of the values are inferred. */
export function field<const F extends Field>(one: F): F {
	return one;
}

export function fields<const F extends Field[]>(...list: F): F {
	return list;
}

type Choice<Option> = Option extends { value: infer Value }
	? Value extends ''
		? undefined
		: Value
	: never;

type Read<F> = F extends { reader: infer Reader extends z.ZodTypeAny }
	? z.output<Reader>
	: F extends { type: 'boolean' }
		? boolean
		: F extends { type: 'number' }
			? number
			: F extends { type: 'options'; options: Array<infer Option> }
				? Choice<Option>
				: F extends { type: 'multiOptions'; options: Array<infer Option> }
					? Array<Exclude<Choice<Option>, undefined>>
					: F extends { type: 'collection'; options: infer Members extends Field[] }
						? MemberValues<Members>
						: F extends { required: true } | { whenEmpty: 'clear' }
							? string
							: string | undefined;

/** A hidden field has no value. Read a required one only under the condition that shows it. */
type Hidden<F> = F extends { required: true } | { type: 'boolean' }
	? never
	: F extends { displayOptions: { hide: unknown } }
		? undefined
		: F extends { displayOptions: { show: infer Show } }
			? keyof Show extends '@tool'
				? never
				: undefined
			: never;

type Unread = { type: 'notice' | 'hidden' | 'fixedCollection' | 'json'; reader?: undefined };

/** A name that isn't a literal belongs to a field that its operation reads separately. */
type NameOf<F> = F extends Unread
	? never
	: F extends { name: infer Name extends string }
		? string extends Name
			? never
			: Name
		: never;

type MemberValues<Members extends Field[]> = {
	[Name in NameOf<Members[number]>]?: Read<Extract<Members[number], { name: Name }>>;
};

/** What `execute` gets: the values of a form, by the names of its fields. */
export type Values<F extends readonly Field[]> = {
	[Name in NameOf<F[number]>]:
		| Read<Extract<F[number], { name: Name }>>
		| Hidden<Extract<F[number], { name: Name }>>;
};

const readers = new WeakMap<Field, z.ZodTypeAny>();

/** Undefined for a field that its operation reads separately. */
export function readerOf(one: Field): z.ZodTypeAny | undefined {
	const reader = readers.get(one) ?? one.reader ?? derived(one);
	if (reader) readers.set(one, reader);
	return reader;
}

function derived(one: Field): z.ZodTypeAny | undefined {
	const { type, required, typeOptions, options = [] } = one;
	switch (type) {
		case 'boolean':
			return Flag;
		case 'number': {
			const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = typeOptions ?? {};
			return numberIn({ min: minValue, max: maxValue, isWhole: numberPrecision === 0 });
		}
		case 'options': {
			const values = choicesIn(options);
			return values.includes('') ? optional(oneOf(...values.filter(Boolean))) : oneOf(...values);
		}
		case 'multiOptions':
			return z.array(oneOf(...choicesIn(options)));
		case 'dateTime':
			return required ? IsoDate : optional(IsoDate);
		case 'string':
			if (required) return RequiredText;
			return one.whenEmpty === 'clear' ? Text : optional(Text);
		case 'collection':
			return z.object(memberReaders(options as Field[]));
		default:
			return undefined;
	}
}

function choicesIn(options: NonNullable<Field['options']>): string[] {
	return options.flatMap((option) => ('value' in option ? String(option.value) : []));
}

function memberReaders(members: Field[]): Record<string, z.ZodTypeAny> {
	const readers = Object.entries<z.ZodTypeAny>(readersOf(members));
	return Object.fromEntries(readers.map(([name, reader]) => [name, reader.optional()]));
}

/** For a schema of several fields. Of two with the same name the first counts. */
export function readersOf<F extends readonly Field[]>(
	list: F,
): { [Name in keyof Values<F>]: SchemaFor<Values<F>[Name]> } {
	const found = new Map<string, z.ZodTypeAny>();
	for (const one of list) {
		const reader = readerOf(one);
		if (reader && !found.has(one.name)) found.set(one.name, reader);
	}
	return Object.fromEntries(found) as { [Name in keyof Values<F>]: SchemaFor<Values<F>[Name]> };
}

/** For n8n, which knows nothing of readers. */
export function toProperties(list: readonly Field[]): INodeProperties[] {
	return list.map((one) => {
		const property = { ...one, ...(one.options && { options: one.options.map(toOption) }) };
		delete property.reader;
		delete property.whenEmpty;
		delete property.forModel;
		return property;
	});
}

function toOption(option: NonNullable<Field['options']>[number]) {
	if ('values' in option) return { ...option, values: toProperties(option.values) };
	const [property] = 'type' in option ? toProperties([option]) : [];
	return property ?? option;
}
