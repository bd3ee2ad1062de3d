/** Names of users and their email addresses, to be compared: the service may spell them otherwise. */
export function foldName(name: string): string {
	return name.trim().toLowerCase();
}
