import { halal, vegan, vegetarian } from './kitchen';
import type { Kitchen } from './kitchen';

/** Vietnamese cuisine of the demo: soups, rolls and bowls. */
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
    starters: [
      ['Sommerrollen mit Garnele', 'zwei Stück, mit Erdnusssauce', 690, 'BEF'],
      ['Sommerrollen mit Avocado', 'zwei Stück, mit Hoisinsauce', 620, 'EF', vegan],
      ['Frühlingsrollen', 'vier kleine, knusprig, mit Fischsauce', 650, 'ACD'],
    ],
    soups: [
      ['Phở bò', 'große Schale, Rind, Reisnudeln, Thai-Basilikum', 1290, 'DI'],
      ['Phở chay', 'große Schale mit Pilzen und Tofu', 1190, 'FI', vegan],
    ],
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
  neighbours: [
    ['Bánh Mì Ecke', 'altstadt'],
    ['Drachenfrucht', 'winterhude'],
    ['Sông Elbe', 'altona'],
    ['Phở Fünf', 'stgeorg'],
    ['Grüner Bambus', 'barmbek'],
    ['Kleines Saigon an der Koppel', 'stgeorg'],
  ],
};

/** Japanese cuisine of the demo: sushi, noodles and bento. */
export const japanese: Kitchen = {
  tags: ['sushi', 'japanese', 'asian'],
  dishes: {
    lunch: [
      ['Bento mit Lachs-Teriyaki', 'Reis, Gurkensalat, drei Maki, Misosuppe', 1490, 'ADFK'],
      ['Bento mit Tofu', 'Reis, Gemüse, drei Avocado-Maki, Misosuppe', 1290, 'AFK', vegan],
      ['Katsudon', 'paniertes Schwein und Ei auf Reis', 1290, 'ACF'],
      ['Udon mit Tempura', 'kräftige Brühe, zwei Garnelen', 1390, 'ABCDF'],
      ['Chirashi', 'roher Fisch auf gesäuertem Reis', 1690, 'DFK'],
    ],
    starters: [
      ['Edamame', 'mit Meersalz', 490, 'F', vegan],
      ['Gyoza', 'fünf Stück, Schwein und Kohl', 690, 'AFK'],
      ['Gyoza mit Gemüse', 'fünf Stück', 650, 'AFK', vegan],
    ],
    soups: [
      ['Misosuppe', 'mit Wakame und Tofu', 420, 'DF'],
      ['Shoyu-Ramen', 'Nudeln, Schwein, Ei, Frühlingszwiebel', 1450, 'ACFK'],
    ],
    salads: [['Wakamesalat', 'mit Sesam', 550, 'FK', { diets: ['vegan', 'vegetarian'], contains: 'mit Farbstoff' }]],
    mains: [
      ['Sushi gemischt, 12 Stück', 'Nigiri und Maki, was der Fischmarkt hergibt', 1990, 'BDFK'],
      ['Maki ohne Fisch, 12 Stück', 'Avocado, Gurke, Rettich, Shiitake', 1290, 'FK', vegan],
      ['Lachs-Donburi', 'mariniert, mit Sesam und Frühlingszwiebel', 1590, 'DFK'],
      ['Okonomiyaki', 'Kohlpfannkuchen mit Bonitoflocken', 1290, 'ACDF'],
      ['Tempura vom Gemüse', 'mit Reis und Rettichsauce', 1250, 'ACF', vegetarian],
    ],
    sides: [['Gesäuerter Reis', 'eine Schale', 290, '', vegan]],
    desserts: [
      ['Mochi mit Matcha', 'zwei Stück', 520, 'FG', vegetarian],
      ['Dango', 'drei Spieße mit süßer Sojasauce', 550, 'AF', vegan],
    ],
  },
  drinks: ['gruentee', 'wasser', 'limette', 'bier', 'ramune'],
  pictures: ['sushi', 'bento', 'noodleSoup'],
  tones: ['sky', 'plum', 'herb'],
  stories: [
    'Am Tresen sieht man jedem Schnitt zu, und niemand redet dabei laut.',
    'Der Reis kommt aus einem einzigen Topf, der um elf fertig ist.',
    'Fisch gibt es, solange Fisch da ist.',
  ],
  partners: [
    ['Kaiteki', 'neustadt', 'split', 'fine'],
    ['Sushi Sieben Segel', 'hafencity', 'allDay', 'fine'],
    ['Fischreis', 'altstadt', 'lunchLong', 'takeAway'],
    ['Nudelhaus Kitsune', 'sternschanze', 'closedMonday'],
    ['Bentobude Bleichen', 'neustadt', 'lunch', 'takeAway'],
    ['Izakaya Nachtigall', 'stpauli', 'lateBar'],
    ['Reis & Rettich', 'eppendorf', 'closedWednesday'],
    ['Umi no Ie', 'ottensen', 'evening'],
    ['Kleine Schere', 'altstadt', 'lunchEarly', 'new'],
  ],
  neighbours: [
    ['Sakura Stube', 'uhlenhorst'],
    ['Ramenwerk', 'stgeorg'],
    ['Toro Toro Winterhude', 'winterhude'],
    ['Wasabi Wolke', 'altona'],
    ['Makimeister', 'neustadt'],
  ],
};

