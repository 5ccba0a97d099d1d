import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { globalTopic, meTopic, restaurantTopic } from '@mahlzeit/contract';
import { COUNTER_RESTAURANT } from '../world/counter';
import { buildProduct, repositoryRoot } from '../world/product';
import { startWorld } from '../world/start-world';
import type { World } from '../world/start-world';
import type { BenchFigure } from './measure/figure';
import { boundRatioFigure, epochNowMs, percentile95, reportedMsFigure } from './measure/figure';
import { serveBareMessages } from './live/bare-messages';
import type { BareMessages } from './live/bare-messages';
import { connectCrowd, createVisitors } from './live/crowd';
import { openTimedPage, lowerPriority } from './live/message-times';
import type { TimedPage } from './live/message-times';

const BENCH_AREA = 'counter';
/** Number of diners who have the menu open. */
const OPEN_MENU_COUNT = 200;
const MEASURED_ROUNDS = 120;
const WARM_UP_ROUNDS = 8;
// Pause before each tap. It is no multiple of the duration of the browser's frame, so that taps happen at any time
// within a frame.
const ROUND_PAUSE_MS = 61;
const DISH_NAME = 'Letzter Teller der Messung';

// This function runs in the diner's page. A text counts as gone in the task after the browser has drawn a frame without
// the text. (The code names no functions, because the compiler would wrap a named function in a helper that the page
// doesn't have.)
const watchTextAbsence = (): void => {
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

const dishSwitchOn = (page: Page) => page.getByRole('switch', { name: `${DISH_NAME} ist verfügbar` });

/**
 * Marks the dish as sold out, and returns the milliseconds from this tap until the open menu no longer shows the dish.
 * Afterwards the dish is available again.
 */
const measureSellOutMs = async (counterPage: Page, dinerPage: Page): Promise<number> => {
  const soldOutEvent = dinerPage.waitForEvent('console', {
    predicate: (consoleMessage) => consoleMessage.text().startsWith(`gone ${DISH_NAME} `),
    timeout: 10_000,
  });
  await dinerPage.evaluate(
    (awaitedName) => document.dispatchEvent(new CustomEvent('await-absence', { detail: awaitedName })),
    DISH_NAME,
  );
  const switchElement = await dishSwitchOn(counterPage).elementHandle();
  await delay(ROUND_PAUSE_MS);
  const tapTime = epochNowMs();
  await switchElement?.evaluate((buttonElement) => {
    if (buttonElement instanceof HTMLElement) buttonElement.click();
  });
  const elapsedMs = Number((await soldOutEvent).text().split(' ').at(-1)) - tapTime;
  await counterPage.locator('[role="switch"][aria-checked="false"]:not([aria-disabled])').first().waitFor();
  await dishSwitchOn(counterPage).click();
  await dinerPage.getByRole('dialog').getByText(DISH_NAME).first().waitFor();
  await counterPage
    .locator(`[role="switch"][aria-label="${DISH_NAME} ist verfügbar"][aria-checked="true"]:not([aria-disabled])`)
    .waitFor();
  return elapsedMs;
};

/**
 * Returns the milliseconds from the tap that sends a message on a bare page (a minimal page, for comparison) until
 * another bare page has painted the message. The server sends the message to as many pages as have the menu open.
 */
const measureBareMessage = async (senderPage: Page, { waitForPaint }: TimedPage, text: string): Promise<number> => {
  const paintedAt = waitForPaint(text);
  const button = await senderPage.locator('button').elementHandle();
  await button?.evaluate((element, value) => element.setAttribute('value', value), text);
  await delay(ROUND_PAUSE_MS);
  const tapTime = epochNowMs();
  await button?.evaluate((element) => {
    if (element instanceof HTMLElement) element.click();
  });
  return (await paintedAt) - tapTime;
};

interface BenchPages {
  readonly counterPage: TimedPage;
  /** Page of the diner who opened the menu last. The gateway sends a change to the pages of all other diners first. */
  readonly diner: TimedPage;
  readonly bareSender: TimedPage;
  readonly barePage: TimedPage;
}

const openPages = async ({ url }: World, bareMessages: BareMessages): Promise<BenchPages> => ({
  counterPage: await openTimedPage(async (page) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${url}/partner`);
    await page.getByLabel('Schlüssel deines Lokals').fill(COUNTER_RESTAURANT.token);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await dishSwitchOn(page).waitFor();
    await lowerPriority(page);
  }),
  diner: await openTimedPage(async (page) => {
    await page.addInitScript(watchTextAbsence);
    await page.goto(`${url}/restaurants#details/${COUNTER_RESTAURANT.routingName}`);
    await page.getByRole('dialog').getByText(DISH_NAME).first().waitFor();
  }),
  bareSender: await openTimedPage(async (page) => {
    await page.goto(bareMessages.url);
    await lowerPriority(page);
  }),
  barePage: await openTimedPage(async (page) => void (await page.goto(bareMessages.url))),
});

