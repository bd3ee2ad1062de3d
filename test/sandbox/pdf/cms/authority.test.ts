import { createAuthority } from '../../../../sandbox/pdf/cms/authority.ts';
import {
	keepAuthority,
	createIdentity,
	currentAuthority,
	rootPem,
	trustedRoots,
} from '../../../../sandbox/pdf/cms/certificate.ts';
import { derOf, isIssuedBy, readX509 } from '../../../../sandbox/pdf/cms/x509.ts';
import { startSandbox } from '../../../../sandbox/server.ts';
import { verifyPdf } from '../../../../sandbox/validation/signatures/verify.ts';
import { handwritten, SIGNED_AT, sign } from '../samples.ts';

const extensionsOf = async (quality: string) => {
	const { certificate } = await createIdentity('Anna', { quality, legislation: 'ZERTES' });
	return certificate.extensions!.map(({ extnID }) => extnID);
};
const QC_STATEMENTS = '1.3.6.1.5.5.7.1.3';

describe('the authority of a sandbox', () => {
	test('is the same after it was exported and continued', async () => {
		const signed = await sign(handwritten());
		const kept = JSON.parse(JSON.stringify(await (await currentAuthority()).export())) as Awaited<
			ReturnType<Awaited<ReturnType<typeof createAuthority>>['export']>
		>;
		const before = await rootPem();
		await keepAuthority(kept);
		expect(await rootPem()).toBe(before);
		const both = await sign(signed, 'Ben');
		const { signatures } = await verifyPdf(both, await trustedRoots());
		expect(signatures.map(({ trusted, fault }) => ({ trusted, fault }))).toEqual([
			{ trusted: true, fault: undefined },
			{ trusted: true, fault: undefined },
		]);
	});

	test('is not that of another one', async () => {
		const other = await createAuthority();
		const { signatures } = await verifyPdf(await sign(handwritten()), [
			derOf(other.root.certificate),
		]);
		expect(signatures).toMatchObject([{ trust: 'unknown-issuer', integrity: 'intact' }]);
	});

	test('gives its root to anyone who asks', async () => {
		const sandbox = await startSandbox();
		const answer = await fetch(new URL('/sandbox/root.pem', sandbox.address));
		await sandbox.close();
		expect(await answer.text()).toBe(await rootPem());
	});
});

describe('a certificate of the sandbox', () => {
	test('comes from an issuing authority under the root', async () => {
		const { certificate, chain } = await createIdentity('Anna');
		const [own, issuing] = [certificate, ...chain].map((one) => readX509(derOf(one)));
		const [root] = (await trustedRoots()).map(readX509);
		expect([isIssuedBy(own!, issuing!), isIssuedBy(issuing!, root!)]).toEqual([true, true]);
		expect(isIssuedBy(own!, root!)).toBe(false);
	});

	test('is in force for three years from the day on which someone signs', async () => {
		const { certificate } = await createIdentity('Anna', {}, { at: SIGNED_AT });
		expect(certificate.notBefore.value <= SIGNED_AT).toBe(true);
		expect(certificate.notAfter.value.toISOString()).toBe('2029-03-04T05:06:07.000Z');
	});

	test.each([
		['QES', true],
		['AES', false],
	])('of the quality %s states that it is qualified: %s', async (quality, qualified) => {
		const extensions = await extensionsOf(quality);
		expect(extensions.includes(QC_STATEMENTS)).toBe(qualified);
		// Basic constraints, key usage, policies, and the identifiers of both keys.
		for (const number of [19, 15, 32, 14, 35]) expect(extensions).toContain(`2.5.29.${number}`);
	});
});
