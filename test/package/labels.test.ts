/** Words in bold that are written as labels are labels: of our forms, of n8n, or of the workflow that a note is in. */
import { globSync, readFileSync } from 'node:fs';
import type { IWorkflowBase } from 'n8n-workflow';
import { ESignatureApi } from '../../credentials/ESignatureApi.credentials';
import { nodes } from '../support/operations/descriptions';

/** Labels of n8n itself, and what `npm start` prints. */
const OF_OTHERS = [
	...['Fetch Test Event', 'Publish', 'Retry On Fail', 'Wait For Sub-Workflow Completion'],
	...['Execute Once', 'Import from URL', 'Sign', 'Retry', 'Add a Description'],
	...['Remove Duplicates', 'Clear Deduplication History'],
];

/** Small words of a label, which is in title case. */
const SMALL = /^(a|an|and|as|at|by|for|from|in|into|of|on|or|the|to|with)$/;

/** Emphasis is in sentence case, or leads into a paragraph with a colon. */
function labelsIn(text: string): string[] {
	const withoutCode = text.replace(/^```[\s\S]*?^```/gm, '');
	return [...withoutCode.matchAll(/\*\*([^*]+)\*\*(:?)/g)]
		.filter(([, , colon]) => colon === '')
		.flatMap(([, words]) => (known.has(words!) ? words! : words!.split(/[:,]/)))
		.map((words) => words.replace(/\s+/g, ' ').trim())
		.filter(isTitleCase);
}

function isTitleCase(words: string): boolean {
	return words.split(' ').every((word) => SMALL.test(word) || /^\(?\p{Lu}[^.→]*$/u.test(word));
}

/** Everything that the forms show as a name. */
function namesIn(part: unknown): string[] {
	if (Array.isArray(part)) return part.flatMap(namesIn);
	if (typeof part !== 'object' || part === null) return [];
	const { displayName, multipleValueButtonText, name, value, ...rest } = part as Record<
		string,
		unknown
	>;
	// An entry of a list has a value; the name of a field is not shown.
	const shown = [displayName, multipleValueButtonText, value === undefined ? undefined : name];
	return [
		...shown.filter((one): one is string => typeof one === 'string'),
		...Object.values(rest).flatMap(namesIn),
	];
}

const known = new Set([
	...OF_OTHERS,
	...nodes.flatMap(({ description }) => namesIn(description)),
	...namesIn(new ESignatureApi()),
]);

/** What the service has, and what was measured, is no form. */
const NO_FORM = /(interface|performance|scale|operating|faults)\.md$/;
const pages = globSync(['README.md', 'CHANGELOG.md', 'docs/*.md']).filter(
	(file) => !NO_FORM.test(file),
);

it('knows labels when it sees them', () => {
	const text =
		'Set **Trigger URL** in **Create: Callbacks**, **not this**. **A Lead**: and **No end.**';
	expect(labelsIn(text)).toEqual(['Trigger URL', 'Create', 'Callbacks']);
	expect(known).toContain('Trigger URL');
	expect(known).not.toContain('callbackAddress');
});

it.each(pages)('%s names only labels that there are', (file) => {
	const labels = labelsIn(readFileSync(file, 'utf8'));
	expect(labels.filter((label) => !known.has(label))).toEqual([]);
});

it.each(globSync('examples/*.json'))('the notes in %s name only labels that there are', (file) => {
	const workflow = JSON.parse(readFileSync(file, 'utf8')) as IWorkflowBase;
	const names = workflow.nodes.map(({ name }) => name);
	const notes = workflow.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
	expect(notes.length).toBeGreaterThan(0);
	const labels = notes.flatMap(({ parameters }) => labelsIn(parameters.content as string));
	expect(labels.filter((label) => !known.has(label) && !names.includes(label))).toEqual([]);
});
