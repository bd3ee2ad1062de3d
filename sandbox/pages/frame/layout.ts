import type { FastifyReply } from 'fastify';
import { html, type Html } from '../../http/html.ts';
import type { Texts } from './texts.ts';

export interface Page {
	lang: string;
	texts: Texts;
	title: string;
	body: Html;
	status?: number;
	/** Stands in the page's head. */
	head?: Html;
	/** Where "Skip to …" leads, and what it says; the content unless told. */
	skip?: { to: string; text: string };
	wide?: boolean;
}

const HEADERS = {
	'content-type': 'text/html; charset=utf-8',
	'cache-control': 'no-store',
	'content-security-policy':
		"default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	// Not no-referrer: browsers would then hide from us that a form is our own.
	'referrer-policy': 'same-origin',
	'x-content-type-options': 'nosniff',
};

export function sendPage(reply: FastifyReply, page: Page) {
	return reply
		.code(page.status ?? 200)
		.headers(HEADERS)
		.send(documentOf(page).text);
}

function documentOf({ lang, texts, title, body, head, skip, wide }: Page): Html {
	const { to, text } = skip ?? { to: '#content', text: texts.skipToContent };
	return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<title>${title === texts.product ? title : `${title} – ${texts.product}`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/app/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/app/assets/style.css">
<script src="/app/assets/script.js" defer></script>
${head}
</head>
<body${wide && html` class="wide"`}>
<a class="skip" href="${to}">${text}</a>
<header class="top">
<a href="/" class="brand"><img src="/app/assets/icon.svg" alt="" width="28" height="28">${texts.product}</a>
</header>
<main id="content" tabindex="-1">
${body}
</main>
<footer class="bottom">${texts.sandboxNote}</footer>
</body>
</html>
`;
}
