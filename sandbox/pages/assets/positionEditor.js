'use strict';

// Draws a page of a PDF and shows the numbers of the place that is clicked on it.
{
	const part = (name) => document.querySelector('[data-' + name + ']');
	const [canvas, leaf, stamp] = ['canvas', 'leaf', 'stamp'].map(part);
	const STEP_POINTS = 5;
	/** The file with its pages, the page that is shown, and the corner of the place as people see it. */
	const state = { file: undefined, pages: [], page: 0, corner: undefined };

	const size = () => ({
		width: Number(part('size=width').value) || 1,
		height: Number(part('size=height').value) || 1,
	});
	const countsFrom = () =>
		document.querySelector('[name=dialect]:checked').getAttribute('data-counts-from');
	const clamp = (value, most) => Math.round(Math.min(Math.max(value, 0), Math.max(most, 0)));

	/** From the page as people see it to the page as it is stored, counted from its lower left corner. */
	function storedBox({ stored, rotation }, { x, y, width, height }) {
		switch ((((Math.round(rotation / 90) % 4) + 4) % 4) * 90) {
			case 90:
				return { x: y, y: x, width: height, height: width };
			case 180:
				return { x: stored.width - x - width, y, width, height };
			case 270:
				return {
					x: stored.width - y - height,
					y: stored.height - x - width,
					width: height,
					height: width,
				};
			default:
				return { x, y: stored.height - y - height, width, height };
		}
	}

	function position() {
		const shape = state.pages[state.page];
		const box = storedBox(shape, { ...state.corner, ...size() });
		const y = countsFrom() === 'top' ? shape.stored.height - box.y - box.height : box.y;
		const [left, bottom] = [box.x, y].map(Math.round);
		return { x: left, y: bottom, width: box.width, height: box.height };
	}

	function report() {
		const isChosen = state.corner !== undefined;
		part('numbers').hidden = !isChosen;
		part('unplaced').hidden = isChosen;
		stamp.hidden = !isChosen;
		if (!isChosen) return;
		const shape = state.pages[state.page].shown;
		const { width, height } = size();
		const percent = (length, whole) => (length / whole) * 100 + '%';
		Object.assign(stamp.style, {
			left: percent(state.corner.x, shape.width),
			top: percent(state.corner.y, shape.height),
			width: percent(width, shape.width),
			height: percent(height, shape.height),
		});
		const place = { pageNumber: state.page + 1, ...position() };
		// The service counts pages from 0.
		const wire = { page: String(state.page), ...position() };
		const texts = {
			...place,
			node: JSON.stringify({ placement: 'position', positions: [place] }),
			position: JSON.stringify({ visual_signature: { position: wire } }),
			positions: JSON.stringify({ visual_signature: { positions: [wire] } }),
		};
		for (const [name, text] of Object.entries(texts)) part('output=' + name).textContent = text;
	}

	function moveTo(x, y) {
		const shape = state.pages[state.page].shown;
		const { width, height } = size();
		state.corner = { x: clamp(x, shape.width - width), y: clamp(y, shape.height - height) };
		report();
	}

	function pointAt({ clientX, clientY }) {
		const box = leaf.getBoundingClientRect();
		const shape = state.pages[state.page].shown;
		return {
			x: ((clientX - box.left) * shape.width) / box.width,
			y: ((clientY - box.top) * shape.height) / box.height,
		};
	}

	const send = (path) =>
		fetch('/app/place/pages' + path, {
			method: 'POST',
			headers: { 'content-type': 'application/pdf' },
			body: state.file,
		});

	async function showPage(page) {
		const { file } = state;
		leaf.setAttribute('aria-busy', 'true');
		const bitmap = await createImageBitmap(await (await send('/' + page)).blob());
		// The user may have opened another file meanwhile.
		if (file !== state.file) return;
		if (page !== state.page) state.corner = undefined;
		state.page = page;
		Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
		canvas.getContext('2d').drawImage(bitmap, 0, 0);
		part('board').hidden = false;
		part('empty').hidden = true;
		part('at').textContent =
			part('at').dataset.text + ' ' + (page + 1) + ' / ' + state.pages.length;
		part('previous').disabled = page === 0;
		part('next').disabled = page === state.pages.length - 1;
		leaf.removeAttribute('aria-busy');
		report();
	}

	async function open(file) {
		const problem = part('problem');
		problem.textContent = '';
		Object.assign(state, { file, pages: [], page: 0, corner: undefined });
		part('board').hidden = true;
		part('empty').hidden = false;
		report();
		try {
			const answer = await (await send('')).json();
			if (answer.problem) {
				problem.textContent = problem.dataset.broken + ' ' + answer.problem;
				return;
			}
			state.pages = answer.pages;
			await showPage(0);
		} catch {
			problem.textContent = problem.dataset.unreachable;
		}
	}

	part('file').addEventListener('change', ({ target: { files } }) => {
		if (files[0]) void open(files[0]);
	});
	part('previous').addEventListener('click', () => void showPage(state.page - 1));
	part('next').addEventListener('click', () => void showPage(state.page + 1));
	leaf.addEventListener('click', (event) => {
		// The keyboard clicks without a place.
		if (event.detail === 0) return;
		const { x, y } = pointAt(event);
		const { width, height } = size();
		moveTo(x - width / 2, y - height / 2);
		stamp.focus({ preventScroll: true });
	});
	const moves = {
		ArrowLeft: [-STEP_POINTS, 0],
		ArrowRight: [STEP_POINTS, 0],
		ArrowUp: [0, -STEP_POINTS],
		ArrowDown: [0, STEP_POINTS],
	};
	leaf.addEventListener('keydown', (event) => {
		const move = moves[event.key];
		if (!move || !state.corner) return;
		event.preventDefault();
		moveTo(state.corner.x + move[0], state.corner.y + move[1]);
	});
	for (const field of document.querySelectorAll('[data-size], [name=dialect]')) {
		field.addEventListener('input', () => {
			if (state.corner) moveTo(state.corner.x, state.corner.y);
		});
	}

	document.addEventListener('click', ({ target }) => {
		const button = target.closest('[data-copy]');
		if (!button) return;
		const said = part('said');
		const text = part('output=' + button.dataset.copy).textContent;
		const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error());
		copied.then(
			() => (said.textContent = button.dataset.done),
			() => (said.textContent = said.dataset.failed),
		);
	});
}
