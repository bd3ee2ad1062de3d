'use strict';

// The way back, with the time left; leaving is optional.
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
