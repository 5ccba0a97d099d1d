import { vegan, vegetarian, type Kitchen } from './kitchen';

/** Breakfast, bread and cake. */
export const cafe: Kitchen = {
  tags: ['cafe', 'breakfast', 'cake', 'coffee'],
  dishes: {
    lunch: [
      ['Quiche mit Lauch und Bergkäse', 'dazu Blattsalat', 890, 'ACGJ', vegetarian],
      ['Stulle des Tages mit Suppe', 'Sauerteig, dick belegt, dazu ein Becher Suppe', 950, 'AGI', vegetarian],
      ['Kürbissuppe mit Kernöl', 'und geröstetem Brot', 720, 'AI', vegan],
      ['Shakshuka', 'zwei Eier in Tomate und Paprika, Fladenbrot', 990, 'AC', vegetarian],
      ['Ofengemüse mit Hummus', 'lauwarm, mit Granatapfel', 950, 'K', vegan],
    ],
    starters: [['Körnerbrot mit Butter und Salz', 'eine Scheibe, noch warm', 290, 'AG', vegetarian]],
    soups: [['Möhren-Ingwer-Suppe', 'mit Kokosmilch', 620, '', vegan]],
    salads: [['Ziegenkäse auf Blattsalat', 'mit Honig und Walnüssen', 1090, 'GHJ', vegetarian]],
    mains: [
      ['Frühstück Kaimauer', 'zwei Brötchen, Käse, Marmelade, weiches Ei', 890, 'ACG', vegetarian],
      ['Rührei mit Nordseekrabben', 'auf Schwarzbrot', 1290, 'ABCG'],
      ['Avocadostulle', 'mit Radieschen und Kresse', 890, 'A', vegan],
      ['Waffel mit Kirschen', 'heiß, mit Sahne', 690, 'ACG', vegetarian],
      ['Pfannkuchenturm', 'mit Ahornsirup und Blaubeeren', 890, 'ACG', vegetarian],
    ],
    sides: [['Franzbrötchen', 'viel Zimt, viel Butter', 260, 'AG', vegetarian], ['Croissant', 'mit Marmelade', 320, 'ACG', vegetarian]],
    desserts: [['Käsekuchen', 'ein großes Stück', 450, 'ACG', vegetarian], ['Möhrenkuchen', 'mit Nüssen, ohne Ei', 450, 'AFH', vegan], ['Butterkuchen', 'vom Blech', 320, 'ACGH', vegetarian]],
  },
  drinks: ['kaffee', 'milchkaffee', 'tee', 'rhabarber', 'orangensaft'],
  pictures: ['cake', 'croissants', 'pancakes'],
  tones: ['cocoa', 'plum', 'apricot'],
  stories: [
    'Der Kuchen wird vor sieben gebacken, und wenn er weg ist, ist er weg.',
    'Am Fenster sitzt man am längsten, im Hof am leisesten.',
    'Die Bohnen röstet eine Freundin zwei Straßen weiter.',
  ],
  partners: [
    ['Café Zimt & Zeit', 'neustadt', 'coffee'],
    ['Krume', 'altstadt', 'breakfast', 'cheap'],
    ['Frühstücksraum', 'stgeorg', 'breakfast'],
    ['Kaffeeklappe am Fleet', 'neustadt', 'early', 'takeAway', 'cheap'],
    ['Tante Hedwig', 'eimsbuettel', 'closedFriday'],
    ['Milch & Mohn', 'ottensen', 'coffee', 'new'],
    ['Backstube Hansen', 'altstadt', 'bakery', 'cheap'],
    ['Sonntagskind', 'winterhude', 'weekend'],
    ['Franzi Brötchen', 'sternschanze', 'bakery', 'takeAway', 'cheap'],
    ['Blaue Stunde', 'hafencity', 'coffee', 'premiumSoon'],
  ],
  neighbours: [['Café Wolkenlos', 'altstadt'], ['Röstbar Kranich', 'rotherbaum'], ['Kuchenamt', 'eppendorf'], ['Café Seifenblase', 'altona'], ['Bäckerei Jepsen & Tochter', 'barmbek'], ['Zuckerschnute', 'stgeorg'], ['Kaffeeschuppen Zwo', 'hafencity']],
};
