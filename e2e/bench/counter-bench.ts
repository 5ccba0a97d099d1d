import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { globalTopic, meTopic, restaurantTopic } from '@mahlzeit/contract';
import { COUNTER } from '../world/counter';
import { buildProduct, repositoryRoot } from '../world/product';
import { startWorld } from '../world/start-world';
import type { World } from '../world/start-world';
import type { Figure } from './measure/figure';
import { boundRatio, now, p95, reportedMs } from './measure/figure';
import { serveBareMessages } from './live/bare-messages';
import type { BareMessages } from './live/bare-messages';
import { connectCrowd, visitorsOf } from './live/crowd';
import { openTimedPage, lowerPriority } from './live/message-times';
import type { TimedPage } from './live/message-times';

const AREA = 'counter';
/** Number of diners who have the menu open. */
const OPEN_MENU_COUNT = 200;
const ROUNDS = 120;
const WARM_UP_ROUNDS = 8;
// Pause before each tap. It is no multiple of a frame's duration, so that taps happen at any time within a frame.
const PAUSE_MS = 61;
const DISH_NAME = 'Letzter Teller der Messung';

// This function runs in the diner's page. A text counts as gone in the task after the frame that no longer shows it.
// (The code names no functions, because the compiler would wrap a named function in a helper that the page doesn't
// have.)
const watchAbsence = (): void => {
  const awaitedTexts = new Set<string>();
  document.addEventListener('await-absence', (event) => {
    if (event instanceof CustomEvent) awaitedTexts.add(String(event.detail));
  });
  const textObserver = new MutationObserver(() => {
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
    textObserver.observe(document.body, { subtree: true, childList: true, characterData: true }),
  );
};

const dishSwitch = (page: Page) => page.getByRole('switch', { name: `${DISH_NAME} ist verfügbar` });

/**
 * Marks the dish as sold out, and returns the milliseconds from this tap until the open menu no longer shows the dish.
 * Afterwards the dish is available again.
 */
const sellOut = async (counterPage: Page, dinerPage: Page): Promise<number> => {
  const soldOutEvent = dinerPage.waitForEvent('console', {
    predicate: (message) => message.text().startsWith(`gone ${DISH_NAME} `),
    timeout: 10_000,
  });
  await dinerPage.evaluate((detail) => document.dispatchEvent(new CustomEvent('await-absence', { detail })), DISH_NAME);
  const button = await dishSwitch(counterPage).elementHandle();
  await delay(PAUSE_MS);
  const tapTime = now();
  await button?.evaluate((element) => {
    if (element instanceof HTMLElement) element.click();
  });
  const elapsedMs = Number((await soldOutEvent).text().split(' ').at(-1)) - tapTime;
  await counterPage.locator('[role="switch"][aria-checked="false"]:not([aria-disabled])').first().waitFor();
  await dishSwitch(counterPage).click();
  await dinerPage.getByRole('dialog').getByText(DISH_NAME).first().waitFor();
  await counterPage
    .locator(`[role="switch"][aria-label="${DISH_NAME} ist verfügbar"][aria-checked="true"]:not([aria-disabled])`)
    .waitFor();
  return elapsedMs;
};

/**
 * Returns the milliseconds from the tap that sends a bare message until a bare page has painted the message. The server
 * sends the message to as many pages as have the menu open.
 */
const measureBareMessage = async (sender: Page, { waitForPaint }: TimedPage, text: string): Promise<number> => {
  const paintedAt = waitForPaint(text);
  const button = await sender.locator('button').elementHandle();
  await button?.evaluate((element, value) => element.setAttribute('value', value), text);
  await delay(PAUSE_MS);
  const tapTime = now();
  await button?.evaluate((element) => {
    if (element instanceof HTMLElement) element.click();
  });
  return (await paintedAt) - tapTime;
};

interface Pages {
  readonly counterPage: TimedPage;
  /** Page of the diner who opened the menu last. The gateway sends a change to all earlier ones first. */
  readonly diner: TimedPage;
  readonly bareSender: TimedPage;
  readonly barePage: TimedPage;
}

const openPages = async ({ url }: World, bareMessages: BareMessages): Promise<Pages> => ({
  counterPage: await openTimedPage(async (page) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${url}/partner`);
    await page.getByLabel('Schlüssel deines Lokals').fill(COUNTER.token);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await dishSwitch(page).waitFor();
    await lowerPriority(page);
  }),
  diner: await openTimedPage(async (page) => {
    await page.addInitScript(watchAbsence);
    await page.goto(`${url}/restaurants#details/${COUNTER.routingName}`);
    await page.getByRole('dialog').getByText(DISH_NAME).first().waitFor();
  }),
  bareSender: await openTimedPage(async (page) => {
    await page.goto(bareMessages.url);
    await lowerPriority(page);
  }),
  barePage: await openTimedPage(async (page) => void (await page.goto(bareMessages.url))),
});

/**
 * Measures how long a dish stays on open menus after the counter marked it as sold out. The comparison is a bare
 * message from one page to the same number of pages.
 */
export const benchCounter = async (print: (line: string) => void): Promise<Figure[]> => {
  print('counter: building what changed');
  buildProduct();
  const world = await startWorld({ product: repositoryRoot, content: 'demo' });
  const bareMessages = await serveBareMessages();
  const restaurant = await world.partner.getRestaurant(COUNTER.routingName);
  await world.partner.putDish('measured', restaurant, { name: DISH_NAME, price: 990, order: 9_000 });
  print(`counter: ${OPEN_MENU_COUNT} open the menu`);
  const crowds = [
    await connectCrowd({
      url: world.url,
      watchers: await visitorsOf(world, OPEN_MENU_COUNT - 1, [globalTopic, meTopic, restaurantTopic(restaurant.key)]),
    }),
    await connectCrowd({ addresses: Array<string>(OPEN_MENU_COUNT - 1).fill(bareMessages.chatUrl) }),
  ];
  const pages = await openPages(world, bareMessages);
  const times: Record<'product' | 'bare', number[]> = { product: [], bare: [] };
  try {
    print('counter: measuring');
    // The two measurements take turns, so that a busy moment of the machine affects both.
    for (let round = 0; round < ROUNDS + WARM_UP_ROUNDS; round += 1) {
      const productMs = await sellOut(pages.counterPage.page, pages.diner.page);
      const bareMs = await measureBareMessage(pages.bareSender.page, pages.barePage, `n${round}-b`);
      if (round < WARM_UP_ROUNDS) continue;
      times.product.push(productMs);
      times.bare.push(bareMs);
    }
    return [
      reportedMs(
        AREA,
        `from the tap to the dish gone from the last of ${OPEN_MENU_COUNT} menus, p95`,
        p95(times.product),
      ),
      reportedMs(AREA, 'from a tap to a bare message painted by the last of as many, p95', p95(times.bare)),
      boundRatio(AREA, 'sold out against the bare message, p95', {
        ratio: p95(times.product) / p95(times.bare),
        maximum: 3,
      }),
    ];
  } finally {
    for (const crowd of crowds) crowd.disconnect();
    await Promise.all(Object.values(pages).map((page: TimedPage) => page.close()));
    bareMessages.close();
    await world.stop();
  }
};