/** Thai cuisine of the demo: wok dishes and curries. */
export const thai: Kitchen = {
  tags: ['thai', 'asian'],
  dishes: {
    lunch: [
      ['Pad Krapao mit Huhn', 'Basilikum, Chili, Spiegelei, Reis', 1050, 'CDF'],
      ['Grünes Curry mit Gemüse', 'Kokosmilch, Thai-Auberginen, Reis', 990, 'F', vegan],
      ['Massaman-Curry mit Rind', 'Kartoffel, Erdnuss, Zimt', 1150, 'BDE'],
      ['Gebratener Reis mit Ananas', 'Cashews, Rosinen, Curry', 950, 'FH', vegan],
      ['Pad See Ew', 'breite Nudeln, Brokkoli, dunkle Sojasauce', 1050, 'ACF'],
    ],
    starters: [
      ['Saté-Spieße', 'vier vom Huhn, Erdnusssauce', 690, 'DEF'],
      ['Maispuffer', 'mit Limettenblatt und Chili', 590, 'A', vegan],
    ],
    soups: [
      ['Tom Yam mit Garnelen', 'scharf und sauer', 790, 'BD'],
      ['Tom Kha mit Pilzen', 'Kokos, Galgant, Zitronengras', 690, 'F', vegan],
    ],
    salads: [['Larb vom Huhn', 'lauwarm, mit Röstreis und Minze', 990, 'D']],
    mains: [
      ['Pad Thai mit Garnelen', 'Tamarinde, Sprossen, Erdnuss', 1390, 'BCDEF'],
      ['Pad Thai mit Tofu', 'Tamarinde, Sprossen, Erdnuss', 1250, 'EF', vegan],
      ['Rotes Curry mit Ente', 'Lychee, Kirschtomate, Thai-Basilikum', 1590, 'BD'],
      ['Fisch im Bananenblatt', 'mit Currycreme gedämpft', 1690, 'CD'],
      ['Wokgemüse mit Cashews', 'Pilze, Brokkoli, Frühlingszwiebel', 1190, 'AFH', vegan],
    ],
    sides: [['Klebreis', 'im Körbchen', 350, '', vegan]],
    desserts: [['Mango mit Klebreis', 'und Kokoscreme', 690, 'K', vegan]],
  },
  drinks: ['limette', 'jasmintee', 'wasser', 'mango', 'bier'],
  pictures: ['curry', 'noodleBox', 'noodleSoup'],
  tones: ['herb', 'plum', 'apricot'],
  stories: [
    'Auf der Karte steht die Schärfe in Chilis, und drei sind wirklich drei.',
    'Gekocht wird im offenen Wok, das Feuer sieht man von der Straße.',
    'Basilikum und Limettenblatt wachsen auf dem Dach.',
  ],
  partners: [
    ['Bann Sabai', 'neustadt', 'allDay'],
    ['Kokos & Kaffir', 'altstadt', 'lunch'],
    ['Wokfeuer', 'stpauli', 'snackBar', 'cheap'],
    ['Siam Speicher', 'hafencity', 'split'],
    ['Drei Chilis', 'altona', 'closedWednesday'],
    ['Krua Grindel', 'rotherbaum', 'lunchLong'],
    ['Thai-Imbiss Mondblume', 'stgeorg', 'always', 'cheap'],
    ['Limettenblatt', 'hoheluft', 'lateDay', 'new'],
    ['Galgantgarten', 'neustadt', 'lunchEarly', 'restsLater'],
  ],
  neighbours: [
    ['Chang Noi', 'eimsbuettel'],
    ['Bangkok Bahnsteig', 'altona'],
    ['Orchideenhof', 'uhlenhorst'],
    ['Tuk Tuk Theke', 'altstadt'],
    ['Khao San Ecke', 'stpauli'],
  ],
};

