import { vegan, vegetarian } from './kitchen';
import type { Kitchen } from './kitchen';

/** German cuisine of the demo: northern German home cooking. */
export const german: Kitchen = {
  tags: ['german', 'regional'],
  dishes: {
    lunch: [
      [
        'Labskaus mit Spiegelei',
        'Rote Bete, Gewürzgurke und ein Rollmops dazu',
        1190,
        'CDJ',
        { contains: 'mit Konservierungsstoff' },
      ],
      ['Königsberger Klopse', 'in Kapernsauce, mit Salzkartoffeln und Rote-Bete-Salat', 1090, 'ACDGIJ'],
      [
        'Birnen, Bohnen und Speck',
        'das Hamburger Sommergericht, mit kleinen Kartoffeln',
        1050,
        'I',
        { contains: 'mit Konservierungsstoff' },
      ],
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
  neighbours: [
    ['Zum Stillen Anker', 'altstadt'],
    ['Bierstube Michel', 'neustadt'],
    ['Alte Liebe Ottensen', 'ottensen'],
    ['Gaststätte Möwenblick', 'hafencity'],
    ['Heidekrug', 'barmbek'],
    ['Rauchfang', 'stpauli'],
  ],
};

/** Canteen of the demo: dishes for people from offices in the neighbourhood. */
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
    salads: [
      ['Salat vom Buffet', 'kleiner Teller, selbst zusammengestellt', 450, 'JL', vegetarian],
      ['Großer Salatteller mit Ei', 'Blattsalate, Rohkost, Körner', 690, 'CJ', vegetarian],
    ],
    mains: [
      ['Currywurst mit Pommes', 'Sauce aus eigener Küche', 690, 'IJ', { contains: 'mit Phosphat' }],
      ['Spaghetti Napoli', 'mit geriebenem Käse', 520, 'AG', vegetarian],
      ['Schweineschnitzel', 'mit Erbsen, Möhren und Kartoffeln', 820, 'ACG'],
      ['Ofenkartoffel', 'mit Kräuterquark und Salat', 620, 'GJ', vegetarian],
    ],
    sides: [
      ['Salzkartoffeln', 'eine Schale', 180, '', vegan],
      ['Gemüse der Saison', 'gedämpft', 220, '', vegan],
    ],
    desserts: [
      ['Milchreis', 'mit Zimt und Zucker', 250, 'G', vegetarian],
      ['Obstsalat', 'täglich frisch', 290, '', vegan],
    ],
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
    [
      'Kaserne Sieben – Kantine für alle, die in der Neustadt arbeiten oder einfach Hunger haben',
      'neustadt',
      'lunchEarly',
      'new',
    ],
    ['Amtsstube', 'altstadt', 'lunch', 'cheap', 'noPayment'],
    ['Kantine Nordlicht', 'barmbek', 'canteen', 'noMenu'],
  ],
  neighbours: [
    ['Pausenraum', 'hammerbrook'],
    ['Kantine der Seewarte', 'stpauli'],
    ['Casino im Posthof', 'altona'],
    ['Speisesaal Wandrahm', 'hafencity'],
    ['Kantine Mühlenkamp', 'winterhude'],
  ],
};

