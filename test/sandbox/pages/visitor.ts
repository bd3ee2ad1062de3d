import type { Scene } from '../scene.ts';

type Form = Record<string, string>;

/** A browser without anything that is seen: it keeps the cookie that it was given last. */
export function visitorOf(scene: Pick<Scene, 'sandbox'>) {
	let cookie = '';
	const visit = async (address: string, form?: Form) => {
		const answer = await fetch(new URL(address, scene.sandbox.address), {
			...{ redirect: 'manual', headers: { cookie } },
			...(form && { method: 'POST', body: new URLSearchParams(form) }),
		});
		const [given] = answer.headers.getSetCookie();
		if (given) cookie = given.split(';')[0]!;
		const location = answer.headers.get('location') ?? '';
		return { text: await answer.text(), status: answer.status, location };
	};
	/** Sends a form and shows the page to which it leads. */
	const send = async (address: string, form: Form) => {
		const { location } = await visit(address, form);
		return await visit(location);
	};
	const confirm = async (address: string, email: string) =>
		(await visit(address, { action: 'confirm', email })).location;
	return { visit, send, confirm };
}

export const headingOf = (page: string) => /<h1[^>]*>([^<]*)<\/h1>/.exec(page)?.[1];
