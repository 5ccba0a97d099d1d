import { vegan, type Kitchen } from './kitchen';

/** Wok and curry from Thailand. */
export const thai: Kitchen = {
  tags: ['thai', 'asian'],
  dishes: {
    lunch: [
      ['Pad Krapao mit Huhn', 'Basilikum, Chili, Spiegelei, Reis', 1050, 'CDF'],
      ['Grünes Curry mit Gemüse', 'Kokosmilch, Thai-Auberginen, Reis', 990, 'F', vegan],
      ['Massaman-Curry mit Rind', 'Kartoffel, Erdnuss, Zimt', 1150, 'BDE'],
      ['Gebratener Reis mit Ananas', 'Cashews, Rosinen, Curry', 950, 'FH', vegan],
      ['Pad See Ew', 'breite Nudeln, Brokkoli, dunkle Sojasauce', 1050, 'ACF'],
    ],
    starters: [['Saté-Spieße', 'vier vom Huhn, Erdnusssauce', 690, 'DEF'], ['Maispuffer', 'mit Limettenblatt und Chili', 590, 'A', vegan]],
    soups: [['Tom Yam mit Garnelen', 'scharf und sauer', 790, 'BD'], ['Tom Kha mit Pilzen', 'Kokos, Galgant, Zitronengras', 690, 'F', vegan]],
    salads: [['Larb vom Huhn', 'lauwarm, mit Röstreis und Minze', 990, 'D']],
    mains: [
      ['Pad Thai mit Garnelen', 'Tamarinde, Sprossen, Erdnuss', 1390, 'BCDEF'],
      ['Pad Thai mit Tofu', 'Tamarinde, Sprossen, Erdnuss', 1250, 'EF', vegan],
      ['Rotes Curry mit Ente', 'Lychee, Kirschtomate, Thai-Basilikum', 1590, 'BD'],
      ['Fisch im Bananenblatt', 'mit Currycreme gedämpft', 1690, 'CD'],
      ['Wokgemüse mit Cashews', 'Pilze, Brokkoli, Frühlingszwiebel', 1190, 'AFH', vegan],
    ],
    sides: [['Klebreis', 'im Körbchen', 350, '', vegan]],
    desserts: [['Mango mit Klebreis', 'und Kokoscreme', 690, 'K', vegan]],
  },
  drinks: ['limette', 'jasmintee', 'wasser', 'mango', 'bier'],
  pictures: ['curry', 'noodleBox', 'noodleSoup'],
  tones: ['herb', 'plum', 'apricot'],
  stories: [
    'Auf der Karte steht die Schärfe in Chilis, und drei sind wirklich drei.',
    'Gekocht wird im offenen Wok, das Feuer sieht man von der Straße.',
    'Basilikum und Limettenblatt wachsen auf dem Dach.',
  ],
  partners: [
    ['Bann Sabai', 'neustadt', 'allDay'],
    ['Kokos & Kaffir', 'altstadt', 'lunch'],
    ['Wokfeuer', 'stpauli', 'snackBar', 'cheap'],
    ['Siam Speicher', 'hafencity', 'split'],
    ['Drei Chilis', 'altona', 'closedWednesday'],
    ['Krua Grindel', 'rotherbaum', 'lunchLong'],
    ['Thai-Imbiss Mondblume', 'stgeorg', 'always', 'cheap'],
    ['Limettenblatt', 'hoheluft', 'lateDay', 'new'],
    ['Galgantgarten', 'neustadt', 'lunchEarly', 'restsLater'],
  ],
  neighbours: [['Chang Noi', 'eimsbuettel'], ['Bangkok Bahnsteig', 'altona'], ['Orchideenhof', 'uhlenhorst'], ['Tuk Tuk Theke', 'altstadt'], ['Khao San Ecke', 'stpauli']],
};
