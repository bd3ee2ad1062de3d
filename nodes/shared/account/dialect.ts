/** How a service reads and answers: as the contract says, or as the public regions do (interface.md part 10). */
export type Dialect = 'contract' | 'public';

type Version = 'v1' | 'v2' | 'v3';

/** Where the dialects exclude each other. What both accept is sent to both, and stands in no table. */
export interface Rules {
	/** How a signature's only position is written; several are always `positions`. */
	onePositionAs: 'position' | 'positions';
	/** Closed: any other name than the few that are known is refused, the language of a signer too. */
	signerEntries: 'open' | 'closed';
	/** How an update finds those again who are in the request. */
	signersKnownBy: 'sid' | 'identity';
	signerFilter: 'signer_email_address' | 'account_email';
	/** Where a list is begun; by contract it may be called 0 or 1, and both are tried. */
	firstPage: 0 | 1;
	/** Who reads along: a field of the request, or people who are added to it. */
	copiesAs: 'cc_email_addresses' | 'observers';
	/** Whether a new request may say until when it can be signed. */
	takesExpiry: boolean;
	/** Which call takes `read_access` of a new request. */
	readAccessOn: 'create' | 'update';
	/** How a document of the service is put into a draft first; the other form follows where that is refused. */
	draftDocumentAs: 'id' | 'content';
	yCountsFrom: 'bottom' | 'top';
	images: ReadonlyArray<'PNG' | 'JPEG'>;
	/** Media types in small letters; undefined where any file is taken. */
	attachments?: { mediaTypes: readonly string[]; inWords: string; largestBytes: number };
	/** What adding one answers with. Any answer is read; this says for which one to prepare. */
	attachmentAnsweredBy: 'attachment' | 'request';
	/** Whether an update callback can say whose signature it is about. */
	namesSignature: boolean;
	/** What Seal uses unless the user chooses otherwise. */
	sealVersion: 'v1' | 'v2';
}

const contract: Rules = {
	onePositionAs: 'position',
	signerEntries: 'open',
	signersKnownBy: 'sid',
	signerFilter: 'signer_email_address',
	firstPage: 0,
	copiesAs: 'cc_email_addresses',
	takesExpiry: false,
	readAccessOn: 'create',
	draftDocumentAs: 'id',
	yCountsFrom: 'bottom',
	images: ['PNG', 'JPEG'],
	attachmentAnsweredBy: 'attachment',
	namesSignature: false,
	sealVersion: 'v1',
};

const publicV1: Rules = {
	...contract,
	yCountsFrom: 'top',
	images: ['PNG'],
	namesSignature: true,
	sealVersion: 'v2',
};

const office = [
	'x-tika-msoffice',
	'x-tika-ooxml',
	'msword',
	'vnd.openxmlformats-officedocument.wordprocessingml.document',
	'vnd.ms-word.document.macroenabled.12',
	'vnd.ms-excel',
	'vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	'vnd.ms-excel.sheet.macroenabled.12',
	'vnd.ms-powerpoint',
	'vnd.openxmlformats-officedocument.presentationml.presentation',
	'vnd.ms-powerpoint.presentation.macroenabled.12',
].map((subtype) => `application/${subtype}`);

const publicV2: Rules = {
	...publicV1,
	signersKnownBy: 'identity',
	signerFilter: 'account_email',
	firstPage: 1,
	takesExpiry: true,
	readAccessOn: 'update',
	attachments: {
		mediaTypes: [
			'application/pdf',
			...office,
			'image/gif',
			'image/jpeg',
			'image/png',
			'text/plain',
		],
		inWords: 'PDF, Word, Excel and PowerPoint, GIF, JPEG, PNG and plain text',
		largestBytes: 40_000_000,
	},
	attachmentAnsweredBy: 'request',
};

const publicV3: Rules = {
	...publicV2,
	onePositionAs: 'positions',
	signerEntries: 'closed',
	copiesAs: 'observers',
	draftDocumentAs: 'content',
};

const table: Record<Dialect, Record<Version, Rules>> = {
	contract: { v1: contract, v2: contract, v3: { ...contract, takesExpiry: true } },
	public: { v1: publicV1, v2: publicV2, v3: publicV3 },
};

export function rulesOf(dialect: Dialect, version: Version): Rules {
	return table[dialect][version];
}

/** The regions are public; at other addresses the credential says it. */
export function dialectOf(fields: { region?: unknown; dialect?: unknown }): Dialect {
	if (fields.region === 'ch' || fields.region === 'de') return 'public';
	return fields.dialect === 'public' ? 'public' : 'contract';
}
