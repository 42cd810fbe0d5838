import type { Language } from '../contract/kit/fields.ts';
import { localeOf } from '../contract/kit/locale.ts';

/** The texts of a challenge in one language. The introduction and the description are HTML. */
export interface ChallengeText {
  name: string;
  eyeCatcher: string;
  introduction: string;
  description: string;
  abstractionLabel: string | null;
}

export type ChallengeTexts = Record<Language, ChallengeText>;

/** Formats a whole number for a language. */
const written = (language: Language, number: number) =>
  new Intl.NumberFormat(localeOf(language)).format(number);

const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');

/** The texts of the challenge that turned kilometres into trees: `target` kilometres for `trees` trees. */
export function treeTexts(target: number, trees: number): ChallengeTexts {
  const numbers = (language: Language) => [written(language, target), written(language, trees)] as const;
  const [nl, fr, en] = [numbers('nl'), numbers('fr'), numbers('en')];
  return {
    nl: {
      name: 'Van de kust naar de Ardennen',
      eyeCatcher: 'Elke twintig kilometer een boom: samen planten we een bos.',
      introduction: paragraphs(
        'Acht weken lang werd alles wat we liepen, fietsten en wandelden een stukje bos: twintig kilometer is één boom. Samen kwamen we verder dan we durfden te hopen.',
      ),
      description: paragraphs(
        `Het doel was <strong>${nl[0]} km</strong>, goed voor <strong>${nl[1]} bomen</strong>. Op de kaart trok onze groep intussen van Oostende dwars door Vlaanderen naar de Ardennen en door Wallonië terug naar zee. Hoe verder de loper, hoe groter het bos.`,
        'Alles telde mee. Een uur zwemmen, een avond dansen of een middag in de tuin werd omgerekend naar kilometers. Zo stonden de marathonlopers en de middagwandelaars aan dezelfde startlijn.',
        'De bomen gaan in het plantseizoen de grond in: eiken, haagbeuken en elzen, op een plek die we nog samen kiezen. Wie graag de handen vuil maakt, is op de plantdag van harte welkom, met of zonder laarzen.',
      ),
      abstractionLabel: 'bomen',
    },
    fr: {
      name: 'De la mer aux Ardennes',
      eyeCatcher: 'Un arbre tous les vingt kilomètres : ensemble, plantons une forêt.',
      introduction: paragraphs(
        'Pendant huit semaines, chaque kilomètre couru, roulé ou marché est devenu un bout de forêt : vingt kilomètres font un arbre. Ensemble, nous sommes allés plus loin que nous n’osions l’espérer.',
      ),
      description: paragraphs(
        `L’objectif : <strong>${fr[0]} km</strong>, soit <strong>${fr[1]} arbres</strong>. Sur la carte, notre groupe est parti d’Ostende, a traversé la Flandre jusqu’aux Ardennes, puis est revenu vers la mer par la Wallonie. Plus le coureur avançait, plus la forêt grandissait.`,
        'Tout comptait. Une heure de natation, une soirée de danse ou un après-midi au jardin ont été convertis en kilomètres. Les marathoniens et les marcheurs de midi étaient ainsi sur la même ligne de départ.',
        'Les arbres seront plantés à la bonne saison : des chênes, des charmes et des aulnes, à un endroit que nous choisirons ensemble. Si vous aimez mettre les mains dans la terre, rejoignez-nous le jour de la plantation, avec ou sans bottes.',
      ),
      abstractionLabel: 'arbres',
    },
    en: {
      name: 'From the Coast to the Ardennes',
      eyeCatcher: 'A tree for every twenty kilometres: together we plant a wood.',
      introduction: paragraphs(
        'For eight weeks, every kilometre we ran, rode and walked became a bit of woodland: twenty kilometres make a tree. Together we got further than we dared to hope.',
      ),
      description: paragraphs(
        `The goal was <strong>${en[0]} km</strong>, which makes <strong>${en[1]} trees</strong>. On the map our group set off from Ostend, crossed Flanders to the Ardennes and came back to the sea through Wallonia. The further the runner got, the bigger the wood.`,
        'Everything counted. An hour in the pool, a night of dancing or an afternoon in the garden was turned into kilometres, so marathon runners and lunchtime walkers started from the same line.',
        'The trees go into the ground in planting season: oak, hornbeam and alder, in a place we will choose together. If you like getting your hands dirty, join us on planting day, with or without wellies.',
      ),
      abstractionLabel: 'trees',
    },
  };
}

