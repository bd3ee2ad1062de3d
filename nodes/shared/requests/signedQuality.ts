import { shortened } from '../client/foreignText';
import { signedSignatures, signerName } from './signatureRequest.schema';
import type { Signature, SignatureRequest } from './signatureRequest.schema';

/** AES and AES_MINIMAL mean "at least". DEMO and PART11 have no place on this scale, so only the same meets them. */
const strengths: Record<string, number> = { SES: 1, AES_MINIMAL: 2, AES: 2, QES: 3 };

/** Undefined if Skribble doesn't show both qualities. */
function isMet(
	{ signed_quality: signed }: Signature,
	{ quality: asked }: SignatureRequest,
): boolean | undefined {
	if (!signed || !asked) return undefined;
	return signed === asked || (strengths[signed] ?? 0) >= (strengths[asked] ?? Infinity);
}

/** True after everyone has signed, and false from the first signature below the quality asked for. */
export function isQualityMet(request: SignatureRequest): boolean | undefined {
	const met = signedSignatures(request).map((one) => isMet(one, request));
	if (met.includes(false)) return false;
	const isComplete = met.length > 0 && met.length === request.signatures.length;
	return isComplete && !met.includes(undefined) ? true : undefined;
}

/** The signatures that don't certainly have the quality asked for, in words. */
export function qualityFaults(request: SignatureRequest): string[] {
	return signedSignatures(request).flatMap((one) => {
		const met = isMet(one, request);
		const signer = shortened(signerName(one));
		if (met === undefined) return [`the quality of the signature by ${signer} is unknown`];
		const { signed_quality: signed = '' } = one;
		return met ? [] : [`${signer} signed with ${shortened(signed)} instead of ${request.quality}`];
	});
}
