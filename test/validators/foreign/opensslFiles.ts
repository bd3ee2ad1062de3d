import { effort } from '../../support/jest/random.ts';
import { onePage, signByHand, writeByHand, type Placeholder } from '../../sandbox/pdf/byHand.ts';
import { authorityOf, cmsSign, holderOf, type Holder, type Workshop } from './openssl.ts';

/** Makes one signed PDF. */
export type Maker = (workshop: Workshop) => Promise<Uint8Array> | Uint8Array;

const RSA = ['rsa2048', 'rsa3072'];
const CURVES = [
	...['prime256v1', 'secp384r1', 'secp521r1', 'secp256k1', 'secp224r1'],
	...['256r1', '384r1', '512r1', '256t1', '320r1'].map((name) => `brainpoolP${name}`),
];
const DIGESTS = ['sha256', 'sha384', 'sha512', 'sha224', 'sha1'];

/** How `openssl cms` writes a signature, by the words for it in a title. */
const SHAPES: Record<string, string[]> = {
	'as it comes': [],
	'without attributes': ['-noattr'],
	'named by its key': ['-keyid'],
	'with signing-certificate-v2': ['-cades'],
	// With this digest, openssl writes the first version of the attribute.
	'with signing-certificate-v1': ['-cades', '-md', 'sha1'],
	'without capabilities': ['-nosmimecap'],
};
const SUB_FILTERS = ['adbe.pkcs7.detached', 'ETSI.CAdES.detached'];

/** One after the other; `npm run test:random` takes all of them together. */
const turnOf = (index: number, list: string[]) =>
	effort > 1 ? list : [list[index % list.length]!];

const signed = (
	pick: (workshop: Workshop) => Holder[],
	more: string[],
	placeholder: Placeholder = {},
): Maker => {
	return async (workshop) => {
		const sign = (content: Buffer) => cmsSign(workshop, pick(workshop), more, content);
		return await signByHand(writeByHand(onePage('Pay 100')), sign, placeholder);
	};
};

const one = (kind: string) => (workshop: Workshop) => [holderOf(workshop, kind)];
const PSS = ['-keyopt', 'rsa_padding_mode:pss'];

export function opensslFiles(): Record<string, Maker> {
	const files: Record<string, Maker> = {};
	for (const [index, kind] of [...RSA, ...CURVES].entries()) {
		for (const digest of kind === 'rsa2048' ? DIGESTS : turnOf(index, DIGESTS)) {
			files[`${kind} with ${digest}`] = signed(one(kind), ['-md', digest]);
		}
	}
	for (const [index, kind] of ['rsa2048', 'prime256v1', 'brainpoolP256r1'].entries()) {
		for (const [at, [shape, args]] of Object.entries(SHAPES).entries()) {
			if (effort === 1 && (index + at) % 2 === 1) continue;
			for (const subFilter of turnOf(index + at, SUB_FILTERS)) {
				files[`${kind} ${shape} as ${subFilter}`] = signed(one(kind), args, { subFilter });
			}
		}
	}
	for (const digest of ['sha256', 'sha384', 'sha512']) {
		const pss = ['-md', digest, ...PSS];
		files[`RSA-PSS with ${digest}`] = signed(one('rsa2048'), pss);
		if (effort === 1 && digest !== 'sha384') continue;
		files[`RSA-PSS with ${digest}, without attributes`] = signed(one('rsa2048'), [
			...['-noattr', ...pss],
		]);
	}
	return { ...files, ...chainFiles(), ...oddFiles() };
}

/** A holder under an intermediate authority under a root. */
function chainFiles(): Record<string, Maker> {
	const chain = (kind: string) => (workshop: Workshop) => {
		const root = authorityOf(workshop, kind);
		return [holderOf(workshop, kind, authorityOf(workshop, kind, root))];
	};
	return Object.fromEntries(
		['rsa2048', 'prime256v1', 'brainpoolP384r1'].flatMap((kind) => [
			[`a chain of ${kind}, all of it`, signed(chain(kind), ['-certfile', `${kind}-sub.crt`])],
			[`a chain of ${kind}, only its end`, signed(chain(kind), [])],
		]),
	);
}

function oddFiles(): Record<string, Maker> {
	const both = (workshop: Workshop) => [
		holderOf(workshop, 'rsa2048'),
		holderOf(workshop, 'prime256v1'),
	];
	return {
		'two signers in one signature': signed(both, []),
		'two signers with signing-certificate-v2': signed(both, ['-cades']),
		'a short RSA key': signed(one('rsa1024'), []),
		'a signing time beside it': signed(one('rsa2048'), [], { more: '/M (D:20260101120000Z)' }),
		'a reason in it': signed(one('rsa2048'), [], { more: '/Reason (I agree) /Name (Anna)' }),
		'hardly any room': signed(one('prime256v1'), ['-nosmimecap'], { room: 1500 }),
	};
}
