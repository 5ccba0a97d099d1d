import { innermostDialog, pressToOpenDialog } from '../../e2e/remotes/dialog-steps';
import type { WalkStop } from '../../e2e/remotes/walk-stop';
import { createHashStop, createPlaceStop } from '../../e2e/remotes/walk-stop';
import {
  requestUnknownPosition,
  choosePlaceOnMap,
  filterMapByCuisine,
  openDiscountDetails,
  searchForText,
  repeatSearch,
  searchWithoutResults,
  showMap,
  scrollDialogToEnd,
  scrollToLastCard,
} from './list-steps';

/** Screens that the walk photographs: list, map, search, filters and the pages of restaurants. */
export const discoveryStops: readonly WalkStop[] = [
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
  { name: 'map-chosen', then: choosePlaceOnMap },
  { name: 'map-narrowed', then: filterMapByCuisine },
  { name: 'search-open', then: searchForText(() => '') },
  { name: 'search-found', then: searchForText(({ query }) => query) },
  { name: 'search-again', then: repeatSearch },
  { name: 'search-in-vain', then: searchWithoutResults },
  { name: 'order-explained', then: async (page) => page.getByRole('button', { name: 'Zur Reihenfolge' }).click() },
  createHashStop('filters', 'filters'),
  createHashStop('cuisines', 'tagselection'),
  createHashStop('download', 'download'),
  createPlaceStop('place', 'menu'),
  { ...createPlaceStop('place-end', 'menu'), then: scrollDialogToEnd },
  { ...createPlaceStop('place-discounts', 'menu'), then: openDiscountDetails },
  { ...createPlaceStop('place-after-lunch', 'menu'), isAfterLunch: true },
  { ...createPlaceStop('place-info', 'menu'), then: pressToOpenDialog('Info') },
  { ...createPlaceStop('place-allergens', 'menu'), then: pressToOpenDialog(/^Allergene/) },
  {
    ...createPlaceStop('place-pictures', 'menu'),
    async then(page) {
      const coverButton = innermostDialog(page).getByRole('button', { name: /groß ansehen$/ });
      // Only restaurants with pictures have a carousel to open.
      if (await coverButton.isVisible()) await coverButton.press('Enter');
    },
  },
  createPlaceStop('place-long-name', 'longName'),
  createPlaceStop('place-non-partner', 'nonPartner'),
  createPlaceStop('place-resting', 'resting'),
  createPlaceStop('place-rest-day', 'restDay'),
  createPlaceStop('place-closed', 'closed'),
  createPlaceStop('place-without-lunch', 'withoutLunch'),
  { ...createPlaceStop('member-share-place', 'menu'), as: 'member', then: pressToOpenDialog('Teilen') },
  {
    ...createPlaceStop('member-place-code', 'menu'),
    as: 'member',
    async then(page) {
      await pressToOpenDialog('Teilen')(page);
      await pressToOpenDialog('QR-Code')(page);
    },
  },
  {
    ...createPlaceStop('share-place', 'menu'),
    as: 'resident',
    async then(page) {
      await pressToOpenDialog('Teilen')(page);
      await innermostDialog(page).getByRole('checkbox', { name: 'Ben Okafor' }).first().check();
    },
  },
];
