import type { Restaurant } from '@mahlzeit/contract';
import { aDishByWeight, aRestaurant, anOffer, fixtureNow } from '@mahlzeit/contract/fixtures';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import type { Mark } from './pin-rules';
import { markLabel, markOf } from './pin-rules';

const nbsp = '\u00a0';
const minute = 60_000;
const moment = { zoom: 16, now: fixtureNow, isSelected: false };
const at = (now: number, overrides: Partial<Restaurant> = {}) => withDerivedFields(aRestaurant(overrides), now);

const open = at(fixtureNow);
const byWeight = at(fixtureNow, { offers: [aDishByWeight({ price: 160, baseName: 'Mittagstisch' })] });
const noLunch = at(fixtureNow, { offers: [] });
const sunday = Date.parse('2026-06-28T12:00:00+02:00');
const resting = at(sunday);
// The fixtures' place closes at 15:00.
const soonNow = fixtureNow + 180 * minute;
const soon = at(soonNow);

it.each<[string, Restaurant, Partial<typeof moment>, Mark]>([
  ['an open place shows its lowest lunch price', open, {}, { kind: 'pin', look: 'plain', text: `8,90${nbsp}€` }],
  ['a price by weight is the least', byWeight, {}, { kind: 'pin', look: 'plain', text: `ab 1,60${nbsp}€` }],
  ['a place that closes soon is ringed', soon, { now: soonNow }, { kind: 'pin', look: 'soon', text: `8,90${nbsp}€` }],
  ['a closed place says so', resting, { now: sunday }, { kind: 'pin', look: 'closed', text: 'zu' }],
  ['a place without dishes is a ring', noLunch, {}, { kind: 'ring' }],
  ['a selected one has name, price and way', open, { isSelected: true }, { kind: 'pin', look: 'selected', text: 'Elbkantine', subText: `8,90${nbsp}€ · 6${nbsp}Min.` }],
  ['a selected one without dishes has name and way', noLunch, { isSelected: true }, { kind: 'pin', look: 'selected', text: 'Elbkantine', subText: `6${nbsp}Min.` }],
  ['below zoom 16 it is a dot', open, { zoom: 15 }, { kind: 'dot' }],
  ['below zoom 16 a closed one is a ring', resting, { zoom: 15, now: sunday }, { kind: 'ring' }],
  ['below zoom 16 a selected one keeps its label', open, { zoom: 12, isSelected: true }, { kind: 'pin', look: 'selected', text: 'Elbkantine', subText: `8,90${nbsp}€ · 6${nbsp}Min.` }],
])('%s', (_case, restaurant, overrides, mark) => {
  expect(markOf(restaurant, { ...moment, ...overrides })).toEqual(mark);
});

it.each([
  ['an open place', open, fixtureNow, `Elbkantine, Geöffnet bis 15:00, Mittag 8,90${nbsp}€, 6${nbsp}Min.`],
  ['a closed one', resting, sunday, `Elbkantine, Ruhetag wieder morgen ab 11:00, 6${nbsp}Min.`],
  ['one without dishes', noLunch, fixtureNow, `Elbkantine, Geöffnet bis 15:00, 6${nbsp}Min.`],
  ['one at an unknown distance', at(fixtureNow, { initialDistanceKm: null, offers: [anOffer()] }), fixtureNow, `Elbkantine, Geöffnet bis 15:00, Mittag 8,90${nbsp}€`],
])('tells %s in full', (_case, restaurant, now, label) => {
  expect(markLabel(restaurant, now)).toBe(label);
});
