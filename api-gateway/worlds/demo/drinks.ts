/** Something to drink: name, size, cents, letters of its allergens; deposit and additives where there are any. */
export interface Drink {
  readonly name: string;
  readonly volume: string;
  readonly price: number;
  readonly allergens: string;
  readonly deposit?: number;
  readonly additives?: readonly string[];
  /** False: with milk or the like. */
  readonly isVegan?: false;
}

const drink = (name: string, volume: string, price: number, more: Partial<Drink> = {}): Drink => ({ name, volume, price, allergens: '', ...more });

const caffeine = ['koffeinhaltig'];

/** What the demo's places pour, by the names that kitchens ask for. Bottles to go carry a deposit. */
export const DRINKS: Readonly<Record<string, Drink>> = {
  wasser: drink('Mineralwasser', '0,25 l', 260),
  acqua: drink('Acqua frizzante', '0,75 l', 620),
  wasserflasche: drink('Mineralwasser', '0,5 l', 220, { deposit: 25 }),
  limoflasche: drink('Zitronenlimonade', '0,33 l', 280, { deposit: 15 }),
  bierflasche: drink('Helles aus der Flasche', '0,33 l', 290, { allergens: 'A', deposit: 8, additives: ['mit Alkohol'] }),
  apfelschorle: drink('Apfelschorle', '0,3 l', 320),
  rhabarber: drink('Rhabarberschorle', '0,3 l', 340),
  orangensaft: drink('Orangensaft, frisch gepresst', '0,2 l', 450),
  limonata: drink('Limonata', '0,33 l', 360, { deposit: 15 }),
  zitrone: drink('Zitronenlimonade, hausgemacht', '0,4 l', 420),
  limette: drink('Limettenlimonade mit Minze', '0,4 l', 450),
  mango: drink('Mangosaft', '0,3 l', 380),
  granatapfel: drink('Granatapfelschorle', '0,3 l', 380),
  pflaume: drink('Pflaumenschorle', '0,3 l', 360),
  jamaica: drink('Agua de Jamaica', '0,4 l', 390),
  bluetenlimo: drink('Orangenblütenlimonade', '0,33 l', 320, { deposit: 15 }),
  kombucha: drink('Kombucha mit Ingwer', '0,33 l', 420, { deposit: 15 }),
  ramune: drink('Yuzulimonade', '0,2 l', 380, { deposit: 25 }),
  cola: drink('Cola', '0,3 l', 340, { additives: ['mit Farbstoff', ...caffeine] }),
  spezi: drink('Cola-Mix', '0,3 l', 340, { additives: ['mit Farbstoff', ...caffeine] }),
  milchshake: drink('Vanillemilchshake', '0,4 l', 520, { allergens: 'G', isVegan: false }),
  ayran: drink('Ayran', '0,25 l', 220, { allergens: 'G', isVegan: false }),
  mangolassi: drink('Mangolassi', '0,3 l', 420, { allergens: 'G', isVegan: false }),
  kaffee: drink('Filterkaffee', '0,2 l', 260, { additives: caffeine }),
  espresso: drink('Espresso', '0,04 l', 240, { additives: caffeine }),
  milchkaffee: drink('Milchkaffee', '0,3 l', 390, { allergens: 'G', additives: caffeine, isVegan: false }),
  galao: drink('Galão', '0,25 l', 340, { allergens: 'G', additives: caffeine, isVegan: false }),
  frappe: drink('Frappé', '0,3 l', 380, { additives: caffeine }),
  eiskaffee: drink('Eiskaffee mit Kondensmilch', '0,3 l', 450, { allergens: 'G', additives: caffeine, isVegan: false }),
  chai: drink('Masala Chai', '0,25 l', 320, { allergens: 'G', isVegan: false }),
  tee: drink('Schwarzer Tee', '0,2 l', 240),
  gruentee: drink('Sencha', '0,3 l', 350),
  jasmintee: drink('Jasmintee, eine Kanne', '0,4 l', 420),
  minztee: drink('Minztee', '0,3 l', 320),
  alster: drink('Alsterwasser', '0,3 l', 390, { allergens: 'A', additives: ['mit Alkohol'] }),
  bier: drink('Pils vom Fass', '0,3 l', 390, { allergens: 'A', additives: ['mit Alkohol'] }),
  wein: drink('Hauswein', '0,2 l', 650, { allergens: 'L', additives: ['mit Alkohol'] }),
};
