/** What a first `npm start` does, one after the other. Later ones leave out what is done. */
const STEPS = {
	packages: 'Installing packages',
	fill: 'Building the nodes, and adding credentials and examples to n8n, usually 30 s',
	start: 'Starting n8n, usually 20 s',
	publish: 'Publishing the example workflows, usually 10 s',
};

export function step(name) {
	const names = Object.keys(STEPS);
	return `Step ${names.indexOf(name) + 1} of ${names.length}: ${STEPS[name]}`;
}
