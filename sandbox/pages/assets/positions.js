'use strict';

// The signature at its places in the document: as it is typed or drawn, and moved where the place is free.
{
	const nameField = document.querySelector('[data-name]');
	const shownNames = [...document.querySelectorAll('[data-shows-name]')];
	const placeholders = shownNames.map((shown) => shown.textContent);
	const PLACE = '.mark > svg';
	const STEP_POINTS = 10;
	const percent = (part, whole) => (part / whole) * 100 + '%';

	function showName() {
		shownNames.forEach((shown, index) => {
			shown.textContent = nameField.value.trim() || placeholders[index];
			shown.classList.toggle('filled', nameField.value.trim() !== '');
		});
	}
	nameField.addEventListener('input', showName);
	showName();

	const boxOf = (place) =>
		Object.fromEntries(
			['x', 'y', 'width', 'height'].map((name) => [name, Number(place.getAttribute(name))]),
		);
	const sizeOf = (mark) => {
		const [, , width, height] = mark.getAttribute('viewBox').split(' ').map(Number);
		return { width, height };
	};

	/** Lays an element over a place; percents keep it there at every size. */
	function lay(element, place) {
		const mark = place.parentElement;
		const { x, y, width, height } = boxOf(place);
		const page = sizeOf(mark);
		if (element.parentElement !== mark.parentElement) mark.after(element);
		Object.assign(element.style, {
			left: percent(x, page.width),
			top: percent(y, page.height),
			width: percent(width, page.width),
			height: percent(height, page.height),
		});
	}

	// What is drawn or uploaded replaces the name.
	const places = [...document.querySelectorAll(PLACE)];
	const inks = places.map((place) => {
		const ink = document.createElement('canvas');
		ink.className = 'ink';
		ink.hidden = true;
		ink.setAttribute('aria-hidden', 'true');
		lay(ink, place);
		return ink;
	});
	document.addEventListener('signature', ({ detail: image }) => {
		for (const ink of inks) {
			ink.hidden = !image;
			if (!image) continue;
			Object.assign(ink, { width: image.width, height: image.height });
			ink.getContext('2d').drawImage(image, 0, 0);
		}
		for (const place of places) place.classList.toggle('inked', Boolean(image));
	});

	// Where the place is free: a click, the arrow keys, or dragging.
	const hint = document.querySelector('[data-place-hint]');
	const field = document.querySelector('[data-places]');
	const corners = JSON.parse(field.value);
	if (hint) hint.hidden = false;

	function makeMovable(section) {
		const place = section.querySelector(PLACE);
		const mark = place.parentElement;
		const ink = inks[places.indexOf(place)];
		const sheets = [...section.querySelectorAll('.sheet')];
		const mover = document.createElement('button');
		Object.assign(mover, { type: 'button', className: 'mover' });
		mover.setAttribute('aria-label', hint.dataset.move);

		const numbers = (text) => {
			const [width, height] = text.split(' ').map(Number);
			return { width, height };
		};
		const clamp = (value, most) => Math.min(Math.max(value, 0), most);

		function moveTo(sheet, x, y) {
			const page = numbers(sheet.dataset.size);
			const stamp = numbers(sheet.dataset.stamp);
			const corner = {
				x: clamp(x, page.width - stamp.width),
				y: clamp(y, page.height - stamp.height),
			};
			const isFocused = document.activeElement === mover;
			if (mark.parentElement !== sheet) {
				sheet.append(mark);
				document.querySelector('[data-moved-status]').textContent = sheet.dataset.moved;
				mark.setAttribute('viewBox', '0 0 ' + page.width + ' ' + page.height);
			}
			for (const [name, value] of Object.entries({ ...corner, ...stamp })) {
				place.setAttribute(name, value);
			}
			lay(mover, place);
			lay(ink, place);
			if (isFocused) mover.focus({ preventScroll: true });
			corners[Number(section.dataset.document)] = { page: Number(sheet.dataset.page), ...corner };
			field.value = JSON.stringify(corners);
		}

		/** Points of the page under the pointer. */
		function pointAt(sheet, { clientX, clientY }) {
			const box = sheet.getBoundingClientRect();
			const page = numbers(sheet.dataset.size);
			return {
				x: ((clientX - box.left) * page.width) / box.width,
				y: ((clientY - box.top) * page.height) / box.height,
			};
		}

		for (const sheet of sheets) {
			sheet.addEventListener('click', (event) => {
				if (event.target.closest('.mover')) return;
				const { x, y } = pointAt(sheet, event);
				const stamp = numbers(sheet.dataset.stamp);
				moveTo(sheet, x - stamp.width / 2, y - stamp.height / 2);
				mover.focus({ preventScroll: true });
			});
		}

		let grip;
		mover.addEventListener('pointerdown', (event) => {
			mover.setPointerCapture(event.pointerId);
			const { x, y } = pointAt(mark.parentElement, event);
			const box = boxOf(place);
			grip = { x: x - box.x, y: y - box.y };
		});
		mover.addEventListener('pointermove', (event) => {
			if (!mover.hasPointerCapture(event.pointerId)) return;
			const { x, y } = pointAt(mark.parentElement, event);
			moveTo(mark.parentElement, x - grip.x, y - grip.y);
		});

		const moves = {
			ArrowLeft: [-STEP_POINTS, 0, 0],
			ArrowRight: [STEP_POINTS, 0, 0],
			ArrowUp: [0, -STEP_POINTS, 0],
			ArrowDown: [0, STEP_POINTS, 0],
			PageUp: [0, 0, -1],
			PageDown: [0, 0, 1],
		};
		mover.addEventListener('keydown', (event) => {
			const move = moves[event.key];
			const [right, down, on] = move ?? [];
			const sheet = move && sheets[sheets.indexOf(mark.parentElement) + on];
			if (!sheet) return;
			event.preventDefault();
			const { x, y } = boxOf(place);
			moveTo(sheet, x + right, y + down);
			mover.scrollIntoView({ block: 'nearest' });
		});
		lay(mover, place);
	}
	for (const section of document.querySelectorAll('[data-free]')) {
		if (section.querySelector(PLACE)) makeMovable(section);
	}

	// From place to place, and in the end to the answer.
	let at = 0;
	function goOn(event) {
		event.preventDefault();
		const place = places[at];
		at = place ? at + 1 : 0;
		if (!place) {
			nameField.focus();
			nameField.scrollIntoView({ block: 'center' });
			return;
		}
		for (const one of places) one.classList.toggle('here', one === place);
		place.scrollIntoView({ block: 'center' });
	}
	for (const link of document.querySelectorAll('[data-next-place]')) {
		link.addEventListener('click', goOn);
	}

	// Images of pages take a moment, and may fail.
	for (const image of document.querySelectorAll('.sheet img')) {
		const sheet = image.parentElement;
		const arrived = () => sheet.classList.remove('loading');
		const failed = () => {
			arrived();
			sheet.querySelector('.image-failed').hidden = false;
		};
		if (image.complete && image.naturalWidth > 0) continue;
		sheet.classList.add('loading');
		image.addEventListener('load', arrived);
		image.addEventListener('error', failed);
	}
}
