/** n8n replaces a message that contains a code, such as ECONNRESET, with its own. */
const faults: Record<string, string> = {
	ECONNREFUSED: 'the connection was refused',
	ENOTFOUND: 'the host name is unknown',
	EAI_AGAIN: "the host name can't be looked up",
	EHOSTUNREACH: 'there is no route to the host',
	ENETUNREACH: 'there is no route to the network',
	ECONNRESET: 'the connection was cut',
	EPIPE: 'the connection was cut',
	ERR_STREAM_PREMATURE_CLOSE: 'the connection was cut',
	ETIMEDOUT: 'there was no answer in time',
	ECONNABORTED: 'there was no answer in time',
	ERR_CANCELED: 'the execution was canceled',
};

const certificates: Record<string, string> = {
	CERT_HAS_EXPIRED: 'its TLS certificate has expired',
	CERT_NOT_YET_VALID: "its TLS certificate isn't valid yet",
	ERR_TLS_CERT_ALTNAME_INVALID: 'its TLS certificate is for another host',
};

const certificateFault = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|EPROTO/;

export function describeFault(code: string | undefined): string {
	if (code === undefined) return 'the connection failed';
	const certificate = certificates[code];
	if (certificate !== undefined) return certificate;
	if (certificateFault.test(code)) return "this n8n doesn't trust its TLS certificate";
	return faults[code] ?? 'the connection failed';
}

/** Whether no byte of the request can have reached Skribble. */
export function failedBeforeSending(code: string | undefined): boolean {
	return (
		code !== undefined &&
		(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code) ||
			certificateFault.test(code))
	);
}

/** An overloaded service may also fall silent. */
export function isTimeout(code: string | undefined): boolean {
	return code === 'ETIMEDOUT' || code === 'ECONNABORTED';
}

/** n8n and axios put the code in several members. */
export function faultCode(error: unknown): string | undefined {
	for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 4; depth++) {
		const { code, errors, cause } = at as { code?: unknown; errors?: unknown; cause?: unknown };
		if (typeof code === 'string') return code;
		// Node tries IPv6 and IPv4 and reports both failures together.
		at = cause ?? (Array.isArray(errors) ? (errors as unknown[])[0] : undefined);
	}
	return undefined;
}
