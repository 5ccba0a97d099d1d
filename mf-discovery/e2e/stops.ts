import { innermostDialog, pressToOpen } from '../../e2e/remotes/dialog-steps';
import type { Stop } from '../../e2e/remotes/stop';
import { stopAt, placeStop } from '../../e2e/remotes/stop';
import {
  requestUnknownPosition,
  chooseOnMap,
  filterMap,
  openDiscounts,
  searchFor,
  searchAgain,
  searchWithoutResults,
  showMap,
  scrollDialogToEnd,
  scrollToLastCard,
} from './list-steps';

/** Stops at list, map, search, filters and the pages of restaurants. */
export const stops: readonly Stop[] = [
  { name: 'list', hasNoLayoutShift: true },
  { name: 'list-unlocated', isUnlocated: true },
  { name: 'list-after-lunch', isAfterLunch: true },
  { name: 'snackbar', isUnlocated: true, then: requestUnknownPosition },
  {
    name: 'list-further-down',
    then: async (page) => void (await page.getByRole('main').getByRole('article').nth(4).scrollIntoViewIfNeeded()),
  },
  { name: 'list-at-its-end', then: scrollToLastCard },
  { name: 'map', then: showMap },
  { name: 'map-chosen', then: chooseOnMap },
  { name: 'map-narrowed', then: filterMap },
  { name: 'search-open', then: searchFor(() => '') },
  { name: 'search-found', then: searchFor(({ query }) => query) },
  { name: 'search-again', then: searchAgain },
  { name: 'search-in-vain', then: searchWithoutResults },
  { name: 'order-explained', then: async (page) => page.getByRole('button', { name: 'Zur Reihenfolge' }).click() },
  stopAt('filters', 'filters'),
  stopAt('cuisines', 'tagselection'),
  stopAt('download', 'download'),
  placeStop('place', 'menu'),
  { ...placeStop('place-end', 'menu'), then: scrollDialogToEnd },
  { ...placeStop('place-discounts', 'menu'), then: openDiscounts },
  { ...placeStop('place-after-lunch', 'menu'), isAfterLunch: true },
  { ...placeStop('place-info', 'menu'), then: pressToOpen('Info') },
  { ...placeStop('place-allergens', 'menu'), then: pressToOpen(/^Allergene/) },
  {
    ...placeStop('place-pictures', 'menu'),
    async then(page) {
      const coverButton = innermostDialog(page).getByRole('button', { name: /groß ansehen$/ });
      // Only restaurants with pictures have a carousel to open.
      if (await coverButton.isVisible()) await coverButton.press('Enter');
    },
  },
  placeStop('place-long-name', 'longName'),
  placeStop('place-non-partner', 'nonPartner'),
  placeStop('place-resting', 'resting'),
  placeStop('place-rest-day', 'restDay'),
  placeStop('place-closed', 'closed'),
  placeStop('place-without-lunch', 'withoutLunch'),
  { ...placeStop('member-share-place', 'menu'), as: 'member', then: pressToOpen('Teilen') },
  {
    ...placeStop('member-place-code', 'menu'),
    as: 'member',
    async then(page) {
      await pressToOpen('Teilen')(page);
      await pressToOpen('QR-Code')(page);
    },
  },
  {
    ...placeStop('share-place', 'menu'),
    as: 'resident',
    async then(page) {
      await pressToOpen('Teilen')(page);
      await innermostDialog(page).getByRole('checkbox', { name: 'Ben Okafor' }).first().check();
    },
  },
];
