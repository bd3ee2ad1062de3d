import type { AttributeTypeAndValue, RelativeDistinguishedNames } from 'pkijs';

/** Short names as OpenSSL and node:crypto write them. */
const TYPES: Record<string, string> = {
	'2.5.4.3': 'CN',
	'2.5.4.4': 'SN',
	'2.5.4.5': 'serialNumber',
	'2.5.4.6': 'C',
	'2.5.4.7': 'L',
	'2.5.4.8': 'ST',
	'2.5.4.9': 'street',
	'2.5.4.10': 'O',
	'2.5.4.11': 'OU',
	'2.5.4.12': 'title',
	'2.5.4.17': 'postalCode',
	'2.5.4.42': 'GN',
	'2.5.4.46': 'dnQualifier',
	'2.5.4.65': 'pseudonym',
	'2.5.4.97': 'organizationIdentifier',
	'1.2.840.113549.1.9.1': 'emailAddress',
	'0.9.2342.19200300.100.1.1': 'UID',
	'0.9.2342.19200300.100.1.25': 'DC',
};

/** The values of one type, in their order; each for itself, so that none can pretend to be two. */
export function entriesOf(name: RelativeDistinguishedNames, type: string): string[] {
	return name.typesAndValues.filter((entry) => entry.type === type).map(textOf);
}

/** The most specific part first, as RFC 4514 writes names. */
export function oneLine(name: RelativeDistinguishedNames): string {
	return name.typesAndValues
		.map((entry) => `${TYPES[entry.type] ?? entry.type}=${escaped(textOf(entry))}`)
		.reverse()
		.join(', ');
}

function textOf({ value }: AttributeTypeAndValue): string {
	const stated: unknown = value.valueBlock.value;
	return typeof stated === 'string' ? stated : '';
}

const escaped = (text: string) =>
	text.replace(/[\\,+"<>;]/g, (character) => `\\${character}`).replace(/[\u0000-\u001f]/g, '?');
