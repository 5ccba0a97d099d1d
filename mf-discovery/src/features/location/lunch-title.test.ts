import { lunchTitleOf } from './lunch-title';

it.each([
  ['place', 'Großneumarkt', 'Mittag am Großneumarkt'],
  ['area', 'Wexstraße', 'Mittag an der Wexstraße'],
  ['place', 'Wexstraße, Hamburg-Neustadt', 'Mittag an der Wexstraße'],
  ['place', '20459 Hamburg', 'Mittag in 20459 Hamburg'],
  ['place', 'Altstadt', 'Mittag in der Altstadt'],
  ['place', 'Darmstadt', 'Mittag in Darmstadt'],
  ['place', 'München', 'Mittag in München'],
  ['last', 'Frankfurt am Main', 'Mittag in Frankfurt am Main'],
  ['user', null, 'Mittag in deiner Nähe'],
  ['last', null, 'Mittagstisch'],
  ['area', null, 'Mittagstisch'],
  ['fallback', null, 'Mittag in Hamburg'],
] as const)('names lunch around a %s called %s: %s', (placeKind, placeName, expectedTitle) => {
  expect(lunchTitleOf({ kind: placeKind }, placeName)).toBe(expectedTitle);
});
