import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { readAccount } from '../shared/account/account';
import { isEqual } from '../shared/callback/callback';
import { answer } from '../shared/callback/callbackAnswer';
import { checkCallback, isRefusedCall } from '../shared/callback/callbackCheck';
import type { VerifiedCallback } from '../shared/callback/callbackCheck';
import { unreadable } from '../shared/callback/refusal';
import { readTriggerParameters } from '../shared/operation/parameters';
import { eventOutput } from '../shared/signatureRequest/requestEvent';
import { withFiles } from '../shared/signatureRequest/requestFiles';
import { handleOnce } from './handleOnce';
import type { Mark } from './handleOnce';
import { triggerFields, TriggerForm } from './trigger.fields';

/** Never throws: n8n would start a run that fails, and the service would get an answer that says nothing. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	return await handle(context).catch((error: unknown) => answer(context, unreadable(error)));
}

/** From a call to an item; whatever is not believed is answered, and starts nothing. */
async function handle(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const form = readTriggerParameters(context, { schema: TriggerForm, fields: triggerFields });
	if (!hasCertificate(context, form.options)) return answer(context, { status: 401 });

	const { acceptWithoutProof, acceptUnshown, apiVersion: version } = form.options;
	const account = await readAccount(context);
	const { path, events } = form;
	const policy = { account, acceptWithoutProof, acceptUnshown, version, path, events };
	const call = await checkCallback(context, policy);
	if (isRefusedCall(call)) return answer(context, call);

	const outcome = await handleOnce(
		context,
		call,
		async (mark) => await toItem(context, { ...call, ...mark }, form),
	);
	return 'status' in outcome ? answer(context, outcome) : outcome;
}

/** The reverse proxy has checked the certificate of the service (interface.md part 5) and says so in a header. */
function hasCertificate(
	context: IWebhookFunctions,
	{ certificateHeader: name, certificateValue }: TriggerForm['options'],
): boolean {
	if (!name) return true;
	const value = context.getHeaderData()[name.toLowerCase()];
	return typeof value === 'string' && isEqual(value, certificateValue);
}

async function toItem(
	context: IWebhookFunctions,
	{
		request,
		event,
		eventId,
		version,
		signatureId,
		documentId,
		mayBeRepeated,
	}: Omit<VerifiedCallback, 'signatureId'> & Mark,
	{ simplify, downloadDocuments, binaryPropertyName: field }: TriggerForm,
): Promise<INodeExecutionData> {
	const facts = { event, eventId, simplify, signatureId, documentId, mayBeRepeated };
	const json = eventOutput(request, facts);
	const isCallback = true;
	return await withFiles(context, json, { request, version, downloadDocuments, field, isCallback });
}
