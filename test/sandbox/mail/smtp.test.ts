import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { sendBySmtp } from '../../../sandbox/mail/smtpClient.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/server.ts';
import { call } from '../client.ts';
import { setScene, type Scene } from '../scene.ts';

let receiver: Sandbox;
beforeEach(async () => {
	receiver = await startSandbox({ smtpPort: 0 });
});
afterEach(async () => await receiver.close());

const received = async () => (await call(receiver, 'GET', '/sandbox/mails/received')).list;
const address = () => ({ host: '127.0.0.1', port: receiver.smtpPort ?? 0 });

describe('Mails of the service', () => {
	let scene: Scene;
	afterEach(async () => await scene.close());

	test('are handed on to a mail server, in every script', async () => {
		scene = await setScene({ smtp: address() });
		const title = 'Vertrag für Zoë: 契約 '.repeat(5);
		await scene.open('v2', {
			title: `${title}\r\nBcc: evil@example.com`,
			message: '.\r\n..Grüße',
			signatures: [{ account_email: 'zoë@example.com' }],
		});
		await scene.sandbox.settled();
		const [mail, ...others] = await received();
		expect(others).toEqual([]);
		expect(mail).toMatchObject({ to: ['zoë@example.com'] });
		expect(mail?.subject).toContain(`Please sign: ${title}`);
		expect(mail?.text).toMatch(/Message:\n\.\r\n\.\.Grüße\n\nOpen the document:\nhttp:/);
		expect(String(mail?.raw)).not.toMatch(/^Bcc/m);
		const lengths = String(mail?.raw)
			.split('\r\n')
			.map(({ length }) => length);
		expect(Math.max(...lengths)).toBeLessThan(79);
	});

	test.each([
		['en', 'You are asked to sign a document.', 'Open the document'],
		['de', 'Sie werden gebeten, ein Dokument zu unterschreiben.', 'Dokument öffnen'],
		['fr', 'Vous êtes invité à signer un document.', 'Ouvrir le document'],
		['it', 'Le viene chiesto di firmare un documento.', 'Apri il documento'],
	])('say what is asked, as text and as HTML (%s)', async (language, lead, open) => {
		scene = await setScene({ smtp: address() });
		const { json } = await scene.open('v2', {
			title: 'Lease <b>',
			message: 'By Friday <script>',
			signatures: [{ account_email: 'zoe@example.com', language }],
		});
		await scene.sandbox.settled();
		const [mail] = await received();
		const link = `${String(json.signing_url)}?email=zoe%40example.com`;
		expect(mail?.text).toContain(`\n\n${lead}\n\n`);
		expect(mail?.text).toContain(`${open}:\n${link}\n`);
		const encoded = /text\/html[^]*?\r\n\r\n([^-]*)--/.exec(String(mail?.raw))?.[1] ?? '';
		const page = Buffer.from(encoded, 'base64').toString();
		expect(page).toContain(`<html lang="${language}">`);
		expect(page).toContain(`<p>${lead}</p>`);
		expect(page).toContain(`href="${link}"`);
		expect(page).toContain('By Friday');
		expect(page).not.toMatch(/<script|<b>/);
	});

	test('wait for a mail server that is not there', async () => {
		const complaint = jest.spyOn(console, 'error').mockImplementation();
		const { port } = address();
		await receiver.close();
		scene = await setScene({ smtp: { host: '127.0.0.1', port } });
		await scene.open('v2', { signatures: [{ account_email: 'a@example.com' }] });
		await scene.sandbox.settled();
		expect(complaint.mock.calls.flat().join()).toContain('could not be handed on');
		receiver = await startSandbox({ smtpPort: port });
		await scene.sandbox.clock.advance(60_000);
		await scene.sandbox.settled();
		expect(await received()).toHaveLength(1);
	});
});

test('a message with lines of dots arrives as it was sent', async () => {
	const text = '.\r\n..\r\n.a\r\nb\r\n';
	const message = `Subject: Dots\r\n\r\n${text}`;
	const [from, to] = ['a@example.com', 'b@example.com'] as const;
	await sendBySmtp(address(), { from, to, message });
	expect(await received()).toMatchObject([{ from, to: [to], subject: 'Dots', text }]);
});

describe('By hand', () => {
	let socket: Socket;
	let heard = '';
	beforeEach(async () => {
		heard = '';
		socket = connect(address().port, '127.0.0.1').on('data', (text) => (heard += text.toString()));
		await hear('220 ');
	});
	afterEach(() => socket.destroy());

	async function hear(code: string) {
		const line = new RegExp(`^${code}.*\r\n`, 'm');
		while (!line.test(heard)) await once(socket, 'data');
		heard = '';
	}

	async function say(text: string, code: string) {
		socket.write(text);
		await hear(code);
	}

	test('commands out of order are refused, and the order is found again', async () => {
		await say('EHLO me\r\n', '250 ');
		await say('DATA\r\n', '503 ');
		await say('RCPT TO:<a@example.com>\r\n', '503 ');
		await say('MAIL FROM:a@example.com\r\n', '501 ');
		await say('MAIL FROM:<a@example.com> SIZE=99999999\r\n', '552 ');
		await say('HELP\r\n', '500 ');
		await say('MAIL FROM:<> BODY=8BITMIME\r\n', '250 ');
		await say('RCPT TO:<b@example.com>\r\nRCPT TO:<c@example.com>\r\nDATA\r\n', '354 ');
		await say('Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n\r\nGrüße\r\n.\r\n', '250 ');
		await say('QUIT\r\n', '221 ');
		expect(await received()).toMatchObject([
			{ from: '', to: ['b@example.com', 'c@example.com'], subject: 'Grüße', text: 'Grüße\r\n' },
		]);
	});

	const begin = () =>
		say(`MAIL FROM:<a@example.com>\r\nRCPT TO:<b@example.com>\r\nDATA\r\n`, '354 ');

	test('a bare line feed does not end a message', async () => {
		await say('HELO me\r\n', '250 ');
		await begin();
		await say('one\n.\nMAIL FROM:<evil@example.com>\r\n.\r\n', '250 ');
		expect(await received()).toHaveLength(1);
	});

	test('what is too large is refused, and the next message taken', async () => {
		await say('EHLO me\r\n', '250 ');
		await begin();
		await say(`${'a'.repeat(998)}\r\n`.repeat(11_000) + '.\r\n', '552 ');
		await begin();
		await say('small\r\n.\r\n', '250 ');
		expect(await received()).toHaveLength(1);
	});

	test('a command without end is cut off', async () => {
		await say('a'.repeat(5000), '500 ');
		await once(socket, 'close');
	});
});
