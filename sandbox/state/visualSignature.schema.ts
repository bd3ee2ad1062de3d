import { z } from 'zod/v4';
import type { Traits } from './dialect.ts';
import { named, oneOf } from './values.schema.ts';

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
) => {
	const unknown = z.never(`is not known here; use ${traits.places.join(' or ')}`);
	const place = <Place extends z.ZodType>(name: (typeof PLACES)[number], schema: Place) =>
		(traits.places.includes(name) ? schema : unknown).optional() as z.ZodOptional<Place>;
	return z
		.object({
			form_field: place('form_field', Text),
			position: place('position', Position),
			positions: place('positions', z.array(Position).min(1)),
			image: z.object({ content_type: oneOf(traits.imageTypes), content: Text }).optional(),
		})
		.superRefine((visual, context) => {
			const given = PLACES.filter((name) => visual[name] !== undefined);
			const refuse = (message: string) => context.addIssue({ code: 'custom', message });
			if (given.length > 1) refuse('form_field, position and positions are alternatives');
			if (given.length === 0 && traits.placeIsRequired) {
				refuse(`one of ${traits.places.join(', ')} is required`);
			}
		});
};
export type VisualSignature = z.output<ReturnType<typeof visualSignatureSchema>>;

/** As answers show a place, of a signature or of a form field. */
export const PositionAnswer = named(
	'Position',
	z.object({
		...{ page: z.string(), x: z.number(), y: z.number() },
		...{ width: z.number(), height: z.number(), rotation: z.number().optional() },
	}),
);
export const VisualSignatureAnswer = named(
	'VisualSignature',
	z
		.object({
			...{ form_field: z.string(), position: PositionAnswer, positions: z.array(PositionAnswer) },
			image: z.object({ content_type: z.string(), content: z.string() }).partial(),
		})
		.partial(),
);
