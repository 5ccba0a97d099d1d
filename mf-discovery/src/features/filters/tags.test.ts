import { aTag } from '@mahlzeit/contract/fixtures';
import { cuisineTags, tagsInBar } from './tags';

const cuisine = (key: string) => ({ key, name: key });
const eight = Array.from({ length: 8 }, (_, index) => cuisine(`k${index + 1}`));
const keys = (...args: Parameters<typeof tagsInBar>) => tagsInBar(...args).map(({ key }) => key);

it('keeps cuisines only, by their German names', () => {
  const tags = [
    aTag({ key: 'german', name: 'german', translations: { de: 'Deutsch' } }),
    aTag({ key: 'soup', type: 'product' }),
    aTag({ key: 'organic', type: 'attribute' }),
  ];
  expect(cuisineTags(tags)).toEqual([{ key: 'german', name: 'Deutsch' }]);
});

it('D03 shows the first six cuisines', () => {
  expect(keys(eight, null)).toEqual(['k1', 'k2', 'k3', 'k4', 'k5', 'k6']);
});

it('D03 shows a chosen one of the six once', () => {
  expect(keys(eight, cuisine('k2'))).toEqual(['k1', 'k2', 'k3', 'k4', 'k5', 'k6']);
});

it('D03 shows a chosen one beyond the six after them', () => {
  expect(keys(eight, cuisine('k8'))).toEqual(['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k8']);
});

it('D03 shows a chosen tag that is no cuisine, too', () => {
  expect(keys(eight.slice(0, 2), cuisine('soup'))).toEqual(['k1', 'k2', 'soup']);
});
