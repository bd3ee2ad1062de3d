import { NodeOperationError } from 'n8n-workflow';
import type { IBinaryData } from 'n8n-workflow';

import type { Place } from '../../shared/document/document';

/** Small enough that the largest document and an image still travel in one request. */
export const LARGEST_IMAGE_BYTES = 524_288;

/** By their first bytes: n8n's media type is only what somebody called the file. README shows this table to users. */
export const imageFormats = [
	{
		name: 'PNG',
		mediaType: 'image/png',
		head: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
	},
	{ name: 'JPEG', mediaType: 'image/jpeg', head: Buffer.from([0xff, 0xd8, 0xff]) },
] as const;

export interface Image {
	mediaType: string;
	bytes: Buffer;
}

export async function imageFromBinary(
	{ context, itemIndex }: Place,
	field: string | Pick<IBinaryData, 'data' | 'mimeType'>,
): Promise<Image> {
	const fault = (message: string, description: string) =>
		new NodeOperationError(context.getNode(), message, { itemIndex, description });

	const binary = context.helpers.assertBinaryData(itemIndex, field);
	const name = binary.fileName === undefined ? 'The image' : `The image "${binary.fileName}"`;
	const announcedBytes = binary.bytes ?? 0;
	const bytes =
		announcedBytes > LARGEST_IMAGE_BYTES
			? undefined
			: await context.helpers.getBinaryDataBuffer(itemIndex, binary);
	const sizeBytes = bytes?.length ?? announcedBytes;
	if (bytes === undefined || sizeBytes > LARGEST_IMAGE_BYTES) {
		throw fault(
			`${name} is too large: ${sizeBytes} bytes, and at most ${LARGEST_IMAGE_BYTES} (512 KB) fit into a seal`,
			'Make it smaller: a seal is a few centimetres wide, for which 1000 pixels are plenty. Nothing was sent.',
		);
	}
	const format = imageFormats.find(({ head }) => bytes.subarray(0, head.length).equals(head));
	if (!format) {
		throw fault(
			`${name} is neither a PNG nor a JPEG`,
			'Convert the file to PNG or JPEG, or check that the field holds an image. Nothing was sent.',
		);
	}
	return { mediaType: format.mediaType, bytes };
}
