import { aTag } from '@mahlzeit/contract/fixtures';
import { cuisineTagsOf, selectBarTags } from './tags';

const createCuisine = (cuisineKey: string) => ({ key: cuisineKey, name: cuisineKey });
const eightCuisines = Array.from({ length: 8 }, (_, index) => createCuisine(`k${index + 1}`));
const barTagKeys = (...barArguments: Parameters<typeof selectBarTags>) =>
  selectBarTags(...barArguments).map(({ key }) => key);

it('keeps cuisines only, by their German names', () => {
  const mixedTags = [
    aTag({ key: 'german', name: 'german', translations: { de: 'Deutsch' } }),
    aTag({ key: 'soup', type: 'product' }),
    aTag({ key: 'organic', type: 'attribute' }),
  ];
  expect(cuisineTagsOf(mixedTags)).toEqual([{ key: 'german', name: 'Deutsch' }]);
});

it('D03 shows the first six cuisines', () => {
  expect(barTagKeys(eightCuisines, null)).toEqual(['k1', 'k2', 'k3', 'k4', 'k5', 'k6']);
});

it('D03 shows a chosen one of the six once', () => {
  expect(barTagKeys(eightCuisines, createCuisine('k2'))).toEqual(['k1', 'k2', 'k3', 'k4', 'k5', 'k6']);
});

it('D03 shows a chosen one beyond the six after them', () => {
  expect(barTagKeys(eightCuisines, createCuisine('k8'))).toEqual(['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k8']);
});

it('D03 shows a chosen tag that is no cuisine, too', () => {
  expect(barTagKeys(eightCuisines.slice(0, 2), createCuisine('soup'))).toEqual(['k1', 'k2', 'soup']);
});
