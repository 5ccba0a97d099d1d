import { halal, vegan, vegetarian } from './kitchen';
import type { Kitchen } from './kitchen';

/** Italian cuisine of the demo: pasta with starters and desserts. */
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
    desserts: [
      ['Tiramisù', 'mit Espresso, ohne Alkohol', 650, 'ACG', vegetarian],
      ['Panna cotta', 'mit Himbeeren', 590, 'G', { contains: 'mit Gelatine' }],
    ],
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
  neighbours: [
    ['Bar Fiammetta', 'neustadt'],
    ['Enoteca Sette Gatti', 'stgeorg'],
    ['Trattoria Bellavoglia', 'altona'],
    ['Ristorante Monte Tondo', 'uhlenhorst'],
    ['Caffè Zuccherino', 'rotherbaum'],
    ['Pasta Presto Osterstraße', 'eimsbuettel'],
  ],
};

/** Cuisine of the Iberian peninsula for the demo: tapas and rice dishes. */
export const spanish: Kitchen = {
  tags: ['spanish', 'portuguese', 'mediterranean'],
  dishes: {
    lunch: [
      ['Paella mit Gemüse', 'Artischocken, Bohnen, Safran', 1090, '', vegan],
      ['Arroz a banda', 'Reis im Fischsud, Aioli', 1290, 'BCDN'],
      ['Albóndigas', 'Fleischbällchen in Tomate, Kartoffeln', 1050, 'ACI'],
      ['Tortilla mit Salat', 'dicke Scheibe, Aioli, Brot', 890, 'ACJ', vegetarian],
      ['Bacalhau à Brás', 'Stockfisch, Ei, Strohkartoffeln', 1290, 'CD'],
    ],
    starters: [
      ['Pan con tomate', 'geröstet, mit Knoblauch', 450, 'A', vegan],
      ['Kroketten', 'vier Stück, Schinken', 620, 'ACG', { contains: 'mit Konservierungsstoff' }],
      ['Pimientos de Padrón', 'mit Meersalz', 590, '', vegan],
    ],
    soups: [
      ['Gazpacho', 'kalt, mit Gurke und Brot', 590, 'A', vegan],
      ['Caldo verde', 'Kartoffelsuppe mit Kohl und Chouriço', 650, 'I'],
    ],
    salads: [['Orangensalat', 'mit Oliven und roter Zwiebel', 690, '', vegan]],
    mains: [
      ['Paella mit Meeresfrüchten', 'für eine Person, aus der Pfanne', 1890, 'BDN'],
      ['Tapas-Auswahl', 'sechs kleine Teller, Brot', 1790, 'ACDG'],
      ['Sardinen vom Grill', 'mit Zitrone und Kartoffeln', 1490, 'D'],
      ['Garnelen in Knoblauch', 'im Tonpfännchen, mit Brot', 1390, 'AB'],
      ['Gefüllte Paprika', 'mit Reis und Pinienkernen', 1190, '', vegan],
    ],
    sides: [['Patatas bravas', 'mit scharfer Sauce', 550, '', vegan]],
    desserts: [
      ['Crema catalana', 'mit Zuckerkruste', 590, 'CG', vegetarian],
      ['Pastel de Nata', 'ein Stück, lauwarm', 280, 'ACG', vegetarian],
    ],
  },
  drinks: ['wein', 'acqua', 'galao', 'bier', 'zitrone'],
  pictures: ['paella', 'tapas', 'shrimps'],
  tones: ['butter', 'apricot', 'sky'],
  stories: [
    'Rund um die Landungsbrücken isst man seit Generationen portugiesisch, hier auch spanisch.',
    'Kleine Teller, große Lautstärke, gute Laune.',
    'Die Paella braucht zwanzig Minuten; in denen gibt es Oliven.',
  ],
  partners: [
    ['Pastelaria Sonnenseite', 'neustadt', 'bakery', 'cheap'],
    ['Tasca Tejo', 'neustadt', 'allDay'],
    ['Bodega Sieben Zwerge', 'altstadt', 'lateBar'],
    ['Paellapfanne', 'hafencity', 'closedMonday'],
    ['Casa Catarina', 'stpauli', 'lateDay', 'premiumPast'],
    ['Azulejo', 'ottensen', 'lunch'],
    ['La Terraza del Norte – Tapas, Reisgerichte und Wein', 'uhlenhorst', 'evening', 'fine'],
    ['Churrería Schneeweiß', 'sternschanze', 'closedFriday', 'takeAway', 'cheap'],
    ['Bar Ibérico Klein', 'stgeorg', 'nightBar'],
  ],
  neighbours: [
    ['Café Saudade', 'neustadt'],
    ['Tapas y Tüdelkram', 'altona'],
    ['O Pescador', 'stpauli'],
    ['Bodega Buenavista', 'barmbek'],
    ['Vinho & Verde', 'eimsbuettel'],
  ],
};

