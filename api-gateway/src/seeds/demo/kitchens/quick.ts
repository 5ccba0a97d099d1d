import { vegan, vegetarian } from './kitchen';
import type { Kitchen } from './kitchen';

/** Pizzeria of the demo: whole pizzas and slices. */
export const pizza: Kitchen = {
  tags: ['pizza', 'italian'],
  dishes: {
    lunch: [
      ['Pizza des Tages mit Salat', 'was der Markt hergibt, dazu ein kleiner grüner Salat', 1090, 'AG', vegetarian],
      ['Pizza Carciofi', 'Artischocken, Oliven, Zitronenabrieb', 1050, 'AG', vegetarian],
      [
        'Calzone mit Ricotta und Salami',
        'gefaltet, mit Tomatensauce zum Tunken',
        1150,
        'AG',
        { contains: 'mit Konservierungsstoff' },
      ],
      ['Pizza Zucca', 'Kürbis, Salbei, Haselnüsse', 1090, 'AGH', vegetarian],
      ['Pizza Tonno e Cipolla', 'Thunfisch, rote Zwiebeln, Kapern', 1120, 'ADG'],
    ],
    starters: [
      ['Supplì', 'zwei Reisbällchen mit Mozzarellakern', 590, 'ACG', vegetarian],
      ['Antipasti vom Blech', 'Zucchini, Paprika, Aubergine', 790, '', vegan],
    ],
    soups: [['Tomatensuppe', 'mit Basilikumöl und Brotchips', 550, 'A', vegan]],
    salads: [['Insalata mista', 'Blattsalat, Gurke, Tomate, Zwiebel', 650, 'J', vegan]],
    mains: [
      ['Pizza Marinara', 'Tomate, Knoblauch, Oregano; ohne Käse', 790, 'A', vegan],
      ['Pizza Margherita', 'Tomate, Mozzarella, Basilikum', 890, 'AG', vegetarian],
      ['Pizza Diavola', 'scharfe Salami, Peperoncino, Honig', 1190, 'AG', { contains: 'mit Konservierungsstoff' }],
      ['Pizza Quattro Formaggi', 'Mozzarella, Gorgonzola, Pecorino, Scamorza', 1290, 'AG', vegetarian],
      ['Pizza Elbinsel', 'Nordseekrabben, Dill, Crème fraîche', 1490, 'ABG'],
      ['Pizza Funghi', 'Champignons, Pfifferlinge, Petersilie', 1150, 'AG', vegetarian],
    ],
    sides: [['Knoblauchbrot', 'aus dem Pizzaofen', 390, 'A', vegan]],
    desserts: [['Pizza mit Nusscreme', 'klein, warm, zum Teilen', 690, 'AFGH', vegetarian]],
  },
  drinks: ['cola', 'limonata', 'acqua', 'bier', 'spezi'],
  pictures: ['pizza', 'pizzaSlices', 'salad'],
  tones: ['herb', 'apricot', 'butter'],
  stories: [
    'Der Teig geht zwei Tage, der Ofen braucht neunzig Sekunden.',
    'Bestellt wird am Tresen, gegessen wird überall: drinnen, draußen, auf der Bank gegenüber.',
    'Der Ofen heißt Giovanna und wiegt so viel wie ein Elefantenkalb.',
  ],
  partners: [
    ['Forno Nord', 'neustadt', 'allDay'],
    ['Pizzabrigade Nullvier', 'stpauli', 'snackBar', 'chain'],
    ['Pizza Pauline', 'altstadt', 'always', 'cheap'],
    ['Der Heiße Stein', 'sternschanze', 'lateDay'],
    ['Teigwerkstatt Ottensen', 'ottensen', 'closedMonday'],
    ['Blech & Rand', 'hammerbrook', 'lunchEarly', 'cheap', 'takeAway'],
    ['Giovannas Ofen', 'stgeorg', 'always'],
    ['Viermal Rund', 'winterhude', 'evening', 'noPayment'],
    ['Knusperkante', 'altstadt', 'lunchLong', 'new'],
  ],
  neighbours: [
    ['Pizza Mezzanotte', 'stpauli'],
    ['Ofenwärme', 'barmbek'],
    ['Pizzeria Il Faro', 'hafencity'],
    ['Scheibchenweise', 'rotherbaum'],
    ['Pizzastube Adelmann', 'eppendorf'],
  ],
};

