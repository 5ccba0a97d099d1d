import { artOfDish, artOfTag, emblemFor, sceneFor } from './scene-recipes';
import { placeScene } from './scene';

describe('the table of a place without pictures', () => {
  it('is the same every time', () => {
    expect(sceneFor('Mensa Arcisstraße', ['Mensa'])).toEqual(sceneFor('Mensa Arcisstraße', ['Mensa']));
  });

  it.each([
    ['Pasta Sorella', [], 'spaghetti'],
    ['Zum Löwen', ['Bayerisch'], 'pretzel'],
    ['Rinderstube', ['Indisch'], 'curry-rice'],
    ['Phở-Stube', ['Vietnamesisch'], 'steaming-bowl'],
  ] as const)('follows what a place serves: %s %j', (name, tags, expectedHeroArt) => {
    expect(sceneFor(name, tags).hero).toBe(expectedHeroArt);
  });

  it('trusts the tags more than the name', () => {
    expect(sceneFor('Pizzeria Tokio', ['Japanisch']).hero).toBe('sushi');
  });

  it('matches no cuisine inside a word', () => {
    // The word beginning „ind…“ must not match inside of „Rind“, nor „bar“ inside of „Arbar“: the drawing for both
    // restaurants is chosen only by the hash of the name.
    expect(emblemFor('Rindfleischkinder')).toEqual({
      art: sceneFor('Rindfleischkinder').hero,
      tone: sceneFor('Rindfleischkinder').tone,
    });
    expect(artOfTag('Rinder')).toBe('fork-and-knife-with-plate');
  });

  it('has several tables for canteens, so that neighbours differ', () => {
    const restaurantNames = [
      'Mensa Arcisstraße',
      'Mensa Leopoldstraße',
      'Mensa Lothstraße',
      'Mensa Garching',
      'Mensa Martinsried',
      'Mensa Pasing',
      'Mensa Weihenstephan',
    ];
    expect(new Set(restaurantNames.map((name) => sceneFor(name).hero)).size).toBeGreaterThan(2);
  });
});

describe('the dish on the table', () => {
  const servedDish = (name: string, isMeatless = false) => ({ name, isMeatless });

  it.each([
    ['Kartoffelsuppe mit Saitenwürstle', 'pot-of-food'],
    ['Linseneintopf', 'pot-of-food'],
    ['Phở bò', 'steaming-bowl'],
    ['Shoyu-Ramen', 'steaming-bowl'],
    ['Buddha-Bowl mit Falafel', 'green-salad'],
    ['Grünes Curry mit Gemüse', 'curry-rice'],
    ['Currywurst mit Pommes', 'french-fries'],
    ['Chicken Tikka Masala', 'curry-rice'],
    ['Orecchiette mit Brokkoli', 'spaghetti'],
    ['Pizza des Tages mit Salat', 'pizza'],
    ['Salat mit Hähnchenstreifen', 'green-salad'],
    ['Fischburger', 'hamburger'],
    ['Backfisch mit Kartoffelsalat', 'fish'],
    ['Rinderroulade nach Hausrezept', 'meat-on-bone'],
    ['Labskaus mit Spiegelei', 'cooking'],
    ['Gemüselasagne', 'shallow-pan-of-food'],
    ['Gemüsecurry', 'curry-rice'],
    ['Ofengemüse mit Hummus', 'shallow-pan-of-food'],
    ['Falafel im Fladenbrot', 'stuffed-flatbread'],
    ['Maki ohne Fisch, 12 Stück', 'sushi'],
    ['Apfelkuchen mit Sahne', 'shortcake'],
    ['Pulled Pork Sandwich', 'sandwich'],
  ] as const)('is what the menu says: %s', (dish, expectedHeroArt) => {
    expect(sceneFor('Café Kirschblüte', ['Café'], servedDish(dish)).hero).toBe(expectedHeroArt);
  });

  it('lies on the cloth of its cuisine', () => {
    const { tone, pattern, sides } = sceneFor('Phở-Stube', ['Vietnamesisch']);
    expect(sceneFor('Phở-Stube', ['Vietnamesisch'], servedDish('Grünes Curry'))).toMatchObject({
      hero: 'curry-rice',
      tone,
      pattern,
      sides,
    });
  });

  it('is the cuisine’s own for an unknown dish', () => {
    expect(sceneFor('Phở-Stube', ['Vietnamesisch'], servedDish('Der große Hafenarbeiter')).hero).toBe('steaming-bowl');
  });

  it('has no bone for a dish without meat', () => {
    expect(sceneFor('Steakhaus', ['Steak'], servedDish('Sellerieschnitzel', true)).hero).toBe('green-salad');
    expect(sceneFor('Steakhaus', ['Steak'], servedDish('Sellerieschnitzel')).hero).toBe('meat-on-bone');
    expect(sceneFor('Steakhaus', ['Steak'], servedDish('Gemüsecurry', true)).hero).toBe('curry-rice');
  });

  it('follows the main part of a dish, not its sides', () => {
    expect(sceneFor('Kantine', ['Mensa'], servedDish('Geheimes Allerlei mit Salat')).hero).toBe(
      sceneFor('Kantine', ['Mensa']).hero,
    );
  });
});

describe('a laid table', () => {
  it.each(['card', 'thumb', 'page', 'pageWide', 'teaser'] as const)(
    'keeps its plate inside the frame: %s',
    (layout) => {
      const { width, height, plate } = placeScene(sceneFor('Pasta Sorella'), layout);
      expect(plate.x).toBeGreaterThan(0);
      expect(plate.x).toBeLessThan(width);
      expect(plate.y).toBeLessThan(height);
    },
  );

  it('shows two more dishes in a wide frame', () => {
    expect(placeScene(sceneFor('Pasta Sorella'), 'pageWide').sides.filter((side) => side.plateRadius > 0)).toHaveLength(
      2,
    );
  });
});

it.each([
  ['Linsensuppe', 'pot-of-food'],
  ['Phở bò', 'steaming-bowl'],
  ['Lasagne al forno', 'shallow-pan-of-food'],
  ['Allerlei', 'fork-and-knife-with-plate'],
])('draws %s as %s', (name, expectedArt) => {
  expect(artOfDish(name)).toBe(expectedArt);
});
