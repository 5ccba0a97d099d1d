import type { Page } from '@playwright/test';
import { restaurantCardOf, dialogOf } from '../world/locators';
import type { Partner } from '../world/partner';
import { ANNA, fillCredentials } from '../world/sign-in';

/**
 * Objects that a flow (one action of a user) needs: a browser page without stored data, and a gateway with the demo
 * town.
 */
export interface FlowHarness {
  readonly page: Page;
  /** URL at which the flow opens the product. */
  readonly url: string;
  readonly partner: Partner;
  /** Waits until the page has had no open request for a short time. */
  waitUntilQuiet(): Promise<void>;
}

/** One action of a user, from its start until its result is visible. */
export interface Flow {
  readonly name: string;
  readonly title: string;
  /**
   * Brings the page to the state in which the flow starts. Returns the function that runs the flow; only code that runs
   * in that function counts.
   */
  openFlow(harness: FlowHarness): Promise<() => Promise<void>>;
}

const LIST_DEADLINE_MS = 30_000;

const TRACED_DISH = { name: 'Linsen mit Spätzle', order: 9_000 };

// Waits two animation frames, so that the latest change is drawn, including the pins of the map.
const waitUntilDrawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

const firstRestaurantCard = (page: Page) => page.getByRole('main').getByRole('article').first();

/** Submits the login form that is open. */
const submitLogin = async (page: Page): Promise<void> => {
  await dialogOf(page, 'Anmelden').getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.getByText(/^Du bist angemeldet\. Hallo, /).waitFor();
};

/** Signs in as Anna and opens the screen that the hash names. */
const openPageAsAnna = async ({ page, url, waitUntilQuiet }: FlowHarness, hash: string): Promise<void> => {
  await page.goto(`${url}/restaurants#login`);
  await fillCredentials(page, ANNA);
  await submitLogin(page);
  await page.goto(`${url}/restaurants#${hash}`);
  await waitUntilQuiet();
};

const loginFlow: Flow = {
  name: 'login',
  title: 'logging in',
  async openFlow({ page, url, waitUntilQuiet }) {
    await page.goto(`${url}/restaurants#login`);
    await fillCredentials(page, ANNA);
    await firstRestaurantCard(page).waitFor({ state: 'attached' });
    await waitUntilQuiet();
    return async () => {
      await submitLogin(page);
      await waitUntilQuiet();
    };
  },
};

const readRoutingNameOfFirstCard = async (page: Page): Promise<string> => {
  const href = await firstRestaurantCard(page).getByRole('link').first().getAttribute('href');
  const routingName = /#details\/([^/?]+)/.exec(href ?? '')?.[1];
  if (routingName === undefined) throw new Error(`The first card leads to no restaurant: ${String(href)}`);
  return decodeURIComponent(routingName);
};

const dishFlow: Flow = {
  name: 'dish',
  title: 'a changed dish',
  async openFlow({ page, url, partner, waitUntilQuiet }) {
    await page.goto(`${url}/restaurants`);
    await waitUntilQuiet();
    const restaurant = await partner.getRestaurant(await readRoutingNameOfFirstCard(page));
    const putTracedDish = (price: number) => partner.putDish('traced-dish', restaurant, { ...TRACED_DISH, price });
    const waitForCardPrice = (restaurantCard: ReturnType<typeof firstRestaurantCard>, pricePattern: RegExp) =>
      restaurantCard
        .getByRole('listitem')
        .filter({ hasText: TRACED_DISH.name })
        .filter({ hasText: pricePattern })
        .waitFor({ state: 'attached' });
    const tracedCard = restaurantCardOf(page, restaurant.name);
    const restaurantSheet = dialogOf(page, restaurant.name);
    await putTracedDish(720);
    await waitForCardPrice(tracedCard, /7,20/);
    await tracedCard.getByRole('link').first().click();
    await waitForCardPrice(restaurantSheet, /7,20/);
    await waitUntilQuiet();
    return async () => {
      await Promise.all([
        putTracedDish(690),
        waitForCardPrice(restaurantSheet, /6,90/),
        waitForCardPrice(tracedCard, /6,90/),
      ]);
      await waitUntilDrawn(page);
    };
  },
};

