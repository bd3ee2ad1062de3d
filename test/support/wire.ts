/** A second description of the wire, written from the contract: what the nodes send is held against it. */
import Ajv from 'ajv';
import changes from '../wire/changes.json';
import createV1 from '../wire/createRequest.v1.json';
import createV2 from '../wire/createRequest.v2.json';
import createV3 from '../wire/createRequest.v3.json';
import definitions from '../wire/definitions.json';

const ajv = new Ajv({ allErrors: true });
ajv.addSchema(definitions);
ajv.addSchema(changes);
const validate = {
	v1: ajv.compile(createV1),
	v2: ajv.compile(createV2),
	v3: ajv.compile(createV3),
};

interface SentSignature {
	order?: number;
	sequence?: number;
	document_signatures?: Array<{ document_id: string }>;
}

export interface SentRequest {
	title?: string;
	documents?: Array<{ id: string }>;
	document_id?: string;
	signatures?: SentSignature[];
	[name: string]: unknown;
}

/** Fails when the body of POST /signature-requests is not what the contract says. */
export function expectOnTheWire(version: 'v1' | 'v2' | 'v3', body: SentRequest): void {
	const check = validate[version];
	void check(body);
	expect({ body, errors: check.errors }).toEqual({ body, errors: null });
	expectCounted(body.signatures ?? []);
	const ids = (body.documents ?? []).map(({ id }) => id);
	if (version === 'v3') expect(ids[0]).toBe(body.document_id);
	for (const { document_signatures: places = [] } of body.signatures ?? []) {
		expect(ids).toEqual(expect.arrayContaining(places.map(({ document_id: id }) => id)));
	}
}

export type Change = keyof typeof changes.definitions;

/** Fails when the body of a call that changes a request is not what the contract says. */
export function expectChangeOnTheWire(change: Change, body: unknown): void {
	void ajv.validate(`changes.json#/definitions/${change}`, body);
	expect({ body, errors: ajv.errors }).toEqual({ body, errors: null });
}

/** 1..n without a gap over all signers, or on none. */
function expectCounted(signatures: SentSignature[]): void {
	const orders = signatures.map(({ order, sequence }) => sequence ?? order);
	if (orders.every((order) => order === undefined)) return;
	const distinct = [...new Set(orders)].sort((a, b) => Number(a) - Number(b));
	expect(distinct).toEqual(distinct.map((_, index) => index + 1));
}
