import { meaningOfLabel } from './canteen-labels';

describe('meaningOfLabel', () => {
  it.each([
    ['A', ['GLUTEN', 'CEREAL', 'WHEAT', 'RYE', 'BARLEY', 'OAT', 'SPELT', 'HYBRIDS']],
    ['B', ['SHELLFISH']],
    ['C', ['CHICKEN_EGGS']],
    ['D', ['FISH']],
    ['E', ['PEANUTS']],
    ['F', ['SOY']],
    ['G', ['MILK', 'LACTOSE']],
    ['H', ['SHELL_FRUITS', 'ALMONDS', 'HAZELNUTS', 'WALNUTS', 'CASHEWS', 'PECAN', 'PISTACHIOS', 'MACADAMIA']],
    ['I', ['CELERY']],
    ['J', ['MUSTARD']],
    ['K', ['SESAME']],
    ['L', ['SULPHURS', 'SULFITES']],
    ['M', ['LUPIN']],
    ['N', ['MOLLUSCS']],
  ])('folds into allergen %s: %j', (allergen, labels) => {
    expect(labels.map((label) => meaningOfLabel(label)?.allergen)).toEqual(labels.map(() => allergen));
  });

  it.each([
    ['DYESTUFF', 'mit Farbstoff'],
    ['PRESERVATIVES', 'mit Konservierungsstoff'],
    ['ANTIOXIDANTS', 'mit Antioxidationsmittel'],
    ['FLAVOR_ENHANCER', 'mit Geschmacksverstärker'],
    ['WAXED', 'gewachst'],
    ['PHOSPHATES', 'mit Phosphat'],
    ['SWEETENERS', 'mit Süßungsmittel'],
    ['PHENYLALANINE', 'enthält eine Phenylalaninquelle'],
    ['COCOA_CONTAINING_GREASE', 'mit kakaohaltiger Fettglasur'],
    ['GELATIN', 'mit Gelatine'],
    ['ALCOHOL', 'mit Alkohol'],
  ])('words %s as %p', (label, additive) => {
    expect(meaningOfLabel(label)?.additive).toBe(additive);
  });

  it.each(['GARLIC', 'BAVARIA', 'MSC', 'MEAT', 'PORK', 'BEEF', 'VEAL', 'LAMB', 'WILD_MEAT', 'POULTRY'])('knows %s without showing it', (label) => {
    const meaning = meaningOfLabel(label);
    expect(meaning).not.toBeNull();
    expect([meaning?.allergen, meaning?.additive, meaning?.diet]).toEqual([undefined, undefined, undefined]);
  });

  it.each(['', 'TRUFFLE', 'constructor', '__proto__', 'vegan'])('does not know %p', (label) => {
    expect(meaningOfLabel(label)).toBeNull();
  });
});
