import {
	acceptedLanguages,
	LANGUAGES,
	TEXTS,
	textsFor,
	type Language,
} from '../../../../sandbox/pages/frame/texts/texts.ts';

/** Every text with its place; those that depend on something for one and for many. */
function flat(value: unknown, place = ''): Array<[place: string, text: string]> {
	if (typeof value === 'string') return [[place, value]];
	if (typeof value === 'function') {
		const text = value as (...values: unknown[]) => unknown;
		return [1, 2].flatMap((count) => flat(text(count, count + 1, count + 2), `${place}(${count})`));
	}
	return Object.entries(value as object).flatMap(([name, one]) => flat(one, `${place}.${name}`));
}

const english = new Map(flat(TEXTS.en));
const others = LANGUAGES.filter((lang) => lang !== 'en');

/** Words that are the same in both languages. */
const SAME: Partial<Record<Language, string[]>> = {
	fr: ['.sign.message', '.sign.placeOnPage(1)', '.sign.placeOnPage(2)', '.document.heading'],
};

describe('The texts of the signing pages', () => {
	test('there are four languages', () => {
		expect(LANGUAGES).toEqual(['en', 'de', 'fr', 'it']);
	});

	test.each(LANGUAGES)('%s has every text, and none is empty', (lang) => {
		const texts = flat(TEXTS[lang]);
		expect(texts.map(([place]) => place)).toEqual([...english.keys()]);
		expect(texts.filter(([, text]) => text.trim() === '' || /undefined|NaN/.test(text))).toEqual(
			[],
		);
	});

	test.each(others)('%s was translated', (lang) => {
		const left = flat(TEXTS[lang])
			.filter(([place, text]) => text === english.get(place) && /\p{L}/u.test(text))
			.map(([place]) => place);
		expect(left).toEqual(SAME[lang] ?? []);
	});
});

describe('The language of a page', () => {
	test.each([
		[['de'], 'de'],
		[['de-CH'], 'de'],
		[['FR_ch'], 'fr'],
		[[undefined, 'it'], 'it'],
		[['rm', 'es', 'it'], 'it'],
		[['__proto__'], 'en'],
		[[], 'en'],
	])('asked for %j it is %s', (asked, lang) => {
		expect(textsFor(...asked).lang).toBe(lang);
	});

	test.each([
		['fr-CH, fr;q=0.9, en;q=0.8', ['fr-CH', 'fr', 'en']],
		['en;q=0.2,de;q=0.7', ['de', 'en']],
		['de;q=0, it', ['it']],
		['', []],
		[undefined, []],
	])('a browser that sends %j wants %j', (header, languages) => {
		expect(acceptedLanguages(header)).toEqual(languages);
	});
});
