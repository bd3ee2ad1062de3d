/** What can go wrong between this n8n and Skribble. */
import { wireFaults } from './wire.ts';
import type { WireFault } from './wire.ts';

export type Place = 'noOne' | 'expired' | 'ofAnotherHost' | 'selfSigned';

export interface Kind {
	title: string;
	/** The beginning of the error; none where the operation has to succeed. */
	says?: RegExp;
	/** What happens to the operation's own call; all others succeed. */
	wire?: WireFault;
	/** An address in the credential that doesn't lead to the service. */
	place?: Place;
	/** The service certainly did nothing, and the error doesn't say otherwise. */
	isCertain?: true;
	/** Calls that may be repeated are tried five times. */
	isRepeated?: true;
	/** Only makes sense for calls that send something. */
	needsBody?: true;
	/** Slow, or the same for all operations: one of each sort is enough, unless FAULTS=all. */
	isSampled?: true;
	/** Many at a time would be too much for this machine. */
	isHeavy?: true;
}

const NO_ANSWER = 'The service gave no answer: ';
const cut = new RegExp(`^${NO_ANSWER}the connection was cut`);
const cutOrBrokenOff = new RegExp(`${cut.source}|^The download broke off before`);
const otherForm =
	/^The service accepted the call, but its answer has another form|^The service answered with something other than|^The download broke off before/;
const certificate = (reason: string) => new RegExp(`^${NO_ANSWER}its TLS certificate ${reason}`);

export const kinds: Kind[] = [
	{
		title: 'no one listens at the address',
		says: new RegExp(`^${NO_ANSWER}the connection was refused`),
		place: 'noOne',
		isCertain: true,
		isSampled: true,
	},
	{
		title: 'the connection is cut before the body',
		says: cut,
		wire: wireFaults.resetBefore,
		isRepeated: true,
		isSampled: true,
	},
	{
		title: 'the connection is cut during the body',
		says: cut,
		wire: wireFaults.resetDuring,
		needsBody: true,
		isSampled: true,
	},
	{
		title: 'the connection is cut before the answer',
		says: cut,
		wire: wireFaults.resetAfter,
		isRepeated: true,
	},
	{ title: 'the answer comes late and in small pieces', wire: wireFaults.slow, isSampled: true },
	{
		title: 'the connection is cut during the answer',
		says: cutOrBrokenOff,
		wire: wireFaults.cutInAnswer,
		isRepeated: true,
		isSampled: true,
	},
	{
		title: 'the answer is shorter than announced',
		says: cutOrBrokenOff,
		wire: wireFaults.tooLongAnnounced,
		isRepeated: true,
		isSampled: true,
	},
	{
		title: 'the answer is longer than announced',
		says: otherForm,
		wire: wireFaults.tooShortAnnounced,
		isSampled: true,
	},
	{ title: 'the answer is the text "OK"', says: otherForm, wire: wireFaults.wrongType },
	{
		title: 'status 500',
		says: /^The service itself failed \(status 500\)/,
		wire: wireFaults.status500,
		isSampled: true,
	},
	{
		title: 'status 502, after the service acted',
		says: /^The service cannot be reached behind its gateway \(status 502\)/,
		wire: wireFaults.status502,
		isRepeated: true,
		isSampled: true,
	},
	{ title: 'the web page of a proxy', says: otherForm, wire: wireFaults.html, isSampled: true },
	{
		title: 'a redirect',
		says: /^The service answered with a redirect \(status 302\), which is not followed/,
		wire: wireFaults.redirect,
		isCertain: true,
		isSampled: true,
	},
	{
		title: 'an expired certificate',
		says: certificate('has expired'),
		place: 'expired',
		isCertain: true,
		isSampled: true,
	},
	{
		title: 'the certificate of another host',
		says: certificate('is that of another host'),
		place: 'ofAnotherHost',
		isCertain: true,
		isSampled: true,
	},
	{
		title: 'a certificate from an unknown authority',
		says: certificate('is not trusted by this n8n'),
		place: 'selfSigned',
		isCertain: true,
		isSampled: true,
	},
	{
		title: '4 GB instead of the answer',
		says: new RegExp(`^The file is larger than 256 MB|${otherForm.source}`),
		wire: wireFaults.gigabytes,
		isSampled: true,
		isHeavy: true,
	},
];