/** Greek cuisine of the demo: grilled dishes, stews and salads of a taverna. */
export const greek: Kitchen = {
  tags: ['greek', 'mediterranean'],
  dishes: {
    lunch: [
      ['Moussaka', 'Aubergine, Hackfleisch, Béchamel; mit Salat', 1090, 'ACG'],
      ['Gyros mit Reis', 'Tsatsiki und Krautsalat', 1050, 'AG'],
      ['Gigantes', 'große Bohnen aus dem Ofen, mit Brot', 850, 'AI', vegan],
      ['Gemista', 'Paprika und Tomate, mit Reis und Kräutern gefüllt', 920, '', vegan],
      ['Pastitsio', 'Nudelauflauf mit Rind und Zimt', 990, 'ACG'],
    ],
    starters: [
      ['Tsatsiki mit Brot', 'viel Knoblauch, auf Wunsch ohne', 490, 'AG', vegetarian],
      ['Saganaki', 'gebackener Schafskäse mit Zitrone', 720, 'ACG', vegetarian],
      ['Dolmades', 'sechs Weinblätter mit Reis', 590, '', vegan],
    ],
    soups: [['Avgolemono', 'Hühnersuppe mit Ei und Zitrone', 620, 'CI']],
    salads: [['Choriatiki', 'Tomate, Gurke, Oliven, Feta', 890, 'G', vegetarian]],
    mains: [
      ['Bifteki', 'mit Feta gefüllt, dazu Zitronenkartoffeln', 1390, 'ACG'],
      ['Souvlaki', 'zwei Spieße, Tsatsiki, Pommes', 1290, 'G'],
      ['Gegrillter Oktopus', 'mit Fava und Kapern', 1990, 'N'],
      ['Lamm aus dem Ofen', 'mit Thymian und Kartoffeln', 1790, 'L'],
      ['Briam', 'Ofengemüse mit Olivenöl und Brot', 1090, 'A', vegan],
    ],
    sides: [['Zitronenkartoffeln', 'vom Blech', 420, '', vegan]],
    desserts: [
      ['Joghurt mit Honig', 'und Walnüssen', 490, 'GH', vegetarian],
      ['Galaktoboureko', 'Grießcreme in Filoteig', 550, 'ACG', vegetarian],
    ],
  },
  drinks: ['wasser', 'frappe', 'wein', 'zitrone', 'cola'],
  pictures: ['greekPan', 'mezze', 'fish'],
  tones: ['sky', 'herb', 'butter'],
  stories: [
    'Das Olivenöl kommt im Kanister vom eigenen Hain auf dem Peloponnes.',
    'Wer zum ersten Mal da ist, bekommt die Karte; alle anderen fragen, was es gibt.',
    'Im Sommer stehen die Tische bis auf den Bürgersteig.',
  ],
  partners: [
    ['Taverna Drei Möwen', 'neustadt', 'closedMonday'],
    ['Zur Blauen Tür', 'altstadt', 'split'],
    ['Kalliope', 'eppendorf', 'lateDay', 'premium', 'fine'],
    ['Ouzeri Nordwind', 'ottensen', 'evening', 'noPayment'],
    ['Pita Pontos', 'altstadt', 'lunchLong', 'takeAway', 'cheap'],
    ['Olivenhain am Mühlenkamp', 'winterhude', 'closedThursday', 'premium'],
    ['Meltemi', 'hafencity', 'lunch'],
    ['Akropolis am Schulterblatt', 'sternschanze', 'allDay', 'resting'],
    ['Zitronenbaum', 'uhlenhorst', 'closedFriday'],
  ],
  neighbours: [
    ['Taverna Thymian', 'barmbek'],
    ['Poseidons Kombüse', 'altona'],
    ['Kleine Kykladen', 'rotherbaum'],
    ['Athener Eck', 'hammerbrook'],
    ['Psistaria Elena', 'eimsbuettel'],
  ],
};

