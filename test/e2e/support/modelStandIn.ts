/** Stands in for a language model: it speaks OpenAI's interface, and writes down what it was told as a contract. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
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

export async function startModel(): Promise<ModelStandIn> {
	const server = createServer((request, response) => {
		void read(request).then((question) => {
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(answerTo(question)));
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

function answerTo({ model, messages }: Question): object {
	const told = messages.findLast(({ role }) => role === 'user')?.content ?? '';
	const message = { role: 'assistant', content: `Contract (draft)\n1. ${told}` };
	return {
		id: 'answer',
		object: 'chat.completion',
		created: 0,
		model,
		choices: [{ index: 0, message, finish_reason: 'stop' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
