import { vegan, vegetarian, type Kitchen } from './kitchen';

/** Standing, quick and good. */
export const snack: Kitchen = {
  tags: ['snack', 'german', 'sandwich'],
  dishes: {
    lunch: [
      ['Currywurst mit Pommes', 'Sauce nach Wahl: mild, mittel, Ärger', 750, 'IJ', { contains: 'mit Phosphat' }],
      ['Currywurst ohne Wurst', 'aus Seitan, mit Pommes', 790, 'AFJ', vegan],
      ['Halbes Hähnchen', 'mit Krautsalat', 890, 'J'],
      ['Schaschlik mit Brot', 'in Paprikasauce', 850, 'AI', { contains: 'mit Konservierungsstoff' }],
      ['Eintopf aus der Gulaschkanone', 'jeden Tag ein anderer', 590, 'AI'],
    ],
    starters: [['Gewürzgurke', 'eine große', 120, 'J', vegan]],
    soups: [['Gulaschsuppe', 'mit Brötchen', 550, 'AI'], ['Erbseneintopf', 'mit Brot', 520, 'AI', vegan]],
    salads: [['Kartoffelsalat', 'mit Gurke und Brühe, ohne Mayo', 380, 'J', vegan]],
    mains: [
      ['Bratwurst im Brötchen', 'mit Senf', 390, 'AJ', { contains: 'mit Phosphat' }],
      ['Krakauer', 'vom Rost, mit Brot', 450, 'AJ', { contains: 'mit Konservierungsstoff' }],
      ['Frikadellenbrötchen', 'mit Zwiebeln und Senf', 420, 'ACJ'],
      ['Käsebrötchen', 'alter Gouda, Gurke, Kresse', 380, 'AG', vegetarian],
      ['Pommes Spezial', 'Zwiebeln, zwei Saucen', 520, 'CJ', vegetarian],
      ['Hotdog Hafenlicht', 'Röstzwiebeln, Gurke, Remoulade', 490, 'ACGJ', { contains: 'mit Farbstoff' }],
    ],
    sides: [['Pommes klein', 'rot, weiß oder beides', 320, 'CJ', vegetarian]],
    desserts: [['Schmalzkuchen', 'eine Tüte mit Puderzucker', 390, 'ACG', vegetarian]],
  },
  drinks: ['cola', 'limoflasche', 'wasserflasche', 'kaffee', 'bierflasche'],
  pictures: ['hotDogs', 'fries', 'wings'],
  tones: ['butter', 'apricot', 'sky'],
  stories: [
    'Stehtisch, Senf und ein offenes Ohr gehören zum Preis.',
    'Die Fritteuse läuft, solange jemand Hunger hat.',
    'Hier stehen Senatorin und Schweißer nebeneinander.',
  ],
  partners: [
    ['Wurstwarte', 'altstadt', 'always', 'cheap', 'takeAway'],
    ['Imbiss Warme Ecke Neun', 'stpauli', 'always', 'cheap'],
    ['Kalles Kombüse', 'neustadt', 'lunchLong', 'cheap'],
    ['Pommeslicht', 'sternschanze', 'nightBar', 'cheap', 'takeAway'],
    ['Zum Schnellen Teller', 'hammerbrook', 'early', 'cheap'],
    ['Budenzauber', 'altona', 'always', 'cheap'],
    ['Fritten Fiete', 'stgeorg', 'always', 'cheap', 'takeAway'],
    ['Nachtfalter', 'stpauli', 'nightBar', 'cheap', 'noPayment'],
    ['Senf & Seele', 'neustadt', 'lunchShort', 'cheap', 'new'],
  ],
  neighbours: [['Imbiss Am Tor', 'stpauli'], ['Wurstwinkel', 'barmbek'], ['Trinkhalle Ida', 'altona'], ['Kiosk Kalle Blom', 'eimsbuettel'], ['Snackerei Süd', 'hammerbrook'], ['Schnelle Schrippe', 'altstadt']],
};
