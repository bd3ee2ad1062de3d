import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import {
	addressesOf,
	interfaceAt,
	defaultPlaceholderPrefix,
} from '../nodes/shared/account/addresses';
import type { Addresses, Interface } from '../nodes/shared/account/addresses';
import { CredentialProblem } from '../nodes/shared/account/credentialProblem';
import { noteKnownToken } from '../nodes/shared/account/account';
import { isFresh, obtainToken } from '../nodes/shared/account/login';
import type { LoginAccount } from '../nodes/shared/account/login';

const tokenFields = { signing: 'sessionToken', validation: 'validationToken' } as const;

const customOnly = { show: { region: ['custom'] } };

/** The part of the credential form for compatible and test installations, such as the sandbox. */
const customAddressFields: INodeProperties[] = [
	{
		displayName: 'Signing Address',
		name: 'signingAddress',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://api.example.com',
		displayOptions: customOnly,
		description: 'Base URL of the signing API, without a version',
	},
	{
		displayName: 'Validation Address',
		name: 'validationAddress',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://validation.example.com',
		displayOptions: customOnly,
		description: 'Base URL of the validation API. Only the E-Signature Validation node needs it.',
	},
	{
		displayName: 'Placeholder Prefix',
		name: 'placeholderPrefix',
		type: 'string',
		default: defaultPlaceholderPrefix,
		displayOptions: customOnly,
		description:
			'Start of the placeholders in callback URLs. Keep it unless the operator names another.',
	},
	{
		displayName: 'Dialect',
		name: 'dialect',
		type: 'options',
		default: 'contract',
		options: [
			{
				name: 'Contract',
				value: 'contract',
				description: 'For a service that follows the written API contract',
			},
			{
				name: 'Public Regions',
				value: 'public',
				description: 'For a service that works like Skribble in Switzerland and Germany',
			},
		],
		displayOptions: customOnly,
		description: 'Affects V3 signers, signature positions, filters, and copies',
	},
	{
		displayName: 'Login Version',
		name: 'loginVersion',
		type: 'options',
		default: 'v2',
		options: [
			{ name: 'V2 (JSON)', value: 'v2' },
			{ name: 'V1 (Form, Deprecated)', value: 'v1' },
		],
		displayOptions: customOnly,
		description: 'Keep V2 unless the operator of the address requires V1',
	},
];

export class ESignatureApi implements ICredentialType {
	name = 'eSignatureApi';

	displayName = 'E-Signature API';

	documentationUrl =
		'https://github.com/n8n-nodes-esignature/n8n-nodes-esignature/blob/main/docs/credentials.md';

	icon = {
		light: 'file:../icons/esignature.svg',
		dark: 'file:../icons/esignature.dark.svg',
	} as const;

	properties: INodeProperties[] = [
		{
			displayName: 'Username',
			name: 'username',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. api_demo_yourbusiness_1a2b_0',
			description: 'From the developer page of your Skribble business account',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			placeholder: 'e.g. 7d1c2f3a-9b04-4c6e-8a51-2e0f6b7d8c93',
			description:
				'Next to the username. A trial has demo keys only. Their signatures have no legal weight.',
		},
		{
			displayName: 'Region',
			name: 'region',
			type: 'options',
			default: 'ch',
			options: [
				{ name: 'Switzerland (api.skribble.com)', value: 'ch' },
				{ name: 'Germany (api.skribble.de)', value: 'de' },
				{
					name: 'Custom',
					value: 'custom',
					description:
						'For a compatible service at another address, such as the sandbox on your computer',
				},
			],
			description: 'Region of your Skribble business account. An API key works in one region only.',
		},
		...customAddressFields,
		{
			displayName: 'Previous API Key',
			name: 'previousApiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'e.g. 0b8e4d7c-51f2-4a39-bc60-9d3a1e7f2c45',
			description:
				'The old key, after you change the API key. Triggers then accept callbacks of earlier requests. Remove it when those requests have ended.',
		},
		{
			displayName: 'Session Token',
			name: 'sessionToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{
			displayName: 'Validation Token',
			name: 'validationToken',
			type: 'hidden',
			typeOptions: { password: true },
			default: '',
		},
	];

