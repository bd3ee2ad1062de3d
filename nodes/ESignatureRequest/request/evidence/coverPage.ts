import { shortened } from '../../../shared/client/foreignText';
import { signerName } from '../../../shared/requests/signatureRequest.schema';
import type { Signature, SignatureRequest } from '../../../shared/requests/signatureRequest.schema';
import { isQualityMet } from '../../../shared/requests/signedQuality';
import { printable } from '../textDocument/textDocument';
import { writeTextPdf } from '../textDocument/textPdf';
import { encode } from './uqr';

interface Cover {
	manifestSha256: string;
	/** By name. */
	hashes: Array<[string, string]>;
	missing: string[];
}

/** Who signed, when, with which quality, and the hashes of all files. */
export function coverPage(
	request: SignatureRequest,
	{ manifestSha256, hashes, missing }: Cover,
): Buffer {
	const list = (title: string, lines: string[]) =>
		lines.length === 0 ? [] : [line(0, title), ...lines.map((text) => line(1, text))];
	const { bytes } = writeTextPdf(
		{
			title: printable(`Evidence: ${shortened(request.title ?? request.id)}`),
			text: printable(factsOf(request).join('\n')),
			fields: [
				...list('Signers', request.signatures.map(signerLine)),
				...list('Missing', missing),
				...hashes.flatMap(([name, hash]) => list(name, [hash])),
				...list('manifest.json, also in the QR code', [manifestSha256]),
			],
			code: encode(manifestSha256, { ecc: 'M', border: 0 }).data,
		},
		{ boxes: 0, yCountsFrom: 'bottom' },
	);
	return bytes;
}

function line(depth: number, text: string) {
	return { depth, text: printable(shortened(text)) };
}

function factsOf(request: SignatureRequest): string[] {
	const met = { true: 'met by all signatures', false: 'not met', undefined: 'not known to be met' };
	const facts = {
		Request: request.id,
		Status: request.status_overall,
		Owner: request.owner,
		Created: request.created_at,
		'Last change': request.updated_at,
		'Quality asked for': `${request.quality ?? 'unknown'}, ${met[`${isQualityMet(request)}`]}`,
		Legislation: request.legislation,
	};
	return Object.entries(facts).flatMap(([name, value]) =>
		value ? `${name}: ${shortened(String(value))}` : [],
	);
}

function signerLine(signature: Signature): string {
	const { signed_quality: quality, signed_legislation: law } = signature;
	const what = [signature.status_code, signature.signed_at, quality, law].filter(Boolean);
	return `${signerName(signature)}: ${what.join(', ')}`;
}
