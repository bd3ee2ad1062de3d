import type { IDataObject } from 'n8n-workflow';

import { getContent, getDocument } from '../../shared/documents/documentCalls';
import { requestFileName, safeFileName } from '../../shared/documents/fileName';
import type { ItemContext, Operation } from '../../shared/execution/operation';
import { fields } from '../../shared/form/field';
import { optionsField, outputFileField, timeoutField } from '../../shared/form/fields';
import { getReport } from '../../shared/requests/auditReport';
import { getRequest, readRequest } from '../../shared/requests/readRequest';
import { stateChangedAt } from '../../shared/requests/requestEvent';
import { progressOf, requestFacts } from '../../shared/requests/shownRequest';
import type { SignatureRequest } from '../../shared/requests/signatureRequest.schema';
import { isQualityMet, qualityFaults } from '../../shared/requests/signedQuality';
import { etsiEndpoint } from '../../shared/validation/result';
import { validateEndpoints } from '../../shared/validation/validateOnce';
import { requestField } from '../requestForm';
import { shownDocuments } from '../shownDocuments';
import { collectEvidence } from './evidence/collectEvidence';
import { coverPage } from './evidence/coverPage';
import { fileOf, jsonFile, sha256Of, zipOf } from './evidence/evidenceFile';
import type { EvidenceFile } from './evidence/evidenceFile';

const requirements = [
	{ name: 'All Have Signed', value: 'signed' },
	{
		name: 'Quality Met',
		value: 'quality',
		description: 'Each signature has at least the quality that the request asked for',
	},
	{
		name: 'Validation Passed',
		value: 'validation',
		description: 'The validation finds all signatures of all documents valid',
	},
] as const;

const form = fields(
	requestField,
	{
		displayName: 'Require',
		name: 'required',
		type: 'multiOptions',
		default: ['signed'],
		options: [...requirements],
		description:
			"The node fails if a selected condition isn't met. The output and the cover page only report the others.",
	},
	{
		displayName: 'Validate Documents',
		name: 'validate',
		type: 'boolean',
		default: true,
		description:
			'Whether to add the validation of each document, if your API user may validate. Each validation uses credits.',
	},
	outputFileField('the ZIP file'),
	optionsField([timeoutField]),
);

/** What isn't met, in words. */
type Faults = Partial<Record<(typeof requirements)[number]['value'], string[]>>;

export const operation: Operation = {
	option: {
		name: 'Get Evidence Package',
		value: 'getEvidencePackage',
		action: 'Get evidence package of request',
		description: 'Get a ZIP file with the documents, the audit report, and supporting evidence',
	},
	fields: form,
	endpoints: [
		...[getRequest, getContent, getDocument, getReport],
		...[...validateEndpoints('document'), etsiEndpoint],
	],
	done: 'validated',
	async execute(item) {
		const { context, itemIndex, version } = item;
		const { requestId, required, binaryPropertyName, options, ...choice } = item.read(form);
		const request = await readRequest(context, { version, requestId, itemIndex });
		shownDocuments(item, request);
		const faults: Faults = { signed: signedFaults(request), quality: qualityFaults(request) };
		requireAll(item, required, faults);
		const validate = choice.validate || required.includes('validation');
		const { files, invalid } = await collectEvidence(item, request, { ...options, validate });
		faults.validation = invalid;
		requireAll(item, required, faults);

		const missing = Object.values(faults).flat();
		const { all, manifestSha256 } = await withManifest(request, files, missing);
		const fileName = safeFileName(requestFileName(request).replace(/\.pdf$/, ''), '.zip');
		const modifiedAt = new Date(stateChangedAt(request) ?? 0);
		const zip = await zipOf(context, all, { fileName, modifiedAt });
		const facts = { fileName, qualityMet: isQualityMet(request), manifestSha256, missing };
		const json = { ...requestFacts(request), ...facts, files: all.map(({ name }) => name).sort() };
		return { json, binary: { [binaryPropertyName]: zip } };
	},
};

function signedFaults(request: SignatureRequest): string[] {
	if (request.status_overall?.toUpperCase() === 'SIGNED') return [];
	const { signed, total } = progressOf(request);
	return [`${signed} of ${total} have signed`];
}

function requireAll({ error }: ItemContext, required: string[], faults: Faults): void {
	const missing = Object.entries(faults).filter(([name]) => required.includes(name));
	const reasons = missing.flatMap(([, found]) => found);
	if (reasons.length === 0) return;
	throw error(
		`The evidence isn't complete: ${reasons.join(', ')}`,
		'Try again when it is complete. To get an incomplete package, choose less in Require.',
	);
}

/** The manifest has the hashes of all files, and the cover page has that of the manifest. */
async function withManifest(request: SignatureRequest, files: EvidenceFile[], missing: string[]) {
	const hashes: Array<[string, string]> = [];
	for (const file of files) hashes.push([file.name, await sha256Of(file)]);
	hashes.sort(([a], [b]) => (a < b ? -1 : 1));
	const about: IDataObject = { request: request.id, missing };
	const manifest = jsonFile('manifest.json', { ...about, sha256: Object.fromEntries(hashes) });
	const manifestSha256 = await sha256Of(manifest);
	const cover = fileOf('cover.pdf', coverPage(request, { manifestSha256, hashes, missing }));
	return { all: [...files, manifest, cover], manifestSha256 };
}
