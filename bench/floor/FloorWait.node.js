/**
 * The least that a node of a package can do to wait for a signature: it creates the request with the address of its
 * execution, and reads it when it is called there. What Send and Wait takes above this is ours. In JavaScript,
 * because n8n loads it as it stands.
 */
const NEVER = new Date('3000-01-01T00:00:00.000Z');

class FloorWait {
	description = {
		displayName: 'Floor Wait',
		name: 'floorWait',
		group: ['input'],
		version: 1,
		description: 'Creates one signature request and waits until it is called',
		defaults: { name: 'Floor Wait' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'eSignatureApi', required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				path: '',
				isFullPath: true,
				restartWebhook: true,
			},
		],
		properties: [{ displayName: 'Body', name: 'body', type: 'json', default: '{}' }],
	};

	async execute() {
		await callService(this, { method: 'POST', body: this.getNodeParameter('body', 0) });
		await this.putExecutionToWait(NEVER);
		return [this.getInputData()];
	}

	async webhook() {
		const { request } = this.getQueryData();
		const json = await callService(this, { method: 'GET', path: `/${request}` });
		return { workflowData: [[{ json }]] };
	}
}

async function callService(context, { method, path = '', body }) {
	return await context.helpers.httpRequestWithAuthentication.call(context, 'eSignatureApi', {
		method,
		baseURL: 'signing',
		url: `/v2/signature-requests${path}`,
		body,
		json: true,
	});
}

module.exports = { FloorWait };
