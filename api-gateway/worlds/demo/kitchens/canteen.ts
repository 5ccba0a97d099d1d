import { vegan, vegetarian, type Kitchen } from './kitchen';

/** What canteens cook for whoever works around the corner. */
export const canteen: Kitchen = {
  tags: ['canteen', 'german'],
  dishes: {
    lunch: [
      ['Linseneintopf', 'mit Suppengrün und Essig, auf Wunsch mit Wiener', 590, 'IJ', vegan],
      ['Hähnchengeschnetzeltes', 'in Paprikarahm, mit Reis', 790, 'GI'],
      ['Gebackener Seelachs', 'mit Kartoffelsalat und Remoulade', 850, 'ACDGJ'],
      ['Gemüselasagne', 'mit Linsenbolognese', 720, 'ACGI', vegetarian],
      ['Frikadelle mit Rahmwirsing', 'und Salzkartoffeln', 750, 'ACGJ'],
      ['Chili sin Carne', 'mit Mais, dunkler Schokolade und Brot', 650, 'AF', vegan],
      ['Nudelauflauf', 'mit Brokkoli und Bergkäse', 690, 'ACG', vegetarian],
    ],
    starters: [['Tagessuppe im Becher', 'steht an der Tafel', 290, 'I', vegan]],
    soups: [['Erbsensuppe', 'mit Majoran und Brot', 520, 'AI', vegan]],
    salads: [['Salat vom Buffet', 'kleiner Teller, selbst zusammengestellt', 450, 'JL', vegetarian], ['Großer Salatteller mit Ei', 'Blattsalate, Rohkost, Körner', 690, 'CJ', vegetarian]],
    mains: [
      ['Currywurst mit Pommes', 'Sauce aus eigener Küche', 690, 'IJ', { contains: 'mit Phosphat' }],
      ['Spaghetti Napoli', 'mit geriebenem Käse', 520, 'AG', vegetarian],
      ['Schweineschnitzel', 'mit Erbsen, Möhren und Kartoffeln', 820, 'ACG'],
      ['Ofenkartoffel', 'mit Kräuterquark und Salat', 620, 'GJ', vegetarian],
    ],
    sides: [['Salzkartoffeln', 'eine Schale', 180, '', vegan], ['Gemüse der Saison', 'gedämpft', 220, '', vegan]],
    desserts: [['Milchreis', 'mit Zimt und Zucker', 250, 'G', vegetarian], ['Obstsalat', 'täglich frisch', 290, '', vegan]],
  },
  drinks: ['wasser', 'apfelschorle', 'kaffee', 'spezi'],
  pictures: ['stew', 'schnitzel', 'salad'],
  tones: ['sky', 'butter', 'herb'],
  stories: [
    'Gäste von draußen sind willkommen: Tablett nehmen, anstellen, sitzen bleiben.',
    'Zwischen zwölf und halb eins wird es voll, danach findet jeder einen Platz.',
    'Jeden Tag ein Gericht ohne Fleisch, eines ohne Tier und eines, das immer geht.',
  ],
  partners: [
    ['Kantine im Kontorhaus', 'altstadt', 'canteen', 'cheap'],
    ['Tablett', 'neustadt', 'canteen', 'cheap'],
    ['Betriebsrestaurant Fleetinsel', 'neustadt', 'canteen'],
    ['Werkskantine Süderkai', 'hammerbrook', 'early', 'cheap'],
    ['Mensa am Grindelhof', 'rotherbaum', 'canteen', 'cheap', 'resting'],
    ['Hafenkantine Schuppen Elf', 'hafencity', 'early'],
    ['Kaserne Sieben – Kantine für alle, die in der Neustadt arbeiten oder einfach Hunger haben', 'neustadt', 'lunchEarly', 'new'],
    ['Amtsstube', 'altstadt', 'lunch', 'cheap', 'noPayment'],
    ['Kantine Nordlicht', 'barmbek', 'canteen', 'noMenu'],
  ],
  neighbours: [['Pausenraum', 'hammerbrook'], ['Kantine der Seewarte', 'stpauli'], ['Casino im Posthof', 'altona'], ['Speisesaal Wandrahm', 'hafencity'], ['Kantine Mühlenkamp', 'winterhude']],
};