/** The texts of the tour of Europe, with the lengths of one lap and of all laps, in kilometres. */
export function tourOfEuropeTexts(lap: number, all: number): ChallengeTexts {
  const numbers = (language: Language) => [written(language, lap), written(language, all)] as const;
  const [nl, fr, en] = [numbers('nl'), numbers('fr'), numbers('en')];
  return {
    nl: {
      name: 'De Grote Ronde van Europa',
      eyeCatcher: 'Van Brussel naar Reykjavík, Istanbul en Lissabon, en samen weer naar huis.',
      introduction: paragraphs(
        'Achttien steden, drie vestigingen, één ronde. Elke kilometer die je loopt, fietst of wandelt, brengt ons dichter bij huis.',
      ),
      description: paragraphs(
        `We vertrekken in Brussel, steken over naar Londen, Dublin en Reykjavík, zakken via Helsinki en Warschau af naar Istanbul en keren langs Athene, Rome en Lissabon terug. In vogelvlucht is dat <strong>${nl[0]} km</strong>. Omdat Zennevaart drie vestigingen heeft, leggen we de ronde drie keer af: <strong>${nl[1]} km</strong> in acht weken. Eén kilometer op de kaart vraagt dus drie kilometer van ons.`,
        'Je hoeft geen atleet te zijn. Ga te voet naar de bakker, neem de fiets naar kantoor, stap een halte vroeger af. Ook zwemmen, yoga en tuinieren tellen: we rekenen je tijd om naar kilometers. Een halfuur per dag, met tweehonderdveertig collega’s, en Europa wordt klein.',
        'Iets vergeten? Na de laatste dag kun je nog drie dagen lang aanvullen. Halen we Brussel, dan staat er in alle drie de vestigingen een ontbijt klaar met iets lekkers van onderweg: skyr, simit en pastéis de nata.',
      ),
      abstractionLabel: null,
    },
    fr: {
      name: 'Le grand tour d’Europe',
      eyeCatcher: 'De Bruxelles à Reykjavík, Istanbul et Lisbonne, puis retour à la maison, ensemble.',
      introduction: paragraphs(
        'Dix-huit villes, trois sites, un seul tour. Chaque kilomètre couru, roulé ou marché nous rapproche de la maison.',
      ),
      description: paragraphs(
        `Départ de Bruxelles, cap sur Londres, Dublin et Reykjavík, descente par Helsinki et Varsovie jusqu’à Istanbul, puis retour par Athènes, Rome et Lisbonne. À vol d’oiseau, cela fait <strong>${fr[0]} km</strong>. Comme Zennevaart compte trois sites, nous ferons ce tour trois fois : <strong>${fr[1]} km</strong> en huit semaines. Un kilomètre sur la carte nous en demande donc trois.`,
        'Pas besoin d’être athlète. Allez à pied à la boulangerie, venez au bureau à vélo, descendez un arrêt plus tôt. La natation, le yoga et le jardinage comptent aussi : nous convertissons votre temps en kilomètres. Une demi-heure par jour, à deux cent quarante collègues, et l’Europe devient toute petite.',
        'Un oubli ? Vous aurez encore trois jours après la fin pour compléter. Si nous rentrons à Bruxelles, un petit déjeuner nous attendra sur les trois sites, avec des spécialités de la route : skyr, simit et pastéis de nata.',
      ),
      abstractionLabel: null,
    },
    en: {
      name: 'The Grand Tour of Europe',
      eyeCatcher: 'From Brussels to Reykjavík, Istanbul and Lisbon, and home again together.',
      introduction: paragraphs(
        'Eighteen cities, three sites, one tour. Every kilometre you run, ride or walk brings us closer to home.',
      ),
      description: paragraphs(
        `We set off from Brussels, cross to London, Dublin and Reykjavík, come down through Helsinki and Warsaw to Istanbul, and return by way of Athens, Rome and Lisbon. As the crow flies that is <strong>${en[0]} km</strong>. Zennevaart has three sites, so we go round three times: <strong>${en[1]} km</strong> in eight weeks. One kilometre on the map takes three of ours.`,
        'You do not need to be an athlete. Walk to the bakery, cycle to the office, get off one stop early. Swimming, yoga and gardening count too: we turn your time into kilometres. Half an hour a day, with two hundred and forty colleagues, and Europe becomes a small place.',
        'Forgot something? You have three more days after the finish to log it. If we make it back to Brussels, there will be breakfast at all three sites, with treats from along the way: skyr, simit and pastéis de nata.',
      ),
      abstractionLabel: null,
    },
  };
}

