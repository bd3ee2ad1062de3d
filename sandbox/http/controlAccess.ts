import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { cookieOf } from './cookies.ts';
import { forbidden, Problem } from './problem.ts';

const COOKIE = 'sandbox_control';

/** Who may take the sandbox into their own hands: those who have its key, and without a key this machine. */
export class ControlAccess {
	readonly #key: string | undefined;

	constructor(key: string | undefined) {
		this.#key = key;
	}

	get needsKey(): boolean {
		return this.#key !== undefined;
	}

	isKey(given: string): boolean {
		return this.#key !== undefined && isSame(given, this.#key);
	}

	/** For a call that brings the key itself. */
	refusalOf(request: FastifyRequest): Problem | undefined {
		if (!this.needsKey) return isLoopback(request.ip) ? undefined : ONLY_THIS_MACHINE;
		const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
		return this.isKey(given) ? undefined : WRONG_KEY;
	}

	/** For the start page, which remembers that the key was entered. */
	refusalOfPage(request: FastifyRequest): Problem | undefined {
		const refusal = this.refusalOf(request);
		const isRemembered =
			this.needsKey && isSame(cookieOf(request, COOKIE) ?? '', this.#proofOfKey());
		return isRemembered ? undefined : refusal;
	}

	/** Not readable by scripts, and not sent with what other sites ask for. */
	rememberingCookie(): string {
		return `${COOKIE}=${this.#proofOfKey()}; Path=/; HttpOnly; SameSite=Strict`;
	}

	/** Holds over a restart, and is not the key itself. */
	#proofOfKey(): string {
		return createHmac('sha256', this.#key ?? '')
			.update('start page')
			.digest('base64url');
	}
}

const ONLY_THIS_MACHINE = forbidden(
	'Only this machine may control the sandbox. Start it with --control-key to allow others.',
);
const WRONG_KEY = new Problem(
	401,
	'The control key is missing or wrong: send it as a bearer token.',
);

const isLoopback = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address);

function isSame(one: string, other: string): boolean {
	const [a, b] = [Buffer.from(one), Buffer.from(other)];
	return a.length === b.length && timingSafeEqual(a, b);
}
