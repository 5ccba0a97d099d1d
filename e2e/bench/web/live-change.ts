import type { Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import type { World } from '../../world/start-world';
import { median, measureMs } from '../measure/figure';
import { CHROMIUM_LAUNCH } from '../../world/chromium-launch';

const LIVE_CHANGE_ROUNDS = 15;
const DISH_KEY = 'live-change';
// The dish belongs to the meal type whose tab the restaurant's page opens first.
const CHANGED_DISH = { name: 'Linsen mit Spätzle', typeKey: 'menu' };

/** Median milliseconds until a page shows the new price of a dish. */
interface LiveChange {
  /** Time from before the partner's request until an open page shows the price without a reload. */
  readonly liveMs: number;
  /** Time from a reload until the reloaded page shows the same price. */
  readonly reloadedMs: number;
}

const waitForPrice = (page: Page, priceText: string): Promise<unknown> =>
  page.waitForFunction((text) => document.querySelector('[role=dialog]')?.textContent.includes(text), priceText, {
    polling: 'raf',
  });

/**
 * Changes the price of a dish repeatedly. Measures how long an open page needs to show the new price, and how long a
 * reloaded page needs.
 */
export const timeLiveChange = async ({ url, partner }: World, routingName: string): Promise<LiveChange> => {
  const restaurant = await partner.getRestaurant(routingName);
  const browser = await chromium.launch({ executablePath: CHROMIUM_LAUNCH.path, args: CHROMIUM_LAUNCH.flags });
  const changeTimes: { readonly liveMs: number[]; readonly reloadedMs: number[] } = { liveMs: [], reloadedMs: [] };
  try {
    const page = await browser.newPage();
    await partner.putDish(DISH_KEY, restaurant, { ...CHANGED_DISH, price: 700 });
    await page.goto(`${url}/restaurants#details/${routingName}`);
    await waitForPrice(page, '7,00');
    for (let round = 1; round <= LIVE_CHANGE_ROUNDS; round += 1) {
      const priceCents = String(round).padStart(2, '0');
      const putDishPrice = () => partner.putDish(DISH_KEY, restaurant, { ...CHANGED_DISH, price: 700 + round });
      changeTimes.liveMs.push(
        await measureMs(() => Promise.all([putDishPrice(), waitForPrice(page, `7,${priceCents}`)])),
      );
      changeTimes.reloadedMs.push(
        await measureMs(async () => {
          await page.reload({ waitUntil: 'commit' });
          await waitForPrice(page, `7,${priceCents}`);
        }),
      );
    }
    await partner.removeDish(DISH_KEY);
  } finally {
    await browser.close();
  }
  return { liveMs: median(changeTimes.liveMs), reloadedMs: median(changeTimes.reloadedMs) };
};
