import type {
	IDataObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import type { Body } from './body';
import type { Target } from './endpoint';

export type ApiVersion = 'v1' | 'v2' | 'v3';
/** Wherever files can be kept: everywhere but in pickers. */
export type FileContext = IExecuteFunctions | IPollFunctions | IWebhookFunctions;
export type CallContext = FileContext | ILoadOptionsFunctions;

/** What goes along with an endpoint this time. */
export interface Call extends Target {
	version: ApiVersion;
	query?: IDataObject;
	body?: Body;
	accept?: string;
	/** Hidden wherever the service repeats them. */
	secretHeaders?: Record<string, string>;
	/** `stream` hands the body over unread. */
	answerAs?: 'text' | 'stream';
	/** Leaves the proofs in callback addresses as they are, for a caller that compares them and shows none. */
	keepsProofs?: boolean;
	/** Whether the first failure is reported at once, because the other end waits for us. */
	failFast?: boolean;
	/** Refusals that the caller wants to look at itself. */
	alsoAccept?: number[];
	/** The one feature of this call that the service may not have activated. */
	feature?: string;
	/** Bytes to be expected in the answer, so that the time limit fits. */
	expectedBytes?: number;
	/** Instead of the time limit that follows from the size. */
	timeoutSeconds?: number;
	itemIndex: number;
}

export interface Answer {
	status: number;
	headers: IDataObject;
	body: unknown;
	/** Whether an earlier attempt of ours may have been carried out: its answer was lost, or said nothing. */
	mayBeDone: boolean;
}
