import { vegan, vegetarian, type Kitchen } from './kitchen';

/** Tacos and what is rolled in tortillas. */
export const mexican: Kitchen = {
  tags: ['mexican'],
  dishes: {
    lunch: [
      ['Burrito-Teller', 'Reis, Bohnen, Guacamole, Huhn oder Tofu', 1050, 'AFG'],
      ['Enchiladas verdes', 'drei Rollen in Tomatillosauce', 1090, 'AG'],
      ['Chilaquiles', 'Tortillachips, Salsa, Ei, Crema', 950, 'CG', vegetarian],
      ['Bowl mit schwarzen Bohnen', 'Mais, Avocado, Limettenreis', 980, '', vegan],
      ['Pozole', 'Maissuppe mit Schwein, Rettich und Kohl', 1050, 'I'],
    ],
    starters: [['Guacamole mit Totopos', 'am Tisch gestampft', 790, '', vegan], ['Elote', 'gegrillter Mais, Crema, Limette', 520, 'CG', vegetarian]],
    soups: [['Sopa Azteca', 'Tomate, Tortillastreifen, Avocado', 720, 'G', vegetarian]],
    salads: [['Kaktussalat', 'mit Tomate, Zwiebel und Koriander', 790, '', vegan]],
    mains: [
      ['Tacos al pastor', 'drei Stück, Schwein, Ananas', 1190, ''],
      ['Tacos mit Fisch', 'drei Stück, Kohl, Chipotlecreme', 1290, 'ACDG'],
      ['Tacos mit Pilzen', 'drei Stück, Huitlacoche, Zwiebel', 1090, '', vegan],
      ['Quesadilla mit Käse und Kürbisblüte', 'zwei Hälften, Salsa roja', 1090, 'AG', vegetarian],
      ['Mole poblano', 'Huhn in Schokoladen-Chili-Sauce', 1590, 'EHK'],
    ],
    sides: [['Frijoles refritos', 'schwarze Bohnen', 350, '', vegan]],
    desserts: [['Churros', 'fünf Stück mit Schokolade', 590, 'AG', vegetarian]],
  },
  drinks: ['jamaica', 'limette', 'bier', 'cola', 'wasser'],
  pictures: ['tacos', 'burritos', 'salad'],
  tones: ['butter', 'apricot', 'herb'],
  stories: [
    'Der Mais wird hier selbst gemahlen, die Tortillas puffen auf dem Blech.',
    'Sieben Salsas stehen bereit, die letzte nur auf eigene Gefahr.',
    'Freitags spielt jemand Gitarre, meistens gut.',
  ],
  partners: [
    ['Taquería Kleiner Kaktus', 'sternschanze', 'lateDay'],
    ['La Lonchera am Neuen Wall', 'neustadt', 'lunch', 'takeAway'],
    ['Casa Calavera', 'stpauli', 'lateBar'],
    ['Maismühle', 'altstadt', 'lunchLong'],
    ['Sieben Salsas', 'ottensen', 'closedMonday', 'premium'],
    ['Tortilla Tropp', 'hammerbrook', 'lunchEarly', 'cheap'],
    ['El Pescador de Altona', 'altona', 'closedTuesday'],
    ['Avocado Eins', 'winterhude', 'allDay'],
    ['Chipotle & Schnack', 'neustadt', 'split'],
  ],
  neighbours: [['Cantina Sombrerito', 'stpauli'], ['Taco Kutter', 'hafencity'], ['Burrito Bande', 'eimsbuettel'], ['Agavengarten', 'stgeorg'], ['Nacho Nord', 'barmbek']],
};
