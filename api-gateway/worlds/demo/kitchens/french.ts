import { vegan, vegetarian, type Kitchen } from './kitchen';

/** Bistro classics. */
export const french: Kitchen = {
  tags: ['french', 'bistro'],
  dishes: {
    lunch: [
      ['Coq au vin', 'in Rotwein geschmort, mit Kartoffelpüree', 1390, 'GIL'],
      ['Quiche Lorraine', 'mit Blattsalat in Senfvinaigrette', 1050, 'ACGJ', { contains: 'mit Konservierungsstoff' }],
      ['Galette complète', 'Buchweizen, Schinken, Ei, Käse', 1050, 'CG', { contains: 'mit Konservierungsstoff' }],
      ['Ratatouille mit Polenta', 'langsam geschmort, mit Thymian', 990, '', vegan],
      ['Hachis Parmentier', 'Rind unter Kartoffelhaube', 1190, 'GI'],
      ['Galette mit Ziegenkäse', 'Honig, Walnuss, Rucola', 1090, 'CGH', vegetarian],
    ],
    starters: [['Zwiebelkuchen', 'ein warmes Stück', 590, 'ACG'], ['Landpastete', 'mit Cornichons und Baguette', 890, 'ACGHJ']],
    soups: [['Zwiebelsuppe', 'mit Käse überbacken', 790, 'AGIL'], ['Bouillabaisse', 'mit Rouille und Röstbrot', 1290, 'ABCDILN']],
    salads: [['Salade niçoise', 'Thunfisch, Bohnen, Ei, Oliven', 1290, 'CDJ']],
    mains: [
      ['Steak frites', '200 g Hüfte, Kräuterbutter, Pommes', 2290, 'G'],
      ['Bœuf bourguignon', 'mit Speck, Champignons und Nudeln', 1890, 'ACGIL'],
      ['Moules frites', 'in Cidre, mit Pommes', 1790, 'GILN'],
      ['Pilzvolauvent', 'Blätterteig, Estragon, grüner Salat', 1490, 'ACGJ', vegetarian],
      ['Croque Madame', 'Schinken, Käse, Spiegelei', 1190, 'ACGJ', { contains: 'mit Phosphat' }],
    ],
    sides: [['Baguette', 'mit gesalzener Butter', 350, 'AG', vegetarian]],
    desserts: [['Crème brûlée', 'mit Tonkabohne', 690, 'CG', vegetarian], ['Tarte au citron', 'mit Baiser', 590, 'ACG', vegetarian]],
  },
  drinks: ['wein', 'acqua', 'espresso', 'milchkaffee', 'orangensaft'],
  pictures: ['steak', 'cheese', 'croissants'],
  tones: ['plum', 'cocoa', 'sky'],
  stories: [
    'Mittags zwei Gänge, abends vier, dazwischen ein Glas im Stehen.',
    'Die Butter ist gesalzen, das Brot wird gerissen, nicht geschnitten.',
    'Auf der Bank unter dem Spiegel sitzt man wie in Lyon.',
  ],
  partners: [
    ['Bistro Chez Hinnerk', 'neustadt', 'split', 'fine'],
    ['Crêperie Bretonische Brise', 'altstadt', 'closedMonday'],
    ['Brasserie Grand Détour', 'neustadt', 'allDay', 'fine'],
    ['Petit Pavé', 'stgeorg', 'lunch'],
    ['Le Canard Bleu', 'eppendorf', 'evening', 'premium', 'fine'],
    ['Zwei Gänge', 'winterhude', 'lunchEarly'],
    ['Baguetterie Lisette', 'altstadt', 'early', 'takeAway', 'cheap'],
    ['Café des Quais', 'hafencity', 'coffee'],
    ['Bistro Rue d’Elbe', 'ottensen', 'closedWednesday', 'new'],
  ],
  neighbours: [['Marché Minou', 'eppendorf'], ['Vinothek Bouchon', 'neustadt'], ['La Petite Fabrique', 'eimsbuettel'], ['Bistro Papillon', 'uhlenhorst'], ['Chez Odette', 'rotherbaum']],
};
