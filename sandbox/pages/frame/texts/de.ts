import type { Texts } from './en.ts';

export const de: Texts = {
	product: 'Signatur-Sandbox',
	sandboxNote: 'Eine Sandbox zum Ausprobieren: Hier gemachte Signaturen haben keine Rechtskraft.',
	skipToContent: 'Zum Inhalt springen',
	language: 'Sprache',

	confirm: {
		title: 'Adresse bestätigen',
		lead: 'Sie sollen ein Dokument signieren. Geben Sie die E-Mail-Adresse ein, an die die Einladung ging.',
		email: 'E-Mail-Adresse',
		submit: 'Weiter',
		invalid: 'Bitte geben Sie eine E-Mail-Adresse ein.',
		notAsked: (email) =>
			`${email} soll dieses Dokument nicht signieren. Verwenden Sie die Adresse, an die die Einladung ging.`,
	},
	person: {
		youAre: 'Sie sind',
		notYou: 'Andere Adresse verwenden',
	},
	people: {
		heading: 'Wer signiert',
		inOrder: 'Nacheinander, in dieser Reihenfolge',
		you: 'Sie',
		progress: (signed, all) => `${signed} von ${all} signiert`,
		states: {
			signed: 'hat signiert',
			declined: 'hat abgelehnt',
			failed: 'konnte nicht signieren',
			due: 'kann jetzt signieren',
			waiting: 'signiert später',
			open: 'hat nicht signiert',
		},
	},
	sign: {
		skip: 'Zum Signieren springen',
		asks: (who) => `${who} bittet um Ihre Signatur`,
		message: 'Nachricht',
		signBefore: 'Signieren bis',
		place: 'Position Ihrer Signatur',
		placeOnPage: (page) => `Seite ${page}`,
		placeInField: (page, field) => `Seite ${page}, Feld «${field}»`,
		placeFree: 'Um Ihre Signatur an eine andere Stelle zu setzen, klicken Sie dort auf die Seite.',
		move: 'Position Ihrer Signatur: mit den Pfeiltasten verschieben, mit Bild auf und Bild ab auf eine andere Seite setzen',
		moved: (page) => `Ihre Signatur steht auf Seite ${page}.`,
		mark: 'Ihre Signatur',
		heading: 'Signieren',
		lead: 'Geben Sie Ihren Namen so ein, wie er im Dokument stehen soll.',
		name: 'Ihr Name',
		nameMissing: 'Bitte geben Sie Ihren Namen ein.',
		look: 'Aussehen Ihrer Signatur',
		typed: 'Getippt',
		drawn: 'Gezeichnet',
		uploaded: 'Bilddatei',
		pad: 'Zeichnen Sie hier Ihre Signatur, mit Maus, Stift oder Finger',
		clear: 'Löschen',
		file: 'Bild Ihrer Signatur',
		fileHint: 'PNG oder JPEG. Ein heller Hintergrund wird durchsichtig.',
		fileBroken: 'Diese Datei ist kein lesbares Bild. Wählen Sie eine PNG- oder JPEG-Datei.',
		imageMissing: 'Bitte zeichnen Sie Ihre Signatur, laden Sie sie hoch oder wählen Sie «Getippt».',
		imageBroken: 'Das Bild ist nicht lesbar. Bitte zeichnen oder laden Sie es noch einmal.',
		consent: 'Mit dem Signieren stimmen Sie zu, dieses Dokument elektronisch zu signieren.',
		consentAll: (count) =>
			`Mit dem Signieren stimmen Sie zu, diese ${count} Dokumente elektronisch zu signieren.`,
		submit: 'Dokument signieren',
		submitAll: (count) => `${count} Dokumente signieren`,
		busy: 'Wird signiert …',
		goToSigning: 'Zum Signieren',
		nextPlace: 'Nächste Position',
	},
	decline: {
		open: 'Stattdessen ablehnen',
		title: 'Signatur ablehnen?',
		lead: (who) =>
			`${who} wird benachrichtigt und kann Ihren Grund lesen. Danach kann niemand mehr signieren; das lässt sich nicht rückgängig machen.`,
		reason: 'Grund der Ablehnung',
		reasonMissing: 'Bitte sagen Sie, warum Sie ablehnen.',
		submit: 'Ablehnen',
		busy: 'Wird abgelehnt …',
		back: 'Zurück zum Dokument',
	},
	document: {
		heading: 'Dokument',
		page: (page, count) => `Seite ${page} von ${count}`,
		image: (title, page, count) => `${title}, Seite ${page} von ${count}`,
		imageFailed:
			'Diese Seite konnte nicht gezeigt werden. Laden Sie die Seite neu oder das PDF herunter.',
		download: 'PDF herunterladen',
		downloadSigned: 'Signiertes Dokument herunterladen',
		downloadSignedOf: (title) => `«${title}» signiert herunterladen`,
	},
	outcomes: {
		thanks: ['Danke, Sie haben signiert', 'Ihre Signatur ist jetzt Teil des Dokuments.'],
		youDeclined: [
			'Sie haben abgelehnt',
			'Der Absender wird benachrichtigt. Das Dokument kann nicht mehr signiert werden.',
		],
		youFailed: [
			'Ihre Signatur konnte nicht angebracht werden',
			'Es gab einen technischen Fehler. Der Absender wird benachrichtigt und kann Sie noch einmal bitten.',
		],
		alreadySigned: ['Sie haben bereits signiert', 'Für Sie ist nichts mehr zu tun.'],
		alreadyDeclined: [
			'Sie haben bereits abgelehnt',
			'Das Dokument kann nicht mehr signiert werden.',
		],
		declinedByAnother: [
			'Diese Anfrage wurde abgelehnt',
			'Jemand hat abgelehnt, deshalb kann das Dokument nicht mehr signiert werden.',
		],
		failed: [
			'Diese Anfrage endete mit einem Fehler',
			'Es gab einen technischen Fehler, deshalb kann das Dokument nicht mehr signiert werden.',
		],
		expired: [
			'Diese Anfrage ist abgelaufen',
			'Die Frist zum Signieren ist vorbei. Bitte fragen Sie den Absender.',
		],
		withdrawn: [
			'Diese Anfrage wurde zurückgezogen',
			'Der Absender braucht Ihre Signatur nicht mehr.',
		],
		notSentYet: [
			'Diese Anfrage wurde noch nicht versandt',
			'Der Absender bereitet sie noch vor. Sie bekommen eine Einladung.',
		],
		notYourTurn: [
			'Sie sind noch nicht an der Reihe',
			'Andere signieren vor Ihnen. Danach können Sie signieren.',
		],
	},
	missing: [
		'Diese Anfrage gibt es nicht',
		'Sie wurde gelöscht, Sie sollen nicht mehr signieren, oder die Adresse ist unvollständig.',
	],
	waitingFor: 'Es fehlt noch',
	declinedReason: 'Ihr Grund',
	signAgain: 'Sie sollen noch einmal signieren',
	stillMissing: (count) =>
		count === 0
			? 'Alle haben signiert.'
			: count === 1
				? 'Es muss noch eine Person signieren.'
				: `Es müssen noch ${count} Personen signieren.`,
	exit: {
		countdown: (seconds) => ['Sie werden in', String(seconds), 'Sekunden weitergeleitet.'],
		go: 'Jetzt weiter',
		leave: 'Weiter',
		stay: 'Auf dieser Seite bleiben',
		stayed: 'Sie bleiben auf dieser Seite.',
	},
	refused: ['Das hat nicht geklappt', 'Gehen Sie zurück und versuchen Sie es noch einmal.'],
};
