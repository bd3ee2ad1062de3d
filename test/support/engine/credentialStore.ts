import type { PackageDirectoryLoader } from 'n8n-core';
import { ICredentialsHelper } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeProperties,
} from 'n8n-workflow';

/** n8n's database and credential rules in small: the login code that runs is the credential's own. */
export class CredentialStore extends ICredentialsHelper {
	/** How often a node has asked for it. */
	reads = 0;

	/** Whether n8n's database does not answer. */
	isAway = false;

	private stored: string;

	private readonly loader: PackageDirectoryLoader;

	constructor(loader: PackageDirectoryLoader, data: ICredentialDataDecryptedObject) {
		super();
		this.loader = loader;
		this.stored = JSON.stringify({ ...this.defaults(), ...data });
	}

	/** What stands in the database now. */
	read(): ICredentialDataDecryptedObject {
		return JSON.parse(this.stored) as ICredentialDataDecryptedObject;
	}

	/** As someone does in n8n's editor. */
	change(data: ICredentialDataDecryptedObject): void {
		this.stored = JSON.stringify({ ...this.read(), ...data });
	}

	private type(): ICredentialType {
		return this.loader.getCredential('eSignatureApi').type;
	}

	private defaults(): ICredentialDataDecryptedObject {
		const entries = this.type().properties.map(({ name, default: value }) => [name, value]);
		return Object.fromEntries(entries) as ICredentialDataDecryptedObject;
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type();
		if (typeof authenticate !== 'function') throw new Error('authenticate is not a function');
		return await authenticate(credentials, options);
	}

	/** As n8n's own helper decides: no token yet, or it was reported as expired. */
	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		_node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const expirable = this.type().properties.find(
			({ type, typeOptions }) => type === 'hidden' && typeOptions?.expirable === true,
		);
		if (!expirable) return undefined;
		if (credentials[expirable.name] !== '' && !credentialsExpired) return undefined;
		const output = await this.runPreAuthentication(helpers, credentials);
		if (output?.[expirable.name] === undefined) return undefined;
		this.stored = JSON.stringify(Object.assign(credentials, output));
		return credentials;
	}

	async runPreAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const output = await this.type().preAuthentication?.call(helpers, credentials);
		return output as ICredentialDataDecryptedObject | undefined;
	}

	async getCredentials(): Promise<never> {
		return await Promise.reject(new Error('not used by the engine'));
	}

	async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		this.reads++;
		if (this.isAway) throw new Error('Connection terminated unexpectedly');
		return await Promise.resolve(this.read());
	}

	async updateCredentials(
		_details: unknown,
		_type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		this.stored = JSON.stringify(data);
		await Promise.resolve();
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		await Promise.reject(new Error('not used by this credential'));
	}

	getCredentialsProperties(): INodeProperties[] {
		return this.type().properties;
	}
}