/** Seafood cuisine of the demo: fish from the North Sea and elsewhere. */
export const seafood: Kitchen = {
  tags: ['seafood', 'german', 'regional'],
  dishes: {
    lunch: [
      ['Backfisch mit Kartoffelsalat', 'Seelachs im Bierteig, Remoulade', 1150, 'ACDGJ'],
      ['Rotbarsch in Dillsauce', 'mit Petersilienkartoffeln', 1290, 'ADG'],
      ['Fischfrikadelle mit Gurkensalat', 'und Bratkartoffeln', 1050, 'ACDGJ'],
      ['Scholle Finkenwerder Art', 'mit Speck und Kartoffeln', 1690, 'AD'],
      ['Ofenkartoffel mit Räucherlachs', 'Meerrettichquark, Salat', 1190, 'DGJ'],
      ['Kartoffelpuffer mit Apfelmus', 'für alle, die heute keinen Fisch mögen', 850, 'AC', vegetarian],
    ],
    starters: [
      ['Krabbencocktail', 'Büsumer Krabben, Toast', 1190, 'ABCG'],
      ['Bismarckhering', 'mit Zwiebel und Brot', 690, 'ADJ'],
    ],
    soups: [
      ['Fischsuppe vom Tage', 'mit Safran und Fenchel', 990, 'BDILN'],
      ['Büsumer Krabbensuppe', 'mit Sahnehaube', 890, 'BGI'],
    ],
    salads: [['Matjessalat', 'Apfel, Rote Bete, Zwiebel', 850, 'CDJ']],
    mains: [
      ['Kutterscholle', 'in Butter gebraten, Bratkartoffeln', 1990, 'ADG'],
      ['Matjes Hausfrauenart', 'drei Filets, Pellkartoffeln', 1490, 'DGJ'],
      ['Lachsfilet auf Spinat', 'mit Zitronenbutter und Reis', 1890, 'DG'],
      ['Miesmuscheln in Weißwein', 'ein Topf, mit Brot', 1690, 'ADILN'],
      ['Zander auf Rahmsauerkraut', 'mit Kartoffelstampf', 2190, 'ADGL'],
    ],
    sides: [
      ['Fischbrötchen mit Bismarck', 'auf die Hand', 450, 'ADJ'],
      ['Pellkartoffeln', 'mit Meersalz', 390, '', vegan],
    ],
    desserts: [['Grießpudding mit Sanddorn', 'kalt', 550, 'AG', vegetarian]],
  },
  drinks: ['wasser', 'alster', 'bier', 'wein', 'rhabarber'],
  pictures: ['fish', 'shrimps', 'oysters'],
  tones: ['sky', 'butter', 'cocoa'],
  stories: [
    'Was heute angelandet wurde, steht mit Kreide an der Tafel, mehr gibt es nicht.',
    'Die Remoulade rührt der Chef selbst, und das Rezept verrät er nicht.',
    'Von den Fensterplätzen sieht man die Schlepper.',
  ],
  partners: [
    ['Fischkontor Deichstraße', 'altstadt', 'split', 'fine', 'premium'],
    ['Zur Krummen Kogge', 'hafencity', 'allDay'],
    ['Kutter & Kumpel', 'stpauli', 'closedMonday'],
    ['Möwenschreck', 'neustadt', 'lunch', 'takeAway', 'cheap'],
    ['Backfischbude Brücke Sechs', 'stpauli', 'snackBar', 'takeAway', 'cheap'],
    ['Matjesminister', 'altstadt', 'lunchEarly'],
    ['Hummer, Hering & Herr Petersen – Fischgaststätte seit der letzten Sturmflut', 'altona', 'closedTuesday', 'fine'],
    ['Kleiner Anleger', 'neustadt', 'lunchLong', 'noPayment'],
    ['Strandgut', 'ottensen', 'market'],
  ],
  neighbours: [
    ['Fischräucherei Pahl', 'altona'],
    ['Heringshafen', 'hafencity'],
    ['Zum Blanken Hans', 'stpauli'],
    ['Austernamt', 'eppendorf'],
    ['Fischstube Alsterlauf', 'winterhude'],
  ],
};

/** French cuisine of the demo: classic bistro dishes. */
export const french: Kitchen = {
  tags: ['french', 'bistro'],
  dishes: {
    lunch: [
      ['Coq au vin', 'in Rotwein geschmort, mit Kartoffelpüree', 1390, 'GIL'],
      ['Quiche Lorraine', 'mit Blattsalat in Senfvinaigrette', 1050, 'ACGJ', { contains: 'mit Konservierungsstoff' }],
      ['Galette complète', 'Buchweizen, Schinken, Ei, Käse', 1050, 'CG', { contains: 'mit Konservierungsstoff' }],
      ['Ratatouille mit Polenta', 'langsam geschmort, mit Thymian', 990, '', vegan],
      ['Hachis Parmentier', 'Rind unter Kartoffelhaube', 1190, 'GI'],
      ['Galette mit Ziegenkäse', 'Honig, Walnuss, Rucola', 1090, 'CGH', vegetarian],
    ],
    starters: [
      ['Zwiebelkuchen', 'ein warmes Stück', 590, 'ACG'],
      ['Landpastete', 'mit Cornichons und Baguette', 890, 'ACGHJ'],
    ],
    soups: [
      ['Zwiebelsuppe', 'mit Käse überbacken', 790, 'AGIL'],
      ['Bouillabaisse', 'mit Rouille und Röstbrot', 1290, 'ABCDILN'],
    ],
    salads: [['Salade niçoise', 'Thunfisch, Bohnen, Ei, Oliven', 1290, 'CDJ']],
    mains: [
      ['Steak frites', '200 g Hüfte, Kräuterbutter, Pommes', 2290, 'G'],
      ['Bœuf bourguignon', 'mit Speck, Champignons und Nudeln', 1890, 'ACGIL'],
      ['Moules frites', 'in Cidre, mit Pommes', 1790, 'GILN'],
      ['Pilzvolauvent', 'Blätterteig, Estragon, grüner Salat', 1490, 'ACGJ', vegetarian],
      ['Croque Madame', 'Schinken, Käse, Spiegelei', 1190, 'ACGJ', { contains: 'mit Phosphat' }],
    ],
    sides: [['Baguette', 'mit gesalzener Butter', 350, 'AG', vegetarian]],
    desserts: [
      ['Crème brûlée', 'mit Tonkabohne', 690, 'CG', vegetarian],
      ['Tarte au citron', 'mit Baiser', 590, 'ACG', vegetarian],
    ],
  },
  drinks: ['wein', 'acqua', 'espresso', 'milchkaffee', 'orangensaft'],
  pictures: ['steak', 'cheese', 'croissants'],
  tones: ['plum', 'cocoa', 'sky'],
  stories: [
    'Mittags zwei Gänge, abends vier, dazwischen ein Glas im Stehen.',
    'Die Butter ist gesalzen, das Brot wird gerissen, nicht geschnitten.',
    'Auf der Bank unter dem Spiegel sitzt man wie in Lyon.',
  ],
  partners: [
    ['Bistro Chez Hinnerk', 'neustadt', 'split', 'fine'],
    ['Crêperie Bretonische Brise', 'altstadt', 'closedMonday'],
    ['Brasserie Grand Détour', 'neustadt', 'allDay', 'fine'],
    ['Petit Pavé', 'stgeorg', 'lunch'],
    ['Le Canard Bleu', 'eppendorf', 'evening', 'premium', 'fine'],
    ['Zwei Gänge', 'winterhude', 'lunchEarly'],
    ['Baguetterie Lisette', 'altstadt', 'early', 'takeAway', 'cheap'],
    ['Café des Quais', 'hafencity', 'coffee'],
    ['Bistro Rue d’Elbe', 'ottensen', 'closedWednesday', 'new'],
  ],
  neighbours: [
    ['Marché Minou', 'eppendorf'],
    ['Vinothek Bouchon', 'neustadt'],
    ['La Petite Fabrique', 'eimsbuettel'],
    ['Bistro Papillon', 'uhlenhorst'],
    ['Chez Odette', 'rotherbaum'],
  ],
};

