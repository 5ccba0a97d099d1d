import { claimedDiets } from './canteen-diet-rules';
import { meaningOfLabel } from './canteen-labels';

const diets = (labels: string, { name = 'Tagesgericht', isAnimalType = false } = {}) =>
  claimedDiets({ name, isAnimalType, meanings: labels.split(' ').flatMap((label) => meaningOfLabel(label) ?? []) });

describe('claimedDiets', () => {
  it.each([
    ['VEGAN', ['vegan', 'vegetarian']],
    ['VEGAN VEGETARIAN GLUTEN SOY PEANUTS', ['vegan', 'vegetarian']],
    ['VEGETARIAN MILK CHICKEN_EGGS', ['vegetarian']],
    ['GLUTEN', []],
    ['', []],
  ])('takes %p as %j', (labels, claimed) => {
    expect(diets(labels)).toEqual(claimed);
  });

  it.each(['LACTOSE', 'MILK', 'CHICKEN_EGGS'])('calls no dish vegan that holds %s, but vegetarian', (label) => {
    expect(diets(`VEGAN VEGETARIAN ${label}`)).toEqual(['vegetarian']);
  });

  it.each(['MEAT', 'PORK', 'BEEF', 'POULTRY', 'FISH', 'SHELLFISH', 'MOLLUSCS', 'GELATIN'])('claims no diet for what holds %s', (label) => {
    expect(diets(`VEGAN VEGETARIAN ${label}`)).toEqual([]);
  });

  it('claims no diet for a dish whose type says that it is from an animal', () => {
    expect(diets('VEGETARIAN MILK', { isAnimalType: true })).toEqual([]);
  });

  it.each([
    ['Milchreis mit Zimt-Zucker, Rührei mit Schinken', []],
    ['Überbackene Hähnchenbrust mit Käse', []],
    ['Gebratenes Seelachsfilet', []],
    ['Veganes Hähnchen-Geschnetzeltes', ['vegan', 'vegetarian']],
    ['Schnitzel aus Erbsenprotein mit Speckgeschmack', ['vegan', 'vegetarian']],
    ['Rindenmulch-Optik: Schokodessert', ['vegan', 'vegetarian']],
    ['Kartoffelgulasch mit Paprika', ['vegan', 'vegetarian']],
  ])('looks into the name %p', (name, claimed) => {
    expect(diets('VEGAN VEGETARIAN', { name })).toEqual(claimed);
  });
});
