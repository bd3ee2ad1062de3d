import type { Call } from '../call';
import type { Lane } from './lane';

/** Something that is known of each endpoint, for all who share a lane. */
export function perEndpoint<Known>(make: () => Known): (lane: Lane, call: Call) => Known {
	const byLane = new WeakMap<Lane, Map<string, Known>>();
	return (lane, call) => {
		const ofLane = byLane.get(lane) ?? new Map<string, Known>();
		byLane.set(lane, ofLane);
		const name = nameOf(call);
		const known = ofLane.get(name) ?? make();
		ofLane.set(name, known);
		return known;
	};
}

/** The same endpoint whatever the ids in it are. */
function nameOf({ interface: target = 'signing', version, method, path }: Call): string {
	const pattern = path
		.split('/')
		.map((part) => (/\d/.test(part) ? '{id}' : part))
		.join('/');
	return `${target} ${method} ${version}${pattern}`;
}
