import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import type { Interface } from '../account/addresses';
import type { Body } from './body';
import type { Purpose } from './problemTable';

export type ApiVersion = 'v1' | 'v2' | 'v3';
/** Wherever files can be kept: everywhere but in pickers. */
export type FileContext = IExecuteFunctions | IPollFunctions | IWebhookFunctions;
export type CallContext = FileContext | ILoadOptionsFunctions;

export interface Call {
	interface?: Interface;
	version: ApiVersion;
	method: IHttpRequestMethods;
	/** Without the version; ids encoded by the caller with encodeURIComponent. */
	path: string;
	query?: IDataObject;
	body?: Body;
	accept?: string;
	/** `stream` hands the body over unread. */
	answerAs?: 'text' | 'stream';
	/** For the one who holds a call against the callback addresses in the answer, and shows none of them. */
	keepsProofs?: boolean;
	/** Whether a second arrival does no harm. Reads are; what creates or notifies never is. */
	repeatable?: boolean;
	/** Whether the first failure is told at once, because somebody at the other end waits for us. */
	impatient?: boolean;
	/** Refusals that the caller wants to look at itself. */
	alsoAccept?: number[];
	/** What the call is for, where a refusal then means something of its own. */
	purpose?: Purpose;
	/**
	 * For a call that is not sent again by itself, because it costs, but may be by the user without a look
	 * before: what to tell when nobody knows whether it was carried out.
	 */
	ifUnanswered?: string;
	/** Bytes to be expected in the answer, so that the time limit fits. */
	expectedBytes?: number;
	/** In place of the time limit that follows from the size. */
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
