import { vegan, vegetarian, type Kitchen } from './kitchen';

/** Pizza from the oven and by the slice. */
export const pizza: Kitchen = {
  tags: ['pizza', 'italian'],
  dishes: {
    lunch: [
      ['Pizza des Tages mit Salat', 'was der Markt hergibt, dazu ein kleiner grüner Salat', 1090, 'AG', vegetarian],
      ['Pizza Carciofi', 'Artischocken, Oliven, Zitronenabrieb', 1050, 'AG', vegetarian],
      ['Calzone mit Ricotta und Salami', 'gefaltet, mit Tomatensauce zum Tunken', 1150, 'AG', { contains: 'mit Konservierungsstoff' }],
      ['Pizza Zucca', 'Kürbis, Salbei, Haselnüsse', 1090, 'AGH', vegetarian],
      ['Pizza Tonno e Cipolla', 'Thunfisch, rote Zwiebeln, Kapern', 1120, 'ADG'],
    ],
    starters: [['Supplì', 'zwei Reisbällchen mit Mozzarellakern', 590, 'ACG', vegetarian], ['Antipasti vom Blech', 'Zucchini, Paprika, Aubergine', 790, '', vegan]],
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
  neighbours: [['Pizza Mezzanotte', 'stpauli'], ['Ofenwärme', 'barmbek'], ['Pizzeria Il Faro', 'hafencity'], ['Scheibchenweise', 'rotherbaum'], ['Pizzastube Adelmann', 'eppendorf']],
};
