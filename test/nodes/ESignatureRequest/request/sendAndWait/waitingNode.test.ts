import { Workflow } from 'n8n-workflow';
import { perItemHint } from '../../../../../nodes/ESignatureRequest/request/sendAndWait/waitingNode';

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
