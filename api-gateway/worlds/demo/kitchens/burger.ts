import { vegan, vegetarian, type Kitchen } from './kitchen';

/** Burgers, fries and what they are dipped in. */
export const burger: Kitchen = {
  tags: ['burger', 'american'],
  dishes: {
    lunch: [
      ['Lunchburger mit kleinen Pommes', '120 g Rind, Salat, Gurke, Haussauce', 1090, 'ACGJK'],
      ['Pulled-Jackfruit-Burger', 'mit Krautsalat und Rauchsauce', 1050, 'AFJK', vegan],
      ['Fischburger', 'Seelachs im Bierteig, Remoulade, Kopfsalat', 1090, 'ACDGJK'],
      ['Chickenburger mit Slaw', 'Buttermilchhuhn, Kohl, eingelegte Chili', 1090, 'ACGJK'],
      ['Patty Melt', 'Roggenbrot, geschmolzener Cheddar, Schmorzwiebeln', 1150, 'AG'],
    ],
    starters: [['Zwiebelringe', 'acht Stück mit Rauchmayo', 550, 'ACGJ', vegetarian], ['Chili-Cheese-Bällchen', 'sechs Stück', 620, 'ACG', { diets: ['vegetarian'], contains: 'mit Farbstoff' }]],
    soups: [['Maissuppe', 'mit Popcorn obendrauf', 590, 'GI', vegetarian]],
    salads: [['Caesar Salad', 'Römersalat, Parmesan, Croûtons', 990, 'ACDGJ']],
    mains: [
      ['Cheeseburger', '180 g Rind, Cheddar, Gewürzgurke, Zwiebel', 1190, 'ACGJK', { contains: 'mit Farbstoff' }],
      ['Doppelter Hafenarbeiter', 'zweimal 150 g, Speck, Spiegelei, Röstzwiebeln', 1590, 'ACGJK', { contains: 'mit Konservierungsstoff' }],
      ['Halloumiburger', 'gegrillter Halloumi, Minzjoghurt, Tomate', 1190, 'AGK', vegetarian],
      ['Bohnenburger', 'schwarze Bohnen, Avocado, Limette', 1150, 'AFK', vegan],
      ['Blauschimmelburger', 'mit Birne und Walnuss', 1350, 'ACGHK'],
    ],
    sides: [['Pommes', 'doppelt frittiert, Meersalz', 420, '', vegan], ['Süßkartoffelpommes', 'mit Chilimayo', 520, 'CJ', vegetarian]],
    desserts: [['Brownie', 'warm, mit Vanilleeis', 590, 'ACGH', vegetarian]],
  },
  drinks: ['cola', 'spezi', 'bier', 'milchshake', 'wasser'],
  pictures: ['burger', 'burgerFries', 'wings'],
  tones: ['apricot', 'butter', 'cocoa'],
  stories: [
    'Gebraten wird rosa, wenn niemand etwas anderes sagt, und die Brötchen kommen vom Bäcker um die Ecke.',
    'Servietten stehen auf jedem Tisch, und sie werden gebraucht.',
    'Fleisch von einem Hof in der Marsch, Saucen aus dem eigenen Topf.',
  ],
  partners: [
    ['Bulette Royal', 'stpauli', 'snackBar'],
    ['Brathafen', 'neustadt', 'allDay'],
    ['Bratmeisterei am Rathaus', 'altstadt', 'allDay', 'chain'],
    ['Zwei Hälften', 'sternschanze', 'closedMonday', 'new'],
    ['Patty & Patrizia', 'ottensen', 'lateDay', 'premium'],
    ['Nachtbulette', 'stpauli', 'always', 'cheap'],
    ['Röstaroma Eppendorf', 'eppendorf', 'closedWednesday', 'fine'],
    ['Speckbrücke', 'hammerbrook', 'lunchLong'],
    ['Das Kleine Rind', 'neustadt', 'lunch'],
  ],
  neighbours: [['Burger Bude Barmbek', 'barmbek'], ['Kuhlen & Kross', 'altona'], ['Fleischeslust', 'stgeorg'], ['Grillgalerie', 'eimsbuettel'], ['Brötchenhälfte', 'altstadt']],
};
