import { claimedDiets, meaningOfLabel, classifyDishType } from './canteen-labels';

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

  it.each(['GARLIC', 'BAVARIA', 'MSC', 'MEAT', 'PORK', 'BEEF', 'VEAL', 'LAMB', 'WILD_MEAT', 'POULTRY'])(
    'knows %s without showing it',
    (label) => {
      const meaning = meaningOfLabel(label);
      expect(meaning).not.toBeNull();
      expect([meaning?.allergen, meaning?.additive, meaning?.diet]).toEqual([undefined, undefined, undefined]);
    },
  );

  it.each(['', 'TRUFFLE', 'constructor', '__proto__', 'vegan'])('does not know %p', (label) => {
    expect(meaningOfLabel(label)).toBeNull();
  });
});

describe('placeOfDishType', () => {
  it.each([
    ['Pasta', 'Mittagstisch'],
    ['Pizza', 'Mittagstisch'],
    ['Pizza Veggie', 'Mittagstisch'],
    ['Burger', 'Mittagstisch'],
    ['Grill', 'Mittagstisch'],
    ['Wok', 'Mittagstisch'],
    ['Studitopf', 'Mittagstisch'],
    ['StudiTopf', 'Mittagstisch'],
    ['Fleisch', 'Mittagstisch'],
    ['Fisch', 'Mittagstisch'],
    ['Tierisch', 'Mittagstisch'],
    ['Vegetarisch', 'Mittagstisch'],
    ['Vegetarisch/fleischlos', 'Mittagstisch'],
    ['Vegan', 'Mittagstisch'],
    ['Süßspeise', 'Mittagstisch'],
    ['HG1', 'Mittagstisch'],
    ['HG4', 'Mittagstisch'],
    ['Gericht 1', 'Mittagstisch'],
    ['Gericht 5', 'Mittagstisch'],
    ['Suppe', 'Suppen'],
    ['Suppentopf', 'Suppen'],
    ['Tagessupe, Brot, Obst', 'Suppen'],
    ['Tagessuppe', 'Suppen'],
    ['Salat', 'Salate'],
    ['Vorspeise', 'Vorspeisen'],
    ['B1', 'Beilagen'],
    ['B4', 'Beilagen'],
    ['Beilagen', 'Beilagen'],
    ['N1', 'Desserts'],
    ['N5', 'Desserts'],
    ['Dessert', 'Desserts'],
    ['Dessert vegan', 'Desserts'],
    ['Dessert (Glas)', 'Desserts'],
    ['Getränke', 'Getränke'],
  ])('puts %p under %s', (dishType, mealType) => {
    expect(classifyDishType(dishType)).toMatchObject({ mealType, isKnown: true });
  });

  it.each(['', 'Bowl', 'Suppenkasper', 'Nudeln'])(
    'counts the unknown type %p as Mittagstisch, behind all others',
    (dishType) => {
      expect(classifyDishType(dishType)).toEqual({
        mealType: 'Mittagstisch',
        order: 0,
        isAnimal: false,
        isKnown: false,
      });
    },
  );

  it('serves main dishes first, then soups, sides and desserts, and counters by their number', () => {
    const dishTypesOfMenu = ['N2', 'B1', 'Suppe', 'HG2', 'N1', 'HG1', 'Dessert'];
    const dishTypesByOrder = [...dishTypesOfMenu].sort((a, b) => classifyDishType(b).order - classifyDishType(a).order);
    expect(dishTypesByOrder).toEqual(['HG1', 'HG2', 'Suppe', 'B1', 'Dessert', 'N1', 'N2']);
  });
});

describe('claimedDiets', () => {
  const claimedDietsOf = (labels: string, { name = 'Tagesgericht', isAnimalType = false } = {}) =>
    claimedDiets({ name, isAnimalType, meanings: labels.split(' ').flatMap((label) => meaningOfLabel(label) ?? []) });

  it.each([
    ['VEGAN', ['vegan', 'vegetarian']],
    ['VEGAN VEGETARIAN GLUTEN SOY PEANUTS', ['vegan', 'vegetarian']],
    ['VEGETARIAN MILK CHICKEN_EGGS', ['vegetarian']],
    ['GLUTEN', []],
    ['', []],
  ])('takes %p as %j', (labels, expectedDiets) => {
    expect(claimedDietsOf(labels)).toEqual(expectedDiets);
  });

  it.each(['LACTOSE', 'MILK', 'CHICKEN_EGGS'])('calls no dish vegan that holds %s, but vegetarian', (label) => {
    expect(claimedDietsOf(`VEGAN VEGETARIAN ${label}`)).toEqual(['vegetarian']);
  });

  it.each(['MEAT', 'PORK', 'BEEF', 'POULTRY', 'FISH', 'SHELLFISH', 'MOLLUSCS', 'GELATIN'])(
    'claims no diet for what holds %s',
    (label) => {
      expect(claimedDietsOf(`VEGAN VEGETARIAN ${label}`)).toEqual([]);
    },
  );

  it('claims no diet for a dish of an animal type', () => {
    expect(claimedDietsOf('VEGETARIAN MILK', { isAnimalType: true })).toEqual([]);
  });

  it.each([
    ['Milchreis mit Zimt-Zucker, Rührei mit Schinken', []],
    ['Überbackene Hähnchenbrust mit Käse', []],
    ['Gebratenes Seelachsfilet', []],
    ['Veganes Hähnchen-Geschnetzeltes', ['vegan', 'vegetarian']],
    ['Schnitzel aus Erbsenprotein mit Speckgeschmack', ['vegan', 'vegetarian']],
    ['Rindenmulch-Optik: Schokodessert', ['vegan', 'vegetarian']],
    ['Kartoffelgulasch mit Paprika', ['vegan', 'vegetarian']],
  ])('looks into the name %p', (dishName, expectedDiets) => {
    expect(claimedDietsOf('VEGAN VEGETARIAN', { name: dishName })).toEqual(expectedDiets);
  });
});