// Stops the page as soon as the page has drawn its own list. The map and further scripts load later, and it would be
// random whether their files count. The gateway's HTML may already contain a list: cards that exist before any script
// runs don't count as the page's own list.
const STOP_AT_OWN_LIST = `document.addEventListener('DOMContentLoaded', () => {
  const cards = () => [...document.querySelectorAll('main article')];
  const drawnAhead = new Set(cards());
  new MutationObserver((_changes, observer) => {
    if (cards().every((card) => drawnAhead.has(card))) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => { debugger; }));
  }).observe(document, { childList: true, subtree: true });
});`;

const listFlow: Flow = {
  name: 'list',
  title: 'the list near me',
  async openFlow({ page, url }) {
    await page.addInitScript(STOP_AT_OWN_LIST);
    const devToolsSession = await page.context().newCDPSession(page);
    await devToolsSession.send('Debugger.enable');
    return async () => {
      const debuggerStopped = new Promise<void>((resolve, reject) => {
        const deadlineTimer = setTimeout(
          () => reject(new Error(`No list showed within ${LIST_DEADLINE_MS} ms`)),
          LIST_DEADLINE_MS,
        );
        devToolsSession.once('Debugger.paused', () => {
          clearTimeout(deadlineTimer);
          resolve();
        });
      });
      await page.goto(`${url}/restaurants`, { waitUntil: 'commit' });
      await debuggerStopped;
    };
  },
};

/** Restaurant at which the flow orders. This restaurant takes orders at all hours. */
const ORDERED_RESTAURANT = { name: 'Giovannas Ofen', routingName: 'giovannas-ofen' };

/** Last digits of Anna's card for which the bank demands no confirmation. */
const CARD_DIGITS_PATTERN = /1119/;

const cardPaymentFlow: Flow = {
  name: 'card',
  title: 'a payment by card',
  async openFlow(harness) {
    const { page, waitUntilQuiet } = harness;
    await openPageAsAnna(harness, `details/${ORDERED_RESTAURANT.routingName}`);
    await page.getByRole('button', { name: 'In den Warenkorb' }).first().click();
    await page.getByRole('radio', { name: /Mitnehmen/ }).check({ force: true });
    const drinksDialog = page.getByRole('alertdialog', { name: 'Noch etwas zu trinken?' });
    await drinksDialog.getByRole('button', { name: 'Nein, danke' }).click();
    // In a wide window, the order stands beside the menu and not in a dialog of its own.
    const restaurantSheet = dialogOf(page, ORDERED_RESTAURANT.name);
    await restaurantSheet.getByRole('radiogroup', { name: 'Wann?' }).getByRole('radio').nth(3).check({ force: true });
    await restaurantSheet.getByRole('radio', { name: CARD_DIGITS_PATTERN }).check({ force: true });
    await waitUntilQuiet();
    return async () => {
      await restaurantSheet.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click();
      await page.waitForURL(/#order\/[\w-]+$/);
      await page.getByText('Deine Bestellnummer').waitFor();
      await waitUntilQuiet();
    };
  },
};

const invitationFlow: Flow = {
  name: 'invitation',
  title: 'an accepted invitation',
  async openFlow(harness) {
    const { page, waitUntilQuiet } = harness;
    await openPageAsAnna(harness, 'invitations');
    const acceptButton = dialogOf(page, 'Einladungen').getByRole('button', { name: 'Zusagen' });
    await acceptButton.first().waitFor();
    const invitationCount = await acceptButton.count();
    return async () => {
      await acceptButton.first().click();
      await acceptButton.nth(invitationCount - 1).waitFor({ state: 'detached' });
      await waitUntilQuiet();
    };
  },
};

/** Flows that `npm run trace` traces. `MAX_FILES_BY_FLOW` limits the number of product files for some of them. */
export const FLOWS: readonly Flow[] = [loginFlow, dishFlow, listFlow, cardPaymentFlow, invitationFlow];

/** Maximum number of product files of which a function may run in a flow, by the flow's name. */
export const MAX_FILES_BY_FLOW: Readonly<Record<string, number>> = { card: 24, invitation: 13 };
