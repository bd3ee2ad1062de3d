import { z } from 'zod/v3';

import { answerObject } from '../../shared/operation/scalars.schema';

export const SealAnswer = answerObject({ document_id: z.string() });
