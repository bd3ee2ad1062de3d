import { createServer, type Server, type Socket } from 'node:net';

interface ReceivedMessage {
	from: string;
	to: string[];
	raw: Buffer;
}

const LARGEST_MESSAGE_BYTES = 10 * 1024 * 1024;
const LONGEST_LINE = 2048;
const MOST_RECIPIENTS = 100;
const IDLE_MS = 300_000;

/** Takes mails (RFC 5321) of workflows that write their own. */
export function createSmtpServer(onMessage: (message: ReceivedMessage) => Promise<void>): Server {
	return createServer((socket) => {
		const session = new Session(socket, onMessage);
		socket.setTimeout(IDLE_MS, () => socket.destroy());
		socket.on('error', () => socket.destroy());
		socket.on('data', (part) => session.read(part.toString('latin1')));
		session.greet();
	});
}

class Session {
	readonly #socket: Socket;
	readonly #onMessage: (message: ReceivedMessage) => Promise<void>;
	#pending = '';
	#from: string | undefined;
	#to: string[] = [];
	/** The lines of a message under way; undefined between messages. */
	#lines: string[] | undefined;
	#size = 0;

	constructor(socket: Socket, onMessage: (message: ReceivedMessage) => Promise<void>) {
		this.#socket = socket;
		this.#onMessage = onMessage;
	}

	greet() {
		this.#answer('220 esignature-sandbox ESMTP');
	}

	/** Only CRLF ends a line: a server that also takes a bare LF can be given a second message within the first. */
	read(text: string) {
		this.#pending += text;
		for (let end = this.#pending.indexOf('\r\n'); end !== -1; end = this.#pending.indexOf('\r\n')) {
			const line = this.#pending.slice(0, end);
			this.#pending = this.#pending.slice(end + 2);
			if (this.#lines) this.#readData(line, this.#lines);
			else this.#readCommand(line);
		}
		const most = this.#lines ? LARGEST_MESSAGE_BYTES : LONGEST_LINE;
		if (this.#pending.length <= most) return;
		this.#answer('500 The line is too long');
		this.#socket.destroySoon();
	}

	#answer(...lines: string[]) {
		if (this.#socket.writable) this.#socket.write(`${lines.join('\r\n')}\r\n`);
	}

	#readCommand(line: string) {
		const verb = line.split(' ', 1)[0]?.toUpperCase() ?? '';
		switch (verb) {
			case 'EHLO':
				this.#reset();
				return this.#answer(
					'250-esignature-sandbox',
					`250-SIZE ${LARGEST_MESSAGE_BYTES}`,
					'250-8BITMIME',
					'250 SMTPUTF8',
				);
			case 'HELO':
			case 'RSET':
				this.#reset();
				return this.#answer('250 OK');
			case 'MAIL':
				return this.#mail(line);
			case 'RCPT':
				return this.#recipient(line);
			case 'DATA':
				return this.#data();
			case 'NOOP':
				return this.#answer('250 OK');
			case 'VRFY':
				return this.#answer('252 Send some mail, and see');
			case 'QUIT':
				this.#answer('221 Bye');
				return this.#socket.destroySoon();
			default:
				return this.#answer('500 This command is not known');
		}
	}

	#mail(line: string) {
		const [, from] = /^MAIL FROM:\s*<([^<>]*)>/i.exec(line) ?? [];
		const size = Number(/ SIZE=(\d+)/i.exec(line)?.[1] ?? 0);
		if (from === undefined) return this.#answer('501 Write MAIL FROM:<address>');
		if (size > LARGEST_MESSAGE_BYTES) return this.#answer('552 The message is too large');
		this.#reset();
		this.#from = from;
		this.#answer('250 OK');
	}

	#recipient(line: string) {
		const [, to] = /^RCPT TO:\s*<([^<>\s]+)>/i.exec(line) ?? [];
		if (this.#from === undefined) return this.#answer('503 MAIL comes first');
		if (to === undefined) return this.#answer('501 Write RCPT TO:<address>');
		if (this.#to.length >= MOST_RECIPIENTS) return this.#answer('452 Too many recipients');
		this.#to.push(Buffer.from(to, 'latin1').toString());
		this.#answer('250 OK');
	}

	#data() {
		if (this.#to.length === 0) return this.#answer('503 RCPT comes first');
		this.#lines = [];
		this.#size = 0;
		this.#answer('354 Go ahead; a dot alone ends it');
	}

	#readData(line: string, lines: string[]) {
		if (line === '.') return this.#take(lines);
		this.#size += line.length + 2;
		// The rest of what is too large is read and forgotten.
		if (this.#size <= LARGEST_MESSAGE_BYTES) lines.push(line.replace(/^\./, ''));
	}

	#take(lines: string[]) {
		const [from, to] = [Buffer.from(this.#from ?? '', 'latin1').toString(), this.#to];
		const isTooLarge = this.#size > LARGEST_MESSAGE_BYTES;
		this.#reset();
		if (isTooLarge) return this.#answer('552 The message is too large');
		const raw = Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'latin1');
		this.#onMessage({ from, to, raw }).then(
			() => this.#answer('250 OK'),
			() => this.#answer('451 It could not be kept; try again later'),
		);
	}

	#reset() {
		this.#from = undefined;
		this.#to = [];
		this.#lines = undefined;
	}
}
