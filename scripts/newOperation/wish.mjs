import { SetupError } from '../command.mjs';

/** Which template a resource of a node begins with. */
export const templates = {
	ESignatureDocument: { document: 'document' },
	ESignatureRequest: {
		attachment: 'request',
		observer: 'observer',
		request: 'request',
		signer: 'request',
	},
	ESignatureSeal: { seal: 'document' },
	ESignatureValidation: { credit: 'credit', validation: 'validation' },
};

const places = Object.entries(templates).map(
	([node, resources]) => `  ${node.padEnd(22)}${Object.keys(resources).join(', ')}`,
);

export const USAGE = `Writes a new operation that works, with its output schema, test, README row and CHANGELOG line.

  npm run new:operation -- <Node> <resource> <name> "<Display Name>"
  npm run new:operation -- ESignatureDocument document getPages "Get Pages"

Nodes and their resources:
${places.join('\n')}
`;

/** What was asked for; a SetupError says what is wrong with it. */
export function readWish([node, resource, name, displayName, ...more]) {
	if (displayName === undefined) throw new SetupError(USAGE);
	if (more.length > 0) {
		throw new SetupError(
			`"${more.join(' ')}" is too much. Put the display name into quotation marks: "${displayName} ${more.join(' ')}".`,
		);
	}
	if (!Object.hasOwn(templates, node)) {
		throw new SetupError(
			`There is no node "${node}" with operations. Choose one of ${Object.keys(templates).join(', ')}.`,
		);
	}
	if (!Object.hasOwn(templates[node], resource)) {
		throw new SetupError(
			`${node} has no resource "${resource}". Choose one of ${Object.keys(templates[node]).join(', ')}; a new resource begins in the node file, by hand.`,
		);
	}
	if (!/^[a-z][A-Za-z0-9]*$/.test(name)) {
		throw new SetupError(
			`"${name}" cannot be the name of an operation: write it like getMany. It becomes a file name and a saved value, and is never changed again.`,
		);
	}
	if (!/^[A-Z]\w*( \w+)*$/.test(displayName)) {
		throw new SetupError(
			`"${displayName}" cannot be a display name: write it like "Get Many", with letters, digits and spaces only.`,
		);
	}
	return { node, resource, name, displayName, template: templates[node][resource] };
}
