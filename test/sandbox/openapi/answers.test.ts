import { DIALECTS } from '../../../sandbox/state/dialect.ts';
import undescribed from '../../wire/undescribed.json';
import { call, type Send } from '../client.ts';
import { startReceiver, type Receiver } from '../receiver.ts';
import { anna, setScene, VERSIONS, type Scene } from '../scene.ts';
import { describedBy, operationsOf } from './description.ts';

const position = { page: '0', x: 10, y: 20, width: 100, height: 40 };
const PNG =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Without the version and the names of path parameters, which do not matter. */
const plain = (call: string) => call.replace(/ \/v\d/, ' ').replace(/\{\w+\}/g, '{}');
const onlyHere: string[] = (undescribed as string[]).map(plain);

let receiver: Receiver;
beforeAll(async () => {
	receiver = await startReceiver();
});
afterAll(() => receiver.close());

/** The sandbox of a test answers 500 where an answer is not as its route describes it. */
describe.each(DIALECTS)('Every call of the dialect %s answers as it is described', (dialect) => {
	let scene: Scene;
	const answered: string[] = [];
	const succeeding =
		(send: Send): Send =>
		async (method, path, body, headers) => {
			const answer = await send(method, path, body, headers);
			if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
			answered.push(`${method} ${path.split('?')[0]}`);
			return answer;
		};
	let send: Send;
	const withoutToken = succeeding(async (...args) => await call(scene.sandbox, ...args));

	beforeAll(async () => {
		const groups = [{ id: 'gr_1', name: 'Board', members: ['g@example.com', 'h@example.com'] }];
		scene = await setScene({ dialect, groups, accounts: ['cc@example.com'], retentionDays: 300 });
		send = succeeding(scene.send);
	});
	afterAll(() => scene.close());

	test.each(VERSIONS)('%s', async (version) => {
		const path = `/${version}/signature-requests`;
		const { content } = scene;
		const login = { username: anna.username, 'api-key': anna.apiKey };
		const isForm = version === 'v1';
		const given = isForm ? new URLSearchParams(login) : login;
		await withoutToken('POST', `/${version}/access/login`, given);
		const { id: documentId } = await send('POST', `/${version}/documents`, {
			...{ title: 'A', content, content_type: 'application/pdf' },
		});
		await send('GET', `/${version}/documents`);
		await send('GET', `/${version}/documents/${documentId}`);
		await send('GET', `/${version}/documents/${documentId}/content`);
		const accept = { accept: 'application/json' };
		await send('GET', `/${version}/documents/${documentId}/content`, undefined, accept);
		await send('GET', `/${version}/documents/${documentId}/pages/0`);
		await send('POST', `/${version}/seal`, { content });

		const identity = { first_name: 'A', last_name: 'B', mobile_number: '+41790000000' };
		const isV3Public = version === 'v3' && dialect === 'public';
		const visual = { image: { content_type: 'image/png', content: PNG } };
		const places = isV3Public ? { ...visual, positions: [position] } : { ...visual, position };
		const reference =
			dialect === 'public' && version === 'v3'
				? { documents: [{ id: documentId }] }
				: { document_id: documentId };
		const created = await send('POST', path, {
			...{ title: 'Contract', message: 'Hello', custom: 'x', ...reference },
			...{ quality: 'AES_MINIMAL', legislation: 'EIDAS' },
			...(version !== 'v3' && { cc_email_addresses: ['cc@example.com'] }),
			callback_success_url: receiver.address,
			callback_update_url: receiver.address,
			attach_on_success: ['SIGNED_DOCUMENT'],
			signatures: [
				{
					account_email: 'a@example.com',
					sequence: 1,
					...(version === 'v3'
						? { document_signatures: [{ document_id: documentId, visual_signature: places }] }
						: { visual_signature: places }),
				},
			],
		});
		const { id } = created;
		await send('PUT', path, { id, title: 'Another', message: 'Hello again' });
		if (version === 'v3') {
			await send('PUT', path, { id, expires_at: '2026-04-01' });
			await send('DELETE', `${path}/${id}/expires-at`);
			const other = await scene.upload();
			await send('POST', `${path}/${id}/documents`, { document_id: other });
			await send('DELETE', `${path}/${id}/documents/${other}`);
			const user = { type: 'USER', email: 'o@example.com' };
			const observer = await send('POST', `${path}/${id}/observers`, user);
			await send('POST', `${path}/${id}/observers`, { type: 'GROUP', group_id: 'gr_1' });
			await send('GET', `${path}/${id}/observers`);
			await send('GET', `${path}/${id}/observers/${observer.id}`);
			await send('DELETE', `${path}/${id}/observers/${observer.id}`);
			await send('POST', `${path}/${id}/initiate`);
		}
		await send('POST', `${path}/${id}/signatures`, {
			signer_identity_data: {
				...identity,
				...(version === 'v1'
					? { provider: 'x', issuing_country: 'CH' }
					: { email_address: 'b@example.com', identification_require_evidence: true }),
			},
			sequence: 2,
		});
		if (version === 'v3') {
			await send('POST', `${path}/${id}/signatures`, { signer_group_id: 'gr_1', sequence: 2 });
		}
		const shown = await send('GET', `${path}/${id}`);
		await send('POST', `${path}/${id}/remind`);
		if (version !== 'v1') {
			const attached = await send('POST', `${path}/${id}/attachments`, {
				...{ filename: 'a.txt', content_type: 'text/plain', content: 'aGVsbG8=' },
			});
			const { attachments } = (await send('GET', `${path}/${id}`)).json as {
				attachments: Array<{ attachment_id: string }>;
			};
			expect(attached.status).toBe(200);
			const one = `${path}/${id}/attachments/${attachments[0]?.attachment_id}`;
			await send('GET', `${one}/content`);
			await send('DELETE', one);
		}
		const signatures = shown.json.signatures as Array<{ sid: string }>;
		for (const { sid } of signatures) await scene.sandbox.people.sign(id, sid);
		await scene.sandbox.settled();
		await send('GET', `${path}/${id}`);
		await send('GET', path);
		await send('POST', `${path}/bulk`, [id]);
		await send('GET', `${path}/${id}/callbacks`);
		for (const type of ['PDF', 'HTML', 'JSON'])
			await send('GET', `${path}/${id}/report?type=${type}`);
		const second = await scene.open(version, {
			signatures: [{ account_email: 'a@example.com' }, { account_email: 'b@example.com' }].map(
				(signer) => ({ ...signer, ...(isV3Public && { document_signatures: undefined }) }),
			),
		});
		const { json: open } = await send('GET', `${path}/${second.id}`);
		const [first] = open.signatures as Array<{ sid: string }>;
		await send('DELETE', `${path}/${second.id}/signatures/${first?.sid}`);
		await send('POST', `${path}/${second.id}/withdraw`);
		await send('DELETE', `${path}/${second.id}`);
		await send('DELETE', `/${version}/documents/${await scene.upload()}`);
		if (version !== 'v1') {
			const evidence = `${path}/${id}/signatures/${signatures[1]?.sid}/identification`;
			for (const part of ['', '/json', '/files', '/jwt']) await send('GET', evidence + part);
			await send('GET', `/${version}/user/signature-qualities?username=cc%40example.com`);
			const dates = 'start_date=2026-01-01&end_date=2026-12-31';
			await send('GET', `/${version}/activities/signatures?${dates}`);
		}
		if (version !== 'v1' && dialect === 'public') {
			const sent = await send('POST', `/${version}/sendto`, { title: 'A', content });
			const code = { 'x-accesscode': String(sent.json.access_code) };
			await send('GET', `/${version}/sendto/${sent.id}/track`, undefined, code);
			await send('GET', `/${version}/sendto/${sent.id}/download`, undefined, code);
			await send('DELETE', `/${version}/sendto/${sent.id}`, undefined, code);
		}
	});

	test('validation', async () => {
		const base = '/validation/v1';
		const login = { username: anna.username, 'api-key': anna.apiKey };
		const token = await withoutToken('POST', `${base}/access/login`, login);
		const headers = { authorization: `Bearer ${token.text}` };
		const validate: Send = async (method, path, body) =>
			await withoutToken(method, path, body, headers);
		const sealed = await scene.send('POST', '/v2/seal', { content: scene.content });
		const document = `/v2/documents/${String(sealed.json.document_id)}/content`;
		const bytes = (await scene.send('GET', document)).bytes;
		const infos = 'infos=signer&infos=format&infos=validation';
		const { id } = await validate('POST', `${base}/validate/document?${infos}`, {
			content: bytes.toString('base64'),
		});
		for (const path of ['infos/ID/validation', 'infos/ID/signers', 'infos/ID/format']) {
			await validate('GET', `${base}/${path.replace('ID', id)}`);
		}
		await validate('GET', `${base}/reports/${id}/etsi`);
		await validate('DELETE', `${base}/validate/${id}`);
		const cms = cmsIn(bytes);
		await validate('POST', `${base}/validate/signature`, { content: cms.toString('base64') });
		for (const path of ['infos', 'usage', 'invoiced']) {
			await validate('GET', `${base}/billing/credits/${path}`);
		}
		if (dialect === 'public') {
			const uploaded = await validate('POST', `${base}/tooling/upload`, { content: scene.content });
			const steps = [
				...['check?conform=claimed', 'conform?conform=pdfa-2b&allowdowngrade=true'],
				...['compress?optimise=size', 'spotsigners'],
			];
			for (const step of steps) {
				await validate('POST', `${base}/tooling/process/${uploaded.id}/${step}`);
			}
			await validate('GET', `${base}/tooling/${uploaded.id}`);
			await validate('DELETE', `${base}/tooling/${uploaded.id}`);
		}
	});

	test.each(['/v1', '/v2', '/v3', '/validation/v1'])('a wrong login (%s)', async (base) => {
		const login = { username: anna.username, 'api-key': 'wrong' };
		const isForm = base === '/v1';
		const name = `${base}/access/login`;
		const attempt = async (body: object) => {
			const given = isForm ? new URLSearchParams(body as typeof login) : body;
			return await call(scene.sandbox, 'POST', name, given);
		};
		const types: string[] = [];
		for (const wrongCredentialsStatus of [400, 401] as const) {
			scene.sandbox.settings.wrongCredentialsStatus = wrongCredentialsStatus;
			for (const body of [login, { username: anna.username }]) {
				const { status, headers } = await attempt(body);
				types.push(`${status} ${headers.get('content-type')?.split(';')[0]}`);
			}
		}
		const problem = base === '/v3' ? 'application/problem+json' : 'application/json';
		expect(types).toEqual(['400 text/plain', ...[400, 401, 400].map((one) => `${one} ${problem}`)]);
	});

	test('every call that is described was tried, but for those with one reading so far', async () => {
		const described = [...operationsOf(await describedBy(scene.sandbox, dialect)).keys()];
		const patternOf = (name: string) => new RegExp(`^${name.replace(/\{\w+\}/g, '[^/]+')}$`);
		const left = described
			.filter((name) => !answered.some((one) => one === name || patternOf(name).test(one)))
			.filter((name) => !onlyHere.includes(plain(name)));
		expect(left.map((name) => `Call ${name} above`)).toEqual([]);
	});
});

/** The signature as a PDF holds it, in hexadecimal digits and filled up with zeros. */
function cmsIn(pdf: Buffer): Buffer {
	const [, hex = ''] = /\/Contents\s*<([0-9a-fA-F]+)>/.exec(pdf.toString('latin1')) ?? [];
	const padded = Buffer.from(hex, 'hex');
	return padded.subarray(0, 4 + padded.readUInt16BE(2));
}
