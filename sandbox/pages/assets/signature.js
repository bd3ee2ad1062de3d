'use strict';

// How the signature looks: typed, drawn or uploaded. Others hear of it by the event "signature".
{
	const form = document.querySelector('form[data-busy]');
	const look = form.querySelector('[data-look]');
	const INK = '#12285c';
	const LINE_PIXELS = 5;
	const LARGEST = { width: 720, height: 240 };
	const LIGHT = 190;

	const part = (name) => form.querySelector('[data-' + name + ']');
	const chosen = () => form.querySelector('[name=look]:checked').value;

	function newCanvas(width, height) {
		return Object.assign(document.createElement('canvas'), { width, height });
	}

	/** The part of it that shows anything, or nothing. */
	function cropped(canvas) {
		const { width, height } = canvas;
		const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
		let [left, top, right, bottom] = [width, height, -1, -1];
		for (let y = 0; y < height; y += 1) {
			for (let x = 0; x < width; x += 1) {
				if (data[(y * width + x) * 4 + 3] === 0) continue;
				left = Math.min(left, x);
				right = Math.max(right, x);
				top = Math.min(top, y);
				bottom = Math.max(bottom, y);
			}
		}
		if (right < left) return undefined;
		const result = newCanvas(right - left + 1, bottom - top + 1);
		result.getContext('2d').drawImage(canvas, -left, -top);
		return result;
	}

	/** Paper is light and ink is dark: what is light is left out. */
	function withoutPaper(canvas) {
		const pen = canvas.getContext('2d');
		const image = pen.getImageData(0, 0, canvas.width, canvas.height);
		for (let at = 0; at < image.data.length; at += 4) {
			const [red, green, blue] = image.data.subarray(at, at + 3);
			if (red * 0.3 + green * 0.59 + blue * 0.11 > LIGHT) image.data[at + 3] = 0;
		}
		pen.putImageData(image, 0, 0);
		return canvas;
	}

	function startImages() {
		const images = { drawn: undefined, uploaded: undefined };
		const pad = part('pad');
		const pen = pad.getContext('2d', { willReadFrequently: true });
		Object.assign(pen, {
			lineWidth: LINE_PIXELS,
			lineCap: 'round',
			lineJoin: 'round',
			strokeStyle: INK,
		});

		function report() {
			const image = images[chosen()];
			part('image').value = image ? image.toDataURL('image/png') : '';
			if (image) part('image-missing').textContent = '';
			document.dispatchEvent(new CustomEvent('signature', { detail: image }));
		}

		const at = ({ clientX, clientY }) => {
			const box = pad.getBoundingClientRect();
			return [
				((clientX - box.left) * pad.width) / box.width,
				((clientY - box.top) * pad.height) / box.height,
			];
		};
		pad.addEventListener('pointerdown', (event) => {
			event.preventDefault();
			pad.setPointerCapture(event.pointerId);
			pen.beginPath();
			pen.moveTo(...at(event));
			// A point without a stroke is a dot.
			pen.lineTo(...at(event));
			pen.stroke();
		});
		pad.addEventListener('pointermove', (event) => {
			if (!pad.hasPointerCapture(event.pointerId)) return;
			for (const one of event.getCoalescedEvents?.() ?? [event]) pen.lineTo(...at(one));
			pen.lineTo(...at(event));
			pen.stroke();
		});
		pad.addEventListener('lostpointercapture', () => {
			images.drawn = cropped(pad);
			report();
		});
		part('clear').addEventListener('click', () => {
			pen.clearRect(0, 0, pad.width, pad.height);
			images.drawn = undefined;
			report();
		});

		async function takeFile() {
			const [file] = part('file').files;
			const bitmap = file && (await createImageBitmap(file).catch(() => undefined));
			images.uploaded = bitmap && fitted(bitmap);
			const isBroken = Boolean(file) && !images.uploaded;
			part('file-broken').textContent = isBroken ? part('file-broken').dataset.fileBroken : '';
			part('preview').hidden = !images.uploaded;
			if (images.uploaded) {
				const { width, height } = images.uploaded;
				Object.assign(part('preview'), { width, height });
				part('preview').getContext('2d').drawImage(images.uploaded, 0, 0);
			}
			report();
		}
		function fitted(bitmap) {
			const scale = Math.min(1, LARGEST.width / bitmap.width, LARGEST.height / bitmap.height);
			const canvas = newCanvas(
				Math.max(1, Math.round(bitmap.width * scale)),
				Math.max(1, Math.round(bitmap.height * scale)),
			);
			canvas.getContext('2d').drawImage(bitmap, 0, 0, canvas.width, canvas.height);
			return cropped(withoutPaper(canvas));
		}
		part('file').addEventListener('change', () => void takeFile());

		function showPanel() {
			for (const panel of look.querySelectorAll('[data-panel]')) {
				panel.hidden = panel.dataset.panel !== chosen();
			}
			part('image-missing').textContent = '';
			report();
		}
		for (const radio of look.querySelectorAll('[name=look]')) {
			radio.addEventListener('change', showPanel);
		}
		look.hidden = false;
		// A browser that comes back keeps what was chosen, but not what was drawn.
		if (chosen() !== 'typed') showPanel();
	}

	function isComplete() {
		if (!look || chosen() === 'typed' || part('image').value) return true;
		part('image-missing').textContent = part('image-missing').dataset.imageMissing;
		form.querySelector('[name=look]:checked').focus();
		return false;
	}

	// Not disabled: a disabled button is not sent along, and it is the answer.
	form.addEventListener('submit', (event) => {
		const button = event.submitter;
		if (form.classList.contains('busy') || !isComplete()) return event.preventDefault();
		form.classList.add('busy');
		button.setAttribute('aria-busy', 'true');
		button.dataset.text = button.textContent;
		button.textContent = form.dataset.busy;
	});
	window.addEventListener('pageshow', ({ persisted }) => {
		if (!persisted) return;
		form.classList.remove('busy');
		for (const button of form.querySelectorAll('[aria-busy]')) {
			button.removeAttribute('aria-busy');
			button.textContent = button.dataset.text;
		}
	});

	if (look) startImages();
}
