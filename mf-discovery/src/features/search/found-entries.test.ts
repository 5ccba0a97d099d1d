import { aFoundMeal, aPlace, aRestaurantSummary, aTag } from '@mahlzeit/contract/fixtures';
import { foundSections } from './found-entries';
import type { Found } from './found-entries';

const nothing: Found = { places: [], partners: [], nonPartners: [], meals: [], tags: [] };
const many = <T,>(make: (key: string) => T): T[] => Array.from({ length: 20 }, (_, index) => make(String(index)));

it('shows up to three places, five partners and five others in one list, five dishes and five tags', () => {
  const sections = foundSections({
    places: many((placeId) => aPlace({ placeId })),
    partners: many((key) => aRestaurantSummary({ key })),
    nonPartners: many((key) => aRestaurantSummary({ key: `n${key}` })),
    meals: many((key) => aFoundMeal({ key })),
    tags: many((key) => aTag({ key })),
  });
  expect(sections.map(({ title, entries }) => [title, entries.length])).toEqual([['SearchPlaces', 3], ['SearchRestaurants', 10], ['SearchMeals', 5], ['SearchTags', 5]]);
});

it('D15 finds places that are no partners, behind the partners', () => {
  const [section] = foundSections({ ...nothing, partners: [aRestaurantSummary({ key: 'p' })], nonPartners: [aRestaurantSummary({ key: 'n', type: 'NonPartner' })] });
  expect(section?.entries.map(({ kind }) => kind)).toEqual(['partner', 'nonPartner']);
});

it('has no section for what was not found', () => expect(foundSections({ ...nothing, meals: [aFoundMeal()] }).map(({ title }) => title)).toEqual(['SearchMeals']));
