import { z } from 'zod';
import type { Traits } from './dialect.ts';

const Text = z.string().trim().min(1);

const Position = z.object({
	x: z.number(),
	y: z.number(),
	width: z.number().positive(),
	height: z.number().positive(),
	page: z.string().regex(/^\d+$/, 'must be a page number, written as text'),
	/** Counter-clockwise, in degrees. */
	rotation: z.number().optional(),
});
export type Position = z.output<typeof Position>;

const PLACES = ['form_field', 'position', 'positions'] as const;

/** Where and how a signature shows (interface.md 2.3). */
export const visualSignatureSchema = (
	traits: Pick<Traits, 'places' | 'placeIsRequired' | 'imageTypes'>,
) =>
	z
		.object({
			form_field: Text.optional(),
			position: Position.optional(),
			positions: z.array(Position).min(1).optional(),
			image: z
				.object({
					content_type: Text.refine(
						(type) => traits.imageTypes.includes(type),
						`must be one of ${traits.imageTypes.join(', ')}`,
					),
					content: Text,
				})
				.optional(),
		})
		.superRefine((visual, context) => {
			const given = PLACES.filter((place) => visual[place] !== undefined);
			const unknown = given.find((place) => !traits.places.includes(place));
			const refuse = (message: string) => context.addIssue({ code: 'custom', message });
			if (unknown) refuse(`${unknown} is not known here; use ${traits.places.join(' or ')}`);
			if (given.length > 1) refuse('form_field, position and positions are alternatives');
			if (given.length === 0 && traits.placeIsRequired) {
				refuse(`one of ${traits.places.join(', ')} is required`);
			}
		});
export type VisualSignature = z.output<ReturnType<typeof visualSignatureSchema>>;
