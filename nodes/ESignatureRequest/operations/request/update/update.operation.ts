import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v3';

import { readAccount } from '../../../../shared/account/account';
import { rulesOf } from '../../../../shared/account/dialect';
import type { Rules } from '../../../../shared/account/dialect';
import { getDocument } from '../../../../shared/document/endpoints';
import type { ApiVersion as Version } from '../../../../shared/http/call';
import { optional } from '../../../../shared/operation/form.schema';
import { omitUndefined } from '../../../../shared/operation/omit';
import type { ItemContext, Operation } from '../../../../shared/operation/operation';
import { outputShape } from '../../../../shared/operation/output';
import {
	AccessList,
	ApiVersion,
	EmailList,
	HttpsUrl,
	oneOf,
	RequiredText,
	Text,
	Uuid,
} from '../../../../shared/operation/scalars.schema';
import { getRequest, readRequest } from '../../../../shared/signatureRequest/readRequest';
import {
	shownSignatures,
	signerName,
} from '../../../../shared/signatureRequest/signatureRequest.schema';
import type {
	Signature,
	SignatureRequest,
} from '../../../../shared/signatureRequest/signatureRequest.schema';
import { updateRequestEndpoint } from '../../endpoints';
import { requestField } from '../../requestField';
import { requestOutput, requestOutputFields } from '../../requestOutput';
import { shownDocuments } from '../../shownDocuments';
import { findSigner, requireDistinct } from '../../signerEntry/findSigner';
import { pagesFor, wantsDocuments, withImages } from '../../signerEntry/placements';
import { readSigners, requireFitting } from '../../signerEntry/readSigners';
import type { SignerList } from '../../signerEntry/readSigners';
import { listedSigners } from '../../signerEntry/signers.schema';
import { ExpiryDate } from '../expiry';
import { Legislation, missingLegislation, Quality, requireDemoKey } from '../quality';
import { isRecognised, keptSignature } from '../change/keptSignature';
import type { RequestChanges } from '../change/requestChange.body';
import { updateRequest } from '../change/updateRequest';
import { Cleared, emptyValues } from './clear';
import { replacedSignatures } from './update.body';
import { changeFields, signerChangeFields } from './update.fields';

const option: Operation['option'] = {
	name: 'Update',
	value: 'update',
	action: 'Update signature request',
	description: 'Change a draft or open request; signers stay unless their list is replaced',
};

const forAgents =
	'Update a draft or open request. Empty values change nothing; Fields to Clear empties fields. Signers stay unless the tool asks for a new list, which removes those who are missing and invites new ones by email';

const fields = [requestField, changeFields, ...signerChangeFields, ...requestOutputFields];

const Parameters = z.object({
	apiVersion: ApiVersion,
	requestId: Uuid,
	changes: z.object({
		title: optional(RequiredText),
		message: Text.optional(),
		custom: Text.optional(),
		quality: Quality.optional(),
		legislation: Legislation.optional(),
		readAccess: AccessList.optional(),
		writeAccess: AccessList.optional(),
		ccEmailAddresses: EmailList.optional(),
		attachOnSuccess: z.array(oneOf('SIGNED_DOCUMENT', 'SIGNATURE_PROTOCOL')).optional(),
		successUrl: optional(HttpsUrl),
		errorUrl: optional(HttpsUrl),
		updateUrl: optional(HttpsUrl),
		expiresAt: ExpiryDate.optional(),
		clear: Cleared.optional(),
	}),
	signersChange: oneOf('keep', 'replace', 'removeAll'),
	...outputShape,
});
type UpdateParameters = z.output<typeof Parameters>;

interface SignerRules {
	version: Version;
	rules: Rules;
}

