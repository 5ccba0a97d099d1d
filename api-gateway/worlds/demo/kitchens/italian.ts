import { vegan, vegetarian, type Kitchen } from './kitchen';

/** Pasta, and what comes before and after it. */
export const italian: Kitchen = {
  tags: ['italian', 'pasta'],
  dishes: {
    lunch: [
      ['Tagliatelle al ragù', 'Rind und Schwein, vier Stunden geschmort', 1090, 'ACGI'],
      ['Orecchiette mit Stängelkohl', 'Knoblauch, Peperoncino, geröstete Brösel', 990, 'A', vegan],
      ['Gnocchi in Salbeibutter', 'mit Parmesan und Zitronenschale', 1050, 'ACG', vegetarian],
      ['Lasagne della casa', 'sechs Schichten, vom Blech geschnitten', 1090, 'ACGI'],
      ['Risotto mit Steinpilzen', 'langsam gerührt, mit Petersilie', 1190, 'GIL', vegetarian],
      ['Ravioli mit Ricotta und Spinat', 'in Tomatenbutter', 1150, 'ACG', vegetarian],
    ],
    starters: [
      ['Vitello tonnato', 'dünnes Kalb, Thunfischcreme, Kapern', 1190, 'CDJ'],
      ['Bruschetta', 'drei Scheiben mit Tomate und Basilikum', 650, 'A', vegan],
      ['Burrata mit Ochsenherztomate', 'Olivenöl, Meersalz, Basilikum', 1090, 'G', vegetarian],
    ],
    soups: [['Minestrone', 'mit Bohnen und kurzen Nudeln', 650, 'AI', vegan]],
    salads: [['Rucola mit Parmesan', 'Kirschtomaten und alter Balsamico', 850, 'GL', vegetarian]],
    mains: [
      ['Spaghetti alle vongole', 'Venusmuscheln, Weißwein, Knoblauch', 1590, 'ALN'],
      ['Penne all’arrabbiata', 'scharf, mit viel Petersilie', 990, 'A', vegan],
      ['Saltimbocca alla romana', 'Kalb, Schinken, Salbei; dazu Rosmarinkartoffeln', 2190, 'AGL'],
      ['Parmigiana di melanzane', 'Auberginenauflauf mit Büffelmozzarella', 1290, 'AG', vegetarian],
      ['Linguine mit Garnelen', 'in Zitronen-Chili-Öl', 1690, 'AB'],
    ],
    sides: [['Focaccia', 'warm, mit Rosmarin', 450, 'A', vegan]],
    desserts: [['Tiramisù', 'mit Espresso, ohne Alkohol', 650, 'ACG', vegetarian], ['Panna cotta', 'mit Himbeeren', 590, 'G', { contains: 'mit Gelatine' }]],
  },
  drinks: ['acqua', 'limonata', 'espresso', 'wein', 'apfelschorle'],
  pictures: ['spaghetti', 'bruschetta', 'pizza'],
  tones: ['apricot', 'herb', 'butter'],
  stories: [
    'Die Nudeln trocknen auf Stangen neben der Theke, und wer früh kommt, sieht beim Kneten zu.',
    'Mittags wird kurz gekocht und lange geredet.',
    'Öl, Salz und Tomaten kommen von drei Höfen, deren Namen an der Tafel stehen.',
  ],
  partners: [
    ['Trattoria Zum Lachenden Krebs', 'neustadt', 'split', 'premium', 'fine'],
    ['Pastificio Nonna Ilse', 'altstadt', 'lunchLong'],
    ['Mezzaluna', 'neustadt', 'allDay'],
    ['Osteria Trenta Gradi', 'hafencity', 'closedMonday', 'fine'],
    ['Sugo & Söhne', 'sternschanze', 'lateDay'],
    ['Gnoccheria Kleine Freude', 'ottensen', 'lunch', 'new'],
    ['La Dispensa di Eppendorf – Feinkost, Pasta und Mittagstisch', 'eppendorf', 'lunchEarly'],
    ['Nudelholz', 'altstadt', 'lunch', 'chain'],
    ['Prima Porta', 'winterhude', 'closedTuesday'],
  ],
  neighbours: [['Bar Fiammetta', 'neustadt'], ['Enoteca Sette Gatti', 'stgeorg'], ['Trattoria Bellavoglia', 'altona'], ['Ristorante Monte Tondo', 'uhlenhorst'], ['Caffè Zuccherino', 'rotherbaum'], ['Pasta Presto Osterstraße', 'eimsbuettel']],
};
