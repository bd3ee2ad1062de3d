import { Workflow } from 'n8n-workflow';
import {
	addressOfNode,
	perItemHint,
} from '../../../../../nodes/ESignatureRequest/request/sendAndWait/waitingNode';

const NODE = '0f5d2c1e';

it.each([
	[
		'https://a.ch/webhook-waiting/7?signature=t',
		`https://a.ch/webhook-waiting/7/${NODE}-signed?signature=t`,
	],
	['https://a.ch/n8n/webhook-waiting/7', `https://a.ch/n8n/webhook-waiting/7/${NODE}-signed`],
	['https://a.ch/webhook-waiting/7/?x=a?b', `https://a.ch/webhook-waiting/7/${NODE}-signed?x=a?b`],
])('%s gets the end of the node before its query', (resumeUrl, address) => {
	expect(addressOfNode(resumeUrl, NODE)).toBe(address);
});

it('whatever the id of the node is', () => {
	expect(addressOfNode('https://a.ch/7', 'a/b c?')).toBe('https://a.ch/7/a%2Fb%20c%3F-signed');
});

/** As n8n's editor asks for it. */
function isShown(operation: string, count: number): unknown {
	const node = {
		id: '1',
		name: 'Node',
		type: 'eSignatureRequest',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: { resource: 'request', operation },
	};
	const nodeTypes = {
		getByName: () => undefined as never,
		getByNameAndVersion: () => undefined as never,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const items = Array.from({ length: count }, () => ({ json: {} }));
	const { displayCondition = '' } = perItemHint;
	const { expression } = workflow;
	return expression.getParameterValue(displayCondition, null, 0, 0, node.name, items, 'manual', {});
}

it.each([
	['sendAndWait', 3, true],
	['sendAndWait', 1, false],
	['create', 3, false],
])('for %s with %d items: %s', (operation, count, expected) => {
	expect(isShown(operation, count)).toBe(expected);
});
