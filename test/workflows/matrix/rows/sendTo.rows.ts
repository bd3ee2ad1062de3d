import { smallPdf } from '../../../support/files/pdf.ts';
import { when, withFull, type Case, type Row, type Stage, type StateRefusal } from '../row.ts';
import { oneOf, pdfItem, post, UNKNOWN } from '../scene.ts';

const GONE = /find a sent document with this ID and access code[^]*after a day[^]*90 days/;
const options = { itemsAtOnce: 2 };
const inBatches = { options };

interface Sent {
	id: string;
	access_code: string;
}

/** Sent past the nodes. */
async function addSendTo(stage: Stage): Promise<Sent> {
	const body = { title: 'Contract', content: smallPdf.toString('base64') };
	return (await post(stage, '/v2/sendto', body)) as Sent;
}

const formOf = ({ id, access_code: accessCode }: Sent) => ({ sendToId: id, accessCode });

const unknown: Array<Case<StateRefusal>> = [
	when('an unknown sent document', async (stage) => ({
		parameters: { ...formOf(await addSendTo(stage)), sendToId: UNKNOWN },
		status: 404,
		says: GONE,
	})),
	when('another access code', async (stage) => ({
		parameters: { ...formOf(await addSendTo(stage)), accessCode: UNKNOWN },
		status: 404,
		says: GONE,
	})),
];

const create: Row = {
	operation: 'create',
	sendsFile: true,
	minimal: (stage) => ({
		parameters: { binaryPropertyName: 'data' },
		items: [pdfItem()],
		seen: async (result) => {
			const { id, url, access_code: code } = oneOf(result).json as Record<string, string>;
			expect(url).toContain(`/app/sendto/${id}`);
			const headers = { 'x-accesscode': code! };
			const tracked = await stage.service.call(`/v2/sendto/${id}/track`, { headers });
			expect(await tracked.json()).toMatchObject({ status: 'UNCLAIMED' });
		},
	}),
	full: () =>
		[
			{ source: 'binary', binaryPropertyName: 'contract' },
			{ source: 'base64', content: smallPdf.toString('base64') },
		].map((source) => ({
			parameters: { ...source, title: 'Lease', options: { ...options, timeoutSeconds: 30 } },
			items: [pdfItem(smallPdf, 'contract')],
			seen: (result) =>
				expect(Object.keys(oneOf(result).json).sort()).toEqual(['access_code', 'id', 'url']),
		})),
	rules: [
		when('a sent document without a name', () => ({
			parameters: { source: 'base64', content: smallPdf.toString('base64') },
			says: /Title is empty, and the file has no name/,
		})),
	],
	refusals: [],
};

const track = withFull(inBatches, {
	operation: 'track',
	minimal: async (stage) => {
		const sent = await addSendTo(stage);
		return {
			parameters: formOf(sent),
			seen: (result) =>
				expect(oneOf(result).json).toEqual({
					...{ id: sent.id, status: 'UNCLAIMED', creator: null, signers: null },
				}),
		};
	},
	refusals: unknown,
});

const download: Row = {
	operation: 'download',
	minimal: async (stage) => {
		const sent = await addSendTo(stage);
		return {
			parameters: { ...formOf(sent), binaryPropertyName: 'data' },
			seen: (result) => {
				const { json, binary } = oneOf(result);
				expect(json).toEqual({ id: sent.id });
				expect(binary?.data).toMatchObject({
					...{ fileName: `send-to-${sent.id}.pdf`, mimeType: 'application/pdf' },
				});
			},
		};
	},
	full: async (stage) => [
		{
			parameters: {
				...formOf(await addSendTo(stage)),
				binaryPropertyName: 'contract',
				options: { ...options, fileName: 'lease.pdf', timeoutSeconds: 30 },
			},
			seen: (result) =>
				expect(oneOf(result).binary?.contract).toMatchObject({ fileName: 'lease.pdf' }),
		},
	],
	refusals: unknown,
};

const deletion = withFull(inBatches, {
	operation: 'delete',
	minimal: async (stage) => {
		const sent = await addSendTo(stage);
		return {
			parameters: formOf(sent),
			seen: async (result) => {
				expect(oneOf(result).json).toEqual({ deleted: true });
				const headers = { 'x-accesscode': sent.access_code };
				const { status } = await stage.service.call(`/v2/sendto/${sent.id}/track`, { headers });
				expect(status).toBe(404);
			},
		};
	},
	refusals: unknown,
});

export const sendToRows: Row[] = [create, track, download, deletion];
