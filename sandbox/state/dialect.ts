/**
 * The interface is spoken in two ways: as interface.md has it, and as the public regions describe themselves
 * (interface.md 10). Whatever differs between them stands here, or in a schema or a view that asks here.
 */
export const DIALECTS = ['contract', 'public'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** Settings that follow the dialect unless they are given. */
export interface DialectSettings {
	/** The contract says 401; the public regions answer 400 in plain text. */
	wrongCredentialsStatus: 400 | 401;
	/** What the first page of a list is called; the contract does not say. */
	firstPageNumber: 0 | 1;
	/** Of the placeholders in callback URLs (interface.md 6). */
	placeholderPrefix: string;
	/** Deleting an open request only withdraws it, and a second call deletes it. */
	deleteWithdrawsFirst: boolean;
	/** How a draft of v3 takes one more document; the contract does not say, and no description is sure. */
	draftTakes: 'reference' | 'content';
}

export const DIALECT_SETTINGS: Record<Dialect, DialectSettings> = {
	contract: {
		wrongCredentialsStatus: 401,
		firstPageNumber: 0,
		placeholderPrefix: 'SERVICE',
		deleteWithdrawsFirst: false,
		draftTakes: 'reference',
	},
	public: {
		wrongCredentialsStatus: 400,
		firstPageNumber: 1,
		placeholderPrefix: 'SKRIBBLE',
		deleteWithdrawsFirst: true,
		draftTakes: 'content',
	},
};
