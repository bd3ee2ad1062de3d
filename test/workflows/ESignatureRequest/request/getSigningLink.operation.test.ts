import { hintsOf, VERSIONS } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';

const bob = {
	provider: 'swisscom_ra_app',
	first_name: 'Bob',
	last_name: 'Meier',
	mobile_number: '+41790000000',
	issuing_country: 'CH',
};
const annAndBob = {
	signatures: [{ account_email: 'ann@example.com' }, { signer_identity_data: bob }],
};

describe('Get Signing Link', () => {
	it.each(VERSIONS)('gives the link of the request with %s', async (apiVersion) => {
		const service = await startService();
		const { id } = await service.addRequest(apiVersion, annAndBob);
		const { outputs } = await service.request('request', 'getSigningLink', {
			apiVersion,
			requestId: byId(id),
		});
		expect(outputs[0]![0]!.json).toMatchObject({
			id,
			signingLink: `${service.sandbox.address}/app/sign/${id}`,
		});
	});

	it('gives the link of a signer, found by email address or by sid', async () => {
		const service = await startService();
		const { id, signatures } = await service.addRequest('v2', annAndBob);
		const shared = `${service.sandbox.address}/app/sign/${id}`;
		const bobsSid = signatures[1]!.sid;
		const linkFor = async (signer: string) =>
			(
				await service.request('request', 'getSigningLink', {
					requestId: byId(id),
					signer: byId(signer),
				})
			).outputs[0]![0]!.json;
		expect(await linkFor('ANN@example.com')).toMatchObject({
			signer: 'ann@example.com',
			signingLink: shared,
		});
		expect(await linkFor(bobsSid)).toMatchObject({
			sid: bobsSid,
			signer: 'Bob Meier',
			signingLink: `${shared}/${bobsSid}`,
		});
	});

	it('names the signers when the wanted one is not among them', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v2', annAndBob);
		const { error } = await service.request('request', 'getSigningLink', {
			requestId: byId(id),
			signer: byId('eve@example.com'),
		});
		expect(error?.message).toBe('Signer "eve@example.com" is not in this request');
		expect(error?.description).toMatch(/ann@example.com \(.+\), Bob Meier \(.+\)/);
	});

	it('adds exits, language and timeout, and hints that the timeout was changed', async () => {
		const service = await startService();
		const { id } = await service.addRequest();
		const exitUrl = 'https://shop.example/thanks?order=7&lang=x';
		const result = await service.request('request', 'getSigningLink', {
			requestId: byId(id),
			options: { exitUrl, redirectTimeout: 5, language: 'de', hideDownload: true },
		});
		const link = new URL(result.outputs[0]![0]!.json.signingLink as string);
		expect(Object.fromEntries(link.searchParams)).toEqual({
			exitURL: exitUrl,
			redirectTimeout: '10',
			lang: 'de',
			hidedownload: 'true',
		});
		expect(hintsOf(result)).toEqual([expect.stringMatching(/5 seconds became 10/)]);
	});

	it.each([
		['an exit that is no address', { exitUrl: 'thanks.html' }, /Exit URL is not a web address/],
		['an exit with code', { exitUrl: 'javascript:alert(1)' }, /Exit URL is not a web address/],
		['another exit alone', { errorUrl: 'https://a.example' }, /Exit URL is missing/],
		['a timeout that is no number', { redirectTimeout: 'soon' }, /Timeout.* must be a number/],
	])('refuses %s before any call', async (_title, options, reason) => {
		const service = await startService();
		const { id } = await service.addRequest();
		service.sandbox.calls.clear();
		const { error } = await service.request('request', 'getSigningLink', {
			requestId: byId(id),
			options,
		});
		expect(error?.message).toMatch(reason);
		expect(service.sandbox.calls.count()).toBe(0);
	});
});
