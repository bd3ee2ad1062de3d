/** Whatever is typed, no body leaves what the dialect describes. */
import { toBody } from '../../../nodes/ESignatureRequest/request/create/signatureRequest.body';
import type { DocumentReference } from '../../../nodes/ESignatureRequest/request/create/signatureRequest.body';
import {
	replacedSignatures,
	signatureToKeep,
	updateBody,
} from '../../../nodes/ESignatureRequest/request/update/updateRequest';
import { signatureOf } from '../../../nodes/ESignatureRequest/signerEntry/signer.body';
import {
	newSigners,
	signersFromForm,
} from '../../../nodes/ESignatureRequest/signerEntry/signers.schema';
import { rulesOf } from '../../../nodes/shared/account/dialect';
import { SignatureRequest } from '../../../nodes/shared/requests/signatureRequest.schema';
import {
	changedParts,
	otherParts,
	pages,
	shownSignatures,
	signersForm,
	speeches,
	uuid,
} from '../../support/operations/requestForms';
import { expectCallOnTheWire } from '../../support/service/wire';
import { fc, tries } from '../../support/jest/property';

const RUNS = { ...tries(30), endOnFailure: true };

describe.each(speeches)('every valid form, %s %s', (dialect, version) => {
	const rules = rulesOf(dialect, version);
	const how = { version, rules };
	const ids = fc.uniqueArray(uuid, {
		minLength: 1,
		maxLength: version === 'v3' ? 4 : 1,
	});
	const parameter = signersFromForm(newSigners(version));
	const formsFor = [0, 1, 2, 3, 4].map((count) => signersForm(version, count, dialect));
	const withSigners = ids.chain((documentIds) =>
		fc.record({
			documentIds: fc.constant(documentIds),
			pages: fc.constant(documentIds.map(() => pages)),
			signers: formsFor[documentIds.length]!.map((form) => parameter.parse(form)),
			shown: shownSignatures(documentIds).map(
				(signatures) => SignatureRequest.parse({ id: 'r', signatures }).signatures,
			),
		}),
	);
	const path = `/${version}/signature-requests`;

	it('of Create becomes a body that the dialect describes', () => {
		fc.assert(
			fc.property(withSigners, otherParts, (form, { callbackUrls, ...parts }) => {
				const request = { ...parts, version, signers: form.signers };
				const expectFit = (reference: DocumentReference, more = {}) => {
					const body = {
						...toBody(request, { reference, callbackUrls, rules }),
						...more,
					};
					expectCallOnTheWire(dialect, { method: 'POST', path, body });
				};
				expectFit(form);
				if (version === 'v3') return;
				expectFit({ inline: true }, { content: 'JVBERi0=' });
				expectFit({ fileUrl: 'https://example.com/a.pdf' });
			}),
			RUNS,
		);
	});

	it('of Add becomes a body that the dialect describes', () => {
		fc.assert(
			fc.property(withSigners, uuid, fc.constantFrom(undefined, 1, 3), (form, id, rank) => {
				for (const signer of form.signers) {
					const body = signatureOf(signer, { ...how, ...form, rank });
					expectCallOnTheWire(dialect, {
						method: 'POST',
						path: `${path}/${id}/signatures`,
						body,
					});
				}
			}),
			RUNS,
		);
	});

	it('of Update becomes a body that the dialect describes, whatever the request shows', () => {
		fc.assert(
			fc.property(withSigners, uuid, changedParts, (form, id, parts) => {
				const changes =
					rules.copiesAs === 'observers' ? { ...parts, ccEmailAddresses: undefined } : parts;
				const isOrdered = form.signers.every(({ order }) => order !== undefined);
				const existing = form.shown.map(({ sid = '' }, at) => ({
					kind: 'existing' as const,
					sid,
					order: isOrdered ? at : undefined,
				}));
				const shown = (sid: string) => form.shown.find((one) => one.sid === sid)!;
				const replaced = replacedSignatures([...form.signers, ...existing], {
					...how,
					...form,
					shown,
				});
				const kept = form.shown.map((one) => signatureToKeep(one, how));
				for (const signatures of [kept, replaced]) {
					const body = updateBody(id, changes, { version, signatures });
					expectCallOnTheWire(dialect, { method: 'PUT', path, body });
				}
			}),
			RUNS,
		);
	});
});
