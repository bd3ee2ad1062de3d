import { addressOfNode } from '../../../../../../nodes/ESignatureRequest/operations/request/sendAndWait/addressOfNode';

const NODE = '0f5d2c1e';

it.each([
	[
		'https://a.ch/webhook-waiting/7?signature=t',
		`https://a.ch/webhook-waiting/7/${NODE}-signed?signature=t`,
	],
	['https://a.ch/n8n/webhook-waiting/7', `https://a.ch/n8n/webhook-waiting/7/${NODE}-signed`],
	['https://a.ch/webhook-waiting/7/?x=a?b', `https://a.ch/webhook-waiting/7/${NODE}-signed?x=a?b`],
])('%s gets the end of the node before its query', (resumeUrl, address) => {
	expect(addressOfNode(resumeUrl, NODE)).toBe(address);
});

it('whatever the id of the node is', () => {
	expect(addressOfNode('https://a.ch/7', 'a/b c?')).toBe('https://a.ch/7/a%2Fb%20c%3F-signed');
});
