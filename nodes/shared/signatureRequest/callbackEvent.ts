/** interface.md part 6: one address of a request for each. */
export const callbackEvents = ['success', 'update', 'error'] as const;
export type CallbackEvent = (typeof callbackEvents)[number];
