import type { IDataObject } from 'n8n-workflow';

import type { Rules } from '../../../shared/account/dialect';
import type { ApiVersion } from '../../../shared/client/call';
import { omitEmpty } from '../../../shared/network/json';
import type { Pages } from '../../../shared/positions/pages';
import { signaturesOf } from '../../signerEntry/signer.body';
import type { Signer } from '../../signerEntry/signer.schema';
import { settingsBody } from '../requestSettings';
import type { SettingValues } from '../requestSettings';
import type { CallbackUrls } from './callbackUrls';

/** A request that the local rules have found right. */
export interface NewRequest extends SettingValues {
	version: ApiVersion;
	title: string;
	/** None: users with write access add them in the web application (interface.md 3.2). */
	signers: Signer[];
	otherFields?: IDataObject;
}

/** How the request names its documents: `inline` content is added while it is sent. */
export type DocumentReference = { inline: true } | { fileUrl: string } | UploadedDocuments;

interface UploadedDocuments {
	documentIds: string[];
	/** Where a signature goes into a corner. */
	pages?: Pages[];
}

/** The body of POST /signature-requests (interface.md 2.1 and 4.3). */
export function toBody(
	request: NewRequest,
	{
		reference,
		callbackUrls,
		rules,
	}: { reference: DocumentReference; callbackUrls: CallbackUrls; rules: Rules },
): IDataObject {
	const { version, signers } = request;
	const { documentIds, pages }: UploadedDocuments =
		'documentIds' in reference ? reference : { documentIds: [] };
	return {
		...request.otherFields,
		...settingsOf({ ...request, ...urlSettings(callbackUrls) }, rules),
		...omitEmpty({
			...documentFields(version, reference),
			signatures: signaturesOf(signers, { version, rules, documentIds, pages }),
		}),
	};
}

/** What was filled in besides documents and signers. */
export function settingsOf(request: NewRequest, rules: Rules): IDataObject {
	return omitEmpty(settingsBody(request, { purpose: 'create', version: request.version, rules }));
}

function urlSettings({ success, update, error }: CallbackUrls): SettingValues {
	return { successUrl: success, updateUrl: update, errorUrl: error };
}

function documentFields(version: ApiVersion, reference: DocumentReference): IDataObject {
	if ('inline' in reference) return { content_type: 'application/pdf' };
	if ('fileUrl' in reference) return { file_url: reference.fileUrl };
	const [first] = reference.documentIds;
	// The contract says document_id, the public service reads documents: each finds its own.
	const all = version === 'v3' && { documents: reference.documentIds.map((id) => ({ id })) };
	return { document_id: first, ...all };
}
