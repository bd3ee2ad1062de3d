import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { addAttachment } from '../../../support/attachments';
import { nodes } from '../../../support/descriptions';
import { addObserver } from '../../../support/observers';
import { smallPdf } from '../../../support/pdf';
import { signers, UNKNOWN } from '../../../support/requestOperation';
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
	validationId: UNKNOWN,
};

const perOperation: Record<string, INodeParameters> = {
	'observer add': { kind: 'email' },
	'request getReport': { format: 'json' },
};

/** Refused or unknown in the bare sandbox; with nothing in its fields it has to end in the same way. */
const withoutResult = [
	'validation getInfo',
	'validation getSigners',
	'validation getFormat',
	'validation getEtsiReport',
	'validation delete',
	'request clearExpiry',
	'request addDocument',
	'request removeDocument',
	'signer getSignatureQualities',
	'validation validateSignature',
];

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
	const { id } = await service.addRequest(version, signers('ann@example.com'));
	return {
		...usual,
		...perOperation[`${resource} ${operation}`],
		resource,
		operation,
		apiVersion: version,
		requestId: byId(id),
		documentId: byId(await service.addDocument()),
		...(resource === 'signer' && { signer: byId('ann@example.com') }),
		...(resource === 'observer' && { observerId: byId(await addObserver(service, id)) }),
		...(resource === 'attachment' && { attachmentId: byId(await addAttachment(service, id)) }),
	} as INodeParameters;
}

/** What was sent and what came out, whatever the ids are. */
async function outcome(kase: Case, nothing?: string) {
	const version = kase.resource === 'observer' || kase.operation === 'initiate' ? 'v3' : 'v2';
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
		items: [{ files: { data: { bytes: smallPdf, fileName: 'a.pdf' } } }],
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
	(name, kase) => {
		it('does the same whether optional fields are left out or filled with nothing', async () => {
			const untouched = await outcome(kase);
			if (!withoutResult.includes(name)) expect(untouched.error).toBeUndefined();
			for (const [title, nothing] of Object.entries(nothings)) {
				expect({ title, ...(await outcome(kase, nothing)) }).toEqual({ title, ...untouched });
			}
		});
	},
);
