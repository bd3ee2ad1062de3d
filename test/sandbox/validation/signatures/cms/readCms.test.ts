import { createIdentity, trustedRoots } from '../../../../../sandbox/pdf/cms/certificate.ts';
import { signPades } from '../../../../../sandbox/pdf/signing/pades.ts';
import { signDetached } from '../../../../../sandbox/pdf/signing/signCms.ts';
import { readCms } from '../../../../../sandbox/validation/signatures/cms/readCms.ts';
import { checkSignature } from '../../../../../sandbox/validation/signatures/checkedSignature.ts';
import { SIGNED_AT } from '../../../pdf/samples.ts';

const CONTENT = [Buffer.from('some '), Buffer.from('content')];
/** Each byte takes several calculations on curves; SANDBOX_FUZZ_BYTES=all turns a bit of every one. */
const isWhole = process.env.SANDBOX_FUZZ_BYTES === 'all';
const EVERY = isWhole ? 1 : 61;
if (isWhole) jest.setTimeout(3_600_000);

async function accepts(cms: Uint8Array): Promise<boolean> {
	const { fault, trusted } = checkSignature(cms, {
		form: 'detached',
		content: CONTENT,
		roots: await trustedRoots(),
		now: SIGNED_AT,
	});
	return !fault && trusted;
}

describe('a signature value', () => {
	test('is accepted as it was made, also in more room than it needs', async () => {
		const cms = await signDetached(CONTENT, await createIdentity('Anna'), SIGNED_AT);
		expect(await accepts(cms)).toBe(true);
		expect(await accepts(Buffer.concat([cms, Buffer.alloc(100)]))).toBe(true);
	});

	test.each([
		['a file of its own', signDetached],
		['a PDF', signPades],
	])('for %s is refused when a bit of one of its bytes was turned', async (_what, make) => {
		const cms = await make(CONTENT, await createIdentity('Anna'), SIGNED_AT);
		const unnoticed: number[] = [];
		for (let offset = 0; offset < cms.length; offset += EVERY) {
			const changed = Uint8Array.from(cms);
			changed[offset]! ^= 1 << (offset % 8);
			if (await accepts(changed)) unnoticed.push(offset);
		}
		expect(unnoticed).toEqual([]);
	});

	test('is refused when something stands in the room behind it', async () => {
		const cms = await signDetached(CONTENT, await createIdentity('Anna'), SIGNED_AT);
		expect(
			readCms(Buffer.concat([cms, Buffer.from([0, 1])]), 'detached', CONTENT).signers[0]?.fault,
		).toBe('bytes-behind');
	});
});
