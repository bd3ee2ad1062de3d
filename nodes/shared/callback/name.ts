/** Names of users and their e-mail addresses, to be compared: the service may spell them otherwise. */
export function foldName(name: string): string {
	return name.trim().toLowerCase();
}
