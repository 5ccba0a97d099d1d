import { aTeaser } from '../fixtures';
import { chooseTeaser } from './teaser';

const around = { latitude: 53.55, longitude: 9.99 };
const sunday = Date.parse('2026-06-28T12:00:00+02:00');
const monday = Date.parse('2026-06-29T12:00:00+02:00');
const north = (meters: number) => ({ latitude: around.latitude + meters / 111_195, longitude: around.longitude });

describe('chooseTeaser', () => {
  it.each([
    [0, sunday, true],
    [0, monday, false],
    [1, monday, true],
    [6, sunday, false],
    [7, sunday, false],
  ])('T14 shows a teaser of weekday %i on %i: %s', (day, now, isShown) => {
    expect(chooseTeaser([aTeaser({ daysOfWeek: [day] })], { now, around }) !== null).toBe(isShown);
  });

  it('T14 takes the day in Berlin: half past midnight on Monday there is still Sunday in UTC', () => {
    expect(chooseTeaser([aTeaser({ daysOfWeek: [1] })], { now: Date.parse('2026-06-29T00:30:00+02:00'), around })).not.toBeNull();
  });

  it('D14 shows a teaser without weekdays every day', () => {
    for (const now of [sunday, monday]) expect(chooseTeaser([aTeaser({ daysOfWeek: null })], { now, around })).not.toBeNull();
  });

  it('D14 wants a picture or a film', () => {
    expect(chooseTeaser([aTeaser({ imageUrl: null, videoUrl: null })], { now: monday, around })).toBeNull();
    expect(chooseTeaser([aTeaser({ imageUrl: null, videoUrl: '/media/teaser.mp4' })], { now: monday, around })).not.toBeNull();
  });

  it('D14 asks for the distance only where a place is set', () => {
    expect(chooseTeaser([aTeaser({ location: { ...north(900), distance: 1000 } })], { now: monday, around })).not.toBeNull();
    expect(chooseTeaser([aTeaser({ location: { ...north(1100), distance: 1000 } })], { now: monday, around })).toBeNull();
  });

  it('D14 prefers the highest priority, and among equals always the same', () => {
    const teasers = [aTeaser({ key: 'c', priority: 1 }), aTeaser({ key: 'b', priority: 5 }), aTeaser({ key: 'a', priority: 5 }), aTeaser({ key: 'z', priority: 9, imageUrl: null })];
    expect(chooseTeaser(teasers, { now: monday, around })?.key).toBe('a');
    expect(chooseTeaser([...teasers].reverse(), { now: monday, around })?.key).toBe('a');
  });

  it('D14 leaves the fallback to the reader where none qualifies', () => expect(chooseTeaser([], { now: monday, around })).toBeNull());
});
