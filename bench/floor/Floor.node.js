/**
 * The least that a node can do: n8n's own helper, called once for each item, all at once. What our nodes take
 * above this is theirs; what is below is n8n's. In JavaScript, because n8n loads it as it stands.
 */
class Floor {
	description = {
		displayName: 'Floor',
		name: 'floor',
		group: ['input'],
		version: 1,
		description: 'Reads one signature request for each item',
		defaults: { name: 'Floor' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'eSignatureApi', required: true }],
		properties: [
			{
				displayName: 'Request',
				name: 'requestId',
				type: 'resourceLocator',
				default: { mode: 'id', value: '' },
				modes: [{ displayName: 'By ID', name: 'id', type: 'string' }],
			},
		],
	};

	async execute() {
		const items = this.getInputData();
		const outputs = await Promise.all(
			items.map(async (_item, index) => {
				const id = this.getNodeParameter('requestId', index, '', { extractValue: true });
				const json = await this.helpers.httpRequestWithAuthentication.call(this, 'eSignatureApi', {
					method: 'GET',
					baseURL: 'signing',
					url: `/v2/signature-requests/${id}`,
					json: true,
				});
				return { json, pairedItem: { item: index } };
			}),
		);
		return [outputs];
	}
}

module.exports = { Floor };
