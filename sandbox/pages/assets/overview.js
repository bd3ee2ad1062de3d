'use strict';

// Parts that changed are replaced; what is typed, opened and focused stays.
const REFRESH_MS = 2000;
const liveParts = () => document.querySelectorAll('[data-live]');
const received = new Map();

function say(text, isProblem) {
	const said = document.getElementById('said');
	said.textContent = text;
	said.classList.toggle('problem', isProblem);
}

function replacePart(part, text) {
	const fields = [...part.querySelectorAll('input')].map(({ id, value }) => [id, value]);
	const folded = [...part.querySelectorAll('details')].map(({ id, open }) => [id, open]);
	const focused = part.contains(document.activeElement) ? document.activeElement.id : '';
	const caret = focused && document.activeElement.selectionStart;
	part.innerHTML = text;
	for (const [id, value] of fields) {
		const field = document.getElementById(id);
		if (field) field.value = value;
	}
	for (const [id, open] of folded) document.getElementById(id)?.toggleAttribute('open', open);
	const field = focused && document.getElementById(focused);
	if (field) field.focus({ preventScroll: true });
	if (field && typeof caret === 'number') field.setSelectionRange(caret, caret);
}

function takeIn(text) {
	const fresh = new DOMParser().parseFromString(text, 'text/html');
	for (const part of liveParts()) {
		const next = fresh.getElementById(part.id)?.innerHTML;
		if (next === undefined || next === received.get(part.id)) continue;
		received.set(part.id, next);
		replacePart(part, next);
	}
	return fresh.getElementById('problem')?.textContent;
}

async function refresh() {
	if (!document.hidden) {
		try {
			takeIn(
				await (await fetch('/' + location.search, { headers: { accept: 'text/html' } })).text(),
			);
		} catch {
			// The sandbox was stopped; it may come back.
		}
	}
	setTimeout(refresh, REFRESH_MS);
}

async function act(event) {
	const form = event.target;
	if (!form.matches('[data-act]')) return;
	event.preventDefault();
	const button = event.submitter;
	if (button.getAttribute('aria-busy')) return;
	button.setAttribute('aria-busy', 'true');
	try {
		const body = new URLSearchParams(new FormData(form, button));
		// Not form.action: that is the button of this name.
		const answer = await fetch(form.getAttribute('action'), { method: 'POST', body });
		const problem = takeIn(await answer.text());
		say(problem || button.dataset.done, Boolean(problem));
	} finally {
		button.removeAttribute('aria-busy');
	}
}

async function copy({ target }) {
	const button = target.closest('[data-copy]');
	if (!button) return;
	await navigator.clipboard.writeText(button.dataset.copy);
	say(button.dataset.done, false);
}

for (const part of liveParts()) received.set(part.id, part.innerHTML);
document.addEventListener('submit', (event) => void act(event));
// Browsers offer it to this machine's own addresses only.
if (navigator.clipboard) {
	for (const button of document.querySelectorAll('[data-copy]')) button.hidden = false;
	document.addEventListener('click', (event) => void copy(event));
}
setTimeout(refresh, REFRESH_MS);
