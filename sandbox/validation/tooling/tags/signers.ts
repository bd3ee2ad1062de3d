import type { TagSyntax } from '../../../state/settings.ts';
import type { FoundTag } from './findTags.ts';
import type { Spotted, SpottedPosition } from './spotted.ts';

/** What one tag says about a signer. */
interface TagContent {
	name?: string;
	email?: string;
	order?: number;
	quality?: string;
	legislation?: string;
	width: number;
	height: number;
}

const QUALITIES = ['SES', 'AES', 'AES_MINIMAL', 'QES', 'DEMO'];
const LEGISLATIONS = ['ZERTES', 'EIDAS'];

/** The parts of a tag are known by what they look like, in any order. */
export function contentOfTag({ parts }: FoundTag, { width, height }: TagSyntax): TagContent {
	const content: TagContent = { width, height };
	const names: string[] = [];
	for (const part of parts) {
		const word = part.toUpperCase();
		const [, wide, high] = /^(\d{1,4})\s*x\s*(\d{1,4})$/i.exec(part) ?? [];
		if (part.includes('@')) content.email = part.replace(/\s/g, '');
		else if (/^\d{1,3}$/.test(part)) content.order = Number(part);
		else if (wide && high) Object.assign(content, { width: Number(wide), height: Number(high) });
		else if (QUALITIES.includes(word)) content.quality = word;
		else if (LEGISLATIONS.includes(word)) content.legislation = word;
		else names.push(part);
	}
	if (names.length > 0) content.name = names.join(' ');
	return content;
}

interface Signer {
	name?: string;
	email?: string;
	order?: number;
	positions: SpottedPosition[];
}

/** Tags that name the same person belong together, and complete each other. */
export class Signers {
	readonly #signers: Signer[] = [];
	readonly #details: string[] = [];
	#quality?: string;
	#legislation?: string;

	add(tag: TagContent, position: SpottedPosition) {
		const signer = this.#signers.find((one) => isSame(one, tag)) ?? this.#newSigner();
		signer.name ??= tag.name;
		signer.email ??= tag.email;
		signer.order ??= tag.order;
		signer.positions.push(position);
		if (tag.email && tag.email !== signer.email) {
			this.#details.push(`"${tag.name}" has two addresses in tags; ${signer.email} was taken.`);
		}
		this.#quality = this.#agreed('quality', this.#quality, tag.quality);
		this.#legislation = this.#agreed('legislation', this.#legislation, tag.legislation);
	}

	found(): Pick<Spotted, 'quality' | 'legislation' | 'signers' | 'signatures' | 'details'> {
		const orders = this.#signers.flatMap(({ order }) => order ?? []);
		// Signing in order is for all of them or for none.
		const last = orders.length === 0 ? -1 : Math.max(...orders) + 1;
		const named = this.#signers.map((one, at) => ({
			...one,
			signer: one.name ?? one.email ?? `Signer ${at + 1}`,
		}));
		return {
			quality: this.#quality ?? null,
			legislation: this.#legislation ?? null,
			signers: named.map(({ signer, email, order }) => ({
				...{ signer, email: email ?? null, sequence: order ?? last },
			})),
			signatures: named.map(({ signer, positions }) => ({ signer, positions })),
			details: this.#details,
		};
	}

	#newSigner(): Signer {
		const signer: Signer = { positions: [] };
		this.#signers.push(signer);
		return signer;
	}

	/** There is one for the whole document: the first that a tag names. */
	#agreed(what: string, known: string | undefined, said: string | undefined) {
		if (known && said && known !== said) {
			this.#details.push(`Tags name more than one ${what}; ${known} was taken, not ${said}.`);
		}
		return known ?? said;
	}
}

function isSame(signer: Signer, tag: TagContent): boolean {
	const same = (one?: string, other?: string) =>
		one !== undefined && one.toLowerCase() === other?.toLowerCase();
	if (tag.name !== undefined && signer.name !== undefined) return same(signer.name, tag.name);
	if (same(signer.email, tag.email)) return true;
	// A tag that names no one belongs to the signer with its number.
	const isNameless = tag.name === undefined && tag.email === undefined;
	return isNameless && tag.order !== undefined && tag.order === signer.order;
}
