import type { INodeParameters } from 'n8n-workflow';
import type { InputItem, RunResult } from '../../support/engine/engine.ts';
import type { Service } from '../../support/service/service.ts';
import type { Cell } from './cells.ts';

/** Where a case plays: a service of its own for each version and dialect of a resource. */
export interface Stage extends Pick<Cell, 'version' | 'dialect'> {
	service: Service;
	/** From where the service can download a PDF. */
	pdfAddress: string;
	/** From where n8n can download a Word template. */
	templateAddress: string;
}

type MaybeLater<T> = Promise<T> | T;

/** A form that the service takes, and what has then become of it there. */
export interface Form {
	parameters: INodeParameters;
	items?: InputItem[];
	/** Holds the output against what the service has then. */
	seen: (result: RunResult) => MaybeLater<void>;
}

/** A form that is refused, by the node or by the service. */
export interface RefusedForm extends Pick<Form, 'parameters' | 'items'> {
	says: RegExp;
}

/** Refused by the service itself, because of what is there. */
export interface StateRefusal extends RefusedForm {
	/** Absent where the node finds it out by looking at what the service has. */
	status?: number;
	key?: string;
	/** How often the call itself is sent; once, unless something before it is refused. */
	sent?: number;
}

export interface Case<Refused extends RefusedForm> {
	title: string;
	/** Everywhere, unless it says otherwise. */
	only?: (cell: Pick<Cell, 'version' | 'dialect'>) => boolean;
	arrange: (stage: Stage) => MaybeLater<Refused>;
}

/** The same in one line; `only` says where. */
export const when = <Refused extends RefusedForm>(
	title: string,
	arrange: Case<Refused>['arrange'],
	only?: Case<Refused>['only'],
): Case<Refused> => ({ title, only, arrange });

/** What one operation has to do, in all its versions and dialects. */
export interface Row {
	operation: string;
	/** Whether the call brings a file along. */
	sendsFile?: true;
	/** Only what is required; all else as the editor begins with. */
	minimal: (stage: Stage) => MaybeLater<Form>;
	/** Fields that are not required, and without which there would still be nothing to do; and why. */
	minimalNeeds?: Record<string, string>;
	/** Several where fields exclude each other. */
	full: (stage: Stage) => MaybeLater<Form[]>;
	/** Whether the body of the full form has other names or another form than in newer versions. */
	hasOwnBodies?: (cell: Pick<Cell, 'version' | 'dialect'>) => boolean;
	/** Fields that no full form can fill in here, and why. */
	cannotFill?: (cell: Pick<Cell, 'version' | 'dialect'>) => Record<string, string>;
	/** Values of a wrong kind that are taken anyway, by `path: kind`, and why. */
	takes?: Record<string, string>;
	/** Rules that cannot be read off a single field. */
	rules?: Array<Case<RefusedForm>>;
	/** How a refusal is explained where it means something of its own here, by the name of the planted one. */
	explains?: Record<string, RegExp>;
	/** What the service refuses because of what is there. */
	refusals: Array<Case<StateRefusal>>;
}

/** A row whose full form is the minimal one and these fields, which do not change what the service has then. */
export const withFull = (
	more: INodeParameters,
	row: Omit<Row, 'full'>,
	seenToo: Form['seen'] = () => undefined,
): Row => ({
	...row,
	full: async (stage) => {
		const form = await row.minimal(stage);
		const seen = async (result: RunResult) => {
			await form.seen(result);
			await seenToo(result);
		};
		return [{ ...form, parameters: { ...form.parameters, ...more }, seen }];
	},
});
