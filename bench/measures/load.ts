/** What our package adds to n8n's start, and its size, beside the public packages of the same kind. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pack } from '../../scripts/pack.mjs';
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

export function measureLoad(): Row[] {
	const work = mkdtempSync(path.join(tmpdir(), 'esignature-load-'));
	try {
		const [ours, ...others] = [
			unpack(work, 'ours', pack(work).tarball),
			...OTHERS.map((name) => unpack(work, name, fetchTarball(work, name))),
		] as [Package, ...Package[]];
		const msPerNode = loadInTurn([ours, ...others]);
		const kibPerNode = Object.fromEntries([ours, ...others].map((one) => [one.name, sizeOf(one)]));
		return [
			besideTheLargest('Load of the package at the start of n8n, per node', msPerNode, 'ms'),
			besideTheLargest('Packed size, per node', kibPerNode, 'KiB'),
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
function loadInTurn(packages: Package[]): Record<string, number> {
	const timesMs = new Map<string, number[]>();
	const script = path.join(import.meta.dirname, '..', 'loadNodes.cjs');
	for (let round = 0; round < ROUNDS; round++) {
		for (const { name, folder } of packages) {
			const said = execFileSync(process.execPath, [script, folder], {
				encoding: 'utf8',
				env: { ...process.env, NODE_PATH: path.resolve('node_modules') },
			});
			const { ms, nodes } = JSON.parse(said) as { ms: number; nodes: number };
			timesMs.set(name, [...(timesMs.get(name) ?? []), ms / nodes]);
		}
	}
	return Object.fromEntries([...timesMs].map(([name, all]) => [name, median(all)]));
}

/** By its nodes, since a package with more of them is larger. */
function sizeOf({ tarball, folder }: Package): number {
	const manifest = readFileSync(path.join(folder, 'package.json'), 'utf8');
	const { n8n } = JSON.parse(manifest) as { n8n: { nodes: string[] } };
	return statSync(tarball).size / 1024 / n8n.nodes.length;
}
