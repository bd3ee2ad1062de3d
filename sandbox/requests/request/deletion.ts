import type { Context } from '../../state/context.ts';
import { applyTransition } from '../lifecycle/lifecycle.ts';
import type { RequestRecord } from '../../state/requestRecord.ts';
import type { StoredDocument } from '../../state/store.ts';

/** Deletes the request now and its documents a little later (interface.md 4.2 and 4.3). */
export function deleteRequest(request: RequestRecord, context: Context, who?: string) {
	if (request.status === 'OPEN') {
		applyTransition({ kind: 'withdraw' }, request, context, who);
		if (context.settings.deleteWithdrawsFirst) return;
	}
	context.store.removeRequest(request);
	cascade([...request.documentIds, ...request.pastDocumentIds], context);
}

function cascade(documentIds: string[], { clock, settings, store }: Context) {
	const cascadesAt = clock.now() + settings.cascadeMs;
	for (const id of documentIds) {
		const document = store.document(id);
		// A document that another request has as well stays.
		if (!document || store.requestsOf(id).length > 0) continue;
		document.cascadesAt = cascadesAt;
		store.touchDocument(document);
		scheduleCascade(document, { clock, store });
	}
}

export function scheduleCascade(
	{ id, cascadesAt }: StoredDocument,
	{ clock, store }: Pick<Context, 'clock' | 'store'>,
) {
	if (cascadesAt !== undefined) clock.schedule(cascadesAt, () => store.removeDocument(id));
}

/** Under a retention policy everything goes at the beginning of the day (interface.md 2.1). */
export function scheduleRetention(request: RequestRecord, context: Context) {
	if (request.autoDeleteAt === undefined) return;
	context.clock.schedule(Date.parse(request.autoDeleteAt), () => {
		if (context.store.request(request.id)) {
			deleteRequest(request, {
				...context,
				settings: { ...context.settings, deleteWithdrawsFirst: false },
			});
		}
	});
}
