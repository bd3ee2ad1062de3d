import { sealBody } from '../../../../nodes/ESignatureSeal/operations/seal.body';
import type { SealFields } from '../../../../nodes/ESignatureSeal/operations/seal.body';

const position = { page: 0, x: 1, y: 2, width: 30, height: 40 };
const sentPosition = { page: '0', x: 1, y: 2, width: 30, height: 40 };
const names = { title: 'Contract', accountName: 'seal-1' };
const sentNames = { title: 'Contract', account_name: 'seal-1' };
const image = { mediaType: 'image/png', bytes: Buffer.from('abc') };

it.each<[string, SealFields, object]>([
	['nothing but a version', { version: 'v2' }, {}],
	['names in v2', { version: 'v2', ...names }, sentNames],
	['names in v3', { version: 'v3', ...names }, sentNames],
	['names in v1, which knows none', { version: 'v1', ...names }, {}],
	[
		'a place',
		{ version: 'v1', visible: { position } },
		{ visual_signature: { position: sentPosition } },
	],
	[
		'a place and a picture',
		{ version: 'v3', visible: { position, image: image as never } },
		{
			visual_signature: {
				position: sentPosition,
				image: { content_type: 'image/png', content: 'YWJj' },
			},
		},
	],
])('%s is written as the service reads it', (_title, fields, body) => {
	expect(sealBody(fields)).toEqual(body);
});
