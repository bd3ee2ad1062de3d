import type { MailKind } from '../state/mail.ts';

interface MailTexts {
	/** What has happened, in one sentence. */
	leads: Record<MailKind, string>;
	message: string;
	open: string;
	/** Below everything. */
	note: string;
}

const en: MailTexts = {
	leads: {
		invitation: 'You are asked to sign a document.',
		reminder: 'A document is still waiting for your signature.',
		completion: 'Everyone has signed the document.',
		declined: 'Someone declined to sign, so the document can no longer be signed.',
		error: 'A technical error has ended this request.',
		expired: 'The time for signing is over.',
		withdrawn: 'The sender has withdrawn this request.',
	},
	message: 'Message',
	open: 'Open the document',
	note: 'Sent by a sandbox for trials: signatures made there have no legal value.',
};

const de: MailTexts = {
	leads: {
		invitation: 'Sie werden gebeten, ein Dokument zu unterschreiben.',
		reminder: 'Ein Dokument wartet noch auf Ihre Unterschrift.',
		completion: 'Alle haben das Dokument unterschrieben.',
		declined: 'Jemand hat abgelehnt. Das Dokument kann deshalb nicht mehr unterschrieben werden.',
		error: 'Ein technischer Fehler hat diese Anfrage beendet.',
		expired: 'Die Frist zum Unterschreiben ist abgelaufen.',
		withdrawn: 'Die Anfrage wurde zurückgezogen.',
	},
	message: 'Nachricht',
	open: 'Dokument öffnen',
	note: 'Gesendet von einer Sandbox zum Ausprobieren: Unterschriften darin sind rechtlich ohne Bedeutung.',
};

const fr: MailTexts = {
	leads: {
		invitation: 'Vous êtes invité à signer un document.',
		reminder: 'Un document attend encore votre signature.',
		completion: 'Tout le monde a signé le document.',
		declined: 'Une personne a refusé : le document ne peut plus être signé.',
		error: 'Une erreur technique a mis fin à cette demande.',
		expired: 'Le délai de signature est écoulé.',
		withdrawn: 'L’expéditeur a retiré cette demande.',
	},
	message: 'Message',
	open: 'Ouvrir le document',
	note: 'Envoyé par un bac à sable pour faire des essais : les signatures faites là n’ont aucune valeur juridique.',
};

const it: MailTexts = {
	leads: {
		invitation: 'Le viene chiesto di firmare un documento.',
		reminder: 'Un documento attende ancora la sua firma.',
		completion: 'Tutti hanno firmato il documento.',
		declined: 'Qualcuno ha rifiutato: il documento non può più essere firmato.',
		error: 'Un errore tecnico ha terminato questa richiesta.',
		expired: 'Il termine per firmare è scaduto.',
		withdrawn: 'Il mittente ha ritirato questa richiesta.',
	},
	message: 'Messaggio',
	open: 'Apri il documento',
	note: 'Inviato da una sandbox per fare prove: le firme fatte lì non hanno valore legale.',
};

const TEXTS = { en, de, fr, it };

/** In the language of the recipient; English where none is known. */
export function mailTexts(language = 'en'): { lang: string; texts: MailTexts } {
	const lang = Object.hasOwn(TEXTS, language) ? (language as keyof typeof TEXTS) : 'en';
	return { lang, texts: TEXTS[lang] };
}
