import { innermost, pressToOpen } from '../../e2e/remotes/dialog-steps';
import type { Stop } from '../../e2e/remotes/stop';
import { at, place } from '../../e2e/remotes/stop';
import {
  askInVain,
  chooseOnMap,
  narrowMap,
  openDiscounts,
  search,
  searchAgain,
  searchInVain,
  showMap,
  toEnd,
  toLastCard,
} from './list-steps';

/** Stops at list, map, search, filters and the pages of restaurants. */
export const stops: readonly Stop[] = [
  { name: 'list', isStill: true },
  { name: 'list-unlocated', isUnlocated: true },
  { name: 'list-after-lunch', isAfterLunch: true },
  { name: 'snackbar', isUnlocated: true, then: askInVain },
  {
    name: 'list-further-down',
    then: async (page) => void (await page.getByRole('main').getByRole('article').nth(4).scrollIntoViewIfNeeded()),
  },
  { name: 'list-at-its-end', then: toLastCard },
  { name: 'map', then: showMap },
  { name: 'map-chosen', then: chooseOnMap },
  { name: 'map-narrowed', then: narrowMap },
  { name: 'search-open', then: search(() => '') },
  { name: 'search-found', then: search(({ query }) => query) },
  { name: 'search-again', then: searchAgain },
  { name: 'search-in-vain', then: searchInVain },
  { name: 'order-explained', then: async (page) => page.getByRole('button', { name: 'Zur Reihenfolge' }).click() },
  at('filters', 'filters'),
  at('cuisines', 'tagselection'),
  at('download', 'download'),
  place('place', 'menu'),
  { ...place('place-end', 'menu'), then: toEnd },
  { ...place('place-discounts', 'menu'), then: openDiscounts },
  { ...place('place-after-lunch', 'menu'), isAfterLunch: true },
  { ...place('place-info', 'menu'), then: pressToOpen('Info') },
  { ...place('place-allergens', 'menu'), then: pressToOpen(/^Allergene/) },
  {
    ...place('place-pictures', 'menu'),
    async then(page) {
      const cover = innermost(page).getByRole('button', { name: /groß ansehen$/ });
      // Only restaurants with pictures have a carousel to open.
      if (await cover.isVisible()) await cover.press('Enter');
    },
  },
  place('place-long-name', 'longName'),
  place('place-non-partner', 'nonPartner'),
  place('place-resting', 'resting'),
  place('place-rest-day', 'restDay'),
  place('place-closed', 'closed'),
  place('place-without-lunch', 'withoutLunch'),
  { ...place('member-share-place', 'menu'), as: 'member', then: pressToOpen('Teilen') },
  {
    ...place('member-place-code', 'menu'),
    as: 'member',
    async then(page) {
      await pressToOpen('Teilen')(page);
      await pressToOpen('QR-Code')(page);
    },
  },
  {
    ...place('share-place', 'menu'),
    as: 'resident',
    async then(page) {
      await pressToOpen('Teilen')(page);
      await innermost(page).getByRole('checkbox', { name: 'Ben Okafor' }).first().check();
    },
  },
];
