import type { Texts } from './en.ts';

export const it: Texts = {
	product: 'Sandbox di firma',
	sandboxNote: 'Una sandbox per fare prove: le firme apposte qui non hanno valore legale.',
	skipToContent: 'Vai al contenuto',
	language: 'Lingua',

	confirm: {
		title: 'Confermi il suo indirizzo',
		lead: 'Le viene chiesto di firmare un documento. Inserisca l’indirizzo e-mail a cui è stato inviato l’invito.',
		email: 'Indirizzo e-mail',
		submit: 'Continua',
		invalid: 'Inserisca un indirizzo e-mail.',
		notAsked: (email) =>
			`A ${email} non è stato chiesto di firmare questo documento. Usi l’indirizzo a cui è stato inviato l’invito.`,
	},
	person: {
		youAre: 'Lei è',
		notYou: 'Usa un altro indirizzo',
	},
	people: {
		heading: 'Chi firma',
		inOrder: 'Uno dopo l’altro, in questo ordine',
		you: 'lei',
		progress: (signed, all) => `${signed} di ${all} ${signed === 1 ? 'ha' : 'hanno'} firmato`,
		states: {
			signed: 'ha firmato',
			declined: 'ha rifiutato',
			failed: 'non ha potuto firmare',
			due: 'può firmare ora',
			waiting: 'firma più tardi',
			open: 'non ha firmato',
		},
	},
	sign: {
		skip: 'Vai alla firma',
		asks: (who) => `${who} chiede la sua firma`,
		message: 'Messaggio',
		signBefore: 'Da firmare entro il',
		place: 'Posizione della sua firma',
		placeOnPage: (page) => `Pagina ${page}`,
		placeInField: (page, field) => `Pagina ${page}, campo «${field}»`,
		placeFree: 'Per spostare la sua firma, faccia clic su un altro punto della pagina.',
		move: 'Posizione della sua firma: la sposti con le frecce, e su un’altra pagina con Pag su e Pag giù',
		moved: (page) => `La sua firma si trova a pagina ${page}.`,
		mark: 'La sua firma',
		heading: 'Firmare',
		lead: 'Scriva il suo nome come deve apparire nel documento.',
		name: 'Il suo nome',
		nameMissing: 'Scriva il suo nome.',
		look: 'Aspetto della sua firma',
		typed: 'Scritta',
		drawn: 'Disegnata',
		uploaded: 'Immagine',
		pad: 'Disegni qui la sua firma, con il mouse, una penna o il dito',
		clear: 'Cancella',
		file: 'Immagine della sua firma',
		fileHint: 'PNG o JPEG. Uno sfondo chiaro diventa trasparente.',
		fileBroken: 'Questo file non è un’immagine leggibile. Scelga un file PNG o JPEG.',
		imageMissing: 'Disegni o carichi la sua firma, oppure scelga «Scritta».',
		imageBroken: 'L’immagine non è leggibile. La disegni o la carichi di nuovo.',
		consent: 'Firmando accetta di firmare questo documento elettronicamente.',
		consentAll: (count) =>
			`Firmando accetta di firmare questi ${count} documenti elettronicamente.`,
		submit: 'Firma il documento',
		submitAll: (count) => `Firma ${count} documenti`,
		busy: 'Firma in corso …',
		goToSigning: 'Vai alla firma',
		nextPlace: 'Posizione successiva',
	},
	decline: {
		open: 'Rifiuta invece',
		title: 'Rifiutare di firmare?',
		lead: (who) =>
			`${who} ne sarà informato e potrà leggere il suo motivo. Dopo, nessuno potrà più firmare il documento; non si può annullare.`,
		reason: 'Motivo del rifiuto',
		reasonMissing: 'Indichi perché rifiuta.',
		submit: 'Rifiuta',
		busy: 'Rifiuto in corso …',
		back: 'Torna al documento',
	},
	document: {
		heading: 'Documento',
		page: (page, count) => `Pagina ${page} di ${count}`,
		image: (title, page, count) => `${title}, pagina ${page} di ${count}`,
		imageFailed: 'Non è stato possibile mostrare questa pagina. La ricarichi o scarichi il PDF.',
		download: 'Scarica il PDF',
		downloadSigned: 'Scarica il documento firmato',
		downloadSignedOf: (title) => `Scarica «${title}», firmato`,
	},
	outcomes: {
		thanks: ['Grazie, ha firmato', 'La sua firma fa ora parte del documento.'],
		youDeclined: [
			'Ha rifiutato',
			'Il mittente ne è informato. Il documento non può più essere firmato.',
		],
		youFailed: [
			'Non è stato possibile apporre la sua firma',
			'Si è verificato un errore tecnico. Il mittente ne è informato e può chiederle di nuovo la firma.',
		],
		alreadySigned: ['Ha già firmato', 'Non deve fare altro.'],
		alreadyDeclined: ['Ha già rifiutato', 'Il documento non può più essere firmato.'],
		declinedByAnother: [
			'Questa richiesta è stata rifiutata',
			'Qualcuno ha rifiutato di firmare, perciò il documento non può più essere firmato.',
		],
		failed: [
			'Questa richiesta è terminata con un errore',
			'Si è verificato un errore tecnico, perciò il documento non può più essere firmato.',
		],
		expired: [
			'Questa richiesta è scaduta',
			'Il termine per firmare è passato. Si rivolga al mittente.',
		],
		withdrawn: [
			'Questa richiesta è stata ritirata',
			'Il mittente non ha più bisogno della sua firma.',
		],
		notSentYet: [
			'Questa richiesta non è ancora stata inviata',
			'Il mittente la sta ancora preparando. Riceverà un invito.',
		],
		notYourTurn: [
			'Non è ancora il suo turno',
			'Altri firmano prima di lei. Potrà firmare dopo di loro.',
		],
	},
	missing: [
		'Questa richiesta non esiste',
		'È stata cancellata, la sua firma non è più richiesta, o l’indirizzo è incompleto.',
	],
	waitingFor: 'In attesa di',
	declinedReason: 'Il suo motivo',
	signAgain: 'Le viene chiesto di firmare ancora una volta',
	stillMissing: (count) =>
		count === 0
			? 'Tutti hanno firmato.'
			: `${count === 1 ? 'Una persona deve' : `${count} persone devono`} ancora firmare.`,
	exit: {
		countdown: (seconds) => ['Verrà reindirizzato tra', String(seconds), 'secondi.'],
		go: 'Continua ora',
		leave: 'Continua',
		stay: 'Resta su questa pagina',
		stayed: 'Resta su questa pagina.',
	},
	refused: ['Non ha funzionato', 'Torni indietro e riprovi.'],
};
