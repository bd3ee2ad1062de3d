import type { Endpoint } from '../http/endpoint';
import type { ExplainedRefusal, Explanation } from '../http/problemTable';
import { validationRefusals } from '../validation/refusals';

/** A step that takes longer than the node waits. */
export const stillBusy: Explanation = {
	message: 'The service is still working on the file',
	remedy: 'Run again later, or raise Wait per Step in the options of the node.',
};

const refusals: readonly ExplainedRefusal[] = [
	...validationRefusals,
	{ status: 423, ...stillBusy },
	{
		status: 404,
		message: 'The service does not have the uploaded file any more',
		remedy:
			'It deletes every file after ten minutes. Run again; if that happens again, choose fewer steps for this file.',
	},
	{
		status: 501,
		message: 'This step is not available in your region yet',
		remedy: "Switch it off, or ask the service's support when it will be available.",
	},
];

/** What the service takes is not described in full. */
const TAKEN = 'Word, Excel and PowerPoint files, PNG and JPEG images, and plain text';

/** `ending` as in ".pages", where the file has one. */
export function uploadEndpoint(ending?: string): Endpoint {
	const what = ending ? `${ending} files` : 'files of this type';
	return {
		interface: 'validation',
		method: 'POST',
		path: '/tooling/upload',
		ifUnanswered:
			'The service may have the file anyway and deletes it after ten minutes. Running this again changes nothing, but may use credits twice.',
		refusals: [
			{
				status: 400,
				message: 'The service cannot read the file',
				remedy:
					'It may be damaged, or protected by a password. Open it, remove the protection, save it and run again.',
			},
			{
				status: 413,
				message: 'The file is too large for the service',
				remedy: 'Reduce the images in it, or split it. The limit of a whole request is 50 MB.',
			},
			{
				status: 415,
				message: `The service cannot convert ${what}`,
				remedy: `It usually takes PDF, ${TAKEN}. Save the file in one of these formats, best as PDF.`,
			},
			...refusals,
		],
	};
}

const step = (name: string): Endpoint => ({
	interface: 'validation',
	method: 'POST',
	path: `/tooling/process/{id}/${name}`,
	ifUnanswered:
		'The step may have been done anyway, but its result is lost, and the uploaded file is deleted. Running this again changes nothing, but may use credits twice.',
	refusals,
});

export const stepEndpoints = {
	check: step('check'),
	compress: step('compress'),
	conform: step('conform'),
	spotsigners: step('spotsigners'),
};

export const downloadEndpoint: Endpoint = {
	interface: 'validation',
	method: 'GET',
	path: '/tooling/{id}',
	refusals,
};

export const deleteEndpoint: Endpoint = {
	interface: 'validation',
	method: 'DELETE',
	path: '/tooling/{id}',
	lostAnswer: 'Nothing has to be done: the service deletes every uploaded file after ten minutes.',
	refusals,
};

export const prepareEndpoints: readonly Endpoint[] = [
	uploadEndpoint(),
	stepEndpoints.spotsigners,
	stepEndpoints.compress,
	stepEndpoints.conform,
	downloadEndpoint,
	deleteEndpoint,
];
