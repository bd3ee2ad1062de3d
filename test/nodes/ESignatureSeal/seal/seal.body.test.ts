import { sealBody } from '../../../../nodes/ESignatureSeal/seal/seal.body';
import { rulesOf } from '../../../../nodes/shared/account/dialect';

const names = { title: 'Contract', accountName: 'seal-1' };
const sentNames = { title: 'Contract', account_name: 'seal-1' };
const invisible = { placement: 'invisible' } as const;
const positions = [{ pageNumber: 1, x: 1, y: 2, width: 30, height: 40 }];
const loadedImage = { mediaType: 'image/png', bytes: Buffer.from('abc') };

it.each<[string, Omit<Parameters<typeof sealBody>[0], 'rules'>, object]>([
	['nothing but a version', { version: 'v2', placed: invisible }, {}],
	['names in v2', { version: 'v2', placed: invisible, ...names }, sentNames],
	['names in v3', { version: 'v3', placed: invisible, ...names }, sentNames],
	['names in v1, which knows none', { version: 'v1', placed: invisible, ...names }, {}],
	[
		'a place and an image',
		{ version: 'v1', placed: { placement: 'position', positions, loadedImage } },
		{
			visual_signature: {
				position: { page: '0', x: 1, y: 2, width: 30, height: 40 },
				image: { content_type: 'image/png', content: 'YWJj' },
			},
		},
	],
	[
		'a form field',
		{ version: 'v2', placed: { placement: 'formField', formField: 'Seal' } },
		{ visual_signature: { form_field: 'Seal' } },
	],
])('%s is written as the service reads it', (_title, fields, body) => {
	expect(sealBody({ ...fields, rules: rulesOf('contract', fields.version) })).toEqual(body);
});
