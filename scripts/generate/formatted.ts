import { format } from 'oxfmt';
import settings from '../../oxfmt.config.ts';

/** A file's text as `npm run format` leaves it. */
export async function formatted(file: string, text: string): Promise<string> {
	return (await format(file, text, settings)).code;
}
