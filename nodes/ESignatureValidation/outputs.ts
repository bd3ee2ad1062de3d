import type { INodeTypeDescription } from 'n8n-workflow';

/** n8n works it out again whenever a parameter changes. */
export const outputs: INodeTypeDescription['outputs'] = `={{
	["validate", "validateSignature"].includes($parameter["operation"]) && $parameter["secondOutput"] === true
		? [{ type: "main", displayName: "Passed" }, { type: "main", displayName: "Did Not Pass" }]
		: [{ type: "main" }]
}}`;
