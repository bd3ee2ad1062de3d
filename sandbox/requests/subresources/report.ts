import { html } from '../../http/html.ts';
import type { RequestRecord } from '../../state/requestRecord.ts';

/** The audit report of a request: who did what and when. */
export interface Report {
	id: string;
	title: string;
	status_overall: string;
	quality: string;
	legislation?: string;
	signatures: Array<{ signer: string; status_code: string; signed_at?: string }>;
	events: Array<{ at: string; event: string; who?: string; message?: string }>;
}

export function reportOf(request: RequestRecord): Report {
	return {
		id: request.id,
		title: request.title,
		status_overall: request.status,
		quality: request.quality,
		legislation: request.legislation,
		signatures: request.signatures.map(({ email, status, signedAt }) => ({
			signer: email,
			status_code: status,
			signed_at: signedAt === undefined ? undefined : new Date(signedAt).toISOString(),
		})),
		events: request.history.map(({ at, event, who }) => ({
			at: new Date(at).toISOString(),
			event,
			who,
			message: messageOf(event, request),
		})),
	};
}

/** What a person wrote who declined or withdrew it. */
export function messageOf(event: string, request: RequestRecord): string | undefined {
	if (event === 'withdraw') return request.withdrawalMessage;
	if (event !== 'decline') return undefined;
	return request.signatures.find(({ status }) => status === 'DECLINED')?.declineReason;
}

export function reportAsHtml(report: Report): string {
	const { title } = report;
	const lines = linesOf(report).map((line) => html`<li>${line}</li>`);
	return html`<!doctype html>
		<html lang="en">
			<meta charset="utf-8" />
			<title>${title}</title>
			<h1>${title}</h1>
			<ul>
				${lines}
			</ul>
		</html>`.text;
}

export async function reportAsPdf(report: Report): Promise<Buffer> {
	// Loaded by those who need it: nothing else here does outside of the threads.
	const { PDFDocument, StandardFonts } = await import('@cantoo/pdf-lib');
	const pdf = await PDFDocument.create();
	// The same report is the same file.
	pdf.setCreationDate(new Date(report.events.at(-1)?.at ?? 0));
	pdf.setModificationDate(pdf.getCreationDate() ?? new Date(0));
	const font = await pdf.embedFont(StandardFonts.Helvetica);
	const lines = [report.title, ...linesOf(report)].map(printable);
	const perPage = 45;
	for (let first = 0; first < lines.length; first += perPage) {
		const text = lines.slice(first, first + perPage).join('\n');
		pdf.addPage([595, 842]).drawText(text, { x: 40, y: 790, size: 9, lineHeight: 16, font });
	}
	return Buffer.from(await pdf.save());
}

function linesOf({ id, status_overall: status, signatures, events }: Report): string[] {
	return [
		`Signature request ${id}: ${status}`,
		...signatures.map((one) => `${one.signer}: ${one.status_code} ${one.signed_at ?? ''}`.trim()),
		...events.map(({ at, event, who, message }) =>
			[`${at} ${event}`, who && `by ${who}`, message && `(${message})`].filter(Boolean).join(' '),
		),
	];
}

/** The standard fonts hold Latin letters only. */
const printable = (line: string) => line.replace(/[^\x20-\x7e\xa0-\xff]/g, '?');
