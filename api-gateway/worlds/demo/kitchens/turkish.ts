import { vegan, vegetarian, halal, type Kitchen } from './kitchen';

/** Grill, oven and stew from Anatolia. */
export const turkish: Kitchen = {
  tags: ['turkish', 'kebab'],
  dishes: {
    lunch: [
      ['İmam bayıldı', 'geschmorte Aubergine mit Bulgur', 890, 'A', vegan],
      ['Hähnchenspieß mit Reis', 'dazu Salat und Joghurt', 990, 'G', halal],
      ['Kuru fasulye', 'weiße Bohnen in Tomate, Pilaw', 820, '', vegan],
      ['Karnıyarık', 'Aubergine mit Hackfleisch, Reis', 990, 'A', halal],
      ['Menemen', 'Rührei mit Paprika und Tomate, Fladenbrot', 850, 'AC', vegetarian],
    ],
    starters: [['Gemischte Vorspeisen', 'Ezme, Haydari, Hummus, Brot', 890, 'AGK', vegetarian], ['Sigara Böreği', 'vier Röllchen mit Schafskäse', 620, 'AG', vegetarian]],
    soups: [['Mercimek', 'rote Linsen, Zitrone, Minze', 490, 'A', vegan]],
    salads: [['Hirtensalat', 'Tomate, Gurke, Schafskäse', 720, 'G', vegetarian]],
    mains: [
      ['Adana-Kebap', 'scharfer Lammspieß, Bulgur, Grillpaprika', 1390, 'A', halal],
      ['Döner-Teller', 'mit Reis, Salat und Joghurtsauce', 1090, 'AG', halal],
      ['Döner im Brot', 'Kalb, Salat, drei Saucen', 750, 'AGK', halal],
      ['Lahmacun', 'dünn, mit Salat und Zitrone gerollt', 650, 'A', halal],
      ['Mantı', 'kleine Teigtaschen in Joghurt und Paprikabutter', 1190, 'ACG', halal],
      ['Falafel im Brot', 'mit Sesamsauce und Rotkohl', 650, 'AK', vegan],
    ],
    sides: [['Bulgur', 'mit Tomate gekocht', 320, 'A', vegan]],
    desserts: [['Baklava', 'drei Stück, Pistazie', 490, 'AGH', vegetarian], ['Sütlaç', 'Milchreis aus dem Ofen', 450, 'G', vegetarian]],
  },
  drinks: ['ayran', 'tee', 'bluetenlimo', 'wasser', 'cola'],
  pictures: ['kebab', 'mezze', 'stew'],
  tones: ['apricot', 'cocoa', 'herb'],
  stories: [
    'Holzkohle, Zitrone und sehr viel Petersilie: Mehr braucht es hier nicht.',
    'Das Brot kommt alle zwanzig Minuten aus dem Ofen.',
    'Der Tee geht aufs Haus, wenn man sich Zeit nimmt.',
  ],
  partners: [
    ['Ocakbaşı Halbmond', 'stgeorg', 'allDay'],
    ['Köz am Steindamm', 'stgeorg', 'always', 'cheap'],
    ['Mangalwerk', 'altona', 'lateDay'],
    ['Kebap Kontor', 'altstadt', 'snackBar', 'cheap', 'takeAway'],
    ['Lokanta Deniz', 'neustadt', 'lunchLong'],
    ['Die Gute Aubergine', 'eimsbuettel', 'closedTuesday', 'premium'],
    ['Bulgur & Brüder', 'ottensen', 'lunch', 'new'],
    ['Spieß an der Reeperbahn', 'stpauli', 'always', 'cheap', 'takeAway'],
    ['Granatapfel', 'neustadt', 'closedMonday', 'premiumPast'],
  ],
  neighbours: [['Döner Dampfer', 'stpauli'], ['Anatolien Grill', 'barmbek'], ['Çay Bahçesi', 'altona'], ['Imbiss Sultanine', 'hammerbrook'], ['Kebaphaus Möwe', 'hoheluft'], ['Pide Palast', 'stgeorg']],
};
