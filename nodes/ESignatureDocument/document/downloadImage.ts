import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { boundedFile, brokenOff } from '../../shared/documents/download';
import { safeFileName } from '../../shared/documents/fileName';
import type { Call } from '../../shared/client/call';
import { unexpectedAnswerError } from '../../shared/client/errors';
import { callService } from '../../shared/client/callService';
import { mediaTypeOf } from '../../shared/network/answer';

/** Which of them comes is for the service to say. */
const ACCEPT = 'image/webp, application/webp, image/png, */*;q=0.1';

/** An image as n8n binary; its kind, and so the ending of its name, is known from the answer only. */
export async function downloadImage(
	context: IExecuteFunctions,
	{ call, name }: { call: Call; name: string },
): Promise<IBinaryData> {
	const asked: Call = { ...call, accept: ACCEPT, answerAs: 'stream' };
	const { body, headers } = await callService(context, asked);
	const image = boundedFile(body, asked);
	const kind = imageKind(mediaTypeOf(headers));
	if (kind === undefined) {
		image.destroy();
		throw unexpectedAnswerError(context, call);
	}
	try {
		const fileName = safeFileName(name, `.${kind}`);
		return await context.helpers.prepareBinaryData(image, fileName, `image/${kind}`);
	} catch (error) {
		throw brokenOff(context, { error, itemIndex: call.itemIndex });
	}
}

/** The public regions say application/webp, which no viewer knows. */
function imageKind(mediaType = ''): string | undefined {
	return /^(?:image|application)\/(webp|png|jpeg|gif)$/i.exec(mediaType)?.[1]?.toLowerCase();
}
