/** Written by `npm run generate` from the files named `*.operation.ts`. */
import { operation as attachmentAdd } from './attachment/add.operation';
import { operation as attachmentDownload } from './attachment/download.operation';
import { operation as attachmentRemove } from './attachment/remove.operation';
import { operation as observerAdd } from './observer/add.operation';
import { operation as observerGet } from './observer/get.operation';
import { operation as observerGetMany } from './observer/getMany.operation';
import { operation as observerRemove } from './observer/remove.operation';
import { operation as requestClearExpiry } from './request/clearExpiry.operation';
import { operation as requestCreate } from './request/create/create.operation';
import { operation as requestDelete } from './request/delete.operation';
import { operation as requestDownloadDocuments } from './request/downloadDocuments.operation';
import { operation as requestAddDocument } from './request/draftDocument/addDocument.operation';
import { operation as requestRemoveDocument } from './request/draftDocument/removeDocument.operation';
import { operation as requestGet } from './request/get.operation';
import { operation as requestGetActivities } from './request/getActivities.operation';
import { operation as requestGetCallbackLog } from './request/getCallbackLog.operation';
import { operation as requestGetEvidencePackage } from './request/getEvidencePackage.operation';
import { operation as requestGetMany } from './request/getMany.operation';
import { operation as requestGetReport } from './request/getReport.operation';
import { operation as requestGetSigningLink } from './request/getSigningLink.operation';
import { operation as requestInitiate } from './request/initiate.operation';
import { operation as requestRemind } from './request/remind.operation';
import { operation as requestRepeatCallback } from './request/repeatCallback.operation';
import { operation as requestSendAndWait } from './request/sendAndWait/sendAndWait.operation';
import { operation as requestUpdate } from './request/update/update.operation';
import { operation as requestWithdraw } from './request/withdraw.operation';
import { operation as sendToCreate } from './sendTo/create.operation';
import { operation as sendToDelete } from './sendTo/delete.operation';
import { operation as sendToDownload } from './sendTo/download.operation';
import { operation as sendToTrack } from './sendTo/track.operation';
import { operation as signerAdd } from './signer/add.operation';
import { operation as signerGetSignatureQualities } from './signer/getSignatureQualities.operation';
import { operation as signerRemove } from './signer/remove.operation';
import { operation as signerReplace } from './signer/replace.operation';

export const operations = {
	attachment: {
		add: attachmentAdd,
		download: attachmentDownload,
		remove: attachmentRemove,
	},
	observer: {
		add: observerAdd,
		get: observerGet,
		getMany: observerGetMany,
		remove: observerRemove,
	},
	request: {
		addDocument: requestAddDocument,
		clearExpiry: requestClearExpiry,
		create: requestCreate,
		delete: requestDelete,
		downloadDocuments: requestDownloadDocuments,
		get: requestGet,
		getActivities: requestGetActivities,
		getCallbackLog: requestGetCallbackLog,
		getEvidencePackage: requestGetEvidencePackage,
		getMany: requestGetMany,
		getReport: requestGetReport,
		getSigningLink: requestGetSigningLink,
		initiate: requestInitiate,
		remind: requestRemind,
		removeDocument: requestRemoveDocument,
		repeatCallback: requestRepeatCallback,
		sendAndWait: requestSendAndWait,
		update: requestUpdate,
		withdraw: requestWithdraw,
	},
	sendTo: {
		create: sendToCreate,
		delete: sendToDelete,
		download: sendToDownload,
		track: sendToTrack,
	},
	signer: {
		add: signerAdd,
		getSignatureQualities: signerGetSignatureQualities,
		remove: signerRemove,
		replace: signerReplace,
	},
};
