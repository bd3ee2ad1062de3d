/** Holds what is sent against the second description of the wire. */
import { wireFaults, type SentRequest, type WireCall } from '../../wire/calls.ts';
import type { Dialect, Version } from '../../wire/schemas.ts';

/** Fails when a call is not what the dialect describes. */
export function expectCallOnTheWire(dialect: Dialect, call: WireCall): void {
	const faults = wireFaults(dialect, call);
	// To compare each call with itself takes longer than all else.
	if (faults.length > 0) expect({ call, faults }).toEqual({ call, faults: [] });
}

/** Fails when the body of POST /signature-requests is not what the dialect describes. */
export function expectOnTheWire(
	version: Version,
	body: SentRequest,
	dialect: Dialect = 'contract',
): void {
	expectCallOnTheWire(dialect, { method: 'POST', path: `/${version}/signature-requests`, body });
}
