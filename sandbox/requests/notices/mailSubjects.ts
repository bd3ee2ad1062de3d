import type { MailKind } from '../../state/mail.ts';

type Subjects = Record<MailKind, string>;

const en: Subjects = {
	invitation: 'Please sign',
	reminder: 'Reminder: please sign',
	completion: 'Signed by everyone',
	declined: 'Declined',
	error: 'Could not be completed',
	expired: 'Expired',
	withdrawn: 'Withdrawn',
};

const de: Subjects = {
	invitation: 'Bitte unterschreiben',
	reminder: 'Erinnerung: bitte unterschreiben',
	completion: 'Von allen unterschrieben',
	declined: 'Abgelehnt',
	error: 'Konnte nicht abgeschlossen werden',
	expired: 'Abgelaufen',
	withdrawn: 'Zurückgezogen',
};

const fr: Subjects = {
	invitation: 'Veuillez signer',
	reminder: 'Rappel : veuillez signer',
	completion: 'Signé par tous',
	declined: 'Refusé',
	error: 'N’a pas pu être mené à terme',
	expired: 'Expiré',
	withdrawn: 'Retiré',
};

const it: Subjects = {
	invitation: 'Si prega di firmare',
	reminder: 'Promemoria: si prega di firmare',
	completion: 'Firmato da tutti',
	declined: 'Rifiutato',
	error: 'Non è stato possibile completare',
	expired: 'Scaduto',
	withdrawn: 'Ritirato',
};

const SUBJECTS: Record<string, Subjects> = { en, de, fr, it };

/** In the language of the recipient; English where none is known. */
export const subjectOf = (kind: MailKind, language = 'en') => (SUBJECTS[language] ?? en)[kind];
