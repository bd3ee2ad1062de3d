import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { callbackEvents } from '../../../../shared/signatureRequest/callbackEvent';
import { outputShape } from '../../../../shared/operation/output';
import {
	ApiVersion,
	Count,
	Email,
	EmailList,
	Flag,
	HttpsUrl,
	Text,
} from '../../../../shared/operation/scalars.schema';
import { expiryFault } from '../expiry';
import { ParsedJson, signingOrders } from '../../../signers/signers.schema';
import { MoreDocumentIds, sourceKinds } from './sources';
import { optional } from '../../../signers/visualSignature.schema';
import { waitShape } from '../createAndWait/wait.schema';

const Quality = z.enum(['SES', 'AES', 'AES_MINIMAL', 'QES', 'PART11'], {
	errorMap: () => ({ message: 'must be SES, AES, AES_MINIMAL, QES or PART11' }),
});

const Legislation = z.enum(['ZERTES', 'EIDAS'], {
	errorMap: () => ({ message: 'must be ZERTES or EIDAS' }),
});

const needLegislation: Array<string | undefined> = ['QES', 'AES_MINIMAL'];

/** interface.md 2.1: required with some qualities, possible with the others. */
export function legislationSchema(quality: string | undefined) {
	if (!needLegislation.includes(quality)) return optional(Legislation);
	const message = `is not set, and ${quality} needs it; choose ZERTES or EIDAS`;
	return optional(Legislation).refine((value) => value !== undefined, message);
}

/** A day with or without a time behind it, as date fields and expressions give it. */
const ExpiryDate = z
	.unknown()
	.transform((value) => String(value instanceof Date ? value.toISOString() : value).trim())
	.transform((text) => text.replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, '$1'))
	.superRefine((date, refinement) => {
		const message = expiryFault(date, Date.now());
		if (message !== undefined) refinement.addIssue({ code: 'custom', message });
	});

/** These have fields with rules of their own, which other fields would get round. */
const withOwnField =
	/^(title|content|content_type|file_url|document_id|documents|signatures|callback_\w+_url)$/;

const OtherFields = ParsedJson.pipe(
	z.record(z.unknown(), { invalid_type_error: 'must be an object such as {"name": "value"}' }),
)
	.superRefine((fields, refinement) => {
		const own = Object.keys(fields).find((name) => withOwnField.test(name));
		if (own === undefined) return;
		const message = 'has a field of its own in this form; fill that in and remove it here';
		refinement.addIssue({ code: 'custom', path: [own], message });
	})
	.transform((fields) => fields as IDataObject);

const Attachments = z.array(z.enum(['SIGNED_DOCUMENT', 'SIGNATURE_PROTOCOL']));

/** What every new request has, whoever is told of its end; the rest depends on it. */
const contentShape = {
	apiVersion: ApiVersion,
	source: z.enum(sourceKinds),
	title: Text,
	signerInput: z.enum(['list', 'json', 'none']),
	message: optional(Text),
	quality: optional(Quality),
	options: z.object({
		attachOnSuccess: Attachments.optional(),
		ccEmailAddresses: EmailList.optional(),
		creator: optional(Email),
		custom: optional(Text),
		deleteLeftovers: Flag,
		expiresAt: optional(ExpiryDate),
		moreDocumentIds: MoreDocumentIds.optional(),
		otherFields: optional(OtherFields),
		readAccess: EmailList.optional(),
		timeoutSeconds: Count.optional(),
		writeAccess: EmailList.optional(),
	}),
	...outputShape,
};
export type ContentForm = z.output<z.ZodObject<typeof contentShape>>;

export const CreateForm = z.object({
	...contentShape,
	callbacks: z.enum(['none', 'trigger', 'manual']),
	initiate: Flag,
});

export const CreateAndWaitForm = z.object({ ...contentShape, ...waitShape });

export const SigningOrder = z.object({
	signingOrder: z.enum(signingOrders, {
		errorMap: () => ({ message: 'must be any, listed or numbered' }),
	}),
});

export const TriggerCallbacks = z.object({
	callbackAddress: HttpsUrl,
	callbackEvents: z
		.array(z.enum(callbackEvents))
		.min(1, 'has no entry; tick at least one event, or choose Callbacks: None'),
});

export const OwnCallbacks = z.object({
	callbackSuccessUrl: optional(HttpsUrl),
	callbackUpdateUrl: optional(HttpsUrl),
	callbackErrorUrl: optional(HttpsUrl),
});
