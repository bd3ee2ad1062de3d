import { startService } from '../../../support/service/service';
import { validated } from '../results';

const credit = { resource: 'credit' };

describe('Get Invoiced', () => {
	it('asks for the last invoiced period by default', async () => {
		const { service } = await validated('signed');
		const { clock } = service.sandbox;
		const now = new Date(clock.now());
		const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2);
		await clock.advance(nextMonth - clock.now());
		const { outputs } = await service.validation('getInvoiced', credit);
		expect(outputs[0]![0]!.json).toMatchObject({
			period: expect.stringMatching(/^\d{6}$/) as string,
			requests: 1,
			credits: 2,
		});
		const [call] = service.sandbox.calls.matching({ path: /\/invoiced$/ });
		expect(call!.query).toBe('');
	});

	it.each(['2026', '202603', '20260331', '={{ 2026 }}', '={{ $json.none ?? "" }}'])(
		'takes the period %s',
		async (period) => {
			const service = await startService();
			const { outputs, error } = await service.validation('getInvoiced', { ...credit, period });
			expect(error).toBeUndefined();
			expect(outputs[0]![0]!.json).toMatchObject({ usage: [], requests: 0, credits: 0 });
			const expected = period.startsWith('={{ $') ? '' : `period=${period.replace(/\D/g, '')}`;
			expect(service.sandbox.calls.matching({ path: /\/invoiced$/ })[0]!.query).toContain(expected);
		},
	);

	it.each(['26', '2026-03', '202613', '20260230', 'last year', '31.03.26'])(
		'refuses the period "%s" before any call',
		async (period) => {
			const service = await startService();
			const { error } = await service.validation('getInvoiced', { ...credit, period });
			expect(error?.message).toMatch(/^Period (must|has|is not)/);
			expect(service.sandbox.calls.count()).toBe(0);
		},
	);
});