/** Turkish cuisine of the demo: dishes from grill and oven, and stews. */
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
    starters: [
      ['Gemischte Vorspeisen', 'Ezme, Haydari, Hummus, Brot', 890, 'AGK', vegetarian],
      ['Sigara Böreği', 'vier Röllchen mit Schafskäse', 620, 'AG', vegetarian],
    ],
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
    desserts: [
      ['Baklava', 'drei Stück, Pistazie', 490, 'AGH', vegetarian],
      ['Sütlaç', 'Milchreis aus dem Ofen', 450, 'G', vegetarian],
    ],
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
  neighbours: [
    ['Döner Dampfer', 'stpauli'],
    ['Anatolien Grill', 'barmbek'],
    ['Çay Bahçesi', 'altona'],
    ['Imbiss Sultanine', 'hammerbrook'],
    ['Kebaphaus Möwe', 'hoheluft'],
    ['Pide Palast', 'stgeorg'],
  ],
};

/** Levantine cuisine of the demo: mezze and bowls. */
export const oriental: Kitchen = {
  tags: ['oriental', 'mediterranean'],
  dishes: {
    lunch: [
      ['Mezzeteller', 'Hummus, Baba Ghanoush, Tabouleh, Brot', 1090, 'AK', vegan],
      ['Schawarma-Teller', 'Huhn, Reis, Knoblauchcreme, Salat', 1090, 'G', halal],
      ['Kibbeh aus dem Ofen', 'Lamm und Bulgur, Joghurt', 1090, 'AGH', halal],
      ['Mudschaddara', 'Linsen, Reis, viele Röstzwiebeln', 890, '', vegan],
      ['Schisch Tawuk', 'marinierte Hähnchenspieße, Pommes, Pickles', 1150, 'G', halal],
    ],
    starters: [
      ['Hummus', 'mit Kichererbsen und Olivenöl', 590, 'K', vegan],
      ['Muhammara', 'Paprika, Walnuss, Granatapfel', 620, 'AH', vegan],
      ['Halloumi vom Grill', 'mit Minze', 690, 'G', vegetarian],
    ],
    soups: [['Linsensuppe mit Zitrone', 'und Fladenbrot', 550, 'A', vegan]],
    salads: [['Fattusch', 'Gurke, Radieschen, Sumach, Brotchips', 790, 'A', vegan]],
    mains: [
      ['Falafelteller', 'sechs Stück, Tahini, Salat, Brot', 990, 'AK', vegan],
      ['Sabich', 'Aubergine, Ei, Mango, im Pita', 890, 'ACK', vegetarian],
      ['Lammragout mit Pflaumen', 'auf Freekeh', 1590, 'AH', halal],
      ['Makluba', 'gestürzter Reis mit Huhn und Aubergine', 1390, 'GH', halal],
      ['Gegrillter Blumenkohl', 'mit Tahini und Granatapfel', 1190, 'K', vegan],
    ],
    sides: [['Fladenbrot', 'frisch vom Blech', 250, 'A', vegan]],
    desserts: [
      ['Künefe', 'heiß, mit Pistazien', 690, 'AGH', vegetarian],
      ['Muhallabia', 'Milchpudding mit Rosenwasser', 490, 'G', vegetarian],
    ],
  },
  drinks: ['minztee', 'wasser', 'zitrone', 'granatapfel', 'cola'],
  pictures: ['falafel', 'mezze', 'flatbreads'],
  tones: ['apricot', 'plum', 'cocoa'],
  stories: [
    'Am besten bestellt man für den ganzen Tisch und isst mit den Händen.',
    'Das Rezept für den Hummus hat drei Zutaten und zwanzig Jahre gebraucht.',
    'Wer nicht satt wird, hat nicht gefragt.',
  ],
  partners: [
    ['Beit Layla', 'neustadt', 'allDay'],
    ['Kichererbsenrepublik', 'sternschanze', 'lunchLong'],
    ['Zeder & Zimt', 'stgeorg', 'lateDay'],
    ['Falafelfabrik', 'altstadt', 'snackBar', 'cheap', 'takeAway'],
    ['Damaszener Tor', 'stgeorg', 'always'],
    ['Granada Grill', 'barmbek', 'closedMonday'],
    ['Sesam Öffnet', 'eimsbuettel', 'closedThursday', 'new'],
    ['Haus Aleppo', 'altona', 'split', 'resting'],
    ['Minze', 'neustadt', 'lunchShort', 'cheap'],
  ],
  neighbours: [
    ['Orient Express Imbiss', 'hammerbrook'],
    ['Libanesische Kantine', 'rotherbaum'],
    ['Teehaus Samowar', 'altona'],
    ['Dattelpalme', 'stgeorg'],
    ['Kichererbsenkönig', 'hoheluft'],
  ],
};
