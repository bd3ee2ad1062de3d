/**
 * What the callback address of a waiting node ends with, before the query. Not the node's id alone: for an
 * operation with n8n's name `sendAndWait` n8n then checks a signature over the whole query, in which the
 * service replaces placeholders.
 */
const SUFFIX = '-signed';

export const pathOfNode = `={{ $nodeId }}${SUFFIX}`;

/** The address of an execution with the path that only this node answers to. */
export function addressOfNode(resumeUrl: string, nodeId: string): string {
	const [place = '', ...query] = resumeUrl.split('?');
	const address = `${place.replace(/\/$/, '')}/${encodeURIComponent(nodeId)}${SUFFIX}`;
	return query.length === 0 ? address : `${address}?${query.join('?')}`;
}
