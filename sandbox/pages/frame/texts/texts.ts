import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';

export type { Texts } from './en.ts';

/** Another language is another entry. */
export const TEXTS = { en, de, fr, it } satisfies Record<string, Texts>;

export type Language = keyof typeof TEXTS;

export const LANGUAGES = Object.keys(TEXTS) as Language[];

/** What each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = {
	en: 'English',
	de: 'Deutsch',
	fr: 'Français',
	it: 'Italiano',
};

/** The texts in the first of the languages that exists here, such as `de` or `de-CH`; else in English. */
export function textsFor(...asked: Array<string | undefined>): { lang: Language; texts: Texts } {
	const lang = asked.map(primary).find(isLanguage) ?? 'en';
	return { lang, texts: TEXTS[lang] };
}

/** The languages of an Accept-Language header, the most wanted first. */
export function acceptedLanguages(header = ''): string[] {
	return header
		.split(',')
		.map((entry) => {
			const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
			const quality = parameters.find((one) => one.startsWith('q='))?.slice(2);
			return { name, quality: quality === undefined ? 1 : Number(quality) };
		})
		.filter(({ name, quality }) => name !== '' && quality > 0)
		.sort((a, b) => b.quality - a.quality)
		.map(({ name }) => name);
}

const primary = (tag = '') => tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';
const isLanguage = (name: string): name is Language => Object.hasOwn(TEXTS, name);
