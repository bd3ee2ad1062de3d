import type { Clock } from '../state/clock.ts';
import type { Store } from '../state/store.ts';
import { messageOf, SENDER } from './message.ts';
import { sendBySmtp, type SmtpAddress } from './smtpClient.ts';

const RETRY_MS = 60_000;

/** Hands the mails of the service on to a mail server, in their order, each of them until it is taken. */
export class Postman {
	readonly #address: SmtpAddress;
	readonly #store: Store;
	readonly #clock: Clock;
	#round: Promise<void> | undefined;
	#isWaiting = false;

	constructor(address: SmtpAddress, store: Store, clock: Clock) {
		this.#address = address;
		this.#store = store;
		this.#clock = clock;
	}

	/** Is to be called when there may be new mails. */
	deliver() {
		if (this.#isWaiting || this.#handedOn >= this.#store.mails.length) return;
		this.#round ??= this.#deliverAll().finally(() => (this.#round = undefined));
	}

	async settled() {
		await this.#round;
	}

	get #handedOn(): number {
		const count = (this.#store.single.get('mailsHandedOn') as number | undefined) ?? 0;
		return Math.min(count, this.#store.mails.length);
	}

	async #deliverAll() {
		for (let place = this.#handedOn; place < this.#store.mails.length; place = this.#handedOn) {
			const mail = this.#store.mails[place];
			// Who has no address gets a text message, which no mail server sends.
			const isAddress = mail && /^[^\s@<>]+@[^\s@<>]+$/.test(mail.to);
			try {
				if (isAddress) {
					await sendBySmtp(this.#address, { from: SENDER, to: mail.to, message: messageOf(mail) });
				}
			} catch (error) {
				return this.#waitAfter(error as Error);
			}
			this.#store.single.set('mailsHandedOn', place + 1);
			await this.#store.commit().catch(() => undefined);
		}
	}

	#waitAfter({ message }: Error) {
		const { host, port } = this.#address;
		console.error(`A mail could not be handed on to ${host}:${port} (${message}). Trying again.`);
		this.#isWaiting = true;
		this.#clock.schedule(this.#clock.now() + RETRY_MS, () => {
			this.#isWaiting = false;
			this.deliver();
		});
	}
}
