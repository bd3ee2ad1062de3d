import type { FastifyInstance } from 'fastify';
import type { Context } from '../state/context.ts';
import { matchesCall, pathOf } from './pathPattern.ts';
import { Problem } from './problem.ts';
import type { RateLimit } from '../state/settings.ts';

interface Window {
	endsAt: number;
	used: number;
}

/** Limits on all endpoints (interface.md 8): each counts the calls that it names in fixed windows. */
export function registerRateLimits(app: FastifyInstance, { clock, settings }: Context) {
	const windows = new Map<RateLimit, Window>();
	app.addHook('preValidation', (request, _reply, done) => {
		const call = { method: request.method, path: pathOf(request.url) };
		for (const limit of settings.rateLimits.filter((rule) => matchesCall(rule, call))) {
			const window = currentWindow(windows.get(limit), limit, clock.now());
			windows.set(limit, window);
			if (window.used > limit.max) return done(refusal(limit, window, clock.now()));
		}
		done();
	});
}

function currentWindow(last: Window | undefined, limit: RateLimit, now: number): Window {
	if (last && now < last.endsAt) return { ...last, used: last.used + 1 };
	return { endsAt: now + limit.windowMs, used: 1 };
}

function refusal(limit: RateLimit, window: Window, now: number): Problem {
	return new Problem(429, 'Too many calls. Wait before calling again.', {
		type: 'limit-exceeded',
		key: 'error.rate_limit.exceeded',
		headers: retryAfter(limit, window, now),
	});
}

function retryAfter(limit: RateLimit, window: Window, now: number): Record<string, string> {
	switch (limit.retryAfter) {
		case 'seconds':
			return { 'retry-after': String(Math.ceil((window.endsAt - now) / 1000)) };
		case 'date':
			return { 'retry-after': new Date(window.endsAt).toUTCString() };
		case 'none':
			return {};
	}
}
