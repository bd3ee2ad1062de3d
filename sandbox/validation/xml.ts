import type { Findings } from './judgement.ts';

const SIGNATURE_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#';

export const isXml = (content: Buffer) =>
	/^\ufeff?\s*<(\?xml\s|!--|[A-Za-z_])/.test(content.toString('utf8', 0, 1024));

/**
 * Canonical XML is a standard of its own, which is not built here. So a signature in an XML file is found and not
 * judged: neither valid nor broken is claimed of it.
 */
export function judgeXml(content: Buffer): Findings {
	const isSigned = content.includes(SIGNATURE_NAMESPACE);
	return {
		verification: { readable: true, signatures: [], ...(isSigned && { obstacle: 'xml' }) },
		format: { fileType: 'XML' },
	};
}
