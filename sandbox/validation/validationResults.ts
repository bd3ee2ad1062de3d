import { randomUUID } from 'node:crypto';
import type { Constraints } from './constraints.ts';
import type { Format } from './format.ts';
import type { Verification } from './signatures/verify.ts';

/** What was found out about a content that itself is not kept. */
export interface ValidationResult {
	id: string;
	owner: string;
	expiresAt: number;
	verification: Verification;
	constraints: Constraints;
	format: Format;
}

/** Results of validations until they expire, each one for its owner alone. */
export class ValidationResults {
	readonly #results: Map<string, ValidationResult>;

	constructor(results = new Map<string, ValidationResult>()) {
		this.#results = results;
	}

	add(result: Omit<ValidationResult, 'id'>, now: number): ValidationResult {
		for (const { id, expiresAt } of this.#results.values()) {
			if (expiresAt <= now) this.#results.delete(id);
		}
		const added = { ...result, id: randomUUID() };
		this.#results.set(added.id, added);
		return added;
	}

	find(id: string, owner: string, now: number): ValidationResult | undefined {
		const result = this.#results.get(id);
		return result?.owner === owner && result.expiresAt > now ? result : undefined;
	}

	remove(id: string) {
		this.#results.delete(id);
	}
}
