import { pdfOfSize } from './pdf.ts';
import { byId, startService } from '../service/service.ts';

/** Uploads a PDF of this size and downloads it again; answers with the calls and whether all bytes came back. */
export async function roundTrip(sizeBytes: number) {
	const service = await startService();
	const bytes = pdfOfSize(sizeBytes);
	const uploaded = await service.document(
		'upload',
		{ source: 'binary', title: '' },
		{ items: [{ files: { data: { bytes, fileName: 'large.pdf' } } }] },
	);
	if (uploaded.error) throw uploaded.error;
	const [item] = uploaded.outputs[0]!;
	const downloaded = await service.document('download', {
		documentId: byId(item!.json.id as string),
	});
	if (downloaded.error) throw downloaded.error;
	const returned = await service.engine.readBinary(downloaded.outputs[0]![0]!);
	const [start] = uploaded.run.data.resultData.runData.Start!;
	const [post] = service.sandbox.calls.matching({ method: 'POST', path: '/documents' });
	return {
		isIdentical: returned.equals(bytes),
		/** The announced length of the upload, and what arrived. */
		announcedBytes: post!.contentLength,
		receivedBytes: post!.receivedBytes,
		storageId: start?.data?.main?.[0]?.[0]?.binary?.data?.id,
	};
}
