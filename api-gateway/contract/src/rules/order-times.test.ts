import { aRestaurant, aWeek, aWorkingWeek } from '../fixtures';
import type { Restaurant } from '../restaurant';
import { lunchOrderingEndsAt, orderingEndsAt, orderLeadMinutes } from './order-times';

const at = (instant: string): number => Date.parse(`${instant}:00+02:00`);
const noon = at('2026-06-24T12:00');

it.each([[0, 15], [14, 15], [15, 15], [30, 30]])('T09 asks for %i minutes of the kitchen as %i of the diner', (orderForerunMinutes, minutes) => {
  expect(orderLeadMinutes({ orderForerunMinutes })).toBe(minutes);
});

const holiday = { start: '2026-06-24', end: '2026-06-24', restTimeTypeKey: null };

it.each<[string, Partial<Restaurant>, string | null, string | null]>([
  ['lunch before the rest', {}, '2026-06-24T14:40', '2026-06-24T14:10'],
  ['a kitchen that needs an hour', { orderForerunMinutes: 60 }, '2026-06-24T14:00', '2026-06-24T13:30'],
  ['a break: the evening counts', { openingHours: aWorkingWeek('11:00-14:00', '18:00-22:00') }, '2026-06-24T21:40', '2026-06-24T13:40'],
  ['lunch all day where no lunch times are named', { lunchTimes: aWeek() }, '2026-06-24T14:40', '2026-06-24T14:40'],
  ['lunch times that go on after closing', { lunchTimes: aWorkingWeek('11:30-17:00') }, '2026-06-24T14:40', '2026-06-24T14:40'],
  ['lunch outside of the opening hours', { lunchTimes: aWorkingWeek('16:00-17:00') }, '2026-06-24T14:40', null],
  ['a night: today ends at midnight', { openingHours: aWorkingWeek('22:00-02:00'), lunchTimes: aWeek() }, '2026-06-24T23:40', '2026-06-24T23:40'],
  ['round the clock', { openingHours: aWorkingWeek('00:00-24:00'), lunchTimes: aWeek() }, '2026-06-24T23:40', '2026-06-24T23:40'],
  ['a rest day', { openingHours: aWeek({ 4: ['11:00-15:00'] }) }, null, null],
  ['a holiday', { restTime: holiday }, null, null],
])('T09 ends ordering: %s', (_case, overrides, menuEnd, lunchEnd) => {
  const place = aRestaurant({ orderForerunMinutes: 20, ...overrides });
  expect([orderingEndsAt(place, noon), lunchOrderingEndsAt(place, noon)]).toEqual([menuEnd, lunchEnd].map((end) => (end === null ? null : at(end))));
});

it('T07 means the day of Berlin', () => {
  expect(orderingEndsAt(aRestaurant({ orderForerunMinutes: 20 }), at('2026-06-25T00:30'))).toBe(at('2026-06-25T14:40'));
});
