/** Calls that several operations make. */
import type { Endpoint } from '../shared/client/call';
import { askToActivate, unknownId } from '../shared/client/problemTable';
import type { ExplainedRefusal } from '../shared/client/problemTable';

/** Where the outcome of a change can be seen. */
export const LOOK_WITH_GET = 'Check with Get of the E-Signature Request node';

const notEnabled = { type: 'feature-not-enabled', status: 403 } as const;

export const expiryNotEnabled: ExplainedRefusal = {
	...notEnabled,
	feature: 'expiry',
	message: "Skribble hasn't activated expiry dates for your business",
	remedy: `${askToActivate}. Until then, remove the expiry date.`,
};

export const signerGroupsNotEnabled: ExplainedRefusal = {
	...notEnabled,
	feature: 'signerGroups',
	message: "Skribble hasn't activated signer groups for your business",
	remedy: `${askToActivate}, or add the members one by one by their email addresses.`,
};

export const createRequestEndpoint: Endpoint = {
	method: 'POST',
	path: '/signature-requests',
	howToCheck:
		'Check with Get Many of the E-Signature Request node whether there is a request with this title before you try again.',
	refusals: [expiryNotEnabled, signerGroupsNotEnabled, unknownId('Document')],
};

export const updateRequestEndpoint: Endpoint = {
	method: 'PUT',
	path: '/signature-requests',
	howToCheck: `${LOOK_WITH_GET} whether the request has changed before you try again.`,
	refusals: [expiryNotEnabled, unknownId('Signature Request')],
};

export const deleteRequestEndpoint: Endpoint = {
	method: 'DELETE',
	path: '/signature-requests/{signatureRequest}',
	howToCheck: `${LOOK_WITH_GET} before you try again. If Skribble doesn't find the request, it is deleted. If its state is WITHDRAWN, delete it again.`,
	refusals: [
		{
			status: 404,
			message: "Skribble doesn't find this signature request",
			remedy:
				'Check the ID, and the region in the credential. If someone deleted the request already, nothing is left to do.',
		},
	],
};

export const withdrawEndpoint: Endpoint = {
	method: 'POST',
	path: '/signature-requests/{signatureRequest}/withdraw',
	howToCheck: `${LOOK_WITH_GET}. In the state WITHDRAWN, nothing is left to do.`,
	refusals: [
		{
			status: 400,
			message: "Skribble didn't withdraw this request",
			remedy:
				'You can only withdraw an open request. Check its state with Get. Delete a draft instead.',
		},
	],
};

export const initiateEndpoint: Endpoint = {
	method: 'POST',
	path: '/signature-requests/{signatureRequest}/initiate',
	howToCheck: `${LOOK_WITH_GET}. Only in the state DRAFT, initiate the request again.`,
	refusals: [
		{
			status: 400,
			message: "Skribble didn't initiate this request",
			remedy: 'You can initiate a draft once, before its expiry date. Check its state with Get.',
		},
	],
};

export const addObserverEndpoint: Endpoint = {
	method: 'POST',
	path: '/signature-requests/{signatureRequest}/observers',
	howToCheck:
		'Check with Observer: Get Many of the E-Signature Request node whether the observer is there before you try again.',
	refusals: [
		{
			...notEnabled,
			feature: 'observerGroups',
			message: "Skribble hasn't activated observer groups for your business",
			remedy: `${askToActivate}, or add the members one by one by their email addresses.`,
		},
	],
};

export const addSignerEndpoint: Endpoint = {
	method: 'POST',
	path: '/signature-requests/{signatureRequest}/signatures',
	howToCheck: `${LOOK_WITH_GET} whether the signer is in the request before you try again. Otherwise the signer may have to sign twice.`,
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
		message: "Skribble didn't change the documents of this request",
		remedy:
			'You can only change the documents of a draft, which has 1 to 50 of them. Check its state with Get.',
	},
];

/** Said of attachments and of documents in a draft. */
export const LOOK_FOR_FILE = `${LOOK_WITH_GET}, Simplify off, whether the file is in the request before you try again.`;

export const addAttachmentEndpoint: Endpoint = {
	method: 'POST',
	path: '/signature-requests/{signatureRequest}/attachments',
	howToCheck: LOOK_FOR_FILE,
	refusals: [
		{
			key: 'file.attachment.unsupported',
			message: "Skribble doesn't accept attachments of this type",
			remedy: 'Convert the file to a PDF or an image, and try again.',
		},
	],
};
