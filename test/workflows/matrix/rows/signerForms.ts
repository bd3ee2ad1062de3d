/** Signers with every field that the editor shows for one, and what the service then has of them. */
import type { INodeParameters } from 'n8n-workflow';
import { FIELD, PNG } from '../../../sandbox/pdf/samples.ts';
import type { RequestRecord, Signature } from '../../../../sandbox/state/requestRecord.ts';
import type { VisualSignature } from '../../../../sandbox/state/visualSignature.schema.ts';
import type { InputItem } from '../../../support/engine/engine.ts';
import { byId } from '../../../support/service/service.ts';
import type { Stage } from '../row.ts';
import { ANN, BOB, pdfWithField } from '../scene.ts';

export const GROUP = 'gr_sandbox';
const DORA = 'dora@example.com';

/** The file to be signed, with two pages and a field, and an image. */
export async function signingItem(field = 'data'): Promise<InputItem> {
	return {
		files: {
			[field]: { bytes: await pdfWithField(), fileName: 'Contract.pdf' },
			logo: { bytes: PNG, fileName: 'logo.png', mediaType: 'image/png' },
		},
	};
}

type Place = 'corner' | 'formField' | 'position';

/** One for each kind of signer and each kind of place, in the order of signing. */
export function fullSigners(stage: Stage): INodeParameters[] {
	const { version, dialect } = stage;
	const v3 = <T extends INodeParameters>(fields: T) => (version === 'v3' ? fields : {});
	const identity = {
		lastName: 'Miller',
		firstName: 'Dora',
		mobileNumber: '+41791234567',
		...(version === 'v1'
			? { issuingCountry: 'ch', provider: 'another_provider' }
			: { identityReference: 'staff 7', requireEvidence: '={{ true }}' }),
	};
	const invitation = version === 'v1' ? {} : { language: 'fr', notify: '={{ false }}' };
	// Account holders have no language of their own there (interface.md part 10).
	const flowOfAccount =
		version === 'v3' && dialect === 'public' ? { notify: '={{ false }}' } : invitation;
	const places: Record<Place, INodeParameters> = {
		corner: {
			placement: 'corner',
			corner: 'topLeft',
			onPage: 'number',
			pageNumber: 2,
			width: 150,
			height: 50,
			rotation: 90,
			image: 'logo',
			...v3({ cornerDocument: 1 }),
		},
		formField: {
			placement: 'formField',
			formField: byId(FIELD),
			...v3({ formFieldDocument: 1 }),
		},
		position: {
			placement: 'position',
			positions: {
				position: [
					{
						pageNumber: 2,
						x: 10,
						y: 20,
						width: 100,
						height: 40,
						rotation: 90,
						...v3({ document: 1 }),
					},
				],
			},
		},
	};
	const documents = v3({ documents: '1' });
	return [
		{ kind: 'accountRequired', email: ANN, ...flowOfAccount, ...documents, ...places.corner },
		{ kind: 'email', email: DORA, ...identity, ...invitation, ...documents, ...places.formField },
		{
			kind: 'withoutAccount',
			...(version === 'v1' ? {} : { email: BOB }),
			...identity,
			...invitation,
			...documents,
			...places.position,
		},
		...(version === 'v3' ? [{ kind: 'group', groupId: GROUP, ...documents }] : []),
	];
}

const visualOf = ({ visual, documents }: Signature) => documents?.[0]?.visual ?? visual;

const positionOf = ({ positions, position }: VisualSignature) => positions?.[0] ?? position;

/** Of signers that were entered as above. */
export function expectSigner(stage: Stage, signature: Signature, entry: INodeParameters): void {
	const { version, dialect } = stage;
	expectPerson(stage, signature, entry);
	if (version !== 'v1') expect(signature.notify).toBe(entry.notify === undefined);
	if (version !== 'v1') expect(signature.language).toBe(entry.language);
	const visual = visualOf(signature);
	switch (entry.placement as Place | undefined) {
		case 'corner': {
			// 40 points from the edges of a page of 595 by 842.
			const y = dialect === 'public' ? 40 : 842 - 40 - 50;
			expect(positionOf(visual!)).toEqual({
				page: '1',
				x: 40,
				y,
				width: 150,
				height: 50,
				rotation: 90,
			});
			expect(visual!.image).toEqual({
				content_type: 'image/png',
				content: PNG.toString('base64'),
			});
			break;
		}
		case 'formField':
			expect(visual).toEqual({ form_field: FIELD });
			break;
		case 'position':
			expect(positionOf(visual!)).toEqual({
				...{ page: '1', x: 10, y: 20, width: 100, height: 40 },
				rotation: 90,
			});
			break;
		default:
			expect(visual).toBeUndefined();
	}
}

/** The same, without how and where they sign. */
export function expectPerson(
	{ version }: Stage,
	signature: Signature,
	entry: INodeParameters,
): void {
	if (entry.kind === 'group') {
		expect(signature).toMatchObject({ kind: 'account', groupId: GROUP });
	} else if (entry.kind === 'accountRequired') {
		expect(signature).toMatchObject({ kind: 'account', email: entry.email });
	} else {
		expect(signature.kind).toBe('identity');
		expect(signature.identity).toMatchObject({
			firstName: 'Dora',
			lastName: 'Miller',
			mobileNumber: '+41791234567',
			...(entry.email !== undefined && { email: entry.email }),
			...(version !== 'v1' && { reference: 'staff 7' }),
			...(entry.requireEvidence !== undefined && { needsEvidence: true }),
		});
	}
}

/** A member of a group signs for the group. */
export function expectSigners(
	stage: Stage,
	{ signatures }: RequestRecord,
	entries: INodeParameters[],
): void {
	const byOrder = entries.map((_, at) => signatures.filter(({ order }) => order === at + 1));
	expect(byOrder.flat()).toHaveLength(signatures.length);
	for (const [at, entry] of entries.entries()) {
		for (const signature of byOrder[at]!) expectSigner(stage, signature, entry);
		expect(byOrder[at]).toHaveLength(entry.kind === 'group' ? 2 : 1);
	}
}
