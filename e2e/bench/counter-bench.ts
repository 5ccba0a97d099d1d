import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { globalTopic, meTopic, restaurantTopic } from '@mahlzeit/contract';
import { COUNTER } from '../world/counter';
import { buildProduct, root } from '../world/product';
import { startWorld } from '../world/start-world';
import type { World } from '../world/start-world';
import type { Figure } from './measure/figure';
import { boundRatio, now, p95, reportedMs } from './measure/figure';
import { serveBareMessages } from './live/bare-messages';
import type { BareMessages } from './live/bare-messages';
import { connectCrowd, visitorsOf } from './live/crowd';
import { openTimedPage, stepBack } from './live/message-times';
import type { TimedPage } from './live/message-times';

const AREA = 'counter';
/** Diners who have the menu open. */
const OPEN_MENUS = 200;
const ROUNDS = 120;
const WARM_UP = 8;
// Not a multiple of a frame: taps come at any moment of it.
const PAUSE_MS = 61;
const DISH = 'Letzter Teller der Messung';

// Runs in the diner's page: a text counts as gone in the task behind the frame that no longer draws it. (Functions in
// here have no names, which a page would miss the helper of.)
const watchAbsence = (): void => {
  const awaitedTexts = new Set<string>();
  document.addEventListener('await-absence', (event) => {
    if (event instanceof CustomEvent) awaitedTexts.add(String(event.detail));
  });
  const changes = new MutationObserver(() => {
    for (const text of awaitedTexts) {
      if (document.querySelector('[role=dialog]')?.textContent.includes(text) !== false) continue;
      awaitedTexts.delete(text);
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => console.debug(`gone ${text} ${performance.timeOrigin + performance.now()}`);
        port2.postMessage(null);
      });
    }
  });
  document.addEventListener('DOMContentLoaded', () =>
    changes.observe(document.body, { subtree: true, childList: true, characterData: true }),
  );
};

const dishSwitch = (page: Page) => page.getByRole('switch', { name: `${DISH} ist verfügbar` });

/** Milliseconds from the tap that sells the dish out until it is gone from the open menu; then it is back. */
const sellOut = async (counterPage: Page, diner: Page): Promise<number> => {
  const soldOutEvent = diner.waitForEvent('console', {
    predicate: (message) => message.text().startsWith(`gone ${DISH} `),
    timeout: 10_000,
  });
  await diner.evaluate((detail) => document.dispatchEvent(new CustomEvent('await-absence', { detail })), DISH);
  const button = await dishSwitch(counterPage).elementHandle();
  await delay(PAUSE_MS);
  const start = now();
  await button?.evaluate((element) => {
    if (element instanceof HTMLElement) element.click();
  });
  const time = Number((await soldOutEvent).text().split(' ').at(-1)) - start;
  await counterPage.locator('[role="switch"][aria-checked="false"]:not([aria-disabled])').first().waitFor();
  await dishSwitch(counterPage).click();
  await diner.getByRole('dialog').getByText(DISH).first().waitFor();
  await counterPage
    .locator(`[role="switch"][aria-label="${DISH} ist verfügbar"][aria-checked="true"]:not([aria-disabled])`)
    .waitFor();
  return time;
};

/**
 * Milliseconds from the tap that sends a bare message until a bare page has painted it, which the server sends to as
 * many pages as have the menu open.
 */
const bareTime = async (sender: Page, { waitForPaint }: TimedPage, text: string): Promise<number> => {
  const paintedAt = waitForPaint(text);
  const button = await sender.locator('button').elementHandle();
  await button?.evaluate((element, value) => element.setAttribute('value', value), text);
  await delay(PAUSE_MS);
  const start = now();
  await button?.evaluate((element) => {
    if (element instanceof HTMLElement) element.click();
  });
  return (await paintedAt) - start;
};

interface Pages {
  readonly counterPage: TimedPage;
  /** The last of all who opened the menu: whoever came before is sent the news first. */
  readonly diner: TimedPage;
  readonly bareSender: TimedPage;
  readonly barePage: TimedPage;
}

const openPages = async ({ url }: World, barePage: BareMessages): Promise<Pages> => ({
  counterPage: await openTimedPage(async (page) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${url}/partner`);
    await page.getByLabel('Schlüssel deines Lokals').fill(COUNTER.token);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await dishSwitch(page).waitFor();
    await stepBack(page);
  }),
  diner: await openTimedPage(async (page) => {
    await page.addInitScript(watchAbsence);
    await page.goto(`${url}/restaurants#details/${COUNTER.routingName}`);
    await page.getByRole('dialog').getByText(DISH).first().waitFor();
  }),
  bareSender: await openTimedPage(async (page) => {
    await page.goto(barePage.url);
    await stepBack(page);
  }),
  barePage: await openTimedPage(async (page) => void (await page.goto(barePage.url))),
});

/**
 * How long a dish that is sold out at the counter stays on open menus, against a bare message from one page to as many
 * others.
 */
export const benchCounter = async (print: (line: string) => void): Promise<Figure[]> => {
  print('counter: building what changed');
  buildProduct();
  const world = await startWorld({ product: root, content: 'demo' });
  const barePage = await serveBareMessages();
  const restaurant = await world.partner.restaurant(COUNTER.routingName);
  await world.partner.put('measured', restaurant, { name: DISH, price: 990, order: 9_000 });
  print(`counter: ${OPEN_MENUS} open the menu`);
  const crowds = [
    await connectCrowd({
      url: world.url,
      watchers: await visitorsOf(world, OPEN_MENUS - 1, [globalTopic, meTopic, restaurantTopic(restaurant.key)]),
    }),
    await connectCrowd({ addresses: Array<string>(OPEN_MENUS - 1).fill(barePage.chatUrl) }),
  ];
  const pages = await openPages(world, barePage);
  const times: Record<'product' | 'bare', number[]> = { product: [], bare: [] };
  try {
    print('counter: measuring');
    // Both take turns, so that a busy moment of the machine hits them alike.
    for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
      const productMs = await sellOut(pages.counterPage.page, pages.diner.page);
      const bareMs = await bareTime(pages.bareSender.page, pages.barePage, `n${round}-b`);
      if (round < WARM_UP) continue;
      times.product.push(productMs);
      times.bare.push(bareMs);
    }
    return [
      reportedMs(AREA, `from the tap to the dish gone from the last of ${OPEN_MENUS} menus, p95`, p95(times.product)),
      reportedMs(AREA, 'from a tap to a bare message painted by the last of as many, p95', p95(times.bare)),
      boundRatio(AREA, 'sold out against the bare message, p95', {
        ratio: p95(times.product) / p95(times.bare),
        maximum: 3,
      }),
    ];
  } finally {
    for (const crowd of crowds) crowd.disconnect();
    await Promise.all(Object.values(pages).map((page: TimedPage) => page.close()));
    barePage.close();
    await world.stop();
  }
};
