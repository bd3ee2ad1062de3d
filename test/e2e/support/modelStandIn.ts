/** Stands in for a language model: it speaks OpenAI's interface, and writes what it is asked as a contract. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Credential } from '../../../scripts/n8n/n8nServer.ts';

interface Question {
	model: string;
	messages: Array<{ role: string; content: string }>;
}

export interface ModelStandIn {
	credential: Credential;
	close: () => void;
}

/** A call of a tool, as the model writes it. */
export interface ToolCall {
	name: string;
	toolArguments: object;
}

/** With `callsFor`, it calls these tools when it is asked, and then repeats what they answered. */
export async function startModel(
	callsFor: (asked: string) => ToolCall[] = () => [],
): Promise<ModelStandIn> {
	const server = createServer((request, response) => {
		void read(request).then((question) => {
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(answerTo(question, callsFor)));
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		credential: {
			id: 'model',
			name: 'Model',
			type: 'openAiApi',
			data: { apiKey: 'any', url: `http://127.0.0.1:${port}/v1` },
		},
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

async function read(request: IncomingMessage): Promise<Question> {
	const chunks = (await request.toArray()) as Buffer[];
	return JSON.parse(Buffer.concat(chunks).toString()) as Question;
}

function answerTo({ model, messages }: Question, callsFor: (asked: string) => ToolCall[]): object {
	const asked = messages.findLast(({ role }) => role === 'user')?.content ?? '';
	const answers = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
	const calls = answers.length > 0 ? [] : callsFor(asked);
	const content = answers.length > 0 ? answers.join('\n') : `Contract (draft)\n1. ${asked}`;
	const message =
		calls.length > 0
			? { role: 'assistant', content: null, tool_calls: calls.map(asToolCall) }
			: { role: 'assistant', content };
	return {
		id: 'answer',
		object: 'chat.completion',
		created: 0,
		model,
		choices: [{ index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

function asToolCall({ name, toolArguments }: ToolCall, at: number): object {
	const called = { name, arguments: JSON.stringify(toolArguments) };
	return { id: `call-${at}`, type: 'function', function: called };
}
