import type { Encrypted } from './encryption.ts';
import type { RequestState, SignatureState } from './requestState.ts';
import type { VisualSignature } from './visualSignature.schema.ts';
import type { Version } from './version.ts';

/** What the store keeps of a signature request (interface.md 2.1). */
export interface RequestRecord extends RequestState<Signature> {
	id: string;
	owner: string;
	readAccess: string[];
	writeAccess: string[];
	/** The version of the interface that created it decides how invitations go out. */
	version: Version;
	title: string;
	message?: string;
	custom?: string;
	creator?: string;
	/** The newest version of each document, in the caller's order. */
	documentIds: string[];
	/** What these were made from. */
	pastDocumentIds: string[];
	ccEmailAddresses: string[];
	callbackUrls: Partial<Record<CallbackType, string>>;
	attachOnSuccess: string[];
	quality: string;
	legislation?: string;
	observers: Observer[];
	attachments: Attachment[];
	callbacks: CallbackRecord[];
	history: HistoryEntry[];
	/** YYYY-MM-DD */
	expiresAt?: string;
	autoDeleteAt?: string;
	/** What the owner wrote to the signers when withdrawing. */
	withdrawalMessage?: string;
	createdAt: number;
	updatedAt: number;
}

export interface Signature extends SignatureState {
	/** Account holders sign at the request's address, everyone else at their own (interface.md 2.2). */
	kind: 'account' | 'identity';
	/** An account's email, or the opaque identifier that stands for a person without account. */
	email: string;
	identity?: Identity;
	groupId?: string;
	notify: boolean;
	language?: string;
	invited: boolean;
	remindedAt?: number;
	signedAt?: number;
	/** Of the person, who may reach another one than was asked for. */
	signedQuality?: string;
	declineReason?: string;
	visual?: VisualSignature;
	/** Absent: all documents of the request. */
	documents?: Array<{ documentId: string; visual?: VisualSignature }>;
}

export interface Identity {
	firstName?: string;
	lastName?: string;
	email?: string;
	mobileNumber?: string;
	/** Of the caller's own. */
	reference?: string;
	/** Express QES: evidence of the identification is kept. */
	needsEvidence?: boolean;
}

export interface Observer {
	id: string;
	type: 'USER' | 'GROUP';
	/** An email, a user id or a group id. */
	who: string;
	invitedAt: number;
	invitedBy: string;
}

export interface Attachment {
	id: string;
	filename: string;
	contentType: string;
	content: Encrypted;
}

export type CallbackType = 'success' | 'update' | 'error';

export interface CallbackRecord {
	id: string;
	type: CallbackType;
	state: 'OPEN' | 'COMPLETED' | 'RESIGNATED';
	url: string;
	attempts: number;
	/** The answer of each attempt, and when it came. */
	messages: string[];
	attemptedAt?: number[];
	/** When it is sent, or sent again. */
	dueAt?: number;
	createdAt: number;
	updatedAt: number;
}

interface HistoryEntry {
	at: number;
	event: string;
	who?: string;
}
