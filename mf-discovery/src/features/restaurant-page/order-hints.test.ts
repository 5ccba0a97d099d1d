import type { Restaurant } from '@mahlzeit/contract';
import { aDrink, anOffer, aRestaurant, aWeek, aWorkingWeek } from '@mahlzeit/contract/fixtures';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import { orderHint, orderUntilLabel } from './order-hints';

const at = (instant: string): number => Date.parse(`2026-06-24T${instant}:00+02:00`);
// Open 11:00 to 15:00, lunch 11:30 to 14:30, the kitchen needs 20 minutes.
const place = (overrides: Partial<Restaurant> = {}): Restaurant => aRestaurant({ orderForerunMinutes: 20, ...overrides });

const over = 'Zum Vorbestellen ist es heute zu spät. Das ging bis 14:40.';
const lunchOver = 'Den Mittagstisch konntest du heute bis 14:10 vorbestellen.';

it.each([
  ['09:00', null, null],
  ['14:09', null, null],
  ['14:10', lunchOver, null],
  ['14:39', lunchOver, null],
  ['14:40', over, over],
])('C27 says at %s of lunch %j and of all else %j', (time, lunch, rest) => {
  expect([orderHint(place(), 'Mittagstisch', at(time)), orderHint(place(), 'Suppen', at(time))]).toEqual([lunch, rest]);
});

it('takes Menü for lunch, too', () => expect(orderHint(place(), 'Menü', at('14:20'))).toBe(lunchOver));

it('says that nothing can be ordered where nobody knows when the place is open', () => {
  expect(orderHint(place({ openingHours: aWeek(), openingHoursText: 'nach Vereinbarung' }), 'Suppen', at('12:00'))).toBe('Heute kannst du hier nicht vorbestellen.');
});

it.each<[string, Partial<Restaurant>, string | null]>([
  ['12:00', {}, 'Vorbestellen bis 14:10'],
  ['14:20', {}, 'Vorbestellen bis 14:40'],
  ['14:50', {}, null],
  ['12:00', { offers: [anOffer({ baseName: 'Suppen' }), aDrink()] }, 'Vorbestellen bis 14:40'],
  ['12:00', { hasPayment: false }, null],
  ['12:00', { openingHours: aWorkingWeek('11:00-14:00', '18:00-22:00') }, 'Vorbestellen bis 13:40'],
])('says at %s of %j: %s', (time, overrides, words) => {
  expect(orderUntilLabel(withDerivedFields(place(overrides), at(time)), at(time))).toBe(words);
});