/** Korean cuisine of the demo: bowls, stews and barbecue. */
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
    starters: [
      ['Mandu', 'fünf Teigtaschen mit Gemüse', 650, 'AFK', vegan],
      ['Kimchipfannkuchen', 'knusprig, mit Sojadip', 690, 'AF', vegan],
    ],
    soups: [['Rindfleischsuppe Yukgaejang', 'scharf, mit Glasnudeln', 1190, 'CFK']],
    salads: [['Gurke mit Sesam', 'eiskalt, leicht scharf', 450, 'FK', vegan]],
    mains: [
      ['Koreanisches Brathuhn', 'acht Stücke, süßscharf', 1490, 'AFK'],
      ['Dakgalbi', 'Huhn, Kohl, Reiskuchen vom Blech', 1490, 'AFK'],
      ['Tteokbokki', 'Reiskuchen in Chilisauce, Ei', 1090, 'ACF', vegetarian],
      ['Bulgogi vom Seitan', 'mit Reis und Salatblättern', 1290, 'AFK', vegan],
      ['Makrele vom Grill', 'mit Reis und drei Beilagen', 1590, 'DF'],
    ],
    sides: [
      ['Kimchi', 'hausgemacht, drei Wochen alt', 390, 'BD'],
      ['Drei Beilagen', 'wechseln täglich', 550, 'FK', vegan],
    ],
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
  neighbours: [
    ['Kleine Ginsengwurzel', 'eimsbuettel'],
    ['Bunsik Bude', 'stgeorg'],
    ['Grillhaus Hanok', 'barmbek'],
    ['Makgeolli Stube', 'stpauli'],
  ],
};

/** Chinese cuisine of the demo: dumplings, noodles and wok dishes. */
export const chinese: Kitchen = {
  tags: ['chinese', 'asian'],
  dishes: {
    lunch: [
      ['Mapo Tofu', 'scharf, mit Sichuanpfeffer und Reis', 950, 'F', vegan],
      ['Gebratene Nudeln mit Ente', 'Sprossen, Lauch, dunkle Sauce', 1090, 'ACF'],
      ['Huhn Kung Pao', 'Erdnüsse, Chili, Reis', 1050, 'EF'],
      ['Aubergine nach Yuxiang-Art', 'süßsauer, mit Knoblauch', 950, 'F', vegan],
      ['Rind mit Brokkoli', 'in Austernsauce, Reis', 1150, 'AFN'],
    ],
    starters: [
      ['Jiaozi', 'acht Stück, Schwein und Schnittlauch', 790, 'AFK'],
      ['Dim Sum mit Gemüse', 'vier Stück, gedämpft', 650, 'AFK', vegan],
    ],
    soups: [
      ['Wan-Tan-Suppe', 'sechs Täschchen, klare Brühe', 690, 'ABFK'],
      ['Sauer-scharfe Suppe', 'mit Pilzen und Tofu', 590, 'CF', { diets: ['vegetarian'] }],
    ],
    salads: [['Gurkensalat mit Knoblauch', 'geschlagen, nicht geschnitten', 490, 'FK', vegan]],
    mains: [
      ['Handgezogene Nudeln', 'mit Lamm und Kreuzkümmel', 1390, 'AF'],
      ['Handgezogene Nudeln mit Gemüse', 'Chiliöl, Pak Choi', 1190, 'AF', vegan],
      ['Pekingente, halbe', 'mit Pfannkuchen und Lauch', 2190, 'AFK'],
      ['Zweimal gegartes Schwein', 'mit Lauch und schwarzen Bohnen', 1390, 'AF'],
      ['Gedämpfter Wolfsbarsch', 'Ingwer, Frühlingszwiebel', 1990, 'DF'],
    ],
    sides: [['Gebratener Reis', 'mit Erbsen und Ei', 450, 'CF']],
    desserts: [['Sesambällchen', 'drei Stück mit roter Bohne', 490, 'K', vegan]],
  },
  drinks: ['jasmintee', 'pflaume', 'wasser', 'bier', 'cola'],
  pictures: ['dumplings', 'noodleSoup', 'noodleBox'],
  tones: ['plum', 'apricot', 'herb'],
  stories: [
    'Die Nudeln werden vor aller Augen gezogen, und ja, man darf filmen.',
    'Der Dampf aus den Körben beschlägt im Winter die ganze Scheibe.',
    'Bestellt wird nach Nummern, gelobt wird laut.',
  ],
  partners: [
    ['Goldener Karpfen', 'altstadt', 'allDay'],
    ['Nudelzieherei Lin', 'neustadt', 'split', 'premium'],
    ['Dampfkörbchen', 'stgeorg', 'closedTuesday'],
    ['Teigtaschenamt', 'sternschanze', 'lunchLong', 'new'],
    ['Jadehof', 'hoheluft', 'closedWednesday', 'resting'],
    ['Sichuan Sieben', 'hafencity', 'lateDay'],
    ['Wok Wilhelm', 'hammerbrook', 'lunch', 'cheap', 'takeAway'],
    ['Drache & Deern', 'stpauli', 'lateBar'],
  ],
  neighbours: [
    ['Pekinggarten Uhlenhorst', 'uhlenhorst'],
    ['Lotosblüte', 'barmbek'],
    ['Reisschale', 'altona'],
    ['Chinahaus Fünf Winde', 'neustadt'],
    ['Panda Panini', 'rotherbaum'],
  ],
};

