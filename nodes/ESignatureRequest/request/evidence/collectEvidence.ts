import type { IDataObject } from 'n8n-workflow';

import { callTo } from '../../../shared/client/call';
import { shortened } from '../../../shared/client/foreignText';
import { pdfFromBinary } from '../../../shared/documents/document';
import { downloadPdf, downloadXml } from '../../../shared/documents/download';
import type { ItemContext } from '../../../shared/execution/operation';
import { getReport, readReport } from '../../../shared/requests/auditReport';
import { downloadDocumentsOf } from '../../../shared/requests/requestFiles';
import type { SignatureRequest } from '../../../shared/requests/signatureRequest.schema';
import { etsiEndpoint, resultCall } from '../../../shared/validation/result';
import { acceptedFile, validateOnce } from '../../../shared/validation/validateOnce';
import { judge } from '../../../shared/validation/verdict';
import { fileOf, jsonFile, storedFile } from './evidenceFile';
import type { EvidenceFile } from './evidenceFile';
import { verifyText } from './verifyText';

type RequestDocument = Awaited<ReturnType<typeof downloadDocumentsOf>>[number];

interface Evidence {
	/** The first is a small one in n8n's storage. */
	files: EvidenceFile[];
	/** Why documents aren't known to be valid. */
	invalid: string[];
}

export async function collectEvidence(
	item: ItemContext,
	request: SignatureRequest,
	{ validate, timeoutSeconds }: { validate: boolean; timeoutSeconds?: number },
): Promise<Evidence> {
	const { context, version, itemIndex } = item;
	const settings = { version, timeoutSeconds, itemIndex };
	const documents = await downloadDocumentsOf(context, request, settings);
	const report = await downloadPdf(context, {
		call: { ...callTo(getReport, request.id), ...settings, query: { type: 'PDF' } },
		about: { fileName: 'audit-report.pdf' },
	});
	const files = [
		await storedFile(item, 'audit-report.pdf', report),
		jsonFile('audit-report.json', await readReport(context, request.id, settings)),
		jsonFile('request.json', dataOf(request)),
		fileOf('verify.md', verifyText),
	];
	const invalid = validate ? [] : ["the documents aren't validated"];
	for (const document of documents) {
		const { fileName = document.name } = document.file;
		files.push(await storedFile(item, `documents/${fileName}`, document.file));
		if (!validate) continue;
		const validation = await validationOf(item, document, fileName, timeoutSeconds);
		files.push(...validation.files);
		invalid.push(...validation.invalid.map((reason) => `${fileName}: ${reason}`));
	}
	return { files, invalid };
}

/** Who has a signing link can open the documents. The other one is no member of the answer. */
const LEFT_OUT = ['signing_url', 'signersUnknown'];

function dataOf(request: SignatureRequest): IDataObject {
	const filed = (one: IDataObject) =>
		Object.fromEntries(Object.entries(one).filter(([name]) => !LEFT_OUT.includes(name)));
	return { ...filed(request), signatures: request.signatures.map(filed) };
}

/** The key may have no right to validate, and the service may be away: then the package says so. */
async function validationOf(
	item: ItemContext,
	{ documentId, file }: RequestDocument,
	fileName: string,
	timeoutSeconds?: number,
): Promise<Evidence> {
	try {
		const pdf = await pdfFromBinary(item, file, acceptedFile('document'));
		const { answer, info, report } = await validateOnce(item, {
			...{ what: 'document', file: pdf, fullReport: true, step: documentId },
			options: { timeoutSeconds },
		});
		const judgement = judge(info, answer);
		const result: IDataObject = { ...answer, validation: info, ...report, ...judgement };
		const etsi = await downloadXml(item.context, {
			call: resultCall(item, etsiEndpoint, answer.id),
			about: { fileName: `${fileName}.xml` },
		});
		const files = [
			jsonFile(`validation/${fileName}.json`, result),
			await storedFile(item, `validation/${fileName}.etsi.xml`, etsi),
		];
		return { files, invalid: judgement.verdict === 'passed' ? [] : [judgement.explanation] };
	} catch (error) {
		return { files: [], invalid: [`not validated: ${shortened((error as Error).message)}`] };
	}
}
