'use strict';

// What the pages do beyond plain HTML; everything but the refreshing works without it too.

// The name stands at its place in the document while it is typed.
const nameField = document.querySelector('[data-name]');
const shownNames = [...document.querySelectorAll('[data-shows-name]')];
const placeholders = shownNames.map((shown) => shown.textContent);
function showName() {
	shownNames.forEach((shown, index) => {
		shown.textContent = nameField.value.trim() || placeholders[index];
		shown.classList.toggle('filled', nameField.value.trim() !== '');
	});
}
if (nameField) {
	nameField.addEventListener('input', showName);
	showName();
}

// The way back, with the time left; nobody has to go.
const countdown = document.querySelector('[data-countdown]');
if (countdown) {
	const part = (name) => countdown.querySelector('[data-' + name + ']');
	const endsAt = Date.now() + Number(countdown.dataset.countdown) * 1000;
	const timer = setInterval(() => {
		const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
		part('seconds').textContent = String(left);
		if (left > 0) return;
		clearInterval(timer);
		location.assign(part('exit').href);
	}, 250);
	part('stay').hidden = false;
	part('stay').addEventListener('click', () => {
		clearInterval(timer);
		part('running').hidden = true;
		part('stopped').hidden = false;
		part('stay').remove();
		part('exit').focus();
	});
}

// The overview: parts that changed are replaced; what is typed, opened and focused stays.
const REFRESH_MS = 2000;
const liveParts = () => document.querySelectorAll('[data-live]');
const received = new Map();

function replacePart(part, text) {
	const fields = [...part.querySelectorAll('input')].map(({ id, value }) => [id, value]);
	const opened = [...part.querySelectorAll('details[open]')].map(({ id }) => id);
	const focused = part.contains(document.activeElement) ? document.activeElement.id : '';
	const caret = focused && document.activeElement.selectionStart;
	part.innerHTML = text;
	for (const [id, value] of fields) {
		const field = document.getElementById(id);
		if (field) field.value = value;
	}
	for (const id of opened) document.getElementById(id)?.setAttribute('open', '');
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
			takeIn(await (await fetch('/', { headers: { accept: 'text/html' } })).text());
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
	const body = new URLSearchParams(new FormData(form, button));
	// Not form.action: that is the button of this name.
	const answer = await fetch(form.getAttribute('action'), { method: 'POST', body });
	const problem = takeIn(await answer.text());
	document.getElementById('said').textContent = problem || button.dataset.done;
	document.getElementById('said').classList.toggle('problem', Boolean(problem));
}

if (liveParts().length > 0) {
	for (const part of liveParts()) received.set(part.id, part.innerHTML);
	document.addEventListener('submit', (event) => void act(event));
	setTimeout(refresh, REFRESH_MS);
}
