import { Extension } from 'pkijs';
import { ObjectIdentifier, Sequence } from 'asn1js';
import { AUTHORITY_LIFE as life } from '../../../../sandbox/pdf/cms/authority.ts';
import { authorityExtensions, signerExtensions } from '../../../../sandbox/pdf/cms/extensions.ts';
import { issue, type KeyHolder } from '../../../../sandbox/pdf/cms/issue.ts';
import { OID } from '../../../../sandbox/pdf/cms/objectIdentifiers.ts';
import { derOf, maySign, readX509 } from '../../../../sandbox/pdf/cms/x509.ts';
import { trustIn } from '../../../../sandbox/validation/signatures/trust.ts';

const read = ({ certificate }: KeyHolder) => readX509(derOf(certificate));
const signer = async (issuer: KeyHolder, more: Extension[] = []) =>
	await issue({
		name: 'Anna',
		life,
		issuer,
		extensions: [...signerExtensions({}, 'signature'), ...more],
	});
const authority = async (longest: number, issuer?: KeyHolder) =>
	await issue({ name: `CA ${longest}`, life, issuer, extensions: authorityExtensions(longest) });

const purposes = (...ids: string[]) => {
	const value = new Sequence({ value: ids.map((id) => new ObjectIdentifier({ value: id })) });
	return new Extension({ extnID: OID.extendedKeyUsage, extnValue: value.toBER(false) });
};
const unknown = (critical: boolean) =>
	new Extension({ extnID: '1.2.3.4', critical, extnValue: new Sequence().toBER(false) });

test.each<[string, Extension[], boolean]>([
	['no purposes', [], true],
	['signing documents', [purposes('1.3.6.1.5.5.7.3.36')], true],
	['email, beside others', [purposes('1.3.6.1.5.5.7.3.2', '1.3.6.1.5.5.7.3.4')], true],
	['servers only', [purposes('1.3.6.1.5.5.7.3.1')], false],
	['an extension that is not known', [unknown(false)], true],
	['a critical extension that is not known', [unknown(true)], false],
])('a certificate for signing: %s', async (_what, extensions, expected) => {
	expect(maySign(read(await signer(await authority(0), extensions)))).toBe(expected);
});

test.each([
	[1, 'trusted'],
	[0, 'unknown-issuer'],
])('an authority that allows %d others below it, with one', async (longest, expected) => {
	const root = await authority(longest);
	const issuing = await authority(0, root);
	const anna = read(await signer(issuing));
	const given = { others: [read(issuing)], roots: [derOf(root.certificate)], at: new Date() };
	expect(trustIn(anna, given)).toBe(expected);
});
