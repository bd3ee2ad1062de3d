import type { TagSyntax } from '../../../state/settings.ts';
import type { Outcome } from '../outcome.ts';
import type { Spotted } from './spotted.ts';

export async function spotSigners(
	_content: Buffer,
	_syntax: TagSyntax,
): Promise<Outcome<Omit<Spotted, 'readyAt'>>> {
	return {
		result: {
			...{ status: 'success', quality: null, legislation: null },
			...{ signers: [], signatures: [], observers: [], details: [] },
		},
	};
}
