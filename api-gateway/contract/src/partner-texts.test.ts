import { PartnerDiscount, PartnerMeal, PartnerRestaurant } from './partner';
import { readableLinesOf } from './typed-text';

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
