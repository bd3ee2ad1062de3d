import { html, Html } from '../http/html.ts';
import { indicationOfSignature, signersOf, type Indication } from './indication.ts';
import type { ValidationResult } from './judgement.ts';
import type { VerifiedSignature } from './signatures/verify.ts';
import { validationView } from './validation.view.ts';

/** A signature validation report after ETSI TS 119 102-2, with the elements that the sandbox can fill. */
export function etsiReport(result: ValidationResult): string {
	const reports = signersOf(result.verification).map((signature) =>
		report(indicationOfSignature(signature, result.constraints), signature),
	);
	const content = reports.length > 0 ? reports : [report(validationView(result))];
	const body = content.map(({ text }) => text).join('');
	const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<ValidationReport xmlns="http://uri.etsi.org/19102/v1.2.1#">${body}</ValidationReport>\n`;
	// Names come from the file: anything could stand in them, also what XML does not allow at all.
	return xml.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '?');
}

const element = (name: string, ...content: Array<Html | string | undefined>): Html =>
	new Html(`<${name}>${html`${content}`.text}</${name}>`);

/** Of one signature, or of a file without any. */
function report(outcome: Indication, signature?: VerifiedSignature): Html {
	const { indication, subIndication, details } = outcome;
	const status = element(
		'SignatureValidationStatus',
		element('MainIndication', `urn:etsi:019102:mainindication:${indication.toLowerCase()}`),
		subIndication && element('SubIndication', `urn:etsi:019102:subindication:${subIndication}`),
		...details.map((sentence) => element('AssociatedValidationReportData', sentence)),
	);
	if (!signature) return element('SignatureValidationReport', status);
	const { certificate, fieldName, signedAt, signer } = signature;
	return element(
		'SignatureValidationReport',
		element('SignatureIdentifier', element('DAIdentifier', fieldName)),
		status,
		element(
			'SignatureAttributes',
			signedAt && element('SigningTime', element('Time', signedAt.toISOString())),
		),
		element(
			'SignerInformation',
			element('Signer', signer),
			certificate && element('SubjectName', certificate.subject),
			certificate && element('IssuerName', certificate.issuer),
			certificate && element('SerialNumber', certificate.serialNumber),
		),
	);
}
