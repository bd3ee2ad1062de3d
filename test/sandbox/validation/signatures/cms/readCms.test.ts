import { createIdentity, trustedRoots } from '../../../../../sandbox/pdf/cms/certificate.ts';
import { signDetached } from '../../../../../sandbox/pdf/cms/signCms.ts';
import { readCms } from '../../../../../sandbox/validation/signatures/cms/readCms.ts';
import { trustIn } from '../../../../../sandbox/validation/signatures/trust.ts';
import { SIGNED_AT } from '../../../pdf/samples.ts';

const CONTENT = [Buffer.from('some '), Buffer.from('content')];

async function accepts(cms: Uint8Array): Promise<boolean> {
	const { signers, certificates } = readCms(cms, 'detached', CONTENT);
	const [{ fault, certificate, signedAt: at }] = signers;
	if (fault || !certificate || !at || signers.length > 1) return false;
	const others = certificates.filter((other) => other !== certificate);
	return trustIn(certificate, { others, at, roots: await trustedRoots() }) === 'trusted';
}

describe('a signature value', () => {
	test('is accepted as it was made, also in more room than it needs', async () => {
		const cms = await signDetached(CONTENT, await createIdentity('Anna'), SIGNED_AT);
		expect(await accepts(cms)).toBe(true);
		expect(await accepts(Buffer.concat([cms, Buffer.alloc(100)]))).toBe(true);
	});

	test('is refused when a bit of any of its bytes was turned', async () => {
		const cms = await signDetached(CONTENT, await createIdentity('Anna'), SIGNED_AT);
		const unnoticed: number[] = [];
		for (const offset of cms.keys()) {
			const changed = Uint8Array.from(cms);
			changed[offset]! ^= 1 << offset % 8;
			if (await accepts(changed)) unnoticed.push(offset);
		}
		expect(unnoticed).toEqual([]);
	});

	test('is refused when something stands in the room behind it', async () => {
		const cms = await signDetached(CONTENT, await createIdentity('Anna'), SIGNED_AT);
		expect(
			readCms(Buffer.concat([cms, Buffer.from([0, 1])]), 'detached', CONTENT).signers[0].fault,
		).toBe('format');
	});
});
