import { requestTexts, textsIn } from './fixtures';
import { PartnerDiscount, PartnerFeedOffer, PartnerFeedRestaurant, PartnerMeal, PartnerRestaurant } from './partner';
import { readableLinesOf } from './typed-text';
import { LookupKey } from './values';

const HEADER = 'Elbkantine\r\nBcc: all@mahlzeit.test\u2028\u0007';
const ONE_LINE = 'Elbkantine Bcc: all@mahlzeit.test';

it('puts names, streets and labels of partners into one line', () => {
  const restaurant = PartnerRestaurant.parse({
    name: HEADER,
    address: {
      ...{ placeId: null, street: HEADER, streetNumber: '1\n', postalCode: '20095', locality: HEADER },
      location: { latitude: 53.5, longitude: 10 },
    },
  });
  expect([restaurant.name, restaurant.address?.street, restaurant.address?.streetNumber]).toEqual([
    ONE_LINE,
    ONE_LINE,
    '1',
  ]);
  const meal = PartnerMeal.parse({
    ...{ restaurantId: 'elbkantine', name: HEADER, price: 990, typeKey: 'lunch', date: '2026-06-24' },
    ...{ unit: '100\ng', allergens: ['Milch\r\nEi'], description: 'Mit Reis\r\nund Salat\u0000' },
  });
  expect([meal.name, meal.unit, meal.allergens, meal.description]).toEqual([
    ONE_LINE,
    '100 g',
    ['Milch Ei'],
    'Mit Reis\nund Salat',
  ]);
});

it('puts the names of discounts into one line in each language', () =>
  expect(PartnerDiscount.shape.name.parse({ de: 'Zwei\nEuro', en: 'Two\r\neuros' })).toEqual({
    de: 'Zwei Euro',
    en: 'Two euros',
  }));

it('keeps the lines of a long text, and tabs as spaces', () =>
  expect(readableLinesOf('Montag\tRuhetag\r\nDienstag\rbis\u2029Freitag\u001B')).toBe(
    'Montag Ruhetag\nDienstag\nbis\nFreitag ',
  ));

const PARTNER_TEXTS = [
  ...requestTexts()
    .filter(({ route, part, schema }) => route.access === 'partner' && part === 'body' && schema !== LookupKey)
    // Leaves out the names of a discount, which the test above covers.
    .filter(({ path }) => path.join('.') !== 'name.de')
    .map(({ route, path, schema }) => [`${route.name} ${path.join('.')}`, schema] as const),
  ...[PartnerFeedRestaurant, PartnerFeedOffer]
    .flatMap((schema) => textsIn(schema))
    .map(({ path, schema }) => [`feed ${path.join('.')}`, schema] as const),
];

it.each(PARTNER_TEXTS)('%s takes no control characters', (_name, schema) => {
  for (const text of ['a\rb', 'a\u0000b', 'a\u001bb', 'a\u0085b', 'a\u2028b', 'a\r\nb', 'a\nb']) {
    const parsed = schema.safeParse(text);
    // Some fields (keys, addresses and formats) refuse a text with control characters. All other fields replace the
    // control characters by spaces; only long texts keep their line breaks.
    if (parsed.success) expect(String(parsed.data)).toMatch(/^a[ \n]b$/);
  }
});

it('covers the texts of dishes, places, discounts and feeds', () =>
  expect(PARTNER_TEXTS.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'putPartnerMeal name',
      'putPartnerMeal allergens.0',
      'putPartnerRestaurant address.street',
      'putPartnerRestaurant data.description',
      'putPartnerDiscount valueText',
      'feed name',
      'feed mealType',
    ]),
  ));

it.each(['https://bilder.example/a.png', 'http://bilder.example/a.png', '//bilder.example/a.png', 'a.png'])(
  'refuses the picture %s, which another site would serve',
  (url) => {
    expect(PartnerRestaurant.safeParse({ logo: { url } }).success).toBe(false);
    expect(PartnerRestaurant.safeParse({ media: [{ type: 'image', url, midSizeUrl: url }] }).success).toBe(false);
    expect(PartnerRestaurant.safeParse({ media: [{ type: 'menu', url }] }).success).toBe(false);
    expect(PartnerRestaurant.safeParse({ logo: { url: '/pictures/a.png' } }).success).toBe(true);
  },
);
