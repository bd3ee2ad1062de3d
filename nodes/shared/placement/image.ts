import { NodeOperationError } from 'n8n-workflow';
import type { IBinaryData, IDataObject } from 'n8n-workflow';

import type { Rules } from '../account/dialect';
import { binaryIn } from '../document/document';
import type { ItemRef } from '../document/fileCheck';

/** Small enough that the largest document and an image still travel in one request. */
export const LARGEST_IMAGE_BYTES = 524_288;

/** By their first bytes: n8n's media type is only what the file was called. README shows this table to users. */
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

/** interface.md 2.3. */
export function imageField(image: Image | undefined): IDataObject | undefined {
	return image && { content_type: image.mediaType, content: image.bytes.toString('base64') };
}

export async function imageFromBinary(
	{ context, itemIndex }: ItemRef,
	field: string | Pick<IBinaryData, 'data' | 'mimeType'>,
	{ images: taken }: Rules,
): Promise<Image> {
	const fault = (message: string, description: string) =>
		new NodeOperationError(context.getNode(), message, { itemIndex, description });

	const binary = binaryIn({ context, itemIndex }, field, {
		label: 'Image Binary Field',
	});
	const name = binary.fileName === undefined ? 'The image' : `The image "${binary.fileName}"`;
	const announcedBytes = binary.bytes ?? 0;
	const bytes =
		announcedBytes > LARGEST_IMAGE_BYTES
			? undefined
			: await context.helpers.getBinaryDataBuffer(itemIndex, binary);
	const sizeBytes = bytes?.length ?? announcedBytes;
	if (bytes === undefined || sizeBytes > LARGEST_IMAGE_BYTES) {
		throw fault(
			`${name} is too large: ${sizeBytes} bytes, and at most ${LARGEST_IMAGE_BYTES} (512 KB) fit into a signature or seal`,
			'Make it smaller: it is shown a few centimetres wide, for which 1000 pixels are plenty. Nothing was sent.',
		);
	}
	const format = imageFormats.find(({ head }) => bytes.subarray(0, head.length).equals(head));
	if (!format || !taken.includes(format.name)) {
		const formats = taken.join(' or ');
		throw fault(
			`${name} is not a ${formats}`,
			`Convert the file to ${formats}, or check that the field holds an image. Nothing was sent.`,
		);
	}
	return { mediaType: format.mediaType, bytes };
}
