/** What may be answered: status, media type and body of every answer, as a dialect describes them. */
import { rowOf } from './calls.ts';
import { differencesFrom, shapeOf, type Difference } from './difference.ts';
import { placeOf, queryOf, type WireCall } from './place.ts';
import { problem } from './results.ts';
import { spokenIn, type Dialect, type Shape, type Spoken } from './schemas.ts';
import { senseDifferences } from './sense.ts';
import { MEDIA_TYPES, type Row } from './table.ts';

export interface WireAnswer {
	status: number;
	/** In small letters and without parameters; empty where there is none. */
	mediaType: string;
	bytes: Buffer;
}

/** The contract names no status of a success, and these refusals for all calls together (interface.md 7). */
const CONTRACT_SUCCESS = [200, 201, 204];
const CONTRACT_REFUSALS = [400, 401, 403, 404, 406, 429, 500, 503];
const USUAL_REFUSALS = [400, 401, 429, 500, 503];

export function answerDifferences(
	dialect: Dialect,
	call: WireCall,
	answer: WireAnswer,
): Difference[] {
	const place = placeOf(call);
	const row = place && rowOf(place, call.method);
	if (!row) return [];
	const { status, bytes } = answer;
	const spoken = spokenIn(dialect, place.version);
	const statusFaults = statusDifferences(dialect, row, status);
	if (status >= 300) return [...statusFaults, ...problemDifferences(answer, spoken)];
	const { sense } = row;
	const value = parsed(bytes);
	return [
		...statusFaults,
		...successDifferences(row, call, answer, spoken),
		...(sense ? senseDifferences(sense, { call, version: place.version, bytes, value }) : []),
	];
}

function statusDifferences(dialect: Dialect, row: Row, status: number): Difference[] {
	const success = dialect === 'contract' ? CONTRACT_SUCCESS : (row.success ?? [200]);
	const refusals =
		dialect === 'contract' ? CONTRACT_REFUSALS : [...USUAL_REFUSALS, ...(row.refusals ?? [])];
	if ([...success, ...refusals].includes(status)) return [];
	const expected = (status < 400 ? success : refusals).join(', ');
	return [{ at: 'answer status', expected, got: String(status) }];
}

function problemDifferences(answer: WireAnswer, spoken: Spoken): Difference[] {
	// Refusals in plain text are known.
	if (answer.mediaType === 'text/plain' && answer.bytes.length > 0) return [];
	return jsonDifferences(problem, answer, spoken, ['application/problem+json']);
}

function successDifferences(
	row: Row,
	call: WireCall,
	answer: WireAnswer,
	spoken: Spoken,
): Difference[] {
	if (row.isOpenInContract && !spoken.isPublic) return [];
	const { mediaType, bytes } = answer;
	const content = row.answerOfType?.[String(queryOf(call).type)] ?? row.answer;
	if (content === 'nothing') {
		if (bytes.length === 0) return [];
		return [{ at: 'answer', expected: 'nothing', got: mediaType || 'a body' }];
	}
	if (bytes.length === 0 && row.answerMayBeMissing) return [];
	if (typeof content !== 'string') return jsonDifferences(content, answer, spoken);
	if (bytes.length === 0) return [NOTHING];
	return typeDifferences(MEDIA_TYPES[content][spoken.isPublic ? 'public' : 'contract'], mediaType);
}

const NOTHING = { at: 'answer', expected: 'a body', got: 'nothing' };

function typeDifferences(types: string[] | undefined, mediaType: string): Difference[] {
	if (types?.includes(mediaType) ?? true) return [];
	return [{ at: 'answer content-type', expected: types!.join(', '), got: mediaType || 'none' }];
}

function jsonDifferences(
	shape: Shape,
	{ mediaType, bytes }: WireAnswer,
	spoken: Spoken,
	otherTypes: string[] = [],
): Difference[] {
	if (bytes.length === 0) return [NOTHING];
	const value = parsed(bytes);
	return [
		...typeDifferences(['application/json', ...otherTypes], mediaType),
		...(value === undefined
			? [{ at: 'answer', expected: 'JSON', got: shapeOf(bytes.toString()) }]
			: differencesFrom(shape, spoken, value, 'answer')),
	];
}

function parsed(bytes: Buffer): unknown {
	try {
		return JSON.parse(bytes.toString()) as unknown;
	} catch {
		return undefined;
	}
}
