/** What proves a row of interface.md: tests by their titles, or why nothing in the sandbox can. */
export type Proof = string[] | { outside: string };
export type Rows = Record<string, Proof>;

/** Titles below a describe block, written as the list of rows uses them. */
const section = (name: string) => (title: string) => `${name} › ${title}`;

export const login = section('Login (interface.md 4.1 and 5)');
export const token = section('Bearer token (interface.md 5)');
export const upload = section('POST /documents (interface.md 2.5 and 4.2)');
export const fileUrl = section('file_url (interface.md 2.5)');
export const readDocument = section('Reading documents (interface.md 4.2)');
export const documentAccess = section('Access to a document (interface.md 2.5)');
export const deleteDocument = section('DELETE /documents/{id} (interface.md 4.2)');
export const create = section('Creating a request (interface.md 2.1 and 4.3)');
export const signers = section('Signers (interface.md 2.2)');
export const visual = section('Visual signatures (interface.md 2.3)');
export const invitations = section('Invitations (interface.md 3.1 and 6)');
export const read = section('Reading a request (interface.md 4.3)');
export const access = section('Access to a request (interface.md 2.1)');
export const list = section('Listing requests (interface.md 4.3)');
export const changeSigners = section('Adding and removing signers (interface.md 4.3)');
export const initiate = section('Initiating (interface.md 3.1)');
export const remind = section('Reminding (interface.md 4.3 and 8)');
export const remove = section('Deleting (interface.md 4.2 and 4.3)');
export const documents = section('Documents of a request (interface.md 2.5 and 4.2)');
export const expiryRules = section('Rules of expires_at (interface.md 2.1 and 8)');
export const expiry = section('Expiry on the clock (interface.md 3.1)');
export const transitions = section('Transitions of a request (interface.md 3.1)');
export const order = section('The signing order (interface.md 2.2)');
export const signing = section('Signing (interface.md 2.5 and 3.1)');
export const declining = section('Declining and failing (interface.md 3)');
export const observers = section('Observers (interface.md 2.7 and 4.3)');
export const attachments = section('Attachments (interface.md 7 and 9)');
export const evidence = section('Express QES evidence (interface.md 4.3)');
export const switchedOff = section('Features that are switched off (interface.md 7)');
export const events = section('Events (interface.md 6)');
export const callbackParts = section('Parts of a callback');
export const mutualTls = section('Mutual TLS (interface.md 5)');
export const exits = section('Parameters of the signing address (interface.md 4.5)');
export const rateLimits = section('Rate limits (interface.md 8)');
export const seal = section('POST /seal (interface.md 2.6 and 4.4)');
export const sealOff = section('Sealing that was not activated (interface.md 1 and 7)');
export const validate = section('POST /validate/document (interface.md 4.6)');
export const validationLimit = section('The limit of a validation request (interface.md 8)');
export const result = section('Reading a result (interface.md 4.6)');
export const validationAccess = section('Access to the validation interface (interface.md 5)');
export const creditInfos = section('GET /billing/credits/infos (interface.md 4.6)');
export const creditUsage = section('GET /billing/credits/usage (interface.md 4.6)');
export const invoiced = section('GET /billing/credits/invoiced (interface.md 4.6)');
export const updating = section('Updating');
export const closedSigners = section('Signers of version 3 are closed');
export const accounts = section('Who is named has an account');
export const lost = section('What is not described is lost without an error');
export const publicVisual = section('Visual signatures of the public regions');
export const publicRequest = section('The request');
export const publicChange = section('Calls that change something');
export const publicRecords = section('Records');
export const publicUpdate = section('Updating in the public regions');
export const publicList = section('The list');
export const description = section('The description of version 1 (interface.md 4)');
export const loginAndPrices = section('Login and prices');

export const RETENTION =
	'under a retention policy auto_delete_at is told in v3, and everything goes on that day';
export const EXPIRY_OFF =
	'without the feature, setting and clearing expires_at answer 403 feature-not-enabled';