/** Steakhouse cuisine of the demo: meat from the grill. */
export const steak: Kitchen = {
  tags: ['steak', 'american', 'international'],
  dishes: {
    lunch: [
      ['Hüftsteak, 160 g', 'mit Pfeffersauce und Ofenkartoffel', 1690, 'GI'],
      ['Geschmorte Rinderbacke', 'mit Selleriepüree', 1790, 'GIL'],
      ['Pulled Pork Sandwich', 'mit Krautsalat und Pickles', 1190, 'ACJ'],
      ['Grillgemüse mit Chimichurri', 'und weißen Bohnen', 1090, 'L', vegan],
      ['Hähnchenbrust vom Grill', 'Maispüree, grüne Bohnen', 1390, 'G'],
    ],
    starters: [
      ['Tatar', 'handgeschnitten, mit Eigelb', 1490, 'ACJ'],
      ['Gegrillter Radicchio', 'mit Walnüssen', 890, 'H', vegan],
    ],
    soups: [['Ochsenschwanzsuppe', 'klar, mit Sherry', 890, 'AIL', { contains: 'mit Alkohol' }]],
    salads: [['Wedge Salad', 'Eisberg, Blauschimmel, Speck', 990, 'CGJ', { contains: 'mit Konservierungsstoff' }]],
    mains: [
      ['Rumpsteak, 250 g', 'mit Kräuterbutter und Pommes', 2990, 'G'],
      ['Entrecôte, 300 g', 'trocken gereift, Ofenknoblauch', 3690, 'G'],
      ['Spareribs', 'sechs Stunden geräuchert, Slaw', 2190, 'CFJ'],
      ['Lammkoteletts', 'mit Bohnen und Minze', 2890, 'I'],
      ['Portobello vom Grill', 'mit Polenta und Salsa verde', 1690, 'J', vegan],
    ],
    sides: [
      ['Ofenkartoffel', 'mit Sauerrahm', 490, 'G', vegetarian],
      ['Rahmspinat', 'mit Muskat', 520, 'G', vegetarian],
    ],
    desserts: [['Käsekuchen New York', 'mit Kirschen', 690, 'ACG', vegetarian]],
  },
  drinks: ['wein', 'bier', 'acqua', 'cola', 'espresso'],
  pictures: ['steak', 'ribs', 'burgerFries'],
  tones: ['cocoa', 'plum', 'butter'],
  stories: [
    'Der Grill brennt mit Buchenholz, und wer am Pass sitzt, riecht danach.',
    'Das Fleisch reift im Schrank neben dem Eingang, jeder kann es ansehen.',
    'Dienstags kostet das Hüftsteak mittags weniger; fragt einfach.',
  ],
  partners: [
    ['Grillkammer Neunzehn', 'neustadt', 'split', 'fine'],
    ['Rindermarkt', 'altstadt', 'allDay', 'fine'],
    ['Feuer & Fleet', 'hafencity', 'closedMonday', 'fine'],
    ['Kohle', 'stpauli', 'lateDay', 'fine'],
    ['Rauchkontor Ottensen', 'ottensen', 'evening', 'fine'],
    ['Zum Satten Stier', 'barmbek', 'closedTuesday'],
    ['Buchenholz', 'eppendorf', 'evening', 'fine', 'noPayment'],
  ],
  neighbours: [
    ['Fleischerei Thun & Enkel', 'eimsbuettel'],
    ['Steakhaus Llanura', 'stgeorg'],
    ['Grillstube Ochsenkopf', 'hoheluft'],
    ['Glutnest', 'winterhude'],
  ],
};
