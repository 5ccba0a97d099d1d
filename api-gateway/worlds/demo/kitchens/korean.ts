import { vegan, vegetarian, type Kitchen } from './kitchen';

/** Bowls, stews and barbecue from Korea. */
export const korean: Kitchen = {
  tags: ['korean', 'asian', 'bowl'],
  dishes: {
    lunch: [
      ['Bibimbap mit Rind', 'im heißen Steintopf, Ei, Gemüse', 1190, 'CFK'],
      ['Bibimbap mit Tofu', 'Spinat, Möhre, Pilze, Gochujang', 1090, 'FK', vegan],
      ['Kimchi-Jjigae', 'scharfer Eintopf mit Schwein, Reis', 1150, 'BDF'],
      ['Bulgogi auf Reis', 'mariniertes Rind, Kimchi', 1190, 'AFK'],
      ['Japchae', 'Glasnudeln mit Gemüse und Sesam', 1050, 'FK', vegan],
    ],
    starters: [['Mandu', 'fünf Teigtaschen mit Gemüse', 650, 'AFK', vegan], ['Kimchipfannkuchen', 'knusprig, mit Sojadip', 690, 'AF', vegan]],
    soups: [['Rindfleischsuppe Yukgaejang', 'scharf, mit Glasnudeln', 1190, 'CFK']],
    salads: [['Gurke mit Sesam', 'eiskalt, leicht scharf', 450, 'FK', vegan]],
    mains: [
      ['Koreanisches Brathuhn', 'acht Stücke, süßscharf', 1490, 'AFK'],
      ['Dakgalbi', 'Huhn, Kohl, Reiskuchen vom Blech', 1490, 'AFK'],
      ['Tteokbokki', 'Reiskuchen in Chilisauce, Ei', 1090, 'ACF', vegetarian],
      ['Bulgogi vom Seitan', 'mit Reis und Salatblättern', 1290, 'AFK', vegan],
      ['Makrele vom Grill', 'mit Reis und drei Beilagen', 1590, 'DF'],
    ],
    sides: [['Kimchi', 'hausgemacht, drei Wochen alt', 390, 'BD'], ['Drei Beilagen', 'wechseln täglich', 550, 'FK', vegan]],
    desserts: [['Hotteok', 'gefüllter Pfannkuchen mit Nüssen', 550, 'AH', vegan]],
  },
  drinks: ['gruentee', 'pflaume', 'bier', 'wasser', 'limette'],
  pictures: ['bowl', 'noodleSoup', 'wings'],
  tones: ['plum', 'sky', 'apricot'],
  stories: [
    'Das Kimchi steht im Keller und hat dort mehr Platz als die Gäste oben.',
    'Jede Schale kommt mit drei Beilagen, die niemand bestellt und alle aufessen.',
    'Der Steintopf ist heiß. Wirklich.',
  ],
  partners: [
    ['Steintopf', 'neustadt', 'lunchLong'],
    ['Seoul Kiosk', 'altstadt', 'lunch', 'cheap'],
    ['Gochu & Garn', 'sternschanze', 'closedMonday', 'new'],
    ['Kimchi Kombinat', 'altona', 'lateDay'],
    ['Haus Hanbok', 'winterhude', 'split', 'premium', 'fine'],
    ['Banchan Bar', 'stpauli', 'evening'],
    ['Reiskuchen Nr. 12', 'rotherbaum', 'closedWednesday'],
    ['Bibim Box', 'hammerbrook', 'lunchEarly', 'takeAway'],
    ['Mondgarten', 'neustadt', 'allDay', 'noMenu'],
  ],
  neighbours: [['Kleine Ginsengwurzel', 'eimsbuettel'], ['Bunsik Bude', 'stgeorg'], ['Grillhaus Hanok', 'barmbek'], ['Makgeolli Stube', 'stpauli']],
};
