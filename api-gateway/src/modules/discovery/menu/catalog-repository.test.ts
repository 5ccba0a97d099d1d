import { aTag, aVatType } from '@mahlzeit/contract/fixtures';
import { sortedFilterTags, vatTypesOn } from './catalog-repository';

const tagNamed = (tagName: string, popularity: number) =>
  aTag({ key: tagName, id: tagName, name: tagName, popularity });

describe('choosableTags', () => {
  it('D11 counts 100 after the diets have been taken out', () => {
    const unsortedTags = [
      ...['vegan', 'vegetarian', 'halal', 'kosher'].map((tagName) => tagNamed(tagName, 1000)),
      ...Array.from({ length: 120 }, (_, index) => tagNamed(`t${index}`, index)),
    ];
    const filterTags = sortedFilterTags(unsortedTags);
    expect(filterTags).toHaveLength(100);
    expect(filterTags[0]?.name).toBe('t119');
    expect(filterTags.at(-1)?.name).toBe('t20');
  });
});

describe('vatTypesOn', () => {
  const vatRates = [
    { validFrom: '2026-01-01', vatType: aVatType() },
    { validFrom: '2024-01-01', vatType: aVatType({ default: 19 }) },
    { validFrom: '2024-01-01', vatType: aVatType({ key: 'DRINK', default: 19, takeAway: 19 }) },
    { validFrom: '2030-01-01', vatType: aVatType({ default: 12 }) },
  ];

  it.each([
    ['2023-12-31', []],
    [
      '2025-12-31',
      [
        ['FOOD', 19, 7],
        ['DRINK', 19, 19],
      ],
    ],
    [
      '2026-01-01',
      [
        ['FOOD', 7, 7],
        ['DRINK', 19, 19],
      ],
    ],
    [
      '2031-06-24',
      [
        ['FOOD', 12, 7],
        ['DRINK', 19, 19],
      ],
    ],
  ])('knows the rates of %s', (day, expectedVatTypes) => {
    expect(vatTypesOn(vatRates, day).map((vatRate) => [vatRate.key, vatRate.default, vatRate.takeAway])).toEqual(
      expectedVatTypes,
    );
  });
});
