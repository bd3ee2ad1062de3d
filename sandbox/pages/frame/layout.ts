import type { FastifyReply } from 'fastify';
import { html, type Html } from '../../http/html.ts';
import { LANGUAGE_NAMES, type Language, type Texts } from './texts/texts.ts';

export interface Page {
	lang: Language;
	texts: Texts;
	title: string;
	body: Html;
	status?: number;
	/** Stands in the page's head. */
	head?: Html;
	/** Names of files in assets/, beside those of every page. */
	styles?: string[];
	scripts?: string[];
	/** The same page in each language. */
	languages?: LanguageLink[];
	/** Where "Skip to …" leads, and what it says; the content unless set. */
	skip?: { to: string; text: string };
	wide?: boolean;
}

export interface LanguageLink {
	lang: Language;
	href: string;
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

function documentOf({ lang, texts, title, body, head, skip, wide, ...page }: Page): Html {
	const { to, text } = skip ?? { to: '#content', text: texts.skipToContent };
	const { languages, scripts = [], styles = [] } = page;
	return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<title>${title === texts.product ? title : `${title} – ${texts.product}`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/app/assets/icon.svg" type="image/svg+xml">
${['style.css', ...styles].map((name) => html`<link rel="stylesheet" href="/app/assets/${name}" /> `)}
${scripts.map((name) => html`<script src="/app/assets/${name}" defer></script> `)}
${head}
</head>
<body${wide && html` class="wide"`}>
<a class="skip" href="${to}">${text}</a>
<header class="top">
<a href="/" class="brand"><img src="/app/assets/icon.svg" alt="" width="28" height="28">${texts.product}</a>
${languages && languageLinks(languages, lang, texts)}
</header>
<main id="content" tabindex="-1">
${body}
</main>
<footer class="bottom">${texts.sandboxNote}</footer>
</body>
</html>
`;
}

function languageLinks(links: LanguageLink[], current: Language, texts: Texts): Html {
	return html`<nav class="languages" aria-label="${texts.language}">
		${links.map(
			({ lang, href }) =>
				html`<a
					href="${href}"
					lang="${lang}"
					hreflang="${lang}"
					title="${LANGUAGE_NAMES[lang]}"
					${lang === current && html` aria-current="true"`}
					>${lang.toUpperCase()}<span class="unseen"> ${LANGUAGE_NAMES[lang]}</span></a
				>`,
		)}
	</nav>`;
}
