/** The address of an execution with the end that only this node answers to, before the query. */
export function addressOfNode(resumeUrl: string, nodeId: string): string {
	const [place = '', ...query] = resumeUrl.split('?');
	const address = `${place.replace(/\/$/, '')}/${encodeURIComponent(nodeId)}`;
	return query.length === 0 ? address : `${address}?${query.join('?')}`;
}
