/** What can go wrong between this n8n and Skribble. */
import { wireFaults, type WireFault } from './wire.ts';

export type Place = 'noOne' | 'untrusted';

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
	/** The same for all operations: these are enough. */
	sample?: readonly string[];
}

const NO_ANSWER = "Skribble didn't answer: ";
const cut = new RegExp(`^${NO_ANSWER}the connection was cut`);
const cutOrBrokenOff = new RegExp(`${cut.source}|^The download stopped before`);
const otherForm =
	/^Skribble's answer can't be read|^Skribble answered with something other than|^The download stopped before/;
/** One that reads, one that downloads, one that uploads, one that creates. */
const SAMPLE = ['document get', 'document download', 'document upload', 'request create'];

export const kinds: Kind[] = [
	{
		title: 'no one listens at the address',
		says: new RegExp(`^${NO_ANSWER}the connection was refused`),
		place: 'noOne',
		isCertain: true,
		sample: SAMPLE,
	},
	{
		title: 'the connection is cut before the body',
		says: cut,
		wire: wireFaults.resetBefore,
		isRepeated: true,
		sample: SAMPLE,
	},
	{
		title: 'the connection is cut before the answer',
		says: cut,
		wire: wireFaults.resetAfter,
		isRepeated: true,
	},
	{ title: 'the answer comes late and in small pieces', wire: wireFaults.slow, sample: SAMPLE },
	{
		title: 'the connection is cut during the answer',
		says: cutOrBrokenOff,
		wire: wireFaults.cutInAnswer,
		isRepeated: true,
		sample: SAMPLE,
	},
	{
		title: 'the answer is longer than announced',
		says: otherForm,
		wire: wireFaults.tooShortAnnounced,
		sample: SAMPLE,
	},
	{ title: 'the answer is the text "OK"', says: otherForm, wire: wireFaults.wrongType },
	{
		title: 'status 502, after the service acted',
		says: /^Skribble's gateway got no answer \(status 502\)/,
		wire: wireFaults.status502,
		isRepeated: true,
		sample: SAMPLE,
	},
	{
		title: 'a redirect',
		says: /^Skribble answered with a redirect \(status 302\)/,
		wire: wireFaults.redirect,
		isCertain: true,
		sample: SAMPLE,
	},
	{
		title: 'a certificate from an unknown authority',
		says: new RegExp(`^${NO_ANSWER}this n8n doesn't trust its TLS certificate`),
		place: 'untrusted',
		isCertain: true,
		sample: SAMPLE,
	},
	{
		title: '4 GB instead of the answer',
		says: new RegExp(`^The file is larger than 256 MB|${otherForm.source}`),
		wire: wireFaults.gigabytes,
		// All that is not a file is read alike.
		sample: ['document download'],
	},
];
