import { z } from 'zod/v3';

import { answerObject } from '../../shared/operation/scalars.schema';

/** interface.md 4.6. Types of the fields are not part of the contract, so only the id is insisted on. */
export const ValidationInfo = answerObject({});
export type ValidationInfo = z.infer<typeof ValidationInfo>;

export const Signers = z.array(answerObject({}));

export const Format = answerObject({});

const AdditionalInfos = z.object({
	validation: ValidationInfo.optional().catch(undefined),
	signer: Signers.optional().catch(undefined),
	format: Format.optional().catch(undefined),
});

export const ValidationAnswer = answerObject({
	id: z.string(),
	additionalInfos: AdditionalInfos.nullish().catch(undefined),
});

/** What the billing endpoints answer with is passed on as it is. */
export const Statement = answerObject({});
