import { cleanDishName, cleanText, repairMojibake } from './feed-text';

describe('cleanText', () => {
  it.each([
    ['two  spaces', 'Vanillecreme mit  Beerengrütze', 'Vanillecreme mit Beerengrütze'],
    ['a line break at the end', 'Karamellcreme mit Crunch und Schoko\n', 'Karamellcreme mit Crunch und Schoko'],
    ['a line break within', 'Haus-\nmannskost', 'Haus- mannskost'],
    ['invisible characters', '\uFEFFMen\u00ADsa\u200B\u202E', 'Mensa'],
    ['no-break spaces', 'Mensa\u00A0Arcisstraße', 'Mensa Arcisstraße'],
    ['decomposed umlauts', 'Mu\u0308nchen', 'München'],
    ['control characters', 'Ob\u0000st\u0007', 'Obst'],
  ])('cleans %s', (_title, text, expectedText) => {
    expect(cleanText(text)).toBe(expectedText);
  });
});

describe('cleanDishName', () => {
  it.each([
    [
      'Ravioli mit Tomate-Basilikumfüllung , mit Gorgonzolasoße',
      'Ravioli mit Tomate-Basilikumfüllung, mit Gorgonzolasoße',
    ],
    ['Pasta mit Rucola und Kirschtomaten ,', 'Pasta mit Rucola und Kirschtomaten'],
    ['Truthahnsteak (1Stück) mit Rahmsauce', 'Truthahnsteak (1 Stück) mit Rahmsauce'],
    ['Suppe,Brot', 'Suppe, Brot'],
    ['Apfelschorle 0,3 l', 'Apfelschorle 0,3 l'],
    ['Rotbarschfilet "Fish and Chips" ', 'Rotbarschfilet "Fish and Chips"'],
    ['Hähnchen ( scharf )', 'Hähnchen (scharf)'],
    [' , ', ''],
  ])('prints %p as %p', (dishName, expectedName) => {
    expect(cleanDishName(dishName)).toBe(expectedName);
  });
});

describe('repairMojibake', () => {
  it.each([
    ['MÃ¼nchen', 'München'],
    ['CafÃ© ZÃ¼rich', 'Café Zürich'],
    ['WeiÃŸbrÃ¤u', 'Weißbräu'],
    ['StraÃ\u009Fe', 'Straße'],
    ['Ã„pfel, Ã–l, Ãœbung', 'Äpfel, Öl, Übung'],
    ['Wirtâ€™s Haus â€“ Bar', 'Wirt’s Haus – Bar'],
    ['doppelt: MÃƒÂ¼nchen', 'doppelt: München'],
  ])('repairs %p', (brokenText, expectedText) => {
    expect(repairMojibake(brokenText)).toBe(expectedText);
  });

  it.each([
    'München',
    'Bên Thânh',
    'Mama Vân',
    'Die Pâtissière',
    'Taverna Românească',
    'Restaurant Mãmây',
    'JA ĂN',
    'São Paulo',
    'M�nchen',
    'À la carte',
    'Ã',
    '',
  ])('leaves %p alone', (text) => {
    expect(repairMojibake(text)).toBe(text);
  });
});
