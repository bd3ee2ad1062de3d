import { downloadXml } from '../../shared/documents/download';
import { fields } from '../../shared/form/field';
import { outputFileField } from '../../shared/form/fields';
import type { ItemContext, Operation } from '../../shared/execution/operation';
import { etsiEndpoint, resultCall, validationIdField } from '../../shared/validation/result';

const option: Operation['option'] = {
	name: 'Get ETSI Report',
	value: 'getEtsiReport',
	action: 'Get ETSI report of validation',
	description: 'Download the validation report, an XML file for archives and auditors',
};

const form = fields(validationIdField, outputFileField('the report'));

async function execute(item: ItemContext) {
	const { validationId, binaryPropertyName } = item.read(form);
	const report = await downloadXml(item.context, {
		call: resultCall(item, etsiEndpoint, validationId),
		about: { fileName: `validation-${validationId}.xml` },
	});
	return { json: { id: validationId }, binary: { [binaryPropertyName]: report } };
}

export const operation: Operation = {
	option,
	forAgents: 'Get the validation report as XML',
	fields: form,
	versions: ['v1'],
	endpoints: [etsiEndpoint],
	execute,
};
