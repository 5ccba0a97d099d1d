import type { Restaurant } from '@mahlzeit/contract';
import { aRestaurant, aWeek, aWorkingWeek } from '@mahlzeit/contract/fixtures';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import { noMenuTexts } from './day-state-words';

const at = (instant: string): number => Date.parse(`${instant}:00+02:00`);
const holiday = { start: '2026-06-20', end: '2026-07-05', restTimeTypeKey: null };

it.each<[string, Partial<Restaurant>, string, readonly [string, string] | null]>([
  ['there is a menu', {}, '2026-06-24T12:00', null],
  ['resting', { restTime: holiday }, '2026-06-24T12:00', ['Gerade ist Betriebspause', 'Weiter geht es Mo. 6. Juli ab 11:00.']],
  ['a rest day', { openingHours: aWorkingWeek('11:30-14:00') }, '2026-06-28T12:00', ['Heute ist Ruhetag', 'Weiter geht es morgen ab 11:30.']],
  ['a rest day for good', { openingHours: aWeek() }, '2026-06-24T12:00', ['Heute ist Ruhetag', 'Schau an einem anderen Tag wieder vorbei.']],
  ['already closed', {}, '2026-06-24T16:00', ['Heute ist schon Schluss', 'Weiter geht es morgen ab 11:00.']],
  ['no lunch', { offers: [] }, '2026-06-24T12:00', ['Heute kein Mittagstisch', 'Das Lokal hat für heute kein Essen eingetragen.']],
])('T04 %s', (_case, overrides, instant, words) => {
  const now = at(instant);
  const said = noMenuTexts(withDerivedFields(aRestaurant(overrides), now), now);
  expect(said === null ? null : [said.title, said.text]).toEqual(words);
});

it('names the reason of a holiday closure', () => {
  const now = at('2026-06-24T12:00');
  expect(noMenuTexts(withDerivedFields(aRestaurant({ restTime: holiday }), now), now, 'Betriebsferien')?.text).toBe('Betriebsferien. Weiter geht es Mo. 6. Juli ab 11:00.');
});

it('T03 calls a day a rest day on which only the night before runs out', () => {
  const now = at('2026-06-23T12:00');
  const said = noMenuTexts(withDerivedFields(aRestaurant({ openingHours: aWeek({ 1: ['22:00-02:00'] }) }), now), now);
  expect(said).toMatchObject({ title: 'Heute ist Ruhetag', text: 'Weiter geht es Mo. 29. Juni ab 22:00.' });
});