	/** n8n calls this when there is no token yet, and once more when `authenticate` or the service asks for a new one. */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<{ sessionToken: string; validationToken?: string }> {
		const wanted = takeWantedInterface(credentials);
		const signing = accountOf(credentials, 'signing');
		const sessionToken = String(credentials.sessionToken ?? '');
		const obtain = async (account: LoginAccount, rejected: string) => {
			const { token, isNew } = await obtainToken(this, account, rejected);
			if (!isNew) noteKnownToken(credentials);
			return token;
		};
		if (wanted === 'signing') {
			return { sessionToken: await obtain(signing, sessionToken) };
		}

		const refused = String(credentials.validationToken ?? '');
		try {
			const validation = accountOf(credentials, 'validation');
			return { sessionToken, validationToken: await obtain(validation, refused) };
		} catch (error) {
			if (!lacksOwnLogin(error)) throw error;
			// The interface without a login of its own takes the signing token, so both are the same then.
			const isStale = refused === sessionToken || !isFresh(sessionToken, signing);
			const token = isStale ? await obtain(signing, sessionToken) : sessionToken;
			return { sessionToken: token, validationToken: token };
		}
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const addresses = addressesOf(credentials);
		const target = targetOf(options, addresses);
		const token = String(credentials[tokenFields[target]] ?? '');
		credentials.tokenWantedFor = target;
		if (!isFresh(token, accountOf(credentials, target))) throw new TokenNeeded();
		return {
			...options,
			...(options.baseURL === target && { baseURL: addresses[target] }),
			headers: { ...options.headers, Authorization: `Bearer ${token}` },
			// Older HTTP Request nodes ask for the contrary.
			sendCredentialsOnCrossOriginRedirect: false,
		};
	}

	test: ICredentialTestRequest = {
		request: {
			baseURL: 'signing',
			url: '/v2/signature-requests',
			qs: { page_number: 1, page_size: 1 },
			disableFollowRedirect: true,
		},
	};
}

/** Makes n8n log in before it sends anything: to n8n it looks like a 401 of the service. */
class TokenNeeded extends Error {
	readonly response = { status: 401 };

	constructor() {
		super('The token is missing or expires soon');
	}
}

/**
 * Our own calls name the interface as `baseURL`; the HTTP Request node sends a full address, as `uri`.
 * A token goes to no other address than the credential's own.
 */
function targetOf(options: IHttpRequestOptions, addresses: Addresses): Interface {
	const { baseURL } = options;
	if (baseURL === 'signing') return baseURL;
	if (baseURL === 'validation') {
		if (addresses.validation !== '') return baseURL;
		throw new CredentialProblem({
			kind: 'address',
			title: 'Validation Address is empty in the credential',
			remedy: 'Fill it in, and try again.',
		});
	}
	const { url, uri } = options as IHttpRequestOptions & { uri?: string };
	const address = `${baseURL ?? ''}${url ?? uri ?? ''}`;
	const target = interfaceAt(address, addresses);
	if (target) return target;
	throw new CredentialProblem({
		kind: 'address',
		title: `This credential only works for ${addresses.signing}${addresses.validation && ` and ${addresses.validation}`}`,
		remedy: 'Correct the URL, or choose its region in the credential. Nothing was sent.',
	});
}

function takeWantedInterface(credentials: ICredentialDataDecryptedObject): Interface {
	const wanted = credentials.tokenWantedFor === 'validation' ? 'validation' : 'signing';
	delete credentials.tokenWantedFor;
	return wanted;
}

function accountOf(credentials: ICredentialDataDecryptedObject, target: Interface): LoginAccount {
	return {
		interface: target,
		address: addressesOf(credentials)[target],
		username: String(credentials.username ?? '').trim(),
		apiKey: String(credentials.apiKey ?? '').trim(),
		loginVersion: credentials.loginVersion === 'v1' ? 'v1' : 'v2',
	};
}

function lacksOwnLogin(error: unknown): boolean {
	return (
		error instanceof CredentialProblem &&
		(error.kind === 'wrong-key' || error.kind === 'not-this-service')
	);
}
