import type { IDataObject } from 'n8n-workflow';

import { readAccount } from '../../../shared/account/account';
import { rulesOf } from '../../../shared/account/dialect';
import type { Rules } from '../../../shared/account/dialect';
import { getDocument } from '../../../shared/documents/documentCalls';
import type { ApiVersion } from '../../../shared/client/call';
import { fields } from '../../../shared/form/field';
import type { Values } from '../../../shared/form/field';
import { omitUndefined } from '../../../shared/network/json';
import type { ItemContext, Operation } from '../../../shared/execution/operation';
import { getRequest, readRequest } from '../../../shared/requests/readRequest';
import { shownSignatures, signerName } from '../../../shared/requests/signatureRequest.schema';
import type { Signature, SignatureRequest } from '../../../shared/requests/signatureRequest.schema';
import { updateRequestEndpoint } from '../../endpoints';
import { requestField, requestOutput, requestOutputFields } from '../../requestForm';
import { shownDocuments } from '../../shownDocuments';
import { findSigner } from '../../signerEntry/findSigner';
import { requireDistinct, readSigners, requireFitting } from '../../signerEntry/readSigners';
import type { SignerList } from '../../signerEntry/readSigners';
import { pagesFor, needsDocuments, withImages } from '../../signerEntry/placements';
import { listedSigners } from '../../signerEntry/signers.schema';
import { missingLegislation, requireDemoKey } from '../quality';
import { requireKnown } from '../requestSettings';
import type { SettingValues } from '../requestSettings';
import { changeFields, emptyValues, newListFields, signersChangeField } from './update.fields';
import { canBeMatched, replacedSignatures, signatureToKeep, updateRequest } from './updateRequest';

const option: Operation['option'] = {
	name: 'Update',
	value: 'update',
	action: 'Update signature request',
	description: "Change a draft or open request. Signers don't change unless you replace the list.",
};

const forAgents =
	'Change the title, message, copies, or quality of a request. What you leave out stays as it is. For signers, use Add, Remove, or Replace signer. A new list of signers removes everyone who is missing from it, and emails the others';

const ownFields = fields(requestField, changeFields, signersChangeField, ...requestOutputFields);
type UpdateForm = Values<typeof ownFields>;

const updateFields = fields(
	requestField,
	changeFields,
	signersChangeField,
	...newListFields,
	...requestOutputFields,
);

async function execute(item: ItemContext) {
	const { context, itemIndex, version } = item;
	const { requestId, signersChange, changes: typed, ...choice } = item.read(ownFields);
	const { clear = [], ...given } = typed;
	const changes: SettingValues = { ...given, ...emptyValues(item, clear, given) };
	const list = readList(item, signersChange);
	if (signersChange === 'keep' && Object.keys(omitUndefined(changes)).length === 0) {
		throw item.fault({ path: ['changes'], message: 'is empty\nAdd a field to change.' });
	}

	const { dialect, keyKind } = await readAccount(context);
	const rules = rulesOf(dialect, version);
	requireDemoKey(item, { quality: changes.quality, path: ['changes', 'quality'], keyKind });
	const within = (name: string) => ['changes', name];
	requireKnown(item, changes, { purpose: 'update', version, rules, within });
	const ref = { version, requestId, itemIndex };
	const before = await readRequest(context, ref);
	requireLegislation(item, changes, before);
	const signatures = list
		? await signaturesFor(item, list, {
				version,
				rules,
				before,
				quality: changes.quality ?? before.quality,
			})
		: requireShown(item, before).map((one) =>
				signatureToKeep(requireMatch(item, one, rules), { version, rules }),
			);
	const request = await updateRequest(context, {
		...ref,
		changes,
		signatures,
		what: 'this change',
		done: 'The request was changed',
	});
	hintAtRemoved(item, before, request);
	return { json: requestOutput(request, choice) };
}

/** Undefined if all stay. */
function readList(
	item: ItemContext,
	signersChange: UpdateForm['signersChange'],
): SignerList | undefined {
	switch (signersChange) {
		case 'keep':
			return undefined;
		case 'removeAll':
			return { signers: [] };
		case 'replace':
			return readSigners(item, listedSigners(item.version));
	}
}

function requireLegislation(
	item: ItemContext,
	{ quality, legislation }: SettingValues,
	{ legislation: present }: SignatureRequest,
): void {
	const message = missingLegislation(quality, legislation ?? (present as string | undefined));
	if (message !== undefined) throw item.fault({ path: ['changes', 'legislation'], message });
}

async function signaturesFor(
	item: ItemContext,
	list: SignerList,
	{
		version,
		rules,
		before,
		quality,
	}: { version: ApiVersion; rules: Rules; before: SignatureRequest; quality: unknown },
): Promise<IDataObject[]> {
	const documents = needsDocuments(list, version) ? shownDocuments(item, before) : [];
	const documentIds = documents.map(({ id }) => id);
	requireFitting(item, list, { documentCount: documentIds.length, rules, quality });
	requireDistinct(item, list, before);
	const pages = await pagesFor(item, list, { documentIds, version });
	const { signers } = await withImages(item, list, rules);
	const shown = (sid: string) => requireMatch(item, findSigner(item, before, sid), rules);
	return replacedSignatures(signers, { version, rules, documentIds, pages, shown });
}

/** The service removes signers that are missing from a change, so they have to be known. */
function requireShown({ error }: ItemContext, request: SignatureRequest): Signature[] {
	const shown = shownSignatures(request);
	if (shown) return shown;
	throw error(
		"Skribble doesn't show the signers of this request, and could remove them with this change",
		'Make the change in the web application, or choose Signers: Replace the List. Nothing was changed.',
	);
}

/** The service would remove a signer whom it cannot match. */
function requireMatch({ error }: ItemContext, shown: Signature, rules: Rules): Signature {
	if (canBeMatched(shown, rules)) return shown;
	throw error(
		`Skribble would remove the signer ${signerName(shown)} with this change`,
		'Make the change in the web application, or withdraw the request and create it again. Nothing was changed.',
	);
}

/** So that no removal goes unnoticed. */
function hintAtRemoved(
	{ context, itemIndex }: ItemContext,
	before: SignatureRequest,
	after: SignatureRequest,
): void {
	const stay = shownSignatures(after);
	if (!stay) return;
	const left = new Set(stay.map(({ sid }) => sid));
	const removed = before.signatures.filter(({ sid }) => !left.has(sid)).map(signerName);
	if (removed.length === 0) return;
	context.addExecutionHints({
		message: `Item ${itemIndex + 1}: Skribble removed ${removed.join(', ')} from the signers`,
		location: 'outputPane',
		type: 'warning',
	});
}

export const operation: Operation = {
	option,
	forAgents,
	fields: updateFields,
	endpoints: [updateRequestEndpoint, getRequest, getDocument],
	done: 'updated',
	execute,
};
