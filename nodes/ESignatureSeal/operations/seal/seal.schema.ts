import { z } from 'zod';

import { answerObject } from '../../../shared/operation/scalars.schema';

export const SealAnswer = answerObject({ document_id: z.string() });
