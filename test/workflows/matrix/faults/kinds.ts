/** What can go wrong between this n8n and the service, as docs/faults.md shows it. */
import { wireFaults } from './wire.ts';
import type { WireFault } from './wire.ts';

export type Place = 'noOne' | 'expired' | 'ofAnotherHost' | 'selfSigned';

export interface Kind {
	title: string;
	/** For readers of the page. */
	about: string;
	/** What becomes of the operation's own call; all others go well. */
	wire?: WireFault;
	/** Where the address of the credential leads instead of to the service. */
	place?: Place;
	/** Whether it only makes sense for calls that send something. */
	needsBody?: true;
	/** Takes long, or is decided before anything of the operation is known: `npm test` tries one of each sort. */
	isSampled?: true;
	/** Whether many of them at a time would be too much for this machine. */
	isHeavy?: true;
}

export const kinds: Kind[] = [
	{
		title: 'Connection refused',
		about:
			'No one listens at the address. Nothing can have been sent, so everything is tried five times.',
		place: 'noOne',
	},
	{
		title: 'Reset before the body',
		about: 'The connection is cut when the head of the call has arrived.',
		wire: wireFaults.resetBefore,
	},
	{
		title: 'Reset during the body',
		about: 'The service gets half of what is sent to it, then the connection is cut.',
		wire: wireFaults.resetDuring,
		needsBody: true,
	},
	{
		title: 'Reset after the body',
		about:
			'The service gets the call and acts; the connection is cut before the first byte of its answer.',
		wire: wireFaults.resetAfter,
	},
	{
		title: 'Slow',
		about: 'The answer comes late and in small pieces.',
		wire: wireFaults.slow,
	},
	{
		title: 'Cut in the answer',
		about:
			'The service acts; the connection is cut when half of its answer has arrived: half of the body, or of the head where the answer has none (status 204).',
		wire: wireFaults.cutInAnswer,
	},
	{
		title: 'Wrong length: more is announced than comes',
		about:
			'The service acts; its answer ends ten bytes before the length that it has announced. With status 204 an answer has no body, whatever it announces, so nothing is missing.',
		wire: wireFaults.tooLongAnnounced,
	},
	{
		title: 'Wrong length: less is announced than comes',
		about:
			'The service acts; ten bytes of its answer lie beyond the length that it has announced. HTTP ends an answer there, so the end of it is lost.',
		wire: wireFaults.tooShortAnnounced,
	},
	{
		title: 'Wrong type',
		about: 'The service acts; the answer is the text "OK".',
		wire: wireFaults.wrongType,
	},
	{
		title: 'Status 500',
		about: 'The service fails with an error of its own, and does not act.',
		wire: wireFaults.status500,
	},
	{
		title: 'Status 502',
		about: 'The service acts; a gateway before it has lost the answer.',
		wire: wireFaults.status502,
	},
	{
		title: 'HTML',
		about: 'A proxy answers with a web page and status 200; the service gets nothing.',
		wire: wireFaults.html,
	},
	{
		title: 'Redirect',
		about: 'A proxy answers with status 302 and another address.',
		wire: wireFaults.redirect,
	},
	{
		title: 'TLS: expired certificate',
		about: 'The certificate ended ten days ago.',
		place: 'expired',
		isSampled: true,
	},
	{
		title: 'TLS: certificate of another host',
		about: 'The certificate is valid, for another address.',
		place: 'ofAnotherHost',
		isSampled: true,
	},
	{
		title: 'TLS: certificate of an unknown authority',
		about: 'The certificate vouches for itself.',
		place: 'selfSigned',
		isSampled: true,
	},
	{
		title: 'Gigabytes',
		about:
			'The service acts; then 4 GB come instead of its answer. Reading ends at 128 MB, for a file at 256 MB.',
		wire: wireFaults.gigabytes,
		isSampled: true,
		isHeavy: true,
	},
];
