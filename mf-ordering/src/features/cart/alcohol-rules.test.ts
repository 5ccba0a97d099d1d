import { isAlcoholic } from './alcohol-rules';
import type { AlcoholFacts } from './alcohol-rules';

const foodDish: AlcoholFacts = {
  name: 'Geschmortes',
  description: '',
  additives: [],
  allergens: [],
  vatType: 'FOOD',
  baseName: 'Mittagstisch',
};
const makeDrink = (name: string, overrides: Partial<AlcoholFacts> = {}): AlcoholFacts => ({
  ...foodDish,
  name,
  vatType: 'DRINK',
  baseName: 'Getränke',
  ...overrides,
});

describe('what a menu declares', () => {
  it.each<[Partial<AlcoholFacts>, boolean]>([
    [{ additives: ['mit Alkohol'] }, true],
    [{ additives: ['enthält Alkohol'] }, true],
    [{ allergens: ['Alkohol'] }, true],
    [{ description: 'mit Alkohol abgelöscht' }, true],
    [{ description: 'Likör 15 % vol.' }, true],
    [{ description: 'ohne Alkohol' }, false],
    [{ description: 'alkoholfrei' }, false],
    [{ additives: ['mit Farbstoff'], allergens: ['A', 'L'] }, false],
    [{ name: 'Schweinebraten in Rotweinsoße, dazu Bierteig' }, false],
    [{}, false],
  ])('counts for every dish: %j', (declaredFields, isAlcoholicExpected) => {
    expect(isAlcoholic({ ...foodDish, ...declaredFields })).toBe(isAlcoholicExpected);
  });

  it('counts before what a drink is called', () => {
    expect(isAlcoholic(makeDrink('Tagesgetränk', { additives: ['mit Alkohol'] }))).toBe(true);
    expect(isAlcoholic(makeDrink('Helles alkoholfrei', { description: '0,4 % vol' }))).toBe(false);
  });
});

describe('what a drink is called', () => {
  it.each([
    'Weißwein vom Fass',
    'Hauswein',
    'Rotwein',
    'Weinschorle',
    'Grauburgunder',
    'Riesling trocken',
    'Rosé',
    'Bier',
    'Weißbier',
    'Pils vom Fass',
    'Jever Pilsener',
    'Weizen',
    'Hefeweizen',
    'Helles',
    'Kölsch',
    'Radler',
    'Alsterwasser',
    'Sekt auf Eis',
    'Winzersekt',
    'Prosecco',
    'Aperol Spritz',
    'Hugo',
    'Gin Tonic',
    'Obstschnaps',
    'Kräuterlikör',
    'Kirschwasser',
    'Korn',
    'Glühwein',
    'Cidre',
    'Piña Colada',
    'WEIN',
  ])('%s holds alcohol', (name) => {
    expect(isAlcoholic(makeDrink(name))).toBe(true);
  });

  it.each([
    'Mineralwasser',
    'Apfelschorle',
    'Ginger Ale',
    'Ginger Beer',
    'Weizen alkoholfrei',
    'Alkoholfreies Bier',
    'Bier ohne Alkohol',
    'Pils 0,0',
    'Hugo non-alcoholic',
    'Virgin Mojito',
    'Malzbier',
    'Saft aus Weintrauben',
    'Weizengrassaft',
    'Weinbergpfirsich-Eistee',
    'Kornkaffee',
    'Acqua frizzante',
    'Ingwerwasser',
    'Alternative Limo',
    'Metropol-Cola',
    'Rumänische Limonade',
    'Cola 0,3 l',
  ])('%s holds none', (name) => {
    expect(isAlcoholic(makeDrink(name))).toBe(false);
  });

  it('may stand beside its name, and counts by its group alone, too', () => {
    expect(isAlcoholic(makeDrink('Aperitif des Hauses', { description: 'Prosecco mit Holunder' }))).toBe(true);
    expect(isAlcoholic(makeDrink('Pils', { vatType: 'FOOD' }))).toBe(true);
    expect(isAlcoholic(makeDrink('Pils', { baseName: 'Mittagstisch' }))).toBe(true);
  });
});
