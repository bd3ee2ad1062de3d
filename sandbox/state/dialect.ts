import type { Version } from './version.ts';

/**
 * The interface is spoken in two ways: as interface.md has it, and as the public regions describe themselves
 * (interface.md 10). Whatever differs between them stands here; schemas, views and routes ask here.
 */
export const DIALECTS = ['contract', 'public'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** Settings that follow the dialect unless they are given. */
export interface DialectSettings {
	/** The contract says 401; the public regions answer 400 in plain text. */
	wrongCredentialsStatus: 400 | 401;
	/** What the first page of a list is called; the contract does not say. */
	firstPageNumber: 0 | 1;
	/** Of the placeholders in callback URLs (interface.md 6). */
	placeholderPrefix: string;
	/** Deleting an open request only withdraws it, and a second call deletes it. */
	deleteWithdrawsFirst: boolean;
	/**
	 * Where v3 shows a document once it is signed: under both names, or under one of them while the other still
	 * names what was uploaded. No description says which, so both can be tried.
	 */
	signedDocumentIn: 'both' | 'version_id' | 'id';
}

export const DIALECT_SETTINGS: Record<Dialect, DialectSettings> = {
	contract: {
		wrongCredentialsStatus: 401,
		firstPageNumber: 0,
		placeholderPrefix: 'SERVICE',
		deleteWithdrawsFirst: false,
		signedDocumentIn: 'both',
	},
	public: {
		wrongCredentialsStatus: 400,
		firstPageNumber: 1,
		placeholderPrefix: 'SKRIBBLE',
		deleteWithdrawsFirst: true,
		signedDocumentIn: 'version_id',
	},
};

type Members = readonly string[];

/** How one version of the interface is spoken. */
export interface Traits {
	/** Which description the answers follow. */
	answers: Dialect;
	/** Members that are not described: what is sent under these names is lost without an error. */
	ignored: { create: Members; update: Members; signer: Members; filter: Members };
	/** The members of a signer where the description forbids any other. */
	closedSigner?: Members;
	/** Members that may be null, which then means that they are left out. */
	nullable: { create: Members; update: Members };
	/** The members of a visual signature that say where it stands. */
	places: Members;
	/** A visual signature that says nothing about its place is refused. */
	placeIsRequired: boolean;
	imageTypes: Members;
	/** From which edge of the page `y` counts. */
	yCountsFrom: 'bottom' | 'top';
	/** How an update finds those again who are in the request. */
	signersKnownBy: 'sid' | 'identity';
	/** Whether a signer is invited when it is their turn, or with all others at once (interface.md 2.2, 3.1 and 10). */
	invitesInOrder: boolean;
	/** Whether a request can still be changed when someone has signed. */
	changesAfterSignature: boolean;
	/** Only people with an account can be named in copy and as writers. */
	namesAccountsOnly: boolean;
	knowsExpiresAt: boolean;
	knowsSignatureIdPlaceholder: boolean;
	/** Values of the list's filters, where others are refused; these also match with case. */
	filterValues?: { status_overall: Members; signature_status: Members };
	smallestPageNumber: 0 | 1;
	smallestPageSize: 0 | 1;
	attachments: { types: RegExp; largestBytes: number };
	/** Of an upload that succeeds, and of a success with nothing to show. */
	uploadStatus: 200 | 201;
	emptyStatus: 200 | 204;
	/** A login may come as a form in every version. */
	takesFormLogin: boolean;
	pricesNeedToken: boolean;
	/** Files can be converted and prepared beside the validation. */
	hasTooling: boolean;
	/** Documents can be sent without a login. */
	hasSendTo: boolean;
	health: object;
	/** Of a page's image; the public regions describe theirs by this unusual name. */
	imageType: 'image/png' | 'application/webp';
	/** Deleting a document takes the caller's access away; it goes with the last one who has access. */
	deletesOwnAccessOnly: boolean;
}

const MEGABYTE = 1_000_000;

const contract: Traits = {
	answers: 'contract',
	ignored: { create: [], update: [], signer: [], filter: [] },
	nullable: { create: [], update: [] },
	places: ['form_field', 'position', 'positions'],
	placeIsRequired: false,
	imageTypes: ['image/png', 'image/jpeg', 'image/jpg'],
	yCountsFrom: 'bottom',
	signersKnownBy: 'sid',
	invitesInOrder: false,
	changesAfterSignature: true,
	namesAccountsOnly: false,
	knowsExpiresAt: false,
	knowsSignatureIdPlaceholder: false,
	smallestPageNumber: 0,
	smallestPageSize: 1,
	attachments: {
		types:
			/^(application\/(pdf|json|xml|zip|msword|vnd\.(openxmlformats|ms-)[\w.-]+)|image\/(png|jpeg|gif|webp)|text\/(plain|csv|html|xml))$/,
		largestBytes: Infinity,
	},
	uploadStatus: 200,
	emptyStatus: 204,
	takesFormLogin: false,
	pricesNeedToken: true,
	hasTooling: false,
	hasSendTo: false,
	health: { status: 'UP' },
	imageType: 'image/png',
	deletesOwnAccessOnly: false,
};

/** The public regions describe no version 1: the contract holds, but for what belongs to the region. */
const publicV1: Traits = {
	...contract,
	invitesInOrder: true,
	imageTypes: ['image/png'],
	yCountsFrom: 'top',
	knowsSignatureIdPlaceholder: true,
	smallestPageNumber: 1,
	takesFormLogin: true,
	pricesNeedToken: false,
	hasTooling: true,
	health: { status: 'UP', groups: ['liveness', 'readiness'] },
};

const publicV2: Traits = {
	...publicV1,
	answers: 'public',
	ignored: {
		create: ['read_access', 'documents'],
		update: [],
		signer: ['sid', 'signer_email_address', 'order', 'signer_group_id', 'document_signatures'],
		filter: ['signer_email_address'],
	},
	nullable: {
		create: ['signatures', 'cc_email_addresses', 'write_access', 'creator', 'attach_on_success'],
		update: [
			...['title', 'message', 'legislation', 'quality', 'cc_email_addresses', 'custom'],
			...['callback_success_url', 'callback_error_url', 'callback_update_url'],
			...['attach_on_success', 'read_access', 'write_access'],
		],
	},
	placeIsRequired: true,
	signersKnownBy: 'identity',
	changesAfterSignature: false,
	namesAccountsOnly: true,
	knowsExpiresAt: true,
	filterValues: {
		status_overall: ['OPEN', 'DECLINED', 'WITHDRAWN', 'SIGNED', 'ERROR', 'EXPIRED'],
		signature_status: ['OPEN', 'DECLINED', 'WITHDRAWN', 'SIGNED', 'ERROR'],
	},
	smallestPageSize: 0,
	attachments: {
		types: new RegExp(
			`^(${[
				'application/pdf',
				'application/x-tika-(msoffice|ooxml)',
				'application/msword',
				'application/vnd\\.openxmlformats-officedocument\\.(wordprocessingml\\.document|spreadsheetml\\.sheet|presentationml\\.presentation)',
				'application/vnd\\.ms-(excel|powerpoint)',
				'application/vnd\\.ms-(word\\.document|excel\\.sheet|powerpoint\\.presentation)\\.macroEnabled\\.12',
				'image/(gif|jpeg|png)',
				'text/plain',
			].join('|')})$`,
			'i',
		),
		largestBytes: 40 * MEGABYTE,
	},
	uploadStatus: 201,
	emptyStatus: 200,
	deletesOwnAccessOnly: true,
	hasSendTo: true,
	imageType: 'application/webp',
};

const publicV3: Traits = {
	...publicV2,
	invitesInOrder: false,
	ignored: {
		...publicV2.ignored,
		create: ['read_access', 'cc_email_addresses', 'document_id', 'content', 'file_url'],
		update: ['cc_email_addresses'],
		signer: [],
	},
	closedSigner: [
		'account_email',
		'signer_identity_data',
		'signer_group_id',
		'sequence',
		'notify',
		'document_signatures',
	],
	places: ['form_field', 'positions'],
	filterValues: {
		status_overall: ['DRAFT', 'OPEN', 'DECLINED', 'WITHDRAWN', 'SIGNED', 'ERROR', 'EXPIRED'],
		signature_status: ['OPEN', 'DECLINED', 'WITHDRAWN', 'SIGNED', 'ERROR', 'WAITING', 'DRAFT'],
	},
};

const TRAITS: Record<Dialect, Record<Version, Traits>> = {
	contract: {
		// The other filters came with version 2.
		v1: {
			...contract,
			invitesInOrder: true,
			ignored: { ...contract.ignored, filter: ['account_email', 'search'] },
		},
		v2: contract,
		v3: { ...contract, knowsExpiresAt: true },
	},
	public: {
		v1: { ...publicV1, ignored: { ...contract.ignored, filter: ['account_email', 'search'] } },
		v2: publicV2,
		v3: publicV3,
	},
};

/** What belongs to no version is asked of the stable one. */
export const traitsOf = (dialect: Dialect, version: Version = 'v2'): Traits =>
	TRAITS[dialect][version];

/** Schemas are costly to make, and all services make them alike: each is made once. */
export function perVersion<Made>(make: (version: Version, dialect: Dialect) => Made) {
	const known = new Map<Traits, Made>();
	return (version: Version, dialect: Dialect): Made => {
		const key = traitsOf(dialect, version);
		const made = known.get(key) ?? make(version, dialect);
		known.set(key, made);
		return made;
	};
}
