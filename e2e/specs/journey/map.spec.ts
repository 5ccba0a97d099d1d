import type { Locator, Page } from '@playwright/test';
import { expect, test as base } from '../../world/world-test';

const test = base.extend({ baseURL: ({ noonWorld }, use) => use(noonWorld.url) });
test.use({ geolocation: { latitude: 53.5505, longitude: 9.9925 } });

const mapOf = (page: Page): Locator => page.getByRole('region', { name: 'Karte' });

interface Box {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns the boxes of all elements that show a price on the map, and of all elements that lie over the map. */
const boxesOn = (page: Page): Promise<{ readonly prices: readonly Box[]; readonly overlyingBoxes: readonly Box[] }> =>
  mapOf(page).evaluate((map) => {
    const boxOf = (element: Element): Box => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { name: element.getAttribute('aria-label') ?? element.textContent, left, right, top, bottom };
    };
    const mapBox = map.getBoundingClientRect();
    const isWithin = ({ left, right, top, bottom }: Box): boolean =>
      left >= mapBox.left && right <= mapBox.right && top >= mapBox.top && bottom <= mapBox.bottom;
    const markers = [...map.querySelectorAll('[role="application"] button')].filter((marker) =>
      marker.textContent.includes('€'),
    );
    const overlyingBoxes = [
      ...map.querySelectorAll('article'),
      ...document.querySelectorAll('[role="tablist"]'),
    ].filter((element) => element.getClientRects().length > 0);
    return { prices: markers.map(boxOf).filter(isWithin), overlyingBoxes: overlyingBoxes.map(boxOf) };
  });

const overlapsBetween = (boxes: readonly Box[], otherBoxes: readonly Box[]): string[] =>
  boxes.flatMap((a) =>
    otherBoxes.flatMap((b) =>
      a !== b && a.left + 2 < b.right && b.left + 2 < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom
        ? [`${a.name} / ${b.name}`]
        : [],
    ),
  );

const openMap = async (page: Page): Promise<void> => {
  await page.goto('/restaurants');
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  // Wide windows show the map next to the list, so they have no tab for it.
  if ((page.viewportSize()?.width ?? 0) < 701) await page.getByRole('tab', { name: 'Kartenansicht' }).click();
  await expect.poll(async () => (await boxesOn(page)).prices.length).toBeGreaterThan(1);
};

for (const { device, viewport } of [
  { device: 'phone', viewport: { width: 360, height: 740 } },
  { device: 'desktop', viewport: { width: 1440, height: 900 } },
]) {
  test.describe(device, () => {
    test.use({ viewport });

    test('covers no price, from near and from far', async ({ page }) => {
      await openMap(page);
      for (const buttonName of ['Herauszoomen', 'Herauszoomen', 'Hineinzoomen', 'Hineinzoomen', 'Hineinzoomen']) {
        await mapOf(page).getByRole('button', { name: buttonName, exact: true }).click();
        const { prices } = await boxesOn(page);
        expect(overlapsBetween(prices, prices)).toEqual([]);
      }
    });

    test('brings what each cuisine leaves into sight with a price, and the chosen chip', async ({ page }) => {
      await openMap(page);
      const bar = page.getByRole('group', { name: 'Küche wählen' });
      const chips = bar.locator('button[aria-pressed="false"]');
      // The first chip is „Alle“. „Mittagstisch“ is the chip that is already pressed.
      const names = (await chips.allTextContents()).slice(1);
      expect(names.length).toBeGreaterThan(5);
      for (const name of names) {
        const chip = bar.getByRole('button', { name, exact: true });
        await chip.click();
        await expect(chip).toHaveAttribute('aria-pressed', 'true');
        const resultCount = mapOf(page).getByText(new RegExp(`\\d .*${name}`, 'i'));
        await expect(resultCount.locator('..').filter({ hasText: /alle im Bild|^1 / })).toBeVisible();
        await expect.poll(async () => (await boxesOn(page)).prices.length).toBeGreaterThan(0);
        const { prices, overlyingBoxes } = await boxesOn(page);
        expect(overlapsBetween(prices, [...prices, ...overlyingBoxes])).toEqual([]);
        const [barBox, chipBox] = [await bar.boundingBox(), await chip.boundingBox()];
        expect(chipBox?.x ?? -1).toBeGreaterThanOrEqual(barBox?.x ?? 0);
        expect((chipBox?.x ?? 0) + (chipBox?.width ?? 0)).toBeLessThanOrEqual((barBox?.x ?? 0) + (barBox?.width ?? 0));
      }
    });

    test('shows the chosen pin whole, covered by nothing and covering no price', async ({ page }) => {
      await openMap(page);
      const pins = mapOf(page).locator('[role="application"] button[aria-pressed="false"]');
      const name = (await pins.first().getAttribute('aria-label')) ?? '';
      await pins.first().dispatchEvent('click');
      const chosenMarker = mapOf(page).getByRole('button', { name, exact: true });
      await expect(chosenMarker).toHaveAttribute('aria-pressed', 'true');
      await expect(chosenMarker).toBeInViewport({ ratio: 1 });
      const { prices, overlyingBoxes } = await boxesOn(page);
      expect(overlapsBetween(prices, [...prices, ...overlyingBoxes])).toEqual([]);
    });
  });
}
