import type { Context } from '../state/context.ts';
import { scheduleExpiry } from './lifecycle/lifecycle.ts';
import { scheduleCascade, scheduleRetention } from './request/deletion.ts';

/** Makes appointments for what the records say is to come. */
export function resumeRequests(context: Context) {
	for (const request of context.store.requests) {
		scheduleExpiry(request, context);
		scheduleRetention(request, context);
		if (request.status === 'OPEN') context.onWaiting(request);
	}
	for (const document of context.store.documents) scheduleCascade(document, context);
}
