import { vegan, vegetarian, type Kitchen } from './kitchen';

/** Salads, soups and bowls, mostly from plants. */
export const bowls: Kitchen = {
  tags: ['international', 'bowl', 'salad', 'soup', 'organic'],
  dishes: {
    lunch: [
      ['Bowl Goldene Stunde', 'Kurkumareis, Kichererbsen, Kürbis, Tahini', 1090, 'K', vegan],
      ['Bowl Nordsee', 'Räuchermakrele, Rote Bete, Quinoa, Meerrettich', 1250, 'DGJ'],
      ['Bowl Wald', 'Pilze, Linsen, Rosenkohl, Preiselbeeren', 1120, 'J', vegan],
      ['Bowl Hühnerhof', 'Maishuhn, Bulgur, Gurke, Kräuterjoghurt', 1190, 'AG'],
      ['Bowl Wiese', 'Graupen, Bohnen, Ei, Radieschen', 1050, 'AC', vegetarian],
    ],
    starters: [['Rohkost mit drei Dips', 'Kräuterquark, Hummus, Paprika', 650, 'GK', vegetarian]],
    soups: [['Rote-Linsen-Kokos-Suppe', 'mit Koriander', 690, '', vegan], ['Spinatsuppe', 'mit pochiertem Ei', 720, 'CG', vegetarian]],
    salads: [['Grünkohlsalat', 'massiert, mit Apfel und Haselnuss', 890, 'HJ', vegan], ['Kartoffel-Bohnen-Salat', 'lauwarm, mit Senf', 850, 'J', vegan]],
    mains: [
      ['Süßkartoffel aus dem Ofen', 'schwarze Bohnen, Avocado, Limette', 1090, '', vegan],
      ['Gemüsecurry mit Erdnuss', 'und Vollkornreis', 1150, 'E', vegan],
      ['Blumenkohlsteak', 'Petersilienöl, Mandeln, Linsen', 1290, 'H', vegan],
      ['Halloumi auf Couscous', 'Granatapfel, Minze, Joghurt', 1250, 'AG', vegetarian],
      ['Lachs mit Ofengemüse', 'und Zitronenquark', 1590, 'DG'],
    ],
    sides: [['Sauerteigbrot', 'zwei Scheiben mit Öl', 320, 'A', vegan]],
    desserts: [['Chiapudding', 'mit Beeren', 490, '', vegan], ['Energieball', 'Dattel, Kakao, Nuss', 250, 'H', vegan]],
  },
  drinks: ['wasser', 'rhabarber', 'tee', 'orangensaft', 'kombucha'],
  pictures: ['bowl', 'salad', 'stew'],
  tones: ['herb', 'butter', 'sky'],
  stories: [
    'Alles auf dem Teller ist bis zum Abend vorher noch gewachsen, zumindest fast.',
    'Wer sein eigenes Gefäß mitbringt, bekommt einen Löffel mehr.',
    'Die Schüssel ist größer, als sie auf dem Bild aussieht.',
  ],
  partners: [
    ['Schüssel & Söhne', 'neustadt', 'lunchLong', 'chain'],
    ['Grünzeug', 'altstadt', 'lunch'],
    ['Rübenliebe', 'eimsbuettel', 'closedMonday'],
    ['Kraut & Krümel', 'ottensen', 'lunch', 'restsLater'],
    ['Blattwerk', 'neustadt', 'lunchShort', 'takeAway'],
    ['Die Suppenküche im Speicher', 'hafencity', 'lunchEarly', 'cheap'],
    ['Erbsenzähler', 'altstadt', 'lunch', 'cheap'],
    ['Beet Zwölf', 'winterhude', 'closedThursday', 'premiumSoon'],
    ['Möhrchen', 'rotherbaum', 'allDay', 'noPayment'],
    ['Tag & Nacht Bowl', 'hafencity', 'always'],
  ],
  neighbours: [['Salatschleuder', 'altstadt'], ['Rohkostritter', 'hammerbrook'], ['Kresse', 'eppendorf'], ['Gemüseamt', 'stgeorg'], ['Quinoa Quartier', 'hafencity'], ['Suppenstern', 'altona']],
};