/** Burger restaurant of the demo: burgers, fries and dips. */
export const burger: Kitchen = {
  tags: ['burger', 'american'],
  dishes: {
    lunch: [
      ['Lunchburger mit kleinen Pommes', '120 g Rind, Salat, Gurke, Haussauce', 1090, 'ACGJK'],
      ['Pulled-Jackfruit-Burger', 'mit Krautsalat und Rauchsauce', 1050, 'AFJK', vegan],
      ['Fischburger', 'Seelachs im Bierteig, Remoulade, Kopfsalat', 1090, 'ACDGJK'],
      ['Chickenburger mit Slaw', 'Buttermilchhuhn, Kohl, eingelegte Chili', 1090, 'ACGJK'],
      ['Patty Melt', 'Roggenbrot, geschmolzener Cheddar, Schmorzwiebeln', 1150, 'AG'],
    ],
    starters: [
      ['Zwiebelringe', 'acht Stück mit Rauchmayo', 550, 'ACGJ', vegetarian],
      ['Chili-Cheese-Bällchen', 'sechs Stück', 620, 'ACG', { diets: ['vegetarian'], contains: 'mit Farbstoff' }],
    ],
    soups: [['Maissuppe', 'mit Popcorn obendrauf', 590, 'GI', vegetarian]],
    salads: [['Caesar Salad', 'Römersalat, Parmesan, Croûtons', 990, 'ACDGJ']],
    mains: [
      ['Cheeseburger', '180 g Rind, Cheddar, Gewürzgurke, Zwiebel', 1190, 'ACGJK', { contains: 'mit Farbstoff' }],
      [
        'Doppelter Hafenarbeiter',
        'zweimal 150 g, Speck, Spiegelei, Röstzwiebeln',
        1590,
        'ACGJK',
        { contains: 'mit Konservierungsstoff' },
      ],
      ['Halloumiburger', 'gegrillter Halloumi, Minzjoghurt, Tomate', 1190, 'AGK', vegetarian],
      ['Bohnenburger', 'schwarze Bohnen, Avocado, Limette', 1150, 'AFK', vegan],
      ['Blauschimmelburger', 'mit Birne und Walnuss', 1350, 'ACGHK'],
    ],
    sides: [
      ['Pommes', 'doppelt frittiert, Meersalz', 420, '', vegan],
      ['Süßkartoffelpommes', 'mit Chilimayo', 520, 'CJ', vegetarian],
    ],
    desserts: [['Brownie', 'warm, mit Vanilleeis', 590, 'ACGH', vegetarian]],
  },
  drinks: ['cola', 'spezi', 'bier', 'milchshake', 'wasser'],
  pictures: ['burger', 'burgerFries', 'wings'],
  tones: ['apricot', 'butter', 'cocoa'],
  stories: [
    'Gebraten wird rosa, wenn niemand etwas anderes sagt, und die Brötchen kommen vom Bäcker um die Ecke.',
    'Servietten stehen auf jedem Tisch, und sie werden gebraucht.',
    'Fleisch von einem Hof in der Marsch, Saucen aus dem eigenen Topf.',
  ],
  partners: [
    ['Bulette Royal', 'stpauli', 'snackBar'],
    ['Brathafen', 'neustadt', 'allDay'],
    ['Bratmeisterei am Rathaus', 'altstadt', 'allDay', 'chain'],
    ['Zwei Hälften', 'sternschanze', 'closedMonday', 'new'],
    ['Patty & Patrizia', 'ottensen', 'lateDay', 'premium'],
    ['Nachtbulette', 'stpauli', 'always', 'cheap'],
    ['Röstaroma Eppendorf', 'eppendorf', 'closedWednesday', 'fine'],
    ['Speckbrücke', 'hammerbrook', 'lunchLong'],
    ['Das Kleine Rind', 'neustadt', 'lunch'],
  ],
  neighbours: [
    ['Burger Bude Barmbek', 'barmbek'],
    ['Kuhlen & Kross', 'altona'],
    ['Fleischeslust', 'stgeorg'],
    ['Grillgalerie', 'eimsbuettel'],
    ['Brötchenhälfte', 'altstadt'],
  ],
};

/** Snack bar of the demo: quick meals that guests eat standing. */
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
    soups: [
      ['Gulaschsuppe', 'mit Brötchen', 550, 'AI'],
      ['Erbseneintopf', 'mit Brot', 520, 'AI', vegan],
    ],
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
  neighbours: [
    ['Imbiss Am Tor', 'stpauli'],
    ['Wurstwinkel', 'barmbek'],
    ['Trinkhalle Ida', 'altona'],
    ['Kiosk Kalle Blom', 'eimsbuettel'],
    ['Snackerei Süd', 'hammerbrook'],
    ['Schnelle Schrippe', 'altstadt'],
  ],
};

/** Mexican cuisine of the demo: tacos and burritos. */
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
    starters: [
      ['Guacamole mit Totopos', 'am Tisch gestampft', 790, '', vegan],
      ['Elote', 'gegrillter Mais, Crema, Limette', 520, 'CG', vegetarian],
    ],
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
  neighbours: [
    ['Cantina Sombrerito', 'stpauli'],
    ['Taco Kutter', 'hafencity'],
    ['Burrito Bande', 'eimsbuettel'],
    ['Agavengarten', 'stgeorg'],
    ['Nacho Nord', 'barmbek'],
  ],
};

