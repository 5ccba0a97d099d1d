import type { Locator, Page } from '@playwright/test';
import { expect, test as base } from '../../world/world-test';

const test = base.extend({ baseURL: ({ noonWorld }, use) => use(noonWorld.url) });
test.use({ geolocation: { latitude: 53.5505, longitude: 9.9925 } });

const mapRegionOf = (page: Page): Locator => page.getByRole('region', { name: 'Karte' });

interface NamedBox {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns the boxes of all elements that show a price on the map, and of all elements that lie over the map. */
const boxesOnMap = (
  page: Page,
): Promise<{ readonly prices: readonly NamedBox[]; readonly overlyingBoxes: readonly NamedBox[] }> =>
  mapRegionOf(page).evaluate((mapElement) => {
    const boxOf = (boxedElement: Element): NamedBox => {
      const { left, right, top, bottom } = boxedElement.getBoundingClientRect();
      return { name: boxedElement.getAttribute('aria-label') ?? boxedElement.textContent, left, right, top, bottom };
    };
    const mapBox = mapElement.getBoundingClientRect();
    const isWithinMap = ({ left, right, top, bottom }: NamedBox): boolean =>
      left >= mapBox.left && right <= mapBox.right && top >= mapBox.top && bottom <= mapBox.bottom;
    const markerButtons = [...mapElement.querySelectorAll('[role="application"] button')].filter((markerButton) =>
      markerButton.textContent.includes('€'),
    );
    const overlyingBoxes = [
      ...mapElement.querySelectorAll('article'),
      ...document.querySelectorAll('[role="tablist"]'),
    ].filter((element) => element.getClientRects().length > 0);
    return { prices: markerButtons.map(boxOf).filter(isWithinMap), overlyingBoxes: overlyingBoxes.map(boxOf) };
  });

const overlapsBetween = (boxes: readonly NamedBox[], otherBoxes: readonly NamedBox[]): string[] =>
  boxes.flatMap((firstBox) =>
    otherBoxes.flatMap((secondBox) =>
      firstBox !== secondBox &&
      firstBox.left + 2 < secondBox.right &&
      secondBox.left + 2 < firstBox.right &&
      firstBox.top + 2 < secondBox.bottom &&
      secondBox.top + 2 < firstBox.bottom
        ? [`${firstBox.name} / ${secondBox.name}`]
        : [],
    ),
  );

const openMapView = async (page: Page): Promise<void> => {
  await page.goto('/restaurants');
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  // Wide windows show the map next to the list, so they have no tab for it.
  if ((page.viewportSize()?.width ?? 0) < 701) await page.getByRole('tab', { name: 'Kartenansicht' }).click();
  await expect.poll(async () => (await boxesOnMap(page)).prices.length).toBeGreaterThan(1);
};

for (const { device, viewport } of [
  { device: 'phone', viewport: { width: 360, height: 740 } },
  { device: 'desktop', viewport: { width: 1440, height: 900 } },
]) {
  test.describe(device, () => {
    test.use({ viewport });

    test('covers no price, from near and from far', async ({ page }) => {
      await openMapView(page);
      for (const buttonName of ['Herauszoomen', 'Herauszoomen', 'Hineinzoomen', 'Hineinzoomen', 'Hineinzoomen']) {
        await mapRegionOf(page).getByRole('button', { name: buttonName, exact: true }).click();
        const { prices } = await boxesOnMap(page);
        expect(overlapsBetween(prices, prices)).toEqual([]);
      }
    });

    test('brings what each cuisine leaves into sight with a price, and the chosen chip', async ({ page }) => {
      await openMapView(page);
      const cuisineBar = page.getByRole('group', { name: 'Küche wählen' });
      const cuisineChips = cuisineBar.locator('button[aria-pressed="false"]');
      // The first filter chip is „Alle“. „Mittagstisch“ is missing here, because it is the chip that is already
      // pressed.
      const cuisineNames = (await cuisineChips.allTextContents()).slice(1);
      expect(cuisineNames.length).toBeGreaterThan(5);
      for (const name of cuisineNames) {
        const cuisineChip = cuisineBar.getByRole('button', { name, exact: true });
        await cuisineChip.click();
        await expect(cuisineChip).toHaveAttribute('aria-pressed', 'true');
        const resultCountText = mapRegionOf(page).getByText(new RegExp(`\\d .*${name}`, 'i'));
        await expect(resultCountText.locator('..').filter({ hasText: /alle im Bild|^1 / })).toBeVisible();
        await expect.poll(async () => (await boxesOnMap(page)).prices.length).toBeGreaterThan(0);
        const { prices, overlyingBoxes } = await boxesOnMap(page);
        expect(overlapsBetween(prices, [...prices, ...overlyingBoxes])).toEqual([]);
        const [barBox, chipBox] = [await cuisineBar.boundingBox(), await cuisineChip.boundingBox()];
        expect(chipBox?.x ?? -1).toBeGreaterThanOrEqual(barBox?.x ?? 0);
        expect((chipBox?.x ?? 0) + (chipBox?.width ?? 0)).toBeLessThanOrEqual((barBox?.x ?? 0) + (barBox?.width ?? 0));
      }
    });

    test('shows the chosen pin whole, covered by nothing and covering no price', async ({ page }) => {
      await openMapView(page);
      const unchosenPins = mapRegionOf(page).locator('[role="application"] button[aria-pressed="false"]');
      const name = (await unchosenPins.first().getAttribute('aria-label')) ?? '';
      await unchosenPins.first().dispatchEvent('click');
      const chosenMarker = mapRegionOf(page).getByRole('button', { name, exact: true });
      await expect(chosenMarker).toHaveAttribute('aria-pressed', 'true');
      await expect(chosenMarker).toBeInViewport({ ratio: 1 });
      const { prices, overlyingBoxes } = await boxesOnMap(page);
      expect(overlapsBetween(prices, [...prices, ...overlyingBoxes])).toEqual([]);
    });
  });
}
