import {
	remindersIn,
	unreachableUrl,
	urlOnThisN8n,
	waitingUrl,
	withReminders,
} from '../../../../nodes/shared/callbacks/waitingUrl';

const NODE = '0f5d2c1e';
const n8n = { resumeUrl: 'http://localhost:5678/n8n/webhook-waiting/__EMPTY__', instanceId: 'one' };

it.each([
	[
		'https://a.ch/webhook-waiting/7?signature=t',
		`https://a.ch/webhook-waiting/7/${NODE}-signed?signature=t`,
	],
	['https://a.ch/n8n/webhook-waiting/7', `https://a.ch/n8n/webhook-waiting/7/${NODE}-signed`],
	['https://a.ch/webhook-waiting/7/?x=a?b', `https://a.ch/webhook-waiting/7/${NODE}-signed?x=a?b`],
])('%s gets the node before its query', (resumeUrl, url) => {
	expect(waitingUrl(resumeUrl, NODE)).toBe(url);
});

it('encodes the ID of the node', () => {
	expect(waitingUrl('https://a.ch/7', 'a/b c?')).toBe('https://a.ch/7/a%2Fb%20c%3F-signed');
});

describe('an n8n behind a firewall', () => {
	const reachable = waitingUrl('http://localhost:5678/n8n/webhook-waiting/7?signature=t', NODE);
	const stored = unreachableUrl(reachable, 'one');

	it('stores a URL that no one can call, with the execution and its token', () => {
		expect(stored).toMatch(
			/^https:\/\/[0-9a-f]{16}\.n8n\.invalid\/7\/0f5d2c1e-signed\?signature=t$/,
		);
	});

	it('finds the execution at its own address', () => {
		expect(urlOnThisN8n(stored, n8n)).toBe(reachable);
	});

	it('keeps a URL that Skribble can call', () => {
		expect(urlOnThisN8n(reachable, n8n)).toBe(reachable);
	});

	it.each([
		['of another n8n', unreachableUrl(reachable, 'two')],
		['at another address', reachable.replace('localhost', 'n8n.example.com')],
		['with our host only at its beginning', stored.replace('.invalid', '.invalid.example.com')],
		['of a trigger', 'http://localhost:5678/n8n/webhook/e-signature'],
	])('leaves a URL %s alone', (_, url) => {
		expect(urlOnThisN8n(url, n8n)).toBeUndefined();
	});
});

describe('reminders', () => {
	it.each(['https://a.ch/7', 'https://a.ch/7?signature=t'])('are in %s and found again', (url) => {
		expect(remindersIn(withReminders(url, { everyDays: 3, most: 5 }))).toEqual({
			everyDays: 3,
			most: 5,
		});
	});

	it.each([
		'https://a.ch/7',
		'https://a.ch/7?remind=',
		'https://a.ch/7?remind=3x5x',
		'https://a.ch/7?x=remind=3x5',
	])('are not in %s', (url) => expect(remindersIn(url)).toBeUndefined());
});
