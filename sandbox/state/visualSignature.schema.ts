import { z } from 'zod';

const Text = z.string().trim().min(1);

export const Position = z.object({
	x: z.number(),
	y: z.number(),
	width: z.number().positive(),
	height: z.number().positive(),
	page: z.string().regex(/^\d+$/, 'must be a page number, written as text'),
});

/** Where and how a signature shows (interface.md 2.3). */
export const VisualSignature = z
	.object({
		form_field: Text.optional(),
		position: Position.optional(),
		positions: z.array(Position).min(1).optional(),
		rotation: z.number().optional(),
		image: z.object({ content_type: Text, content: Text }).optional(),
	})
	.refine(
		({ form_field: field, position, positions }) =>
			[field, position, positions].filter((place) => place !== undefined).length <= 1,
		'form_field, position and positions are alternatives',
	);
export type VisualSignature = z.output<typeof VisualSignature>;
