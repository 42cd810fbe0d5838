import type { Language } from '../contract/kit/fields.ts';

/** Given names and surnames that go together. */
export interface Names {
  given: string[];
  surnames: string[];
}

const listed = (given: string, surnames: string): Names => ({
  given: given.split(', '),
  surnames: surnames.split(', '),
});

const flemish = listed(
  'Lotte, Emma, Sofie, Charlotte, Ilse, An, Katrien, Hilde, Greet, Lies, Elke, Marijke, Sarah, Eline, Femke, Annelies, Griet, Veerle, Tine, Joke, Karen, Leen, Nele, Inge, Hannelore, Zoë, Jolien, Liesbeth, Jan, Pieter, Wout, Thomas, Bart, Koen, Tom, Stijn, Jeroen, Dries, Joris, Wim, Geert, Luc, Dirk, Maarten, Jonas, Senne, Ruben, Tim, Kobe, Lander, Brecht, Filip, Gert, Hendrik, Arne, Björn, Seppe, Jef',
  'Peeters, Janssens, Maes, Jacobs, Willems, Claes, Goossens, Wouters, De Smet, Mertens, Vermeulen, De Clercq, Van den Broeck, Vandenberghe, Desmet, Martens, Claeys, Hermans, Michiels, Aerts, De Backer, Verhoeven, Van Damme, Segers, Verstraete, De Wilde, Pauwels, Lemmens, Baert, Cools, Bogaert, De Vos, Van Acker, Vercammen, Coppens, D’hondt, Vanhoutte, Callens, Dewaele, Hendrickx, Smeets, Thijs, Stevens, Van Hecke, Nijs',
);
const walloon = listed(
  'Marie, Julie, Céline, Aurélie, Sophie, Émilie, Isabelle, Nathalie, Chloé, Élodie, Anaïs, Valérie, Caroline, Hélène, Laura, Delphine, Françoise, Bénédicte, Géraldine, Amélie, Nicolas, Olivier, Benoît, François, Sébastien, Julien, Jérôme, Christophe, Frédéric, Thibault, Loïc, Maxime, Quentin, Grégory, Vincent, Rémi, Stéphane, Cédric, Philippe, Guillaume',
  'Dubois, Lambert, Dupont, Martin, Simon, Laurent, Leclercq, Denis, Renard, Lejeune, Collard, Noël, Delvaux, Gérard, Bodart, Lemaire, Mathieu, Servais, Henrard, Piron, Closset, Thiry, Dethier, Goffin, Marchal, Hubert, Legrand, Fontaine, Carlier, Delcourt, Wéry, Rousseau, Évrard, Maréchal',
);
const moroccan = listed(
  'Yasmina, Fatima, Nadia, Samira, Soukaina, Karim, Mohamed, Younes, Bilal, Hamza',
  'El Amrani, Benali, Bouzid, Ouali, El Idrissi, Haddad, Chaoui',
);
const turkish = listed('Emine, Ayşe, Elif, Emre, Mehmet, Murat', 'Yılmaz, Kaya, Demir, Öztürk, Şahin');
const congolese = listed(
  'Grâce, Patience, Merveille, Dieudonné, Christian, Trésor',
  'Mukendi, Kabongo, Ilunga, Tshibanda, Mbuyi',
);
const italian = listed(
  'Giulia, Chiara, Marco, Alessandro, Lorenzo',
  'Rossi, Di Marco, Lombardo, Bianchi, Caruso',
);
const polish = listed('Agnieszka, Katarzyna, Piotr, Tomasz', 'Nowak, Wójcik, Mazur, Dudek');
const iberian = listed(
  'Inês, João, Tiago, Lucía, Javier, Núria',
  'Ferreira, Gonçalves, García, Muñoz, Mendes',
);
const anglophone = listed(
  'Aoife, Emily, Grace, James, Liam, Oliver',
  'Byrne, O’Brien, Carter, Walker, Murphy, Hughes',
);
const indian = listed('Priya, Anjali, Arjun, Rohan', 'Sharma, Patel, Iyer, Nair');
const nordic = listed('Anna, Ingrid, Mikkel, Lars', 'Lindqvist, Sørensen, Åkesson, Mäkinen');
const eastern = listed('Ieva, Zuzana, Ondřej, Andrei', 'Kovář, Popa, Horvat, Balog');
const chinese = listed('Wei, Mei, Jun, Li', 'Chen, Wang, Zhang, Liu');

/** The groups of names used by speakers of each language; a repeated group is chosen more often. */
export const familiesOf: Record<Language, Names[]> = {
  nl: [...Array<Names>(17).fill(flemish), moroccan, turkish, polish, italian],
  fr: [...Array<Names>(11).fill(walloon), moroccan, congolese, italian, iberian],
  en: [anglophone, indian, nordic, eastern, chinese, iberian],
};