/** The texts of the tour of the world, which is `length` kilometres long. */
export function tourOfTheWorldTexts(length: number): ChallengeTexts {
  const [nl, fr, en] = [written('nl', length), written('fr', length), written('en', length)];
  return {
    nl: {
      name: 'Op wereldreis',
      eyeCatcher: 'Zes continenten, achttien steden, twaalf weken.',
      introduction: paragraphs(
        'Na Europa de rest. Op ons eigen tempo, maar wel samen, trekken we de wereld rond.',
      ),
      description: paragraphs(
        `Via Reykjavík naar New York en Vancouver, langs de Amerika’s naar Rio, over Kaapstad en Mumbai naar Sydney, en door Azië weer naar huis: in vogelvlucht <strong>${nl} km</strong>. Deze keer telt elke kilometer één keer, dus we hebben iedereen nodig.`,
        'Inschrijven hoeft niet: wie al meedoet, doet vanzelf weer mee. Ken je een collega die twijfelt? De gastcode mag je doorgeven.',
      ),
      abstractionLabel: null,
    },
    fr: {
      name: 'Le tour du monde',
      eyeCatcher: 'Six continents, dix-huit villes, douze semaines.',
      introduction: paragraphs(
        'Après l’Europe, tout le reste. À notre rythme, mais ensemble, nous partons faire le tour du monde.',
      ),
      description: paragraphs(
        `Par Reykjavík vers New York et Vancouver, le long des Amériques jusqu’à Rio, par Le Cap et Mumbai jusqu’à Sydney, puis à travers l’Asie jusqu’à la maison : <strong>${fr} km</strong> à vol d’oiseau. Cette fois, chaque kilomètre compte une seule fois. Nous avons donc besoin de tout le monde.`,
        'Inutile de vous réinscrire : si vous participez déjà, vous êtes du voyage. Quelqu’un hésite encore ? Transmettez-lui le code d’invitation.',
      ),
      abstractionLabel: null,
    },
    en: {
      name: 'Around the World',
      eyeCatcher: 'Six continents, eighteen cities, twelve weeks.',
      introduction: paragraphs(
        'After Europe, everything else. At our own pace, but together, we are off to see the world.',
      ),
      description: paragraphs(
        `By way of Reykjavík to New York and Vancouver, down the Americas to Rio, past Cape Town and Mumbai to Sydney, and home across Asia: <strong>${en} km</strong> as the crow flies. This time every kilometre counts once, so we need everybody.`,
        'No need to sign up again: if you take part now, you are on board. Know a colleague who is in two minds? Feel free to pass on the guest code.',
      ),
      abstractionLabel: null,
    },
  };
}
