/**
 * Headers for a call that must arrive. By default fetch keeps connections, and n8n closes one that lies idle: a call
 * that is just on its way is lost then.
 */
export const oneCall = { connection: 'close' };
