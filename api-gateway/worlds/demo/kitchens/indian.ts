import { vegan, vegetarian, halal, type Kitchen } from './kitchen';

/** Curries and breads from India. */
export const indian: Kitchen = {
  tags: ['indian', 'asian'],
  dishes: {
    lunch: [
      ['Chana Masala', 'Kichererbsen in Tomaten-Ingwer-Sauce, mit Reis', 890, '', vegan],
      ['Chicken Tikka Masala', 'mit Basmati und Naan', 1050, 'AG', halal],
      ['Palak Paneer', 'Spinat, Frischkäse, Kreuzkümmel', 950, 'G', vegetarian],
      ['Dal Tadka', 'gelbe Linsen, Knoblauch, gebratene Gewürze', 850, '', vegan],
      ['Lamm Rogan Josh', 'geschmort mit Joghurt und Kardamom', 1190, 'G', halal],
      ['Aloo Gobi', 'Blumenkohl und Kartoffeln, trocken gebraten', 890, 'J', vegan],
    ],
    starters: [['Samosas', 'zwei Stück mit Minzchutney', 550, 'A', vegan], ['Zwiebel-Bhaji', 'knusprig, mit Tamarinde', 520, '', vegan]],
    soups: [['Mulligatawny', 'Linsensuppe mit Kokos und Apfel', 590, 'I', vegan]],
    salads: [['Kachumber', 'Gurke, Tomate, Zwiebel, Limette', 490, '', vegan]],
    mains: [
      ['Butter Chicken', 'in Tomaten-Cashew-Sauce', 1390, 'GH', halal],
      ['Vegetable Korma', 'mild, mit Mandeln', 1190, 'GH', vegetarian],
      ['Fisch-Curry aus Goa', 'Kokos, Tamarinde, Senfkörner', 1490, 'DJ'],
      ['Lamm Biryani', 'im Topf gegart, mit Raita', 1490, 'G', halal],
      ['Malai Kofta', 'Käse-Kartoffel-Bällchen in Cashewsauce', 1250, 'AGH', vegetarian],
    ],
    sides: [['Knoblauch-Naan', 'aus dem Tandoor', 350, 'AG', vegetarian], ['Raita', 'Joghurt mit Gurke', 320, 'G', vegetarian]],
    desserts: [['Gulab Jamun', 'zwei warme Bällchen in Rosensirup', 450, 'AG', vegetarian]],
  },
  drinks: ['mangolassi', 'chai', 'wasser', 'limette', 'bier'],
  pictures: ['curry', 'dal', 'flatbreads'],
  tones: ['cocoa', 'apricot', 'butter'],
  stories: [
    'Gewürze werden hier jeden Morgen geröstet und von Hand gemahlen.',
    'Der Tandoor steht mitten im Raum, und wer daneben sitzt, braucht keine Jacke.',
    'Scharf heißt hier scharf; mild bekommt, wer es sagt.',
  ],
  partners: [
    ['Kardamom & Kurs', 'altstadt', 'split'],
    ['Tandoor am Steindamm', 'stgeorg', 'allDay'],
    ['Masala Kontor', 'neustadt', 'lunchLong', 'chain'],
    ['Rosenwasser', 'winterhude', 'closedMonday', 'premium', 'fine'],
    ['Zum Grünen Elefanten', 'eimsbuettel', 'lateDay'],
    ['Curryzeit', 'hammerbrook', 'lunch'],
    ['Haus der Vierzehn Gewürze – südindische Küche in der Speicherstadt', 'hafencity', 'closedTuesday'],
    ['Chai Wala', 'rotherbaum', 'snackBar', 'cheap'],
    ['Pfefferkörner', 'neustadt', 'lunch', 'restsLater'],
  ],
  neighbours: [['Indisches Fenster', 'stgeorg'], ['Madras Mittag', 'altona'], ['Goldener Pfau', 'hoheluft'], ['Linsenglück', 'ottensen'], ['Taj am Fleet', 'altstadt']],
};
