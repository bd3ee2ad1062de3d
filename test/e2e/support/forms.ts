/** n8n's forms, as the browser of someone who fills them in sends them. */
import type { N8n } from '../../../scripts/n8n/n8nServer.ts';
import { until } from './until.ts';

export interface ChosenFile {
	name: string;
	bytes: Buffer;
	type: string;
}

/** Fills in the fields in their order, once the form is there. */
export async function fillIn(
	n8n: N8n,
	address: string,
	fields: Array<string | ChosenFile>,
): Promise<string> {
	await until(n8n, `form ${address}`, async () => (await fetch(address)).ok || undefined);
	const form = new FormData();
	fields.forEach((field, place) => {
		const value = typeof field === 'string' ? field : fileOf(field);
		form.append(`field-${place}`, value);
	});
	const answer = await fetch(address, { method: 'POST', body: form });
	if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
	return await answer.text();
}

function fileOf({ name, bytes, type }: ChosenFile): File {
	return new File([Uint8Array.from(bytes)], name, { type });
}
