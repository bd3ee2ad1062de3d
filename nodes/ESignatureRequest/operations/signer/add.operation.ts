import { z } from 'zod';

import type { Operation, Turn } from '../../../shared/operation/operation';
import { outputShape } from '../../../shared/operation/output';
import {
	ApiVersion,
	Count,
	Email,
	Flag,
	RequiredText,
	Text,
	Uuid,
} from '../../../shared/operation/scalars.schema';
import { addedSignerBody } from './addedSigner.body';
import type { AddedSigner } from './addedSigner.body';
import { changeRequest } from '../changeRequest';
import { requestField } from '../../fields';
import { pathOf, readRequest } from '../../../shared/signatureRequest/readRequest';
import { requestOutput, requestOutputFields } from '../requestOutput';
import { documentsOf } from '../../../shared/signatureRequest/signatureRequest.schema';
import { addFields } from './add.fields';

const option: Operation['option'] = {
	name: 'Add',
	value: 'add',
	action: 'Add a signer to a request; if it is open, the invitation e-mail goes out at once',
	description: 'Let one more person or group sign; an open request invites them at once',
};

const fields = [requestField, ...addFields, ...requestOutputFields];

const Parameters = z.object({
	apiVersion: ApiVersion,
	requestId: Uuid,
	kind: z.enum(['account', 'both', 'noAccount', 'group']),
	options: z.object({
		order: Count.optional(),
		language: RequiredText.optional(),
		notify: z.unknown().optional(),
	}),
	...outputShape,
});

const Group = z.object({ groupId: RequiredText });
const Account = z.object({ email: Email });

const orNothing = Text.transform((text) => text || undefined).optional();
/** None is mandatory since v2, but somebody must be named. */
const Identity = z.object({
	firstName: RequiredText,
	lastName: RequiredText,
	mobileNumber: orNothing,
	identityEmail: Text.transform((text) => text || undefined)
		.pipe(Email.optional())
		.optional(),
});
/** interface.md 2.4: all mandatory. */
const IdentityV1 = z.object({
	firstName: RequiredText,
	lastName: RequiredText,
	mobileNumber: RequiredText,
	issuingCountry: RequiredText.regex(
		/^[A-Za-z]{2}$/,
		'must be a country code of two letters',
	).transform((code) => code.toUpperCase()),
	provider: RequiredText,
});

async function execute(turn: Turn) {
	const { context, itemIndex } = turn;
	const { apiVersion: version, requestId, kind, options, ...choice } = turn.read(Parameters);
	const place = { version, requestId, itemIndex };
	const signer: AddedSigner = {
		...whoSigns(turn, kind, version),
		order: options.order,
		language: version === 'v1' ? undefined : options.language,
		notify: options.notify === undefined ? undefined : Flag.parse(options.notify),
	};
	const documents = version === 'v3' ? documentsOf(await readRequest(context, place)) : [];
	const body = addedSignerBody(
		version,
		signer,
		documents.map(({ id }) => id),
	);
	const request = await changeRequest(context, {
		...place,
		call: {
			method: 'POST',
			path: pathOf(requestId, 'signatures'),
			body: { json: body },
			...(kind === 'group' && { purpose: 'addSignerGroup' }),
		},
		what: 'this signer',
		done: 'The signer was added',
	});
	return { json: requestOutput(request, choice) };
}

function whoSigns(
	turn: Turn,
	kind: z.output<typeof Parameters>['kind'],
	version: z.output<typeof ApiVersion>,
): AddedSigner {
	if (kind === 'group') return { groupId: turn.read(Group).groupId, hasAccount: false };
	if (kind === 'account') return { email: turn.read(Account).email, hasAccount: true };
	const email = kind === 'both' ? turn.read(Account).email : undefined;
	if (version === 'v1')
		return { email, identity: turn.read(IdentityV1), hasAccount: kind === 'both' };
	const { identityEmail, ...identity } = turn.read(Identity);
	return { email: email ?? identityEmail, identity, hasAccount: kind === 'both' };
}

export const addSigner: Operation = { option, fields, execute };
