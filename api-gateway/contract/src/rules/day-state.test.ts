import { aWeek, anOffer } from '../fixtures';
import type { DayState } from '../restaurant';
import type { MenuDay } from './day-state';
import { dayState } from './day-state';

const at = (text: string): number => Date.parse(`2026-06-${text.replace(' ', 'T')}:00+02:00`);
const offersOnEveryDay = ['22', '23', '24', '25'].map((day) => anOffer({ key: `eintopf-${day}`, date: `2026-06-${day}` }));
const menuOf = (overrides: Partial<MenuDay>): MenuDay => ({
  openingHours: aWeek({ 1: ['11:00-14:00', '17:00-22:00'] }),
  openingHoursText: null,
  restTime: null,
  offers: offersOnEveryDay,
  ...overrides,
});
const nightBar = menuOf({ openingHours: aWeek({ 1: ['22:00-02:00'] }) });
const holiday = { start: '2026-06-21', end: '2026-06-22', restTimeTypeKey: null };

describe('dayState', () => {
  it.each<[string, MenuDay, string, DayState]>([
    ['a Tuesday that only a Monday night reaches is a rest day', nightBar, '23 12:00', 'restDay'],
    ['while that night lasts the place is open', nightBar, '23 01:00', 'open'],
    ['once it is over the rest day has begun', nightBar, '23 02:00', 'restDay'],
    ['a Monday without hours is a rest day in its night, too', menuOf({ openingHours: aWeek({ 7: ['22:00-02:00'] }) }), '22 03:00', 'restDay'],
  ])('T03 %s', (_case, menu, instant, state) => {
    expect(dayState(menu, at(instant))).toBe(state);
  });

  it.each<[string, MenuDay, string, DayState]>([
    ['resting goes before all', menuOf({ restTime: holiday, openingHours: aWeek(), offers: [] }), '22 23:59', 'resting'],
    ['resting ends with its last day', menuOf({ restTime: { ...holiday, end: '2026-06-21' } }), '22 00:00', 'open'],
    ['a rest day goes before already closed and no lunch', menuOf({ offers: [] }), '23 23:00', 'restDay'],
    ['already closed goes before no lunch', menuOf({ offers: [] }), '22 22:00', 'closed'],
    ['no lunch comes last', menuOf({ offers: [] }), '22 12:00', 'noLunch'],
    ['offers of other days are no lunch', menuOf({ offers: offersOnEveryDay.slice(1) }), '22 12:00', 'noLunch'],
  ])('T04 %s', (_case, menu, instant, state) => {
    expect(dayState(menu, at(instant))).toBe(state);
  });

  it.each<[string, string, DayState]>([
    ['open before the first opening', '22 06:00', 'open'],
    ['open at lunch', '22 12:00', 'open'],
    ['open in the break, because it opens again', '22 15:00', 'open'],
    ['closed after the last range', '22 22:00', 'closed'],
  ])('is %s', (_case, instant, state) => {
    expect(dayState(menuOf({}), at(instant))).toBe(state);
  });

  it.each<[string, Partial<MenuDay>, DayState]>([
    ['no hours at all make a rest day', {}, 'restDay'],
    ['hours that nobody could parse leave it to the menu', { openingHoursText: 'nach Vereinbarung' }, 'open'],
    ['hours that nobody could parse and no menu', { openingHoursText: 'nach Vereinbarung', offers: [] }, 'noLunch'],
  ])('%s', (_case, overrides, state) => {
    expect(dayState(menuOf({ openingHours: aWeek(), ...overrides }), at('22 12:00'))).toBe(state);
  });
});
