import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v3';

import { readRules } from '../../shared/account/account';
import type { Endpoint } from '../../shared/client/call';
import { callService, accepting404 } from '../../shared/client/callService';
import { outcomeOf } from '../../shared/client/errors';
import type { ItemContext, Operation } from '../../shared/execution/operation';
import { executeSteps } from '../../shared/execution/steps';
import type { Step } from '../../shared/execution/steps';
import { fields } from '../../shared/form/field';
import { getRequest, readRequest } from '../../shared/requests/readRequest';
import { hasEnded } from '../../shared/requests/shownRequest';
import { identifiersOf, signerName } from '../../shared/requests/signatureRequest.schema';
import type { Signature, SignatureRequest } from '../../shared/requests/signatureRequest.schema';
import { readAfterwards } from '../changeRequest';
import { addSignerEndpoint, LOOK_WITH_GET, removeSignerEndpoint } from '../endpoints';
import { settingsToKeep } from '../request/update/updateRequest';
import { requestField, requestOutput, requestOutputFields } from '../requestForm';
import { shownDocuments } from '../shownDocuments';
import { findSigner, requireSid, signerField } from '../signerEntry/findSigner';
import { requireFitting } from '../signerEntry/readSigners';
import { signatureOf } from '../signerEntry/signer.body';
import { newSignerFields } from '../signerEntry/signer.fields';
import { signerSchema } from '../signerEntry/signer.schema';
import type { Signer } from '../signerEntry/signer.schema';

const replacedField = {
	...signerField,
	displayName: 'Signer to Replace',
	description: "A signer who hasn't signed yet, by email address or by the sid in the request",
	forModel: 'Email address or sid of the signer to replace',
} as const;

/** The new signer is read apart: which fields count depends on the others. */
const ownFields = fields(requestField, replacedField, ...requestOutputFields);

const form = fields(requestField, replacedField, ...newSignerFields, ...requestOutputFields);

const endpoint: Endpoint = {
	...addSignerEndpoint,
	howToCheck: `No one was removed. ${LOOK_WITH_GET} whether the new signer is in the request. If so, remove the other one with Signer: Remove instead of running this again.`,
};

/** What the second step has to know of the first. */
interface Added extends IDataObject {
	/** Of the signer to remove. */
	sid: string;
	replaced: string;
	added: string;
}

/** Adds first: a request whose only open signer is removed may end. */
async function execute(item: ItemContext) {
	const { context, itemIndex, version } = item;
	const { requestId, signer: wanted, ...choice } = item.read(ownFields);
	const signer = readNewSigner(item);
	const ref = { version, requestId, itemIndex };
	const result: { added?: Added; request?: SignatureRequest } = {};
	const add: Step<Added> = {
		name: 'added',
		what: 'the new signer',
		async do() {
			const request = await readRequest(context, ref);
			const shown = requireReplaceable(item, request, { wanted, signer });
			const body = await bodyFor(item, { request, shown, signer });
			const replaced = { sid: requireSid(item, shown), replaced: addressOf(shown) };
			await callService(context, {
				...item.callTo(endpoint, requestId),
				body: { json: body },
				...(signer.kind === 'group' && { feature: 'signerGroups' }),
			});
			return { ...replaced, added: addressOf(body as Signature) };
		},
		onAnswer(added) {
			result.added = added;
		},
	};
	const remove: Step = {
		async do() {
			const { sid } = result.added as Added;
			// An earlier attempt may have removed the signer.
			await callService(context, accepting404(item.callTo(removeSignerEndpoint, requestId, sid)));
			return {};
		},
		describeFailure: (error) => describeBoth(result.added as Added, error),
	};
	const read: Step = {
		async do() {
			const done = 'The signer was replaced';
			return (result.request = await readAfterwards(context, { ...ref, done }));
		},
	};
	await executeSteps(item, [add, remove, read]);
	return { json: requestOutput(result.request as SignatureRequest, choice) };
}

