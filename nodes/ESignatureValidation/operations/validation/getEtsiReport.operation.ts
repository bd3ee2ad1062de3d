import { z } from 'zod/v3';

import { downloadXml } from '../../../shared/document/download';
import { outputFileField } from '../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { RequiredText } from '../../../shared/operation/scalars.schema';
import { resultCall, resultEndpoint, ValidationId, validationIdField } from './result';

const option: Operation['option'] = {
	name: 'Get ETSI Report',
	value: 'getEtsiReport',
	action: 'Get ETSI report of validation',
	description: 'Download the signature validation report, an XML file for archives and auditors',
};

const fields: Operation['fields'] = [validationIdField, outputFileField('the report')];

const endpoint = resultEndpoint('/reports/{id}/etsi');

const Parameters = z.object({ binaryPropertyName: RequiredText });

async function execute(item: ItemContext) {
	const { validationId } = item.read(ValidationId);
	const { binaryPropertyName } = item.read(Parameters);
	const report = await downloadXml(item.context, {
		call: resultCall(item, endpoint, validationId),
		about: { fileName: `validation-${validationId}.xml` },
	});
	return { json: { id: validationId }, binary: { [binaryPropertyName]: report } };
}

export const operation: Operation = {
	option,
	fields,
	versions: ['v1'],
	endpoints: [endpoint],
	execute,
};
