/** Calls that several operations make. */
import type { Endpoint } from '../shared/client/call';
import { askToActivate, unknownId } from '../shared/client/problemTable';
import type { ExplainedRefusal } from '../shared/client/problemTable';

/** Where the outcome of a change can be seen. */
export const LOOK_WITH_GET = 'Look with Get of the E-Signature Request node';

const notEnabled = { type: 'feature-not-enabled', status: 403 } as const;

export const expiryNotEnabled: ExplainedRefusal = {
	...notEnabled,
	feature: 'expiry',
	message: 'Expiry dates (expires_at) are not activated for your business',
	remedy: `${askToActivate}: it is in early access. Until then, leave the expiry date out.`,
};

export const signerGroupsNotEnabled: ExplainedRefusal = {
	...notEnabled,
	feature: 'signerGroups',
	message: 'Signer groups are not activated for your business',
	remedy: `${askToActivate}, or add the members one by one by their email addresses.`,
};

export const createRequestEndpoint: Endpoint = {
	method: 'POST',
	path: '/signature-requests',
	howToCheck:
		'Look with Get Many of the E-Signature Request node for a request with this title before you run this again.',
	refusals: [expiryNotEnabled, signerGroupsNotEnabled, unknownId('Document')],
};

export const updateRequestEndpoint: Endpoint = {
	method: 'PUT',
	path: '/signature-requests',
	howToCheck: `${LOOK_WITH_GET} whether the request has changed before you run this again.`,
	refusals: [expiryNotEnabled, unknownId('Signature Request')],
};

export const deleteRequestEndpoint: Endpoint = {
	method: 'DELETE',
	path: '/signature-requests/{signatureRequest}',
	howToCheck: `${LOOK_WITH_GET}: a request that the service does not know any more is deleted, one in the state WITHDRAWN has to be deleted once more.`,
	refusals: [
		{
			status: 404,
			message: 'There is no such signature request, or it was deleted already',
			remedy:
				'Check the id and the region in the credential. If it was deleted already, nothing is left to do.',
		},
	],
};

export const withdrawEndpoint: Endpoint = {
	method: 'POST',
	path: '/signature-requests/{signatureRequest}/withdraw',
	howToCheck: `${LOOK_WITH_GET}: a request in the state WITHDRAWN was withdrawn.`,
	refusals: [
		{
			status: 400,
			message: 'The service did not withdraw this request',
			remedy:
				'Only an open request can be withdrawn. Read its present state with Get; a draft is deleted instead of being withdrawn.',
		},
	],
};

export const initiateEndpoint: Endpoint = {
	method: 'POST',
	path: '/signature-requests/{signatureRequest}/initiate',
	howToCheck: `${LOOK_WITH_GET}: a request in the state DRAFT was not initiated; in any other it was.`,
	refusals: [
		{
			status: 400,
			message: 'The service did not initiate this request',
			remedy:
				'Only a draft can be initiated, and only once; its expiry date must not be over. Read its present state with Get.',
		},
	],
};

export const addObserverEndpoint: Endpoint = {
	method: 'POST',
	path: '/signature-requests/{signatureRequest}/observers',
	howToCheck:
		'Look with Observer: Get Many of the E-Signature Request node whether the observer is there.',
	refusals: [
		{
			...notEnabled,
			feature: 'observerGroups',
			message: 'Observer groups are not activated for your business',
			remedy: `${askToActivate}, or add the members one by one by their email addresses.`,
		},
	],
};

export const addSignerEndpoint: Endpoint = {
	method: 'POST',
	path: '/signature-requests/{signatureRequest}/signatures',
	howToCheck: `${LOOK_WITH_GET} whether the signer is in the request before you run this again; listed twice means signing twice.`,
	refusals: [signerGroupsNotEnabled],
};

export const removeSignerEndpoint: Endpoint = {
	method: 'DELETE',
	path: '/signature-requests/{signatureRequest}/signatures/{signer}',
	howToCheck: `${LOOK_WITH_GET} whether the signer is still in the request.`,
};

export const draftDocumentRefusals: ExplainedRefusal[] = [
	{
		status: 400,
		message: 'The service did not change the documents of this request',
		remedy:
			'Only a draft takes or loses documents; it keeps one at least and holds 50 at most. Read its present state with Get.',
	},
];

/** Said of attachments and of documents in a draft. */
export const LOOK_FOR_FILE = `${LOOK_WITH_GET}, Simplify off, whether the file is in the request before you run this again.`;

export const addAttachmentEndpoint: Endpoint = {
	method: 'POST',
	path: '/signature-requests/{signatureRequest}/attachments',
	howToCheck: LOOK_FOR_FILE,
	refusals: [
		{
			key: 'file.attachment.unsupported',
			message: 'The service does not take attachments of this kind',
			remedy: 'Convert the file to PDF or an image and send it again.',
		},
	],
};