function readNewSigner(item: ItemContext): Signer {
	const schema = z
		.record(z.unknown())
		.transform((entry) => ({ ...entry, placement: 'free' }))
		.pipe(signerSchema(item.version));
	const names = newSignerFields.map(({ name }) => name);
	return item.readAs(names, schema);
}

/** The signer to replace, if nothing speaks against it. */
function requireReplaceable(
	item: ItemContext,
	request: SignatureRequest,
	{ wanted, signer }: { wanted: string; signer: Signer },
): Signature {
	if (hasEnded(request)) {
		throw item.error(
			`The request is ${request.status_overall}, so its signers can't be replaced`,
			'Create a new request with the right signers. Nothing was changed.',
		);
	}
	const shown = findSigner(item, request, wanted);
	const name = addressOf(shown);
	if (shown.status_code?.toUpperCase() === 'SIGNED') {
		throw item.error(
			`${name} has signed already and can't be replaced`,
			'To add another signer, use Signer: Add. Nothing was changed.',
		);
	}
	const who = signer.groupId ?? signer.email?.toLowerCase();
	const isNew = request.signatures.every(
		(one) => one === shown || ![...identifiersOf(one), one.signer_group_id].includes(who),
	);
	// Also after an earlier attempt that ended halfway.
	if (who === undefined || isNew) return shown;
	throw item.error(
		`${who} is already a signer of this request`,
		`To remove ${name}, use Signer: Remove with the sid ${requireSid(item, shown)}. Nothing was changed.`,
	);
}

/** Both people often have the same name. */
function addressOf(signature: Signature): string {
	const { account_email, signer_identity_data: identity } = signature;
	return account_email ?? identity?.email_address ?? signerName(signature);
}

/** The new person with the settings of the other one. */
async function bodyFor(
	item: ItemContext,
	{ request, shown, signer }: { request: SignatureRequest; shown: Signature; signer: Signer },
): Promise<IDataObject> {
	const { version } = item;
	const rules = await readRules(item.context, version);
	const settings = settingsToKeep(shown, { version, rules });
	const isListed = version !== 'v3' || settings.document_signatures !== undefined;
	const documentIds = isListed ? [] : shownDocuments(item, request).map(({ id }) => id);
	const documentCount = documentIds.length;
	requireFitting(item, { signers: [signer] }, { documentCount, rules, quality: request.quality });
	const whole = { ...signer, ...(version !== 'v1' && identitySettings(shown)) };
	return { ...signatureOf(whole, { version, rules, documentIds }), ...settings };
}

/** Settings that are part of the identity data, if the request shows them. */
function identitySettings({
	language,
	signer_identity_data,
}: Signature): Pick<Signer, 'language' | 'requireEvidence'> {
	const { language: ofIdentity = language, identification_require_evidence: evidence } =
		signer_identity_data ?? {};
	return {
		language: ofIdentity as Signer['language'],
		requireEvidence: evidence === true || undefined,
	};
}

function describeBoth({ sid, replaced, added }: Added, error: unknown): string {
	const state =
		outcomeOf(error) === 'unknown'
			? `${added} was added, and ${replaced} may still be in the request.`
			: `Both signers are in the request now: ${added} was added, and ${replaced} wasn't removed.`;
	return `${state} Remove ${replaced} with Signer: Remove, sid ${sid}. If they've signed already, remove ${added} instead.`;
}

export const operation: Operation = {
	option: {
		name: 'Replace',
		value: 'replace',
		action: 'Replace signer',
		description:
			'Correct a wrong email address: the new signer gets the same order, position and settings',
	},
	forAgents:
		"Replace a signer who was entered with a wrong address. The new person gets the invitation immediately, or when it's their turn. The other one can't sign anymore",
	fields: form,
	endpoints: [endpoint, removeSignerEndpoint, getRequest],
	done: 'replaced',
	execute,
};
