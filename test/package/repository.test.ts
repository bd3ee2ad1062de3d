/** Where people find and reach us is written in package.json; `npm run generate` writes it everywhere else. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../package.json';
import { nameIn, repositoryAddresses } from '../../scripts/generate/repository.ts';

const NOT_OURS = /^(?:\.git|\.tmp|coverage|dist|node_modules)$|package-lock\.json$/;
const BINARY = /\.(?:cff|docx|gif|jpe?g|pdf|png|tgz|woff2?)$/;

const files = filesIn('.');
const current = nameIn(manifest.repository.url);

function filesIn(folder: string): string[] {
	const entries = readdirSync(folder, { withFileTypes: true });
	return entries
		.filter(({ name }) => !NOT_OURS.test(name) && !BINARY.test(name))
		.flatMap((entry) => {
			const file = path.join(folder, entry.name);
			if (entry.isDirectory()) return filesIn(file);
			return entry.isFile() ? [file] : [];
		});
}

/** Owner and name of each address in a text that leads to this package, under whatever owner. */
function ownAddresses(text: string): string[] {
	const [owner] = current.split('/');
	const addresses = text.matchAll(/github(?:usercontent)?\.com[/:]([\w.-]+)\/([\w-]+)/g);
	return [...addresses]
		.filter(([, its, name]) => its === owner || name === manifest.name)
		.map(([, its, name]) => `${its}/${name}`);
}

it('finds an address of this package under another owner', () => {
	const text = `https://github.com/acme/${manifest.name}/issues and git@github.com:n8n-io/n8n.git`;
	expect(ownAddresses(text)).toEqual([`acme/${manifest.name}`]);
});

it('no text leads to a repository other than the one in package.json', () => {
	const stray = files.flatMap((file) =>
		ownAddresses(readFileSync(file, 'utf8'))
			.filter((address) => address !== current)
			.map((address) => `${file}: ${address}`),
	);
	expect(stray).toEqual([]);
});

it('`npm run generate` takes a new address to every text that has the old one', () => {
	const moved = repositoryAddresses('another-owner/another-name');
	const left = files.filter((file) => {
		const text = moved.get(file) ?? readFileSync(file, 'utf8');
		return ownAddresses(text).includes(current) || text.includes(manifest.author.email);
	});
	expect(left).toEqual([]);
	expect([...moved.keys()]).toEqual(
		expect.arrayContaining([
			...['README.md', 'SECURITY.md', 'package.json', 'sandbox/package.json'],
			'credentials/ESignatureApi.credentials.ts',
			'nodes/ESignatureSeal/ESignatureSeal.node.json',
		]),
	);
});

it('no text asks to write to an address on a domain that someone else could register', () => {
	const domains = files
		.filter((file) => !/^(?:test|bench|sandbox)[/\\].*\.ts$/.test(file))
		.flatMap((file) => {
			const mails = readFileSync(file, 'utf8').matchAll(
				/[\w.+-]@([\w-]+(?:\.[\w-]+)*\.[a-z]{2,})/gi,
			);
			return [...mails].map(([, domain]) => ({ file, domain: domain!.toLowerCase() }));
		});
	const reserved =
		/(?:^|\.)(?:example(?:\.\w+)*|invalid|test|localhost)$|^users\.noreply\.github\.com$/;
	expect(domains.filter(({ domain }) => !reserved.test(domain))).toEqual([]);
	expect(manifest.author.email).toBe(`${current.split('/')[0]}@users.noreply.github.com`);
});
