import type { Language } from '../contract/kit/fields.ts';

/** The topic of a comment: a kind of sport, or anything. */
export type CommentTopic = 'running' | 'cycling' | 'walking' | 'any';

/** Comments on activities in each language; `{name}` stands for the activity's owner. */
export const commentTexts: Record<Language, Record<CommentTopic, string[]>> = {
  nl: {
    any: [
      'Goed bezig, {name}!',
      'Chapeau!',
      'Zo gaan we er komen.',
      'En dat na een volle werkdag, respect.',
      'Volgende keer doe ik mee.',
      'Je zet de hele afdeling in beweging.',
      'Straf, hoor.',
      'Dat zijn weer mooie kilometers voor de kaart.',
      'En ik lag in de zetel …',
      'Volhouden, {name}!',
    ],
    running: [
      'Wat een tempo!',
      'Ben je klaar voor de 20 km?',
      'Op welke schoenen loop jij?',
      'Zin om donderdag samen te lopen?',
      'Met die wind? Zot.',
    ],
    cycling: [
      'Heb je de Muur ook gedaan?',
      'Ik zag je passeren aan de brug!',
      'Volgende zondag zit ik in je wiel.',
      'Mooie rit, {name}.',
      'En droog gebleven?',
    ],
    walking: [
      'Neem je ons morgen mee?',
      'Zalig wandelweer was dat.',
      'Tienduizend gehaald?',
      'De hond zal moe zijn.',
      'Wandelen we vrijdag samen over de middag?',
    ],
  },
  fr: {
    any: [
      'Bravo {name} !',
      'Chapeau !',
      'Belle régularité, continue comme ça.',
      'Et après une journée de boulot, respect.',
      'La prochaine fois, je t’accompagne.',
      'Tu nous donnes des jambes à tous.',
      'Impressionnant.',
      'Encore de beaux kilomètres pour la carte.',
      'Et moi qui étais dans le canapé…',
      'On va y arriver, à ce rythme !',
    ],
    running: [
      'Quelle allure !',
      'Prête pour les 20 km ?',
      'On court ensemble jeudi midi ?',
      'Avec ce vent ? Courageux.',
      'Tu passes par la forêt ou par le canal ?',
    ],
    cycling: [
      'Belle sortie !',
      'Le RAVeL était sec ?',
      'Dimanche, je prends ta roue.',
      'Et la côte, ça a été ?',
      'Je t’ai vu passer près du pont !',
    ],
    walking: [
      'On marche ensemble vendredi midi ?',
      'Quel temps idéal pour marcher.',
      'Les dix mille sont faits ?',
      'Le chien doit dormir maintenant.',
      'Tu connais le sentier derrière l’étang ?',
    ],
  },
  en: {
    any: [
      'Well done, {name}!',
      'Hats off!',
      'At this rate we’ll get there early.',
      'After a full day at work? Respect.',
      'Count me in next time.',
      'You keep the whole floor moving.',
      'More lovely kilometres for the map.',
    ],
    running: ['What a pace!', 'Fancy a run on Thursday?', 'In that wind? Mad.', 'Ready for the 20 km?'],
    cycling: ['Saw you fly past the bridge!', 'I’ll be on your wheel next Sunday.', 'Did you stay dry?'],
    walking: ['Friday lunch walk?', 'Perfect weather for it.', 'Ten thousand done?'],
  },
};

/** Replies by the activity's owner; `{name}` stands for the author of the previous comment. */
export const replyTexts: Record<Language, string[]> = {
  nl: ['Dank je, {name}!', 'Merci! Ga je mee?', 'Afgesproken, {name}.', 'Het deed deugd.', 'Morgen weer!'],
  fr: [
    'Merci {name} !',
    'Merci ! Tu viens avec ?',
    'C’est noté, {name}.',
    'Ça fait du bien.',
    'Demain, rebelote !',
  ],
  en: ['Thanks, {name}!', 'Thank you! Want to join me?', 'You’re on, {name}.', 'It felt good.'],
};

/**
 * Inappropriate comments, with the reasons that people give when they flag them. The first has enough flags to be
 * hidden from everybody.
 */
export const unwantedTexts: { language: Language; content: string; reasons: string[] }[] = [
  {
    language: 'nl',
    content: 'Met een motor aan je fiets kan iedereen het, hé.',
    reasons: ['Denigrerend', 'Hier is niemand mee geholpen', 'Onvriendelijk tegen een collega'],
  },
  {
    language: 'fr',
    content: 'Montres connectées à moitié prix, contactez-moi en privé !',
    reasons: ['Publicité'],
  },
];
