import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface SmtpAddress {
	host: string;
	port: number;
}

interface Envelope {
	from: string;
	to: string;
	/** With lines that end in CRLF. */
	message: string;
}

const TIMEOUT_MS = 30_000;

/** Hands one message on (RFC 5321). */
export async function sendBySmtp(address: SmtpAddress, { from, to, message }: Envelope) {
	const socket = connect(address.port, address.host).setTimeout(TIMEOUT_MS);
	socket.on('timeout', () => socket.destroy(new Error('the mail server does not answer')));
	const answers = repliesOf(socket);
	const expect = async (code: number): Promise<string> => {
		const { value, done } = await answers.next();
		if (done) throw new Error('the mail server has closed the connection');
		if (!value.startsWith(String(code))) throw new Error(`the mail server says: ${value}`);
		return value;
	};
	const say = async (line: string, code: number) => {
		socket.write(`${line}\r\n`);
		return await expect(code);
	};
	try {
		await once(socket, 'connect');
		await expect(220);
		const offers = await say('EHLO localhost', 250);
		const isPlain = /^[\x21-\x7e]*$/.test(to);
		if (!isPlain && !/SMTPUTF8/i.test(offers)) {
			throw new Error('the mail server takes no addresses in other scripts');
		}
		await say(`MAIL FROM:<${from}>${isPlain ? '' : ' SMTPUTF8'}`, 250);
		await say(`RCPT TO:<${to}>`, 250);
		await say('DATA', 354);
		await say(`${stuffed(message)}\r\n.`, 250);
		socket.end('QUIT\r\n');
	} finally {
		socket.destroySoon();
	}
}

/** A line that begins with a dot gets one more, since a dot alone ends the message. */
const stuffed = (message: string) => message.replace(/^\./gm, '..').replace(/\r\n$/, '');

/** Replies may have several lines; all but the last have a hyphen behind the code. */
async function* repliesOf(socket: Socket): AsyncGenerator<string, void> {
	let text = '';
	for await (const part of socket) {
		text += String(part);
		for (let reply = /^(?:\d{3}-.*\r\n)*\d{3}(?: .*)?\r\n/.exec(text); reply;) {
			text = text.slice(reply[0].length);
			yield reply[0].trim();
			reply = /^(?:\d{3}-.*\r\n)*\d{3}(?: .*)?\r\n/.exec(text);
		}
	}
}
