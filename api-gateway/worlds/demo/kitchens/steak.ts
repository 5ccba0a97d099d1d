import { vegan, vegetarian, type Kitchen } from './kitchen';

/** Meat from the grill. */
export const steak: Kitchen = {
  tags: ['steak', 'american', 'international'],
  dishes: {
    lunch: [
      ['Hüftsteak, 160 g', 'mit Pfeffersauce und Ofenkartoffel', 1690, 'GI'],
      ['Geschmorte Rinderbacke', 'mit Selleriepüree', 1790, 'GIL'],
      ['Pulled Pork Sandwich', 'mit Krautsalat und Pickles', 1190, 'ACJ'],
      ['Grillgemüse mit Chimichurri', 'und weißen Bohnen', 1090, 'L', vegan],
      ['Hähnchenbrust vom Grill', 'Maispüree, grüne Bohnen', 1390, 'G'],
    ],
    starters: [['Tatar', 'handgeschnitten, mit Eigelb', 1490, 'ACJ'], ['Gegrillter Radicchio', 'mit Walnüssen', 890, 'H', vegan]],
    soups: [['Ochsenschwanzsuppe', 'klar, mit Sherry', 890, 'AIL', { contains: 'mit Alkohol' }]],
    salads: [['Wedge Salad', 'Eisberg, Blauschimmel, Speck', 990, 'CGJ', { contains: 'mit Konservierungsstoff' }]],
    mains: [
      ['Rumpsteak, 250 g', 'mit Kräuterbutter und Pommes', 2990, 'G'],
      ['Entrecôte, 300 g', 'trocken gereift, Ofenknoblauch', 3690, 'G'],
      ['Spareribs', 'sechs Stunden geräuchert, Slaw', 2190, 'CFJ'],
      ['Lammkoteletts', 'mit Bohnen und Minze', 2890, 'I'],
      ['Portobello vom Grill', 'mit Polenta und Salsa verde', 1690, 'J', vegan],
    ],
    sides: [['Ofenkartoffel', 'mit Sauerrahm', 490, 'G', vegetarian], ['Rahmspinat', 'mit Muskat', 520, 'G', vegetarian]],
    desserts: [['Käsekuchen New York', 'mit Kirschen', 690, 'ACG', vegetarian]],
  },
  drinks: ['wein', 'bier', 'acqua', 'cola', 'espresso'],
  pictures: ['steak', 'ribs', 'burgerFries'],
  tones: ['cocoa', 'plum', 'butter'],
  stories: [
    'Der Grill brennt mit Buchenholz, und wer am Pass sitzt, riecht danach.',
    'Das Fleisch reift im Schrank neben dem Eingang, jeder kann es ansehen.',
    'Dienstags kostet das Hüftsteak mittags weniger; fragt einfach.',
  ],
  partners: [
    ['Grillkammer Neunzehn', 'neustadt', 'split', 'fine'],
    ['Rindermarkt', 'altstadt', 'allDay', 'fine'],
    ['Feuer & Fleet', 'hafencity', 'closedMonday', 'fine'],
    ['Kohle', 'stpauli', 'lateDay', 'fine'],
    ['Rauchkontor Ottensen', 'ottensen', 'evening', 'fine'],
    ['Zum Satten Stier', 'barmbek', 'closedTuesday'],
    ['Buchenholz', 'eppendorf', 'evening', 'fine', 'noPayment'],
  ],
  neighbours: [['Fleischerei Thun & Enkel', 'eimsbuettel'], ['Steakhaus Llanura', 'stgeorg'], ['Grillstube Ochsenkopf', 'hoheluft'], ['Glutnest', 'winterhude']],
};