/** Bowl restaurant of the demo: salads, soups and bowls, mostly from plants. */
export const bowls: Kitchen = {
  tags: ['international', 'bowl', 'salad', 'soup', 'organic'],
  dishes: {
    lunch: [
      ['Bowl Goldene Stunde', 'Kurkumareis, Kichererbsen, Kürbis, Tahini', 1090, 'K', vegan],
      ['Bowl Nordsee', 'Räuchermakrele, Rote Bete, Quinoa, Meerrettich', 1250, 'DGJ'],
      ['Bowl Wald', 'Pilze, Linsen, Rosenkohl, Preiselbeeren', 1120, 'J', vegan],
      ['Bowl Hühnerhof', 'Maishuhn, Bulgur, Gurke, Kräuterjoghurt', 1190, 'AG'],
      ['Bowl Wiese', 'Graupen, Bohnen, Ei, Radieschen', 1050, 'AC', vegetarian],
    ],
    starters: [['Rohkost mit drei Dips', 'Kräuterquark, Hummus, Paprika', 650, 'GK', vegetarian]],
    soups: [
      ['Rote-Linsen-Kokos-Suppe', 'mit Koriander', 690, '', vegan],
      ['Spinatsuppe', 'mit pochiertem Ei', 720, 'CG', vegetarian],
    ],
    salads: [
      ['Grünkohlsalat', 'massiert, mit Apfel und Haselnuss', 890, 'HJ', vegan],
      ['Kartoffel-Bohnen-Salat', 'lauwarm, mit Senf', 850, 'J', vegan],
    ],
    mains: [
      ['Süßkartoffel aus dem Ofen', 'schwarze Bohnen, Avocado, Limette', 1090, '', vegan],
      ['Gemüsecurry mit Erdnuss', 'und Vollkornreis', 1150, 'E', vegan],
      ['Blumenkohlsteak', 'Petersilienöl, Mandeln, Linsen', 1290, 'H', vegan],
      ['Halloumi auf Couscous', 'Granatapfel, Minze, Joghurt', 1250, 'AG', vegetarian],
      ['Lachs mit Ofengemüse', 'und Zitronenquark', 1590, 'DG'],
    ],
    sides: [['Sauerteigbrot', 'zwei Scheiben mit Öl', 320, 'A', vegan]],
    desserts: [
      ['Chiapudding', 'mit Beeren', 490, '', vegan],
      ['Energieball', 'Dattel, Kakao, Nuss', 250, 'H', vegan],
    ],
  },
  drinks: ['wasser', 'rhabarber', 'tee', 'orangensaft', 'kombucha'],
  pictures: ['bowl', 'salad', 'stew'],
  tones: ['herb', 'butter', 'sky'],
  stories: [
    'Alles auf dem Teller ist bis zum Abend vorher noch gewachsen, zumindest fast.',
    'Wer sein eigenes Gefäß mitbringt, bekommt einen Löffel mehr.',
    'Die Schüssel ist größer, als sie auf dem Bild aussieht.',
  ],
  partners: [
    ['Schüssel & Söhne', 'neustadt', 'lunchLong', 'chain'],
    ['Grünzeug', 'altstadt', 'lunch'],
    ['Rübenliebe', 'eimsbuettel', 'closedMonday'],
    ['Kraut & Krümel', 'ottensen', 'lunch', 'restsLater'],
    ['Blattwerk', 'neustadt', 'lunchShort', 'takeAway'],
    ['Die Suppenküche im Speicher', 'hafencity', 'lunchEarly', 'cheap'],
    ['Erbsenzähler', 'altstadt', 'lunch', 'cheap'],
    ['Beet Zwölf', 'winterhude', 'closedThursday', 'premiumSoon'],
    ['Möhrchen', 'rotherbaum', 'allDay', 'noPayment'],
    ['Tag & Nacht Bowl', 'hafencity', 'always'],
  ],
  neighbours: [
    ['Salatschleuder', 'altstadt'],
    ['Rohkostritter', 'hammerbrook'],
    ['Kresse', 'eppendorf'],
    ['Gemüseamt', 'stgeorg'],
    ['Quinoa Quartier', 'hafencity'],
    ['Suppenstern', 'altona'],
  ],
};

/** Café of the demo: breakfast, bread and cake. */
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
    sides: [
      ['Franzbrötchen', 'viel Zimt, viel Butter', 260, 'AG', vegetarian],
      ['Croissant', 'mit Marmelade', 320, 'ACG', vegetarian],
    ],
    desserts: [
      ['Käsekuchen', 'ein großes Stück', 450, 'ACG', vegetarian],
      ['Möhrenkuchen', 'mit Nüssen, ohne Ei', 450, 'AFH', vegan],
      ['Butterkuchen', 'vom Blech', 320, 'ACGH', vegetarian],
    ],
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
  neighbours: [
    ['Café Wolkenlos', 'altstadt'],
    ['Röstbar Kranich', 'rotherbaum'],
    ['Kuchenamt', 'eppendorf'],
    ['Café Seifenblase', 'altona'],
    ['Bäckerei Jepsen & Tochter', 'barmbek'],
    ['Zuckerschnute', 'stgeorg'],
    ['Kaffeeschuppen Zwo', 'hafencity'],
  ],
};
