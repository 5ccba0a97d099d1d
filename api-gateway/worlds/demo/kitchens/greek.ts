import { vegan, vegetarian, type Kitchen } from './kitchen';

/** Taverna cooking. */
export const greek: Kitchen = {
  tags: ['greek', 'mediterranean'],
  dishes: {
    lunch: [
      ['Moussaka', 'Aubergine, Hackfleisch, Béchamel; mit Salat', 1090, 'ACG'],
      ['Gyros mit Reis', 'Tsatsiki und Krautsalat', 1050, 'AG'],
      ['Gigantes', 'große Bohnen aus dem Ofen, mit Brot', 850, 'AI', vegan],
      ['Gemista', 'Paprika und Tomate, mit Reis und Kräutern gefüllt', 920, '', vegan],
      ['Pastitsio', 'Nudelauflauf mit Rind und Zimt', 990, 'ACG'],
    ],
    starters: [['Tsatsiki mit Brot', 'viel Knoblauch, auf Wunsch ohne', 490, 'AG', vegetarian], ['Saganaki', 'gebackener Schafskäse mit Zitrone', 720, 'ACG', vegetarian], ['Dolmades', 'sechs Weinblätter mit Reis', 590, '', vegan]],
    soups: [['Avgolemono', 'Hühnersuppe mit Ei und Zitrone', 620, 'CI']],
    salads: [['Choriatiki', 'Tomate, Gurke, Oliven, Feta', 890, 'G', vegetarian]],
    mains: [
      ['Bifteki', 'mit Feta gefüllt, dazu Zitronenkartoffeln', 1390, 'ACG'],
      ['Souvlaki', 'zwei Spieße, Tsatsiki, Pommes', 1290, 'G'],
      ['Gegrillter Oktopus', 'mit Fava und Kapern', 1990, 'N'],
      ['Lamm aus dem Ofen', 'mit Thymian und Kartoffeln', 1790, 'L'],
      ['Briam', 'Ofengemüse mit Olivenöl und Brot', 1090, 'A', vegan],
    ],
    sides: [['Zitronenkartoffeln', 'vom Blech', 420, '', vegan]],
    desserts: [['Joghurt mit Honig', 'und Walnüssen', 490, 'GH', vegetarian], ['Galaktoboureko', 'Grießcreme in Filoteig', 550, 'ACG', vegetarian]],
  },
  drinks: ['wasser', 'frappe', 'wein', 'zitrone', 'cola'],
  pictures: ['greekPan', 'mezze', 'fish'],
  tones: ['sky', 'herb', 'butter'],
  stories: [
    'Das Olivenöl kommt im Kanister vom eigenen Hain auf dem Peloponnes.',
    'Wer zum ersten Mal da ist, bekommt die Karte; alle anderen fragen, was es gibt.',
    'Im Sommer stehen die Tische bis auf den Bürgersteig.',
  ],
  partners: [
    ['Taverna Drei Möwen', 'neustadt', 'closedMonday'],
    ['Zur Blauen Tür', 'altstadt', 'split'],
    ['Kalliope', 'eppendorf', 'lateDay', 'premium', 'fine'],
    ['Ouzeri Nordwind', 'ottensen', 'evening', 'noPayment'],
    ['Pita Pontos', 'altstadt', 'lunchLong', 'takeAway', 'cheap'],
    ['Olivenhain am Mühlenkamp', 'winterhude', 'closedThursday', 'premium'],
    ['Meltemi', 'hafencity', 'lunch'],
    ['Akropolis am Schulterblatt', 'sternschanze', 'allDay', 'resting'],
    ['Zitronenbaum', 'uhlenhorst', 'closedFriday'],
  ],
  neighbours: [['Taverna Thymian', 'barmbek'], ['Poseidons Kombüse', 'altona'], ['Kleine Kykladen', 'rotherbaum'], ['Athener Eck', 'hammerbrook'], ['Psistaria Elena', 'eimsbuettel']],
};
