import type { INodeParameters } from 'n8n-workflow';
import { smallPdf } from '../../../../support/files/pdf';
import { byId, startService } from '../../../../support/service/service';

const ID = '11111111-2222-4333-8444-555555555555';
const pdfItem = (bytes = smallPdf) => ({ files: { data: { bytes, fileName: 'Contract.pdf' } } });
const signers = (...signer: INodeParameters[]) => ({ signers: { signer } });
const ann = { kind: 'account', email: 'ann@example.com' };
const place = { pageNumber: 1, x: 0, y: 0, width: 10, height: 10 };
const v3 = { apiVersion: 'v3', ...signers(ann) };
const inThreeDays = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

describe('Create explains what the service refuses', () => {
	const groups = { features: { groups: false } };
	const expiry = { features: { expiresAt: false } };
	it.each<[string, INodeParameters, object, string, RegExp]>([
		[
			'a form field that the PDF lacks in v1',
			{ apiVersion: 'v1', ...signers({ ...ann, placement: 'formField', formField: 'None' }) },
			{},
			'400',
			/no signature field "None"/,
		],
		[
			'a page that the PDF lacks in v2',
			signers({
				...ann,
				placement: 'position',
				positions: { position: [{ ...place, pageNumber: 9 }] },
			}),
			{},
			'400',
			/there are 1 pages/,
		],
		[
			'groups that are not activated',
			{ apiVersion: 'v3', ...signers({ kind: 'group', groupId: 'gr_1' }) },
			groups,
			'403',
			/Signer groups are not activated[^]*Ask the service's support/,
		],
		[
			'an expiry that is not activated',
			{ ...v3, options: { expiresAt: inThreeDays } },
			expiry,
			'403',
			/Expiry dates .* not activated[^]*Ask the service's support/,
		],
		[
			'an unknown document',
			{ ...signers(ann), source: 'document', title: 'x', documentId: byId(ID) },
			{},
			'404',
			/Check the id/,
		],
	])('%s', async (_title, parameters, settings, status, description) => {
		const service = await startService(settings);
		const { error } = await service.request('request', 'create', parameters, {
			items: [pdfItem()],
		});
		expect(error?.httpCode).toBe(status);
		expect(`${error?.message} ${error?.description}`).toMatch(description);
	});
});

it.each(['v1', 'v2', 'v3'])(
	'Create goes on after a failure if On Error says so, with %s',
	async (apiVersion) => {
		const service = await startService();
		const run = { items: [pdfItem(Buffer.from('no')), pdfItem()] };
		const { outputs } = await service.request(
			'request',
			'create',
			{ apiVersion, ...signers(ann) },
			{ ...run, settings: { onError: 'continueRegularOutput' } },
		);
		expect(
			outputs[0]!.map(({ json: item, pairedItem }) => [item.error ?? item.title, pairedItem]),
		).toEqual([
			[expect.stringMatching(/is not a PDF/), { item: 0 }],
			['Contract.pdf', { item: 1 }],
		]);
	},
);