async function execute(item: ItemContext) {
	const { context, itemIndex } = item;
	const parameters = item.read(Parameters);
	const { apiVersion: version, requestId, signersChange, ...choice } = parameters;
	const { clear = [], ...given } = parameters.changes;
	const changes = { ...given, ...emptyValues(item, clear, { changes: given, version }) };
	const list = readList(item, parameters);
	if (signersChange === 'keep' && Object.keys(omitUndefined(changes)).length === 0) {
		throw item.fault({ path: ['changes'], message: 'is empty, so there is nothing to change' });
	}

	const { dialect, keyKind } = await readAccount(context);
	const rules = rulesOf(dialect, version);
	requireDemoKey(item, { quality: changes.quality, path: ['changes', 'quality'], keyKind });
	requireCopies(item, changes, rules);
	const ref = { version, requestId, itemIndex };
	const before = await readRequest(context, ref);
	requireLegislation(item, changes, before);
	const signatures = list
		? await signaturesFor(item, list, { version, rules, before })
		: requireShown(item, before).map((one) => kept(item, one, { version, rules }));
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

/** Undefined where all stay. */
function readList(
	item: ItemContext,
	{ apiVersion, signersChange }: UpdateParameters,
): SignerList | undefined {
	switch (signersChange) {
		case 'keep':
			return undefined;
		case 'removeAll':
			return { signers: [] };
		case 'replace':
			return readSigners(item, listedSigners(apiVersion));
	}
}

/** What the service does not know is silently lost. */
function requireCopies(item: ItemContext, changes: RequestChanges, { copiesAs }: Rules): void {
	if (changes.ccEmailAddresses === undefined || copiesAs === 'cc_email_addresses') return;
	throw item.fault({
		path: ['changes', 'ccEmailAddresses'],
		message:
			'does not exist in version v3 of this region, which has observers; use Observer: Add and Observer: Remove',
	});
}

function requireLegislation(
	item: ItemContext,
	{ quality, legislation }: Pick<UpdateParameters['changes'], 'quality' | 'legislation'>,
	{ legislation: present }: SignatureRequest,
): void {
	const message = missingLegislation(quality, legislation ?? (present as string | undefined));
	if (message !== undefined) throw item.fault({ path: ['changes', 'legislation'], message });
}

async function signaturesFor(
	item: ItemContext,
	list: SignerList,
	{ before, ...how }: SignerRules & { before: SignatureRequest },
): Promise<IDataObject[]> {
	const documents = wantsDocuments(list, how.version) ? shownDocuments(item, before) : [];
	const documentIds = documents.map(({ id }) => id);
	requireFitting(item, list, { documentCount: documentIds.length, rules: how.rules });
	requireDistinct(item, list, before);
	const pages = await pagesFor(item, list, { documentIds, version: how.version });
	const { signers } = await withImages(item, list, how.rules);
	const shown = (sid: string) => knownAgain(item, findSigner(item, before, sid), how);
	return replacedSignatures(signers, { ...how, documentIds, pages, shown });
}

/** Signers that are not sent back would be removed, and these are unknown. */
function requireShown({ context, itemIndex }: ItemContext, request: SignatureRequest): Signature[] {
	const shown = shownSignatures(request);
	if (shown) return shown;
	throw new NodeOperationError(
		context.getNode(),
		'The service does not show the signers of this request, and could remove them with this change',
		{
			itemIndex,
			description:
				'Nothing was changed. Make the change in the web application, or say here who signs: choose Signers: Replace the List, or Remove All.',
		},
	);
}

function kept(item: ItemContext, shown: Signature, how: SignerRules): IDataObject {
	return keptSignature(knownAgain(item, shown, how), how);
}

/** A signer whom the service does not recognise would be removed. */
function knownAgain(
	{ context, itemIndex }: ItemContext,
	shown: Signature,
	{ rules }: SignerRules,
): Signature {
	if (isRecognised(shown, rules)) return shown;
	throw new NodeOperationError(
		context.getNode(),
		`The service shows too little of signer ${signerName(shown)}, and would remove them with this change`,
		{
			itemIndex,
			description:
				'It knows signers again by their email address, identity data or group, and shows none of these. Nothing was changed. Make the change in the web application, or withdraw the request and create it again.',
		},
	);
}

/** No signer is silently dropped. */
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
		message: `Item ${itemIndex + 1}: the service has removed ${removed.join(', ')} from the signers`,
		location: 'outputPane',
		type: 'warning',
	});
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	endpoints: [updateRequestEndpoint, getRequest, getDocument],
	done: 'updated',
	execute,
};
