import type { Texts } from './en.ts';

export const fr: Texts = {
	product: 'Bac à sable de signature',
	sandboxNote:
		'Un bac à sable pour faire des essais : les signatures faites ici n’ont aucune valeur juridique.',
	skipToContent: 'Aller au contenu',
	language: 'Langue',

	confirm: {
		title: 'Confirmez votre adresse',
		lead: 'Vous êtes invité à signer un document. Saisissez l’adresse e-mail à laquelle l’invitation a été envoyée.',
		email: 'Adresse e-mail',
		submit: 'Continuer',
		invalid: 'Veuillez saisir une adresse e-mail.',
		notAsked: (email) =>
			`${email} n’est pas invité à signer ce document. Utilisez l’adresse à laquelle l’invitation a été envoyée.`,
	},
	person: {
		youAre: 'Vous êtes',
		notYou: 'Utiliser une autre adresse',
	},
	people: {
		heading: 'Qui signe',
		inOrder: 'L’un après l’autre, dans cet ordre',
		you: 'vous',
		progress: (signed, all) => `${signed} sur ${all} ${signed > 1 ? 'ont' : 'a'} signé`,
		states: {
			signed: 'a signé',
			declined: 'a refusé',
			failed: 'n’a pas pu signer',
			due: 'peut signer maintenant',
			waiting: 'signe plus tard',
			open: 'n’a pas signé',
		},
	},
	sign: {
		skip: 'Aller à la signature',
		asks: (who) => `${who} vous demande de signer`,
		message: 'Message',
		signBefore: 'À signer avant le',
		place: 'Emplacement de votre signature',
		placeOnPage: (page) => `Page ${page}`,
		placeInField: (page, field) => `Page ${page}, champ « ${field} »`,
		placeFree: 'Pour placer votre signature ailleurs, cliquez à cet endroit de la page.',
		move: 'Emplacement de votre signature : déplacez-le avec les flèches, et vers une autre page avec Page précédente et Page suivante',
		moved: (page) => `Votre signature figure à la page ${page}.`,
		mark: 'Votre signature',
		heading: 'Signer',
		lead: 'Saisissez votre nom tel qu’il doit figurer dans le document.',
		name: 'Votre nom',
		nameMissing: 'Veuillez saisir votre nom.',
		look: 'Aspect de votre signature',
		typed: 'Saisie',
		drawn: 'Dessinée',
		uploaded: 'Image',
		pad: 'Dessinez votre signature ici, avec la souris, un stylet ou le doigt',
		clear: 'Effacer',
		file: 'Image de votre signature',
		fileHint: 'PNG ou JPEG. Un fond clair devient transparent.',
		fileBroken: 'Ce fichier n’est pas une image lisible. Choisissez un fichier PNG ou JPEG.',
		imageMissing: 'Veuillez dessiner ou charger votre signature, ou choisir « Saisie ».',
		imageBroken: 'L’image n’a pas pu être lue. Veuillez la dessiner ou la charger à nouveau.',
		consent: 'En signant, vous acceptez de signer ce document par voie électronique.',
		consentAll: (count) =>
			`En signant, vous acceptez de signer ces ${count} documents par voie électronique.`,
		submit: 'Signer le document',
		submitAll: (count) => `Signer ${count} documents`,
		busy: 'Signature en cours …',
		goToSigning: 'Aller à la signature',
		nextPlace: 'Emplacement suivant',
	},
	decline: {
		open: 'Refuser de signer',
		title: 'Refuser de signer ?',
		lead: (who) =>
			`${who} en sera informé et pourra lire votre motif. Plus personne ne pourra signer le document ; c’est irréversible.`,
		reason: 'Motif du refus',
		reasonMissing: 'Veuillez indiquer pourquoi vous refusez.',
		submit: 'Refuser',
		busy: 'Refus en cours …',
		back: 'Retour au document',
	},
	document: {
		heading: 'Document',
		page: (page, count) => `Page ${page} sur ${count}`,
		image: (title, page, count) => `${title}, page ${page} sur ${count}`,
		imageFailed: 'Cette page n’a pas pu être affichée. Rechargez-la ou téléchargez le PDF.',
		download: 'Télécharger le PDF',
		downloadSigned: 'Télécharger le document signé',
		downloadSignedOf: (title) => `Télécharger « ${title} », signé`,
	},
	outcomes: {
		thanks: ['Merci, vous avez signé', 'Votre signature fait maintenant partie du document.'],
		youDeclined: [
			'Vous avez refusé',
			'L’expéditeur en est informé. Le document ne peut plus être signé.',
		],
		youFailed: [
			'Votre signature n’a pas pu être ajoutée',
			'Une erreur technique s’est produite. L’expéditeur en est informé et peut vous solliciter à nouveau.',
		],
		alreadySigned: ['Vous avez déjà signé', 'Vous n’avez plus rien à faire.'],
		alreadyDeclined: ['Vous avez déjà refusé', 'Le document ne peut plus être signé.'],
		declinedByAnother: [
			'Cette demande a été refusée',
			'Quelqu’un a refusé de signer ; le document ne peut donc plus être signé.',
		],
		failed: [
			'Cette demande s’est terminée par une erreur',
			'Une erreur technique s’est produite ; le document ne peut donc plus être signé.',
		],
		expired: [
			'Cette demande a expiré',
			'Le délai de signature est écoulé. Veuillez vous adresser à l’expéditeur.',
		],
		withdrawn: ['Cette demande a été retirée', 'L’expéditeur n’a plus besoin de votre signature.'],
		notSentYet: [
			'Cette demande n’a pas encore été envoyée',
			'L’expéditeur la prépare encore. Vous recevrez une invitation.',
		],
		notYourTurn: [
			'Ce n’est pas encore votre tour',
			'D’autres signent avant vous. Vous pourrez signer après eux.',
		],
	},
	missing: [
		'Cette demande n’existe pas',
		'Elle a été supprimée, votre signature n’est plus demandée, ou l’adresse est incomplète.',
	],
	waitingFor: 'En attente de',
	declinedReason: 'Votre motif',
	signAgain: 'Vous êtes invité à signer encore une fois',
	stillMissing: (count) =>
		count === 0
			? 'Tout le monde a signé.'
			: `${count} ${count === 1 ? 'personne doit' : 'personnes doivent'} encore signer.`,
	exit: {
		countdown: (seconds) => ['Vous serez redirigé dans', String(seconds), 'secondes.'],
		go: 'Continuer maintenant',
		leave: 'Continuer',
		stay: 'Rester sur cette page',
		stayed: 'Vous restez sur cette page.',
	},
	refused: ['Cela n’a pas fonctionné', 'Revenez en arrière et réessayez.'],
};
