import { LANGUAGES } from '../../../../sandbox/pages/frame/texts/texts.ts';
import { brokenWords, carla, ownAddress, scrollsSideways, setStage, type Stage } from '../stage.ts';

let stage: Stage;
beforeAll(async () => {
	stage = await setStage();
});
afterEach(() => stage.leave());
afterAll(() => stage.close());

test.each(LANGUAGES)('at 320 pixels no word of the signing page breaks (%s)', async (language) => {
	const address = ownAddress(await stage.open('v2', { signatures: [{ ...carla, language }] }));
	const page = await stage.visit(address, { viewport: { width: 320, height: 700 } });
	expect(await brokenWords(page)).toEqual([]);
	expect(await scrollsSideways(page)).toBe(false);
});
