/** What our package adds to n8n's start, and its size, beside the public packages of the same kind. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pack } from '../../scripts/package/pack.mjs';
import { besideTheLargest, median } from '../table.ts';
import type { Row } from '../table.ts';

/** All that the registry has for electronic signatures. */
const OTHERS = ['n8n-nodes-autentique', 'n8n-nodes-pandadoc'];
const ROUNDS = 7;

interface Package {
	name: string;
	tarball: string;
	folder: string;
}

/** Per node. */
interface Load {
	ms: number;
	kib: number;
}

export function measureLoad(): Row[] {
	const work = mkdtempSync(path.join(tmpdir(), 'esignature-load-'));
	try {
		const [ours, ...others] = [
			unpack(work, 'ours', pack(work).tarball),
			...OTHERS.map((name) => unpack(work, name, fetchTarball(work, name))),
		] as [Package, ...Package[]];
		const { ms, kib } = loadInTurn([ours, ...others]);
		const packedKib = Object.fromEntries([ours, ...others].map((one) => [one.name, sizeOf(one)]));
		return [
			besideTheLargest('Load of the package at the start of n8n, per node', ms, 'ms'),
			besideTheLargest('Memory that it takes there, per node', kib, 'KiB'),
			besideTheLargest('Packed size, per node', packedKib, 'KiB'),
		];
	} finally {
		rmSync(work, { recursive: true });
	}
}

function fetchTarball(work: string, name: string): string {
	const [{ filename }] = JSON.parse(
		execFileSync('npm', ['pack', name, '--json', '--pack-destination', work], { encoding: 'utf8' }),
	) as [{ filename: string }];
	return path.join(work, filename);
}

function unpack(work: string, name: string, tarball: string): Package {
	const folder = mkdtempSync(path.join(work, 'unpacked-'));
	execFileSync('tar', ['-xzf', tarball, '-C', folder]);
	return { name, tarball, folder: path.join(folder, 'package') };
}

/** In turn, so that what else the machine does hits all of them. */
function loadInTurn(packages: Package[]): Record<keyof Load, Record<string, number>> {
	const loads = new Map<string, Load[]>();
	const script = path.join(import.meta.dirname, '..', 'loadNodes.cjs');
	for (let round = 0; round < ROUNDS; round++) {
		for (const { name, folder } of packages) {
			const said = execFileSync(process.execPath, ['--expose-gc', script, folder], {
				encoding: 'utf8',
				env: { ...process.env, NODE_PATH: path.resolve('node_modules') },
			});
			loads.set(name, [...(loads.get(name) ?? []), JSON.parse(said) as Load]);
		}
	}
	const medians = (key: keyof Load) =>
		Object.fromEntries([...loads].map(([name, all]) => [name, median(all.map((one) => one[key]))]));
	return { ms: medians('ms'), kib: medians('kib') };
}

/** By its nodes, since a package with more of them is larger. */
function sizeOf({ tarball, folder }: Package): number {
	const manifest = readFileSync(path.join(folder, 'package.json'), 'utf8');
	const { n8n } = JSON.parse(manifest) as { n8n: { nodes: string[] } };
	return statSync(tarball).size / 1024 / n8n.nodes.length;
}
