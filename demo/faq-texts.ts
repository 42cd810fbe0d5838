import type { Language } from '../contract/kit/fields.ts';

/** The questions of the demo company's library, in order. */
export const questionNames = [
  'start',
  'counting',
  'steps',
  'sports',
  'late',
  'mistake',
  'places',
  'teams',
  'privacy',
  'password',
  'leaving',
] as const;
export type QuestionName = (typeof questionNames)[number];

/**
 * Each question with its solution, in one language. `{name|words}` in a solution becomes a link to another question.
 */
type Questions = Record<QuestionName, { problem: string; solution: string }>;

export const libraryNames: Record<Language, string> = {
  nl: 'Vragen over Zennevaart in beweging',
  fr: 'Vos questions sur Zennevaart en mouvement',
  en: 'Questions about Zennevaart on the Move',
};

export const questions: Record<Language, Questions> = {
  nl: {
    start: {
      problem: 'Hoe doe ik mee?',
      solution:
        '<p>Maak <a href="sign-up">een profiel</a> met je e-mailadres en de gastcode van Zennevaart. Je vindt de gastcode op het prikbord in de koffiehoek of krijgt die van het HR-team van je vestiging. Daarna voer je in wat je doet, en je kilometers tellen meteen mee.</p>',
    },
    counting: {
      problem: 'Hoe wordt mijn tijd omgerekend naar kilometers?',
      solution:
        '<p>Elke sport heeft een vaste snelheid, zodat een uur inzet voor iedereen evenveel waard is:</p><table><thead><tr><th scope="col">Sport</th><th scope="col">Kilometer per uur</th></tr></thead><tbody><tr><td>Fietsen</td><td>20</td></tr><tr><td>Lopen</td><td>10</td></tr><tr><td>Wandelen en hiken</td><td>5</td></tr><tr><td>Andere, afhankelijk van de intensiteit</td><td>3, 5 of 7</td></tr></tbody></table><p>Nog voordat je je activiteit opslaat, toont het formulier hoeveel kilometer ze waard is. Draag je een stappenteller? Lees dan {steps|hoe stappen tellen}.</p>',
    },
    steps: {
      problem: 'Ik tel mijn stappen. Hoeveel kilometer is dat?',
      solution:
        '<p>Een stap telt voor 70 centimeter: 10.000 stappen zijn 7 kilometer. Kies bij het invoeren <strong>Stappen</strong> in plaats van <strong>Tijd</strong>. Voer je stappen en je wandeling van diezelfde dag niet allebei in, want dan tel je dubbel. Lees ook {counting|hoe we tijd tellen}.</p>',
    },
    sports: {
      problem: 'Mijn sport staat niet in de lijst. Wat nu?',
      solution:
        '<p>Kies de sport die er het best op lijkt: bij padel is dat tennis, bij roeien zwemmen. Vind je niets dat past? Laat het dan weten aan het HR-team. Wij bekijken of de sport erbij kan.</p>',
    },
    late: {
      problem: 'Tot wanneer kan ik een activiteit invoeren?',
      solution:
        '<p>Tot drie dagen na het einde van de challenge. Daarna ligt de eindstand vast. Je kunt geen dag in de toekomst kiezen, maar wel een dag van vorige week. Heb je iets verkeerd ingevoerd? {mistake|Zo zet je het recht}.</p>',
    },
    mistake: {
      problem: 'Ik heb me vergist. Kan ik een activiteit nog wijzigen?',
      solution:
        '<p>Ja. Bij <a href="my-activities">Mijn activiteiten</a> kun je elke activiteit wijzigen of verwijderen. De kaart, de klassementen en je team worden meteen aangepast. Dat kan {late|tot drie dagen na het einde}.</p>',
    },
    places: {
      problem: 'Waarom delen we met twee deelnemers dezelfde plaats?',
      solution:
        '<p>Omdat jullie evenveel kilometers hebben, tot op twee cijfers na de komma. Staan er twee op plaats 2, dan volgt daarna plaats 4. Wie nog geen kilometers heeft, staat niet in het klassement.</p>',
    },
    teams: {
      problem: 'Hoe werkt een team?',
      solution:
        '<p>Je kunt zelf een team aanmaken of lid worden van een team als de kapitein je uitnodigt. Wat je doet terwijl je in een team zit, telt voor dat team, en het blijft daar ook als je later vertrekt. Je eigen plaats verandert er niet door: {places|die hangt alleen van jou af}.</p>',
    },
    privacy: {
      problem: 'Wat zien mijn collega’s van mij?',
      solution:
        '<p>Je naam, je activiteiten en je plaats in de klassementen. Je e-mailadres zien ze nooit. In <a href="my-profile/edit">je profiel</a> kies je of je met je volledige naam, met een bijnaam of helemaal niet vermeld wordt. Ook dan tellen je kilometers mee op de kaart en voor je team.</p>',
    },
    password: {
      problem: 'Ik ben mijn wachtwoord vergeten.',
      solution:
        '<p>Vraag <a href="forgot-password">een link voor een nieuw wachtwoord</a> aan. De link komt per mail en werkt één keer, binnen een uur. Zie je niets? Kijk dan ook bij de ongewenste mail. Je activiteiten blijven gewoon bewaard.</p>',
    },
    leaving: {
      problem: 'Ik wil stoppen. Wat gebeurt er met mijn gegevens?',
      solution:
        '<p>In <a href="my-profile">je profiel</a> kun je je account zelf verwijderen. Je naam, je e-mailadres en alles wat je geschreven hebt, worden dan verwijderd. Je kilometers blijven zonder naam in het totaal staan, zodat de kaart niet achteruitgaat. Wil je alleen niet meer met je naam vermeld worden? Lees dan {privacy|wat je collega’s zien}.</p>',
    },
  },
  fr: {
    start: {
      problem: 'Comment participer ?',
      solution:
        '<p>Créez <a href="sign-up">un profil</a> avec votre adresse e-mail et le code d’invitation de Zennevaart. Il est affiché au coin café ; vous pouvez aussi le demander à l’équipe RH de votre site. Ensuite, ajoutez ce que vous faites : vos kilomètres comptent tout de suite.</p>',
    },
    counting: {
      problem: 'Comment mon temps est-il converti en kilomètres ?',
      solution:
        '<p>Chaque sport a une vitesse fixe : une heure d’effort vaut ainsi la même chose pour tout le monde.</p><table><thead><tr><th scope="col">Sport</th><th scope="col">Kilomètres par heure</th></tr></thead><tbody><tr><td>Vélo</td><td>20</td></tr><tr><td>Course à pied</td><td>10</td></tr><tr><td>Marche et randonnée</td><td>5</td></tr><tr><td>Autres, selon l’intensité</td><td>3, 5 ou 7</td></tr></tbody></table><p>Le formulaire indique, avant que vous n’enregistriez, combien de kilomètres vaut votre activité. Vous portez un podomètre ? Lisez {steps|comment les pas comptent}.</p>',
    },
    steps: {
      problem: 'Je compte mes pas. Combien de kilomètres cela fait-il ?',
      solution:
        '<p>Un pas compte pour 70 centimètres : 10 000 pas font 7 kilomètres. Au moment de les saisir, choisissez <strong>Pas</strong> plutôt que <strong>Durée</strong>. Ne saisissez pas à la fois vos pas et votre promenade du même jour : ce serait compter deux fois. Voici {counting|comment le temps est compté}.</p>',
    },
    sports: {
      problem: 'Mon sport n’est pas dans la liste. Que faire ?',
      solution:
        '<p>Choisissez celui qui lui ressemble le plus : le tennis pour le padel, la natation pour l’aviron. Rien ne convient ? Dites-le à l’équipe RH : nous verrons si nous pouvons l’ajouter.</p>',
    },
    late: {
      problem: 'Jusqu’à quand puis-je ajouter une activité ?',
      solution:
        '<p>Jusqu’à trois jours après la fin du défi. Ensuite, le classement final est arrêté. Vous ne pouvez pas ajouter d’activité pour un jour à venir, mais vous pouvez en ajouter une pour un jour de la semaine passée. Une erreur s’est glissée ? {mistake|Voici comment la corriger}.</p>',
    },
    mistake: {
      problem: 'Je me suis trompé. Puis-je encore modifier une activité ?',
      solution:
        '<p>Oui. Sous <a href="my-activities">Mes activités</a>, vous pouvez modifier ou supprimer chaque activité. La carte, les classements et votre équipe suivent aussitôt. C’est possible {late|jusqu’à trois jours après la fin}.</p>',
    },
    places: {
      problem: 'Pourquoi sommes-nous deux à la même place ?',
      solution:
        '<p>Parce que vous avez le même nombre de kilomètres, à deux décimales près. Si deux personnes sont à la 2<sup>e</sup> place, la suivante est à la 4<sup>e</sup>. Les personnes qui n’ont pas encore de kilomètres n’apparaissent pas au classement.</p>',
    },
    teams: {
      problem: 'Comment fonctionne une équipe ?',
      solution:
        '<p>Vous pouvez créer une équipe ou en rejoindre une à l’invitation de son capitaine. Ce que vous faites pendant que vous en êtes membre compte pour elle, et lui reste acquis si vous partez. Votre propre place n’en dépend pas : {places|elle ne tient qu’à vous}.</p>',
    },
    privacy: {
      problem: 'Que voient mes collègues ?',
      solution:
        '<p>Votre nom, vos activités et votre place dans les classements. Jamais votre adresse e-mail. Dans <a href="my-profile/edit">votre profil</a>, vous choisissez d’apparaître sous votre nom complet, sous un pseudo ou sans nom. Même alors, vos kilomètres comptent sur la carte et pour votre équipe.</p>',
    },
    password: {
      problem: 'J’ai oublié mon mot de passe.',
      solution:
        '<p>Demandez <a href="forgot-password">un lien pour en choisir un nouveau</a>. Il arrive par e-mail et fonctionne une seule fois, pendant une heure. Rien en vue ? Regardez aussi parmi les courriers indésirables. Vos activités sont conservées.</p>',
    },
    leaving: {
      problem: 'Je souhaite arrêter. Que deviennent mes données ?',
      solution:
        '<p>Dans <a href="my-profile">votre profil</a>, vous pouvez supprimer votre compte vous-même. Votre nom, votre adresse e-mail et tout ce que vous avez écrit disparaissent. Vos kilomètres restent dans le total, sans nom, pour que la carte ne recule pas. Vous voulez seulement que votre nom n’apparaisse plus ? Lisez {privacy|ce que voient vos collègues}.</p>',
    },
  },
  en: {
    start: {
      problem: 'How do I take part?',
      solution:
        '<p>Create <a href="sign-up">a profile</a> with your email address and Zennevaart’s guest code. You will find it on the notice board in the coffee corner, or ask the HR team at your site. Then log what you do: your kilometres count right away.</p>',
    },
    counting: {
      problem: 'How is my time converted into kilometres?',
      solution:
        '<p>Every sport has a fixed speed, so that an hour’s effort is worth the same for everybody:</p><table><thead><tr><th scope="col">Sport</th><th scope="col">Kilometres per hour</th></tr></thead><tbody><tr><td>Cycling</td><td>20</td></tr><tr><td>Running</td><td>10</td></tr><tr><td>Walking and hiking</td><td>5</td></tr><tr><td>Other sports, depending on intensity</td><td>3, 5 or 7</td></tr></tbody></table><p>Before you save, the form shows how many kilometres your activity is worth. Do you wear a pedometer? Read {steps|how steps count}.</p>',
    },
    steps: {
      problem: 'I count my steps. How many kilometres is that?',
      solution:
        '<p>A step counts as 70 centimetres, so 10,000 steps are 7 kilometres. When you log your steps, choose <strong>Steps</strong> rather than <strong>Time</strong>. Do not log both your steps and a walk on the same day: that would count it twice. Read {counting|how time counts}.</p>',
    },
    sports: {
      problem: 'My sport is not in the list. What should I do?',
      solution:
        '<p>Choose the most similar sport: tennis for padel, swimming for rowing. If nothing fits, tell the HR team, and we will see whether we can add your sport.</p>',
    },
    late: {
      problem: 'Until when can I log an activity?',
      solution:
        '<p>Until three days after the end of the challenge. After that, the ranking is final. You can log an activity from last week, but not for a day in the future. Made a mistake? {mistake|This is how to correct it}.</p>',
    },
    mistake: {
      problem: 'I made a mistake. Can I still change an activity?',
      solution:
        '<p>Yes. Under <a href="my-activities">My activities</a> you can edit or delete each activity. The map, the rankings and your team are updated at once. You can do this {late|until three days after the end}.</p>',
    },
    places: {
      problem: 'Why do two of us share a place?',
      solution:
        '<p>Because you have the same number of kilometres, to two decimals. If two people share place 2, the next person has place 4. People without kilometres are not in the ranking.</p>',
    },
    teams: {
      problem: 'How does a team work?',
      solution:
        '<p>You can create a team, or join one when its captain invites you. What you do while you are in a team counts for that team, and stays with the team if you leave. Your own place does not change: {places|it depends only on you}.</p>',
    },
    privacy: {
      problem: 'What do my colleagues see of me?',
      solution:
        '<p>Your name, your activities and your place in the rankings. They never see your email address. On <a href="my-profile/edit">your profile</a> you can choose to appear under your full name, under a nickname, or not at all. Even then your kilometres count on the map and for your team.</p>',
    },
    password: {
      problem: 'I forgot my password.',
      solution:
        '<p>Ask for <a href="forgot-password">a link to choose a new password</a>. The link arrives by email and works once, for one hour. No email? Check your spam folder. Your activities are kept.</p>',
    },
    leaving: {
      problem: 'I want to stop. What happens to my data?',
      solution:
        '<p>On <a href="my-profile">your profile</a> you can delete your account yourself. Your name, your email address and everything that you wrote are then deleted. Your kilometres stay in the total, without a name, so that the map does not move backwards. Would you just rather not be named? Read {privacy|what your colleagues see}.</p>',
    },
  },
};
