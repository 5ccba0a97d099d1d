import type { Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import type { World } from '../../world/start-world';
import { median, timed } from '../measure/figure';
import { CHROMIUM } from './cold-visit';

const ROUNDS = 15;
const KEY = 'live-change';
// Of the meal type whose tab the place's page opens first.
const DISH = { name: 'Linsen mit Spätzle', typeKey: 'menu' };

/** Median milliseconds until a dish's new price is on an open page. */
interface LiveChange {
  /** From before the partner's call, on a page that stays open. */
  readonly live: number;
  /** From the reload that shows the same. */
  readonly reloaded: number;
}

const shows = (page: Page, price: string): Promise<unknown> =>
  page.waitForFunction((text) => document.querySelector('[role=dialog]')?.textContent.includes(text), price, {
    polling: 'raf',
  });

/** Changes a dish of a place again and again, and sees the change come by itself and by a reload. */
export const timeLiveChange = async ({ url, partner }: World, routingName: string): Promise<LiveChange> => {
  const restaurant = await partner.restaurant(routingName);
  const browser = await chromium.launch({ executablePath: CHROMIUM.path, args: CHROMIUM.flags });
  const times: { readonly live: number[]; readonly reloaded: number[] } = { live: [], reloaded: [] };
  try {
    const page = await browser.newPage();
    await partner.put(KEY, restaurant, { ...DISH, price: 700 });
    await page.goto(`${url}/restaurants#details/${routingName}`);
    await shows(page, '7,00');
    for (let round = 1; round <= ROUNDS; round += 1) {
      const cents = String(round).padStart(2, '0');
      const put = () => partner.put(KEY, restaurant, { ...DISH, price: 700 + round });
      times.live.push(await timed(() => Promise.all([put(), shows(page, `7,${cents}`)])));
      times.reloaded.push(
        await timed(async () => {
          await page.reload({ waitUntil: 'commit' });
          await shows(page, `7,${cents}`);
        }),
      );
    }
    await partner.remove(KEY);
  } finally {
    await browser.close();
  }
  return { live: median(times.live), reloaded: median(times.reloaded) };
};