/** Indian cuisine of the demo: curries and breads. */
export const indian: Kitchen = {
  tags: ['indian', 'asian'],
  dishes: {
    lunch: [
      ['Chana Masala', 'Kichererbsen in Tomaten-Ingwer-Sauce, mit Reis', 890, '', vegan],
      ['Chicken Tikka Masala', 'mit Basmati und Naan', 1050, 'AG', halal],
      ['Palak Paneer', 'Spinat, Frischkäse, Kreuzkümmel', 950, 'G', vegetarian],
      ['Dal Tadka', 'gelbe Linsen, Knoblauch, gebratene Gewürze', 850, '', vegan],
      ['Lamm Rogan Josh', 'geschmort mit Joghurt und Kardamom', 1190, 'G', halal],
      ['Aloo Gobi', 'Blumenkohl und Kartoffeln, trocken gebraten', 890, 'J', vegan],
    ],
    starters: [
      ['Samosas', 'zwei Stück mit Minzchutney', 550, 'A', vegan],
      ['Zwiebel-Bhaji', 'knusprig, mit Tamarinde', 520, '', vegan],
    ],
    soups: [['Mulligatawny', 'Linsensuppe mit Kokos und Apfel', 590, 'I', vegan]],
    salads: [['Kachumber', 'Gurke, Tomate, Zwiebel, Limette', 490, '', vegan]],
    mains: [
      ['Butter Chicken', 'in Tomaten-Cashew-Sauce', 1390, 'GH', halal],
      ['Vegetable Korma', 'mild, mit Mandeln', 1190, 'GH', vegetarian],
      ['Fisch-Curry aus Goa', 'Kokos, Tamarinde, Senfkörner', 1490, 'DJ'],
      ['Lamm Biryani', 'im Topf gegart, mit Raita', 1490, 'G', halal],
      ['Malai Kofta', 'Käse-Kartoffel-Bällchen in Cashewsauce', 1250, 'AGH', vegetarian],
    ],
    sides: [
      ['Knoblauch-Naan', 'aus dem Tandoor', 350, 'AG', vegetarian],
      ['Raita', 'Joghurt mit Gurke', 320, 'G', vegetarian],
    ],
    desserts: [['Gulab Jamun', 'zwei warme Bällchen in Rosensirup', 450, 'AG', vegetarian]],
  },
  drinks: ['mangolassi', 'chai', 'wasser', 'limette', 'bier'],
  pictures: ['curry', 'dal', 'flatbreads'],
  tones: ['cocoa', 'apricot', 'butter'],
  stories: [
    'Gewürze werden hier jeden Morgen geröstet und von Hand gemahlen.',
    'Der Tandoor steht mitten im Raum, und wer daneben sitzt, braucht keine Jacke.',
    'Scharf heißt hier scharf; mild bekommt, wer es sagt.',
  ],
  partners: [
    ['Kardamom & Kurs', 'altstadt', 'split'],
    ['Tandoor am Steindamm', 'stgeorg', 'allDay'],
    ['Masala Kontor', 'neustadt', 'lunchLong', 'chain'],
    ['Rosenwasser', 'winterhude', 'closedMonday', 'premium', 'fine'],
    ['Zum Grünen Elefanten', 'eimsbuettel', 'lateDay'],
    ['Curryzeit', 'hammerbrook', 'lunch'],
    ['Haus der Vierzehn Gewürze – südindische Küche in der Speicherstadt', 'hafencity', 'closedTuesday'],
    ['Chai Wala', 'rotherbaum', 'snackBar', 'cheap'],
    ['Pfefferkörner', 'neustadt', 'lunch', 'restsLater'],
  ],
  neighbours: [
    ['Indisches Fenster', 'stgeorg'],
    ['Madras Mittag', 'altona'],
    ['Goldener Pfau', 'hoheluft'],
    ['Linsenglück', 'ottensen'],
    ['Taj am Fleet', 'altstadt'],
  ],
};
