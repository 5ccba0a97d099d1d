import { vegan, type Kitchen } from './kitchen';

/** Soups, rolls and bowls from Vietnam. */
export const vietnamese: Kitchen = {
  tags: ['vietnamese', 'asian', 'soup'],
  dishes: {
    lunch: [
      ['Bún chả', 'gegrillte Schweinebällchen, Reisnudeln, Kräuter, Sud', 1190, 'D'],
      ['Reis mit karamellisiertem Tofu', 'Zitronengras, Pak Choi, Erdnüsse', 990, 'EF', vegan],
      ['Cơm gà', 'gekochtes Huhn auf gelbem Reis, Ingwersauce', 1090, 'DF'],
      ['Bánh xèo', 'knuspriger Reispfannkuchen mit Garnelen und Sprossen', 1190, 'BD'],
      ['Glasnudeln mit Rind', 'lauwarm, mit Limette und Röstzwiebeln', 1090, 'ADEF'],
    ],
    starters: [['Sommerrollen mit Garnele', 'zwei Stück, mit Erdnusssauce', 690, 'BEF'], ['Sommerrollen mit Avocado', 'zwei Stück, mit Hoisinsauce', 620, 'EF', vegan], ['Frühlingsrollen', 'vier kleine, knusprig, mit Fischsauce', 650, 'ACD']],
    soups: [['Phở bò', 'große Schale, Rind, Reisnudeln, Thai-Basilikum', 1290, 'DI'], ['Phở chay', 'große Schale mit Pilzen und Tofu', 1190, 'FI', vegan]],
    salads: [['Papayasalat', 'grün, scharf, mit Erdnüssen', 890, 'DE']],
    mains: [
      ['Bún bò Nam Bộ', 'warmes Rind auf kaltem Salat, Röstzwiebeln', 1290, 'ADEF'],
      ['Bún bò Huế', 'scharfe Suppe aus der Kaiserstadt', 1350, 'BD'],
      ['Ente kross auf Wokgemüse', 'mit Tamarindensauce und Jasminreis', 1590, 'AF'],
      ['Rotes Kokoscurry mit Kürbis', 'Süßkartoffel, Bohnen, Thai-Basilikum', 1190, 'F', vegan],
      ['Lachs im Tontopf', 'mit Karamell, Pfeffer und Frühlingszwiebel', 1690, 'DF'],
    ],
    sides: [['Krabbenchips', 'mit süßscharfer Sauce', 350, 'B', { contains: 'mit Geschmacksverstärker' }]],
    desserts: [['Gebackene Banane', 'mit Kokossahne und Sesam', 550, 'AK', vegan]],
  },
  drinks: ['limette', 'jasmintee', 'eiskaffee', 'wasser', 'mango'],
  pictures: ['noodleSoup', 'rolls', 'curry'],
  tones: ['herb', 'sky', 'plum'],
  stories: [
    'Die Brühe zieht über Nacht, morgens riecht der ganze Hinterhof nach Sternanis.',
    'Kräuter werden hier nicht gestreut, sie liegen als Strauß daneben.',
    'Drei Schwestern, zwei Woks und ein Topf, der nie leer wird.',
  ],
  partners: [
    ['Ba Chị Em – Drei Schwestern', 'neustadt', 'allDay'],
    ['Phở-Stube Alsterblick', 'altstadt', 'lunchLong'],
    ['Nudelstraße Nr. 7', 'stgeorg', 'closedTuesday'],
    ['Quán Nhỏ', 'sternschanze', 'lateDay'],
    ['Lotuskontor', 'hafencity', 'lunch'],
    ['Reisfeld Grindel', 'rotherbaum', 'closedThursday'],
    ['Hanoi Hinterhof', 'stpauli', 'split'],
    ['Saigon Kantine', 'neustadt', 'lunchEarly', 'cheap'],
    ['Minh & Mai', 'eimsbuettel', 'allDay', 'resting'],
  ],
  neighbours: [['Bánh Mì Ecke', 'altstadt'], ['Drachenfrucht', 'winterhude'], ['Sông Elbe', 'altona'], ['Phở Fünf', 'stgeorg'], ['Grüner Bambus', 'barmbek'], ['Kleines Saigon an der Koppel', 'stgeorg']],
};
