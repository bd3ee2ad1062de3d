import { validated } from '../results';

describe('Get ETSI Report', () => {
	it('puts the XML into the item as a file', async () => {
		const { service, validationId } = await validated('signed');
		const { outputs } = await service.validation('getEtsiReport', {
			validationId,
			binaryPropertyName: 'report',
		});
		const [item] = outputs[0]!;
		expect(item!.json).toEqual({ id: validationId });
		expect(item!.binary!.report).toMatchObject({
			fileName: `validation-${validationId}.xml`,
			mimeType: 'application/xml',
		});
		const xml = (await service.engine.readBinary(item!, 'report')).toString();
		expect(xml).toMatch(/^<\?xml[^]*<ValidationReport[^]*Zoë Müller[^]*<\/ValidationReport>\s*$/);
	});

	it('reports that the report broke off', async () => {
		const { service, validationId } = await validated('signed');
		service.sandbox.faults.add({ path: /\/etsi$/, truncateBody: true });
		const { error } = await service.validation('getEtsiReport', { validationId });
		expect(error?.message).toMatch(/broke off/);
	});
});
