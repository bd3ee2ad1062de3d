import { LANGUAGES } from '../../../../sandbox/pages/frame/texts/texts.ts';
import { carla, ownAddress, scrollsSideways, setStage, type Stage } from '../stage.ts';

let stage: Stage;
beforeAll(async () => {
	stage = await setStage();
});
afterEach(() => stage.leave());
afterAll(() => stage.close());

/** Words that begin on one line and end on another. */
const BROKEN_WORDS = `(() => {
	const broken = [];
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let text = texts.nextNode(); text; text = texts.nextNode()) {
		if (!text.parentElement.checkVisibility()) continue;
		for (const word of text.data.matchAll(/[^\\s-]+/g)) {
			const range = document.createRange();
			range.setStart(text, word.index);
			range.setEnd(text, word.index + word[0].length);
			const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
			if (lines.size > 1) broken.push(word[0]);
		}
	}
	return broken;
})()`;

test.each(LANGUAGES)('at 320 pixels no word of the signing page breaks (%s)', async (language) => {
	const address = ownAddress(await stage.open('v2', { signatures: [{ ...carla, language }] }));
	const page = await stage.visit(address, { viewport: { width: 320, height: 700 } });
	expect(await page.evaluate<string[]>(BROKEN_WORDS)).toEqual([]);
	expect(await scrollsSideways(page)).toBe(false);
});
