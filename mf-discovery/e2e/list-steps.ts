import type { Page } from '../../e2e/world/world-test';
import { expect } from '../../e2e/world/world-test';
import { innermostDialog } from '../../e2e/remotes/dialog-steps';
import type { Town } from '../../e2e/remotes/towns';

/** Scrolls the list of restaurants until its last card is visible. */
export const scrollToLastCard = (page: Page): Promise<void> =>
  page.getByRole('main').getByRole('article').last().scrollIntoViewIfNeeded();

/** Scrolls a dialog to its end. */
export const scrollDialogToEnd = (page: Page): Promise<void> =>
  innermostDialog(page).getByRole('link').last().scrollIntoViewIfNeeded();

/** Shows the map, unless the window is wide enough to show it next to the list. */
export const showMap = async (page: Page): Promise<void> => {
  const mapTab = page.getByRole('tab', { name: 'Kartenansicht' });
  if (await mapTab.isVisible()) await mapTab.click();
  await expect(page.getByRole('region', { name: 'Karte' }).getByRole('button').first()).toBeVisible();
};

/** Selects the first restaurant on the map with the Enter key. */
export const choosePlaceOnMap = async (page: Page): Promise<void> => {
  await showMap(page);
  // Only markers of restaurants have this attribute; clusters and buttons of the map don't.
  await page.getByRole('region', { name: 'Karte' }).locator('button[aria-pressed]').first().press('Enter');
};

/** Filters the map by the seventh cuisine, whose chip is beyond the edge of a phone's screen. */
export const filterMapByCuisine = async (page: Page): Promise<void> => {
  await showMap(page);
  const cuisineChip = page.getByRole('group', { name: 'Küche wählen' }).getByRole('button').nth(6);
  await cuisineChip.click();
  const mapRegion = page.getByRole('region', { name: 'Karte' });
  await expect(mapRegion.getByText('alle im Bild').or(mapRegion.getByText(/^1 /))).toBeVisible();
};

/**
 * Returns a step that opens the search and types a text. `searchTextOf` returns this text for a town. If the text isn't
 * empty, the step waits for a result.
 */
export const searchForText =
  (searchTextOf: (town: Town) => string) =>
  async (page: Page, town: Town): Promise<void> => {
    const searchBox = page.getByRole('combobox', { name: 'Suche' });
    await searchBox.click();
    await searchBox.pressSequentially(searchTextOf(town));
    if (searchTextOf(town) !== '')
      await expect(page.getByRole('group', { name: 'Lokale', exact: true }).getByRole('option').first()).toBeVisible();
  };

/** Searches for a text, opens a result, closes it, and opens the search again. */
export const repeatSearch = async (page: Page, town: Town): Promise<void> => {
  await searchForText(({ query }) => query)(page, town);
  await page.getByRole('group', { name: 'Lokale', exact: true }).getByRole('option').first().click();
  await expect(page.getByRole('dialog').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await searchForText(() => '')(page, town);
  await expect(page.getByRole('group', { name: 'Zuletzt gesucht' })).toBeVisible();
};

/** Searches for a text that has no results in any town. */
export const searchWithoutResults = async (page: Page): Promise<void> => {
  const searchBox = page.getByRole('combobox', { name: 'Suche' });
  await searchBox.click();
  await searchBox.pressSequentially('xylophon vegan');
  await expect(page.getByText(/haben wir heute nichts\.$/)).toBeVisible();
};

/** Opens the list of a restaurant's discounts, if the restaurant has any. */
export const openDiscountDetails = async (page: Page): Promise<void> => {
  const discountLine = innermostDialog(page).getByRole('button', { expanded: false }).filter({ hasText: '−' });
  if (await discountLine.isVisible()) await discountLine.click();
};

/** Requests the user's position in a browser that returns none. A message about it appears below the top bar. */
export const requestUnknownPosition = async (page: Page): Promise<void> => {
  // The first of two buttons with this name is pressed; the second one belongs to the map.
  await page.getByRole('button', { name: 'Meinen Standort nehmen' }).first().click();
  await expect(page.getByRole('region', { name: 'Meldungen' })).toContainText('Standort');
};
