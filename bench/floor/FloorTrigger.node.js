/**
 * The least that a trigger of a package can do when it is called: it reads the request with its credential, and starts
 * a run. Before a node of a package is called, n8n makes a room for expressions, which takes it longer than all the
 * rest; for its own Webhook node it does not. In JavaScript, because n8n loads it as it stands.
 */
class FloorTrigger {
	description = {
		displayName: 'Floor Trigger',
		name: 'floorTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Starts when it is called',
		defaults: { name: 'Floor Trigger' },
		inputs: [],
		outputs: ['main'],
		credentials: [{ name: 'eSignatureApi', required: true }],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'floor' }],
		properties: [],
	};

	async webhook() {
		const { request } = this.getQueryData();
		const json = await this.helpers.httpRequestWithAuthentication.call(this, 'eSignatureApi', {
			method: 'GET',
			baseURL: 'signing',
			url: `/v2/signature-requests/${request}`,
			json: true,
		});
		return { workflowData: [[{ json }]] };
	}
}

module.exports = { FloorTrigger };
