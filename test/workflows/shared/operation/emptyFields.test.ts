import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { createIdentity } from '../../../../sandbox/pdf/cms/certificate';
import { signDetached } from '../../../../sandbox/pdf/signing/signCms';
import { addAttachment } from '../../../support/attachments';
import { nodes } from '../../../support/descriptions';
import { addObserver } from '../../../support/observers';
import { smallPdf } from '../../../support/pdf';
import { signers } from '../../../support/requestOperation';
import { startRecorded } from '../../../support/recorded';
import { byId } from '../../../support/service';
import type { Service } from '../../../support/service';

/** What an expression may answer with where there is nothing. */
const nothings = {
	null: '={{ null }}',
	undefined: '={{ undefined }}',
	'an empty text': '={{ "" }}',
};

/** An empty text empties these at the service, as the form says. */
const emptied = ['message', 'custom', 'readAccess', 'writeAccess', 'ccEmailAddresses'];

/** Fields that every run has: those that are required, and those that say what it is about. */
const usual: INodeParameters = {
	source: 'binary',
	title: 'A',
	kind: 'account',
	email: 'bob@example.com',
	changes: { title: 'B' },
	signers: { signer: [{ kind: 'account', email: 'ann@example.com' }] },
};

const perOperation: Record<string, INodeParameters> = {
	// Only of somebody with an account.
	'signer getSignatureQualities': { email: 'demo@sandbox.example' },
	'observer add': { kind: 'email' },
	'request getReport': { format: 'json' },
};

const onlyDrafts = ['initiate', 'addDocument', 'removeDocument', 'clearExpiry'];

/** A signature in a file of its own. */
let signature: Buffer;
beforeAll(async () => {
	const dora = await createIdentity('Dora', { quality: 'AES', legislation: 'EIDAS' });
	const signed = await signDetached([smallPdf], dora, new Date('2026-03-01T10:00:00Z'));
	signature = Buffer.from(signed);
});

const operations = nodes
	.filter(({ operations: all }) => all.length > 0)
	.flatMap(({ description, operations: all }) =>
		all.map(({ resource, operation }) => ({ description, resource, operation })),
	);

type Case = (typeof operations)[number];

/** The fields of the form that an expression can fill and that may stay empty. */
function optionalFields({ description, resource, operation }: Case): INodeProperties[] {
	return description.properties.filter(
		({ displayOptions, required, noDataExpression, type }) =>
			displayOptions?.show?.resource?.includes(resource) &&
			displayOptions.show.operation?.includes(operation) &&
			!required &&
			!noDataExpression &&
			type !== 'notice' &&
			type !== 'callout',
	);
}

/** A switch that was added has its default then, which says something: that it was added. */
function isSkipped({ name, type, required, noDataExpression }: INodeProperties, nothing: string) {
	const isMeant = nothing === nothings['an empty text'] && emptied.includes(name);
	return type === 'boolean' || required === true || noDataExpression === true || isMeant;
}

function filled({ type, options = [] }: INodeProperties, given: unknown, nothing: string): unknown {
	if (type === 'resourceLocator') return given ?? byId(nothing);
	if (type === 'collection') {
		return members(options as INodeProperties[], (given ?? {}) as IDataObject, nothing);
	}
	if (type !== 'fixedCollection' || given === undefined) return given ?? nothing;
	const [entry] = options as Array<{ name: string; values: INodeProperties[] }>;
	const entries = (given as Record<string, IDataObject[]>)[entry!.name] ?? [];
	const list = entries.map((one) => members(entry!.values, one, nothing));
	return { [entry!.name]: list };
}

function members(fields: INodeProperties[], given: IDataObject, nothing: string): IDataObject {
	const others = fields.filter((field) => !(field.name in given) && !isSkipped(field, nothing));
	return {
		...Object.fromEntries(others.map((field) => [field.name, filled(field, undefined, nothing)])),
		...given,
	} as IDataObject;
}

async function parametersFor(service: Service, { resource, operation }: Case, version: string) {
	const documents = [await service.addDocument(), await service.addDocument()];
	const { id } = await service.addRequest(version, {
		...signers('ann@example.com'),
		...(version === 'v3' && { documents: documents.map((one) => ({ id: one })) }),
	});
	return {
		...usual,
		...perOperation[`${resource} ${operation}`],
		resource,
		operation,
		apiVersion: version,
		requestId: byId(id),
		documentId: byId(documents[1]!),
		...(resource === 'validation' && { validationId: await addValidation(service) }),
		...(resource === 'signer' && { signer: byId('ann@example.com') }),
		...(resource === 'observer' && { observerId: byId(await addObserver(service, id)) }),
		...(resource === 'attachment' && { attachmentId: byId(await addAttachment(service, id)) }),
	} as INodeParameters;
}

async function addValidation(service: Service): Promise<string> {
	const response = await service.call('/validation/v1/validate/document', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ content: smallPdf.toString('base64') }),
	});
	return ((await response.json()) as { id: string }).id;
}

/** What was sent and what came out, whatever the ids are. */
async function outcome(kase: Case, nothing?: string) {
	const isOfDraft = kase.resource === 'observer' || onlyDrafts.includes(kase.operation);
	const version = isOfDraft ? 'v3' : 'v2';
	const bytes = kase.operation === 'validateSignature' ? signature : smallPdf;
	const service = await startRecorded();
	const parameters = await parametersFor(service, kase, version);
	const own = optionalFields(kase);
	const empty = Object.fromEntries(
		own
			.filter(({ name }) => !(name in parameters) || typeof parameters[name] === 'object')
			.map((field) => [field.name, filled(field, parameters[field.name], nothing ?? '')]),
	) as INodeParameters;
	service.sandbox.calls.clear();
	const { error, outputs } = await service.engine.run({
		type: kase.description.name,
		parameters: nothing === undefined ? parameters : { ...parameters, ...empty },
		items: [{ files: { data: { bytes, fileName: 'a.pdf' } } }],
	});
	const sent = service.sandbox.calls
		.matching({ path: /^(?!.*login)/ })
		.map(({ method, path, query }) => ({ method, path, query }));
	const json = outputs.flat().map((item) => Object.keys(item.json).sort());
	const bodies = [service.sent, service.uploads, service.changes];
	return { error: error?.message, sent: withoutIds([sent, bodies]), json };
}

function withoutIds(value: unknown): unknown {
	const text = JSON.stringify(value) ?? '';
	const ids = /ob_[\w-]+|[0-9a-f]{8}-[0-9a-f-]{27}|127\.0\.0\.1:\d+/g;
	return text.replace(ids, '…').replace(/(nonce|proof|signature)=[^"&]+/g, '$1=…');
}

describe.each(operations.map((kase) => [`${kase.resource} ${kase.operation}`, kase] as const))(
	'%s',
	(_name, kase) => {
		it('does the same whether optional fields are left out or filled with nothing', async () => {
			const untouched = await outcome(kase);
			expect(untouched.error).toBeUndefined();
			for (const [title, nothing] of Object.entries(nothings)) {
				expect({ title, ...(await outcome(kase, nothing)) }).toEqual({ title, ...untouched });
			}
		});
	},
);
