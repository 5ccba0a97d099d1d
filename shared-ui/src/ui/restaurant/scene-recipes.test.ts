import { artOfTag, emblemFor, sceneFor } from './scene-recipes';
import { layScene } from './scene';

describe('the table of a place without pictures', () => {
  it('is the same every time', () => {
    expect(sceneFor('Mensa Arcisstraße', ['Mensa'])).toEqual(sceneFor('Mensa Arcisstraße', ['Mensa']));
  });

  it.each([
    ['Pasta Sorella', [], 'spaghetti'],
    ['Zum Löwen', ['Bayerisch'], 'pretzel'],
    ['Rinderstube', ['Indisch'], 'curry-rice'],
    ['Phở-Stube', ['Vietnamesisch'], 'steaming-bowl'],
  ] as const)('follows what a place serves: %s %j', (name, tags, hero) => {
    expect(sceneFor(name, tags).hero).toBe(hero);
  });

  it('trusts the tags more than the name', () => {
    expect(sceneFor('Pizzeria Tokio', ['Japanisch']).hero).toBe('sushi');
  });

  it('finds no kitchen inside of a word', () => {
    // „Rind“ is no „ind…“, „Arbar“ no bar: both fall back to a table chosen by name alone.
    expect(emblemFor('Rindfleischkinder')).toEqual({ art: sceneFor('Rindfleischkinder').hero, tone: sceneFor('Rindfleischkinder').tone });
    expect(artOfTag('Rinder')).toBe('fork-and-knife-with-plate');
  });

  it('lays several tables for canteens, so that neighbours differ', () => {
    const names = ['Mensa Arcisstraße', 'Mensa Leopoldstraße', 'Mensa Lothstraße', 'Mensa Garching', 'Mensa Martinsried', 'Mensa Pasing', 'Mensa Weihenstephan'];
    expect(new Set(names.map((name) => sceneFor(name).hero)).size).toBeGreaterThan(2);
  });
});

describe('a laid table', () => {
  it.each(['card', 'page', 'pageWide', 'teaser'] as const)('keeps its plate inside the frame: %s', (layout) => {
    const { width, height, plate } = layScene(sceneFor('Pasta Sorella'), layout);
    expect(plate.x).toBeGreaterThan(0);
    expect(plate.x).toBeLessThan(width);
    expect(plate.y).toBeLessThan(height);
  });

  it('shows two more dishes where there is room', () => {
    expect(layScene(sceneFor('Pasta Sorella'), 'pageWide').sides.filter((side) => side.plate > 0)).toHaveLength(2);
  });
});
