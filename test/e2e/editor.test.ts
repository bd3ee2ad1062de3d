/** What users find and fill in, on one n8n and in one browser. */
import { forms } from './cases/forms.ts';
import { someForms, panel } from './cases/panel.ts';
import { setStage } from './support/stage.ts';

const inEditor = setStage(() => ({
	workflows: [someForms],
	publish: false,
	isOwn: true,
	hasEditor: true,
}));

describe('the panel of nodes', () => panel(inEditor));
describe('a form', () => forms(inEditor));