/**
 * Measures how long a dish stays on open menus after the restaurant marked it as sold out at its partner console
 * (counter). The comparison is a message between minimal (bare) pages, which the server sends to the same number of
 * pages.
 */
export const benchCounter = async (printLine: (line: string) => void): Promise<BenchFigure[]> => {
  printLine('counter: building what changed');
  buildProduct();
  const world = await startWorld({ product: repositoryRoot, content: 'demo' });
  const bareMessages = await serveBareMessages();
  const restaurant = await world.partner.getRestaurant(COUNTER_RESTAURANT.routingName);
  await world.partner.putDish('measured', restaurant, { name: DISH_NAME, price: 990, order: 9_000 });
  printLine(`counter: ${OPEN_MENU_COUNT} open the menu`);
  const connectedCrowds = [
    await connectCrowd({
      url: world.url,
      watchers: await createVisitors(world, OPEN_MENU_COUNT - 1, [
        globalTopic,
        meTopic,
        restaurantTopic(restaurant.key),
      ]),
    }),
    await connectCrowd({ addresses: Array<string>(OPEN_MENU_COUNT - 1).fill(bareMessages.chatUrl) }),
  ];
  const benchPages = await openPages(world, bareMessages);
  const timesByPage: Record<'product' | 'bare', number[]> = { product: [], bare: [] };
  try {
    printLine('counter: measuring');
    // The two measurements take turns, so that a busy moment of the machine affects both.
    for (let round = 0; round < MEASURED_ROUNDS + WARM_UP_ROUNDS; round += 1) {
      const sellOutMs = await measureSellOutMs(benchPages.counterPage.page, benchPages.diner.page);
      const bareMessageMs = await measureBareMessage(benchPages.bareSender.page, benchPages.barePage, `n${round}-b`);
      if (round < WARM_UP_ROUNDS) continue;
      timesByPage.product.push(sellOutMs);
      timesByPage.bare.push(bareMessageMs);
    }
    return [
      reportedMsFigure(
        BENCH_AREA,
        `from the tap to the dish gone from the last of ${OPEN_MENU_COUNT} menus, p95`,
        percentile95(timesByPage.product),
      ),
      reportedMsFigure(
        BENCH_AREA,
        'from a tap to a bare message painted by the last of as many, p95',
        percentile95(timesByPage.bare),
      ),
      boundRatioFigure(BENCH_AREA, 'sold out against the bare message, p95', {
        ratio: percentile95(timesByPage.product) / percentile95(timesByPage.bare),
        maximum: 3,
      }),
    ];
  } finally {
    for (const connectedCrowd of connectedCrowds) connectedCrowd.disconnect();
    await Promise.all(Object.values(benchPages).map((page: TimedPage) => page.close()));
    bareMessages.close();
    await world.stop();
  }
};
