import { vegan, vegetarian, type Kitchen } from './kitchen';

/** Northern German home cooking. */
export const german: Kitchen = {
  tags: ['german', 'regional'],
  dishes: {
    lunch: [
      ['Labskaus mit Spiegelei', 'Rote Bete, Gewürzgurke und ein Rollmops dazu', 1190, 'CDJ', { contains: 'mit Konservierungsstoff' }],
      ['Königsberger Klopse', 'in Kapernsauce, mit Salzkartoffeln und Rote-Bete-Salat', 1090, 'ACDGIJ'],
      ['Birnen, Bohnen und Speck', 'das Hamburger Sommergericht, mit kleinen Kartoffeln', 1050, 'I', { contains: 'mit Konservierungsstoff' }],
      ['Senfeier auf Kartoffelstampf', 'drei Eier, viel Sauce, etwas Schnittlauch', 850, 'CGJ', vegetarian],
      ['Grünkohlpfanne mit Räuchertofu', 'geschmort mit Zwiebeln und Röstkartoffeln', 990, 'FIJ', vegan],
      ['Rinderroulade nach Hausrezept', 'mit Apfelrotkohl und Kartoffelklößen', 1390, 'AGIJL'],
    ],
    starters: [
      ['Matjeshappen auf Schwarzbrot', 'mit Zwiebelringen und Apfel', 750, 'ADG'],
      ['Kräuterquark mit Leinöl', 'dazu geröstetes Bauernbrot', 590, 'AG', vegetarian],
    ],
    soups: [
      ['Hamburger Aalsuppe', 'süßsauer, mit Backobst und Suppengemüse', 790, 'ACDI'],
      ['Kartoffelsuppe', 'mit Majoran und Röstzwiebeln', 590, 'AGI', vegetarian],
    ],
    salads: [['Gurkensalat mit Dill', 'in Schmand, wie bei Oma', 490, 'GJ', vegetarian]],
    mains: [
      ['Pannfisch mit Bratkartoffeln', 'dreierlei Fisch aus der Pfanne, Senfsauce', 1790, 'ADGJ'],
      ['Schnitzel vom Landschwein', 'mit Gurkensalat und Petersilienkartoffeln', 1590, 'ACG'],
      ['Sauerfleisch mit Remoulade', 'hausgemacht, mit knusprigen Bratkartoffeln', 1290, 'CGJ'],
      ['Käsespätzle mit Röstzwiebeln', 'dazu ein kleiner gemischter Salat', 1150, 'ACGJ', vegetarian],
      ['Holsteiner Kohlroulade', 'in Specksauce, mit Salzkartoffeln', 1350, 'ACGIJ'],
    ],
    sides: [['Bratkartoffeln', 'mit Zwiebeln, ohne Speck', 450, '', vegan]],
    desserts: [
      ['Rote Grütze', 'mit flüssiger Sahne', 490, 'G', vegetarian],
      ['Großer Hans', 'warmer Mehlpudding mit Kirschen', 550, 'ACG', vegetarian],
    ],
  },
  drinks: ['apfelschorle', 'alster', 'wasser', 'rhabarber', 'kaffee'],
  pictures: ['roast', 'eggs', 'pretzels'],
  tones: ['butter', 'cocoa', 'herb'],
  stories: [
    'Hier steht noch jeden Morgen ein Topf Fond auf dem Herd, und die Klopse werden von Hand gedreht.',
    'Die Karte ist kurz, die Portionen sind es nicht.',
    'Gekocht wird, was der Großmarkt hergibt, und zwar so, wie man es von zu Hause kennt.',
  ],
  partners: [
    ['Gasthaus Zur Alten Waage', 'neustadt', 'split'],
    ['Kombüse am Burstah', 'altstadt', 'lunch'],
    ['Zum Fröhlichen Lotsen', 'neustadt', 'closedMonday', 'resting'],
    ['Omas Gute Stube – Hausmannskost wie früher am Großneumarkt', 'neustadt', 'lunchLong'],
    ['Deichgraf', 'altstadt', 'allDay', 'fine'],
    ['Klopskontor', 'hafencity', 'lunchEarly', 'new'],
    ['Löffelei Brinkmann', 'altona', 'lunch', 'cheap'],
    ['Wirtshaus Elbgold', 'stpauli', 'closedWednesday', 'chain'],
    ['Kartoffelkeller Hoheluft', 'hoheluft', 'closedTuesday', 'noPayment'],
    ['Schmidts Mittag', 'eimsbuettel', 'lunchShort'],
  ],
  neighbours: [['Zum Stillen Anker', 'altstadt'], ['Bierstube Michel', 'neustadt'], ['Alte Liebe Ottensen', 'ottensen'], ['Gaststätte Möwenblick', 'hafencity'], ['Heidekrug', 'barmbek'], ['Rauchfang', 'stpauli']],
};
