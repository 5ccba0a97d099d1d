import { vegan, vegetarian, type Kitchen } from './kitchen';

/** Sushi, noodles and bento. */
export const japanese: Kitchen = {
  tags: ['sushi', 'japanese', 'asian'],
  dishes: {
    lunch: [
      ['Bento mit Lachs-Teriyaki', 'Reis, Gurkensalat, drei Maki, Misosuppe', 1490, 'ADFK'],
      ['Bento mit Tofu', 'Reis, Gemüse, drei Avocado-Maki, Misosuppe', 1290, 'AFK', vegan],
      ['Katsudon', 'paniertes Schwein und Ei auf Reis', 1290, 'ACF'],
      ['Udon mit Tempura', 'kräftige Brühe, zwei Garnelen', 1390, 'ABCDF'],
      ['Chirashi', 'roher Fisch auf gesäuertem Reis', 1690, 'DFK'],
    ],
    starters: [['Edamame', 'mit Meersalz', 490, 'F', vegan], ['Gyoza', 'fünf Stück, Schwein und Kohl', 690, 'AFK'], ['Gyoza mit Gemüse', 'fünf Stück', 650, 'AFK', vegan]],
    soups: [['Misosuppe', 'mit Wakame und Tofu', 420, 'DF'], ['Shoyu-Ramen', 'Nudeln, Schwein, Ei, Frühlingszwiebel', 1450, 'ACFK']],
    salads: [['Wakamesalat', 'mit Sesam', 550, 'FK', { diets: ['vegan', 'vegetarian'], contains: 'mit Farbstoff' }]],
    mains: [
      ['Sushi gemischt, 12 Stück', 'Nigiri und Maki, was der Fischmarkt hergibt', 1990, 'BDFK'],
      ['Maki ohne Fisch, 12 Stück', 'Avocado, Gurke, Rettich, Shiitake', 1290, 'FK', vegan],
      ['Lachs-Donburi', 'mariniert, mit Sesam und Frühlingszwiebel', 1590, 'DFK'],
      ['Okonomiyaki', 'Kohlpfannkuchen mit Bonitoflocken', 1290, 'ACDF'],
      ['Tempura vom Gemüse', 'mit Reis und Rettichsauce', 1250, 'ACF', vegetarian],
    ],
    sides: [['Gesäuerter Reis', 'eine Schale', 290, '', vegan]],
    desserts: [['Mochi mit Matcha', 'zwei Stück', 520, 'FG', vegetarian], ['Dango', 'drei Spieße mit süßer Sojasauce', 550, 'AF', vegan]],
  },
  drinks: ['gruentee', 'wasser', 'limette', 'bier', 'ramune'],
  pictures: ['sushi', 'bento', 'noodleSoup'],
  tones: ['sky', 'plum', 'herb'],
  stories: [
    'Am Tresen sieht man jedem Schnitt zu, und niemand redet dabei laut.',
    'Der Reis kommt aus einem einzigen Topf, der um elf fertig ist.',
    'Fisch gibt es, solange Fisch da ist.',
  ],
  partners: [
    ['Kaiteki', 'neustadt', 'split', 'fine'],
    ['Sushi Sieben Segel', 'hafencity', 'allDay', 'fine'],
    ['Fischreis', 'altstadt', 'lunchLong', 'takeAway'],
    ['Nudelhaus Kitsune', 'sternschanze', 'closedMonday'],
    ['Bentobude Bleichen', 'neustadt', 'lunch', 'takeAway'],
    ['Izakaya Nachtigall', 'stpauli', 'lateBar'],
    ['Reis & Rettich', 'eppendorf', 'closedWednesday'],
    ['Umi no Ie', 'ottensen', 'evening'],
    ['Kleine Schere', 'altstadt', 'lunchEarly', 'new'],
  ],
  neighbours: [['Sakura Stube', 'uhlenhorst'], ['Ramenwerk', 'stgeorg'], ['Toro Toro Winterhude', 'winterhude'], ['Wasabi Wolke', 'altona'], ['Makimeister', 'neustadt']],
};
