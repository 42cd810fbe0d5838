import type { Language } from '../contract/kit/fields.ts';

interface Card {
  title: string;
  /** The content, as HTML. */
  text: string;
}

/** The texts beside the sign-up form. */
export const registerExtras: Record<Language, Card> = {
  nl: {
    title: 'Welkom bij Zennevaart in beweging',
    text: '<p>Iedereen van Brussel, Gent en Luik kan meedoen, ook wie deeltijds werkt of stage loopt. De gastcode vind je op het prikbord in de koffiehoek.</p>',
  },
  fr: {
    title: 'Bienvenue chez Zennevaart en mouvement',
    text: '<p>Tout le monde peut participer, à Bruxelles, à Gand comme à Liège, y compris à temps partiel ou en stage. Le code d’invitation est affiché au coin café.</p>',
  },
  en: {
    title: 'Welcome to Zennevaart on the Move',
    text: '<p>Everyone in Brussels, Ghent and Liège can take part, part-timers and interns included. You will find the guest code on the notice board in the coffee corner.</p>',
  },
};

/** The cards on the dashboard. */
export const welcomeCards: Record<Language, Card> = {
  nl: {
    title: 'Samen op pad',
    text: '<p>Elke dinsdag om 12.15 uur vertrekt er in alle vestigingen een middagwandeling van een halfuur. Kom gewoon naar de receptie, meer hoeft niet.</p>',
  },
  fr: {
    title: 'En route ensemble',
    text: '<p>Chaque mardi à 12 h 15, une marche d’une demi-heure part de chacun de nos sites. Rendez-vous à l’accueil, tout simplement.</p>',
  },
  en: {
    title: 'Out together',
    text: '<p>Every Tuesday at 12.15, a half-hour walk sets off from each of our sites. Just turn up at reception.</p>',
  },
};

const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');

/** The texts of the info page. */
export const infoScreens: Record<Language, string> = {
  nl: `<h2>Zennevaart in beweging</h2>${paragraphs(
    'Twee keer per jaar gaan we samen een challenge aan. Je voert in wat je doet, wij tellen de kilometers van iedereen op, en op de kaart zie je hoe ver we staan.',
    'Meedoen is vrijwillig en gratis. Je collega’s zien je naam, je activiteiten en je kilometers; je e-mailadres zien ze niet. Je kunt je account op elk moment zelf verwijderen.',
    'Geen gastcode? Vraag ernaar bij het HR-team van je vestiging.',
  )}`,
  fr: `<h2>Zennevaart en mouvement</h2>${paragraphs(
    'Deux fois par an, nous relevons un défi ensemble. Vous ajoutez ce que vous faites, nous additionnons les kilomètres de tout le monde, et la carte montre où nous en sommes.',
    'La participation est libre et gratuite. Vos collègues voient votre nom, vos activités et vos kilomètres, mais pas votre adresse e-mail. Vous pouvez supprimer votre compte à tout moment.',
    'Pas de code d’invitation ? Demandez-le à l’équipe RH de votre site.',
  )}`,
  en: `<h2>Zennevaart on the Move</h2>${paragraphs(
    'Twice a year we take on a challenge together. You log what you do, we add up everyone’s kilometres, and the map shows how far we have come.',
    'Taking part is voluntary and free. Your colleagues see your name, your activities and your kilometres, but not your email address. You can delete your account yourself at any time.',
    'No guest code? Ask the HR team at your site.',
  )}`,
};
