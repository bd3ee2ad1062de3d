/**
 * A file between n8n's own storage and the service by plain undici, inside of n8n and with the token of the
 * credential: what the same bytes cost there at least. In JavaScript, because n8n loads it as it stands.
 */
const { request } = require('undici');
const { asBase64, SLICE_BYTES } = require('./asBase64.js');

class PlainFile {
	description = {
		displayName: 'Plain File',
		name: 'plainFile',
		group: ['input'],
		version: 1,
		description: 'Sends or fetches one file',
		defaults: { name: 'Plain File' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'eSignatureApi', required: true }],
		properties: [
			{ displayName: 'Method', name: 'method', type: 'string', default: 'GET' },
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
		],
	};

	async execute() {
		const url = this.getNodeParameter('url', 0);
		const { sessionToken } = await this.getCredentials('eSignatureApi');
		const headers = { authorization: `Bearer ${sessionToken}` };
		if (this.getNodeParameter('method', 0) === 'GET') {
			const { body } = await request(url, { headers });
			const data = await this.helpers.prepareBinaryData(body, 'bench.pdf', 'application/pdf');
			return [[{ json: {}, binary: { data } }]];
		}
		const { id } = this.helpers.assertBinaryData(0, 'data');
		const stream = await this.helpers.getBinaryStream(id, SLICE_BYTES);
		const encoded = stream.pipe(asBase64());
		const { body } = await request(url, { method: 'POST', headers, body: encoded });
		await body.dump();
		return [[{ json: {} }]];
	}
}

module.exports = { PlainFile };
