import { vegan, vegetarian, halal, type Kitchen } from './kitchen';

/** Levantine mezze and bowls. */
export const oriental: Kitchen = {
  tags: ['oriental', 'mediterranean'],
  dishes: {
    lunch: [
      ['Mezzeteller', 'Hummus, Baba Ghanoush, Tabouleh, Brot', 1090, 'AK', vegan],
      ['Schawarma-Teller', 'Huhn, Reis, Knoblauchcreme, Salat', 1090, 'G', halal],
      ['Kibbeh aus dem Ofen', 'Lamm und Bulgur, Joghurt', 1090, 'AGH', halal],
      ['Mudschaddara', 'Linsen, Reis, viele Röstzwiebeln', 890, '', vegan],
      ['Schisch Tawuk', 'marinierte Hähnchenspieße, Pommes, Pickles', 1150, 'G', halal],
    ],
    starters: [['Hummus', 'mit Kichererbsen und Olivenöl', 590, 'K', vegan], ['Muhammara', 'Paprika, Walnuss, Granatapfel', 620, 'AH', vegan], ['Halloumi vom Grill', 'mit Minze', 690, 'G', vegetarian]],
    soups: [['Linsensuppe mit Zitrone', 'und Fladenbrot', 550, 'A', vegan]],
    salads: [['Fattusch', 'Gurke, Radieschen, Sumach, Brotchips', 790, 'A', vegan]],
    mains: [
      ['Falafelteller', 'sechs Stück, Tahini, Salat, Brot', 990, 'AK', vegan],
      ['Sabich', 'Aubergine, Ei, Mango, im Pita', 890, 'ACK', vegetarian],
      ['Lammragout mit Pflaumen', 'auf Freekeh', 1590, 'AH', halal],
      ['Makluba', 'gestürzter Reis mit Huhn und Aubergine', 1390, 'GH', halal],
      ['Gegrillter Blumenkohl', 'mit Tahini und Granatapfel', 1190, 'K', vegan],
    ],
    sides: [['Fladenbrot', 'frisch vom Blech', 250, 'A', vegan]],
    desserts: [['Künefe', 'heiß, mit Pistazien', 690, 'AGH', vegetarian], ['Muhallabia', 'Milchpudding mit Rosenwasser', 490, 'G', vegetarian]],
  },
  drinks: ['minztee', 'wasser', 'zitrone', 'granatapfel', 'cola'],
  pictures: ['falafel', 'mezze', 'flatbreads'],
  tones: ['apricot', 'plum', 'cocoa'],
  stories: [
    'Am besten bestellt man für den ganzen Tisch und isst mit den Händen.',
    'Das Rezept für den Hummus hat drei Zutaten und zwanzig Jahre gebraucht.',
    'Wer nicht satt wird, hat nicht gefragt.',
  ],
  partners: [
    ['Beit Layla', 'neustadt', 'allDay'],
    ['Kichererbsenrepublik', 'sternschanze', 'lunchLong'],
    ['Zeder & Zimt', 'stgeorg', 'lateDay'],
    ['Falafelfabrik', 'altstadt', 'snackBar', 'cheap', 'takeAway'],
    ['Damaszener Tor', 'stgeorg', 'always'],
    ['Granada Grill', 'barmbek', 'closedMonday'],
    ['Sesam Öffnet', 'eimsbuettel', 'closedThursday', 'new'],
    ['Haus Aleppo', 'altona', 'split', 'resting'],
    ['Minze', 'neustadt', 'lunchShort', 'cheap'],
  ],
  neighbours: [['Orient Express Imbiss', 'hammerbrook'], ['Libanesische Kantine', 'rotherbaum'], ['Teehaus Samowar', 'altona'], ['Dattelpalme', 'stgeorg'], ['Kichererbsenkönig', 'hoheluft']],
};
