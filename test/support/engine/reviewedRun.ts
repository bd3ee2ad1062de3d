/** What an agent asks for in a test of human review, and what became of it. */
import type { IRun } from 'n8n-workflow';
import type { ReviewedCall } from './agentNode.ts';

export const refund = (amount: unknown, hitlParameters = {}): ReviewedCall => ({
	toolParameters: { amount } as ReviewedCall['toolParameters'],
	hitlParameters,
});

/** The amounts for which the tool ran. */
export const ran = (run: IRun) =>
	(run.data.resultData.runData.Tool ?? []).flatMap(({ data }) =>
		(data?.ai_tool?.[0] ?? []).map(({ json }) => (json.ran as { amount?: number }).amount),
	);
