import { indicationOfSignature, signersOf, type Indication } from './indication.ts';
import type { VerifiedSignature } from './signatures/verify.ts';
import { validationView } from './validation.view.ts';
import type { ValidationResult } from './validationResults.ts';

/** A signature validation report after ETSI TS 119 102-2, with the elements that the sandbox can fill. */
export function etsiReport(result: ValidationResult): string {
	const { verification, constraints } = result;
	const reports = signersOf(verification).map((signature) =>
		signatureReport(signature, indicationOfSignature(signature, constraints)),
	);
	const content =
		reports.length > 0
			? reports
			: [element('SignatureValidationReport', status(validationView(result)))];
	return `<?xml version="1.0" encoding="UTF-8"?>\n<ValidationReport xmlns="http://uri.etsi.org/19102/v1.2.1#">${content.join('')}</ValidationReport>\n`;
}

function signatureReport(signature: VerifiedSignature, indication: Indication): string {
	const { certificate, fieldName, signedAt, signer } = signature;
	return element(
		'SignatureValidationReport',
		element('SignatureIdentifier', element('DAIdentifier', escaped(fieldName))) +
			status(indication) +
			element(
				'SignatureAttributes',
				signedAt ? element('SigningTime', element('Time', signedAt.toISOString())) : '',
			) +
			element(
				'SignerInformation',
				element('Signer', escaped(signer)) +
					(certificate
						? element('SubjectName', escaped(certificate.subject)) +
							element('IssuerName', escaped(certificate.issuer)) +
							element('SerialNumber', certificate.serialNumber)
						: ''),
			),
	);
}

function status({ indication, subIndication, details }: Indication): string {
	return element(
		'SignatureValidationStatus',
		element('MainIndication', `urn:etsi:019102:mainindication:${indication.toLowerCase()}`) +
			(subIndication
				? element('SubIndication', `urn:etsi:019102:subindication:${subIndication}`)
				: '') +
			details
				.map((sentence) => element('AssociatedValidationReportData', escaped(sentence)))
				.join(''),
	);
}

const element = (name: string, content: string) => `<${name}>${content}</${name}>`;

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&apos;',
};

/** Names come from the file: anything could stand in them, also what XML does not allow at all. */
function escaped(text: string): string {
	return text
		.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
		.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '?');
}
