import type { FastifyInstance } from 'fastify';
import { registerActivities } from './access/activities.routes.ts';
import { registerLogin } from './access/login.routes.ts';
import { registerSignatureQualities } from './access/signatureQualities.routes.ts';
import { registerDocuments } from './documents/documents.routes.ts';
import { registerPageImages } from './documents/pageImages.routes.ts';
import { registerSeal } from './documents/seal.routes.ts';
import type { Description } from './http/route.ts';
import { registerAttachments } from './requests/subresources/attachments.routes.ts';
import { registerIdentification } from './requests/subresources/identification.routes.ts';
import { registerObservers } from './requests/subresources/observers.routes.ts';
import { registerReports } from './requests/subresources/reports.routes.ts';
import { registerRequestDocuments } from './requests/subresources/requestDocuments.routes.ts';
import { registerSignatures } from './requests/subresources/signatures.routes.ts';
import { registerSignatureRequests } from './requests/request/signatureRequests.routes.ts';
import { registerSendTo } from './sendTo/sendTo.routes.ts';
import type { Context } from './state/context.ts';
import { registerCredits } from './validation/credits.routes.ts';
import { registerTooling } from './validation/tooling/tooling.routes.ts';
import { registerValidation } from './validation/validation.routes.ts';

/** Every call of the service itself, in the dialect of the settings. */
export function registerInterface(app: FastifyInstance, context: Context) {
	for (const register of [
		...[registerLogin, registerDocuments, registerPageImages, registerSignatureRequests],
		...[registerSignatures, registerRequestDocuments, registerObservers, registerAttachments],
		...[registerReports, registerIdentification, registerSeal, registerSignatureQualities],
		...[registerActivities, registerSendTo, registerValidation, registerCredits, registerTooling],
	]) {
		register(app, context);
	}
}

export interface Route {
	method: string;
	path: string;
	description?: Description;
}

/** Collects what is registered from now on. */
export function routesOf(app: FastifyInstance): Route[] {
	const routes: Route[] = [];
	app.addHook('onRoute', ({ method, url, config }) => {
		for (const one of [method].flat())
			routes.push({
				method: one,
				path: url.replace(/(?<=.)\/$/, ''),
				description: config?.description,
			});
	});
	return routes;
}
