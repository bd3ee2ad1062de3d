import type { InputItem } from '../../../support/engine/engine.ts';
import { byId } from '../../../support/service/service.ts';
import { when, withFull, type Case, type Row, type Stage, type StateRefusal } from '../row.ts';
import {
	addRequest,
	notMyRequest,
	oneOf,
	onlyReadable,
	onRequest,
	post,
	record,
	UNKNOWN,
} from '../scene.ts';

const TERMS = Buffer.from('Terms and conditions');
const options = { itemsAtOnce: 2 };
const inBatches = { options };

const fileItem = (field = 'data', bytes = TERMS, mediaType = 'text/plain'): InputItem => ({
	files: { [field]: { bytes, fileName: 'terms.txt', mediaType } },
});

async function attached(stage: Stage) {
	const { id } = await addRequest(stage);
	await post(stage, `/${stage.version}/signature-requests/${id}/attachments`, {
		filename: 'terms.txt',
		content_type: 'text/plain',
		content: TERMS.toString('base64'),
	});
	const [attachment] = record(stage, id).attachments;
	const attachmentId = attachment!.id;
	return {
		id,
		attachmentId,
		parameters: { requestId: byId(id), attachmentId: byId(attachmentId) },
	};
}

const unknownAttachment: Case<StateRefusal> = {
	title: 'an attachment that is not there',
	arrange: async (stage) => ({
		parameters: { requestId: byId((await addRequest(stage)).id), attachmentId: byId(UNKNOWN) },
		status: 404,
		says: /doesn't find this ID/,
	}),
};

const withFile = (
	one: Case<StateRefusal>,
	sent?: (stage: Stage) => number,
): Case<StateRefusal> => ({
	...one,
	arrange: async (stage) => ({
		...(await one.arrange(stage)),
		items: [fileItem()],
		...(sent && { sent: sent(stage) }),
	}),
});

const isPublic = ({ dialect }: { dialect: string }) => dialect === 'public';
/** The public regions answer with the request, so that is looked at first. */
const sentFirst = (stage: Stage) => (isPublic(stage) ? 0 : 1);

const add: Row = {
	operation: 'add',
	sendsFile: true,
	minimal: onRequest(
		addRequest,
		(result, stage, id) => {
			const [attachment] = record(stage, id).attachments;
			expect(attachment).toMatchObject({ filename: 'terms.txt', contentType: 'text/plain' });
			expect(stage.service.sandbox.store.contentOf(attachment!).equals(TERMS)).toBe(true);
			expect(oneOf(result).json).toEqual({
				attachment_id: attachment!.id,
				filename: 'terms.txt',
			});
		},
		{ items: [fileItem()] },
	),
	full: async (stage) => {
		const { id, parameters } = await attached(stage);
		return [
			{
				parameters: {
					requestId: parameters.requestId,
					binaryPropertyName: 'file',
					options: { ...options, fileName: 'conditions.txt', timeoutSeconds: 30 },
				},
				items: [fileItem('file')],
				seen: (result) => {
					const { attachments } = record(stage, id);
					expect(attachments).toHaveLength(2);
					expect(attachments[1]!.filename).toBe('conditions.txt');
					expect(oneOf(result).json.attachment_id).toBe(attachments[1]!.id);
				},
			},
		];
	},
	rules: [
		when('an empty file', () => ({
			parameters: { requestId: byId(UNKNOWN) },
			items: [fileItem('data', Buffer.alloc(0))],
			says: /"terms.txt" is empty[^]*Nothing was sent/,
		})),
		when('a file without any name', () => ({
			parameters: { requestId: byId(UNKNOWN) },
			items: [{ files: { data: { bytes: TERMS, mediaType: 'text/plain' } } }],
			says: /File Name is empty[^]*Add this option\. Nothing was sent/,
		})),
		when(
			'a type that the public regions do not take',
			() => ({
				parameters: { requestId: byId(UNKNOWN) },
				items: [fileItem('data', TERMS, 'text/csv')],
				says: /doesn't accept attachments of type text\/csv[^]*one of PDF, Word/,
			}),
			isPublic,
		),
	],
	refusals: [
		...notMyRequest().map((one) => withFile(one, sentFirst)),
		withFile(onlyReadable()),
		when(
			'a kind of file that is not supported',
			async (stage) => ({
				parameters: { requestId: byId((await addRequest(stage)).id) },
				items: [fileItem('data', TERMS, 'application/x-msdownload')],
				status: 400,
				key: 'file.attachment.unsupported',
				says: /doesn't accept attachments of this type[^]*Convert/,
			}),
			({ dialect }) => dialect === 'contract',
		),
	],
};

const download: Row = {
	operation: 'download',
	minimal: async (stage) => {
		const { id, attachmentId, parameters } = await attached(stage);
		return {
			parameters,
			seen: async (result) => {
				const item = oneOf(result);
				expect(item.json).toMatchObject({
					id,
					attachment_id: attachmentId,
					fileName: 'terms.txt',
				});
				expect((await stage.service.engine.readBinary(item)).equals(TERMS)).toBe(true);
			},
		};
	},
	full: async (stage) => {
		const { parameters } = await attached(stage);
		return [
			{
				parameters: { ...parameters, binaryPropertyName: 'file', options },
				seen: async (result) => {
					const bytes = await stage.service.engine.readBinary(oneOf(result), 'file');
					expect(bytes.equals(TERMS)).toBe(true);
				},
			},
		];
	},
	refusals: [...notMyRequest({ attachmentId: byId(UNKNOWN) }, 0), unknownAttachment],
};

const remove = withFull(inBatches, {
	operation: 'remove',
	minimal: async (stage) => {
		const { id, parameters } = await attached(stage);
		return {
			parameters,
			seen: (result) => {
				expect(oneOf(result).json).toEqual({ deleted: true });
				expect(record(stage, id).attachments).toEqual([]);
			},
		};
	},
	refusals: [
		...notMyRequest({ attachmentId: byId(UNKNOWN) }),
		onlyReadable({ attachmentId: byId(UNKNOWN) }),
		unknownAttachment,
	],
});

export const attachmentRows: Row[] = [add, download, remove];
