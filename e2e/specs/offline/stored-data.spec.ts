import {
  getChatMessages,
  getChats,
  getInvitation,
  getInvitations,
  getMe,
  getOrder,
  getOrders,
  login,
} from '@mahlzeit/contract';
import type { BrowserContext, Page } from '@playwright/test';
import { openDrawer, restaurantCardOf } from '../../world/locators';
import { ANNA, createPerson, logInOnPage, registerOnPage } from '../../world/sign-in';
import { DEMO_TOWN_POSITION, startWorld } from '../../world/start-world';
import type { World } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';
import { findAxeViolations } from '../screens/axe-look';
import { openTab, readStoredRows, waitForStoredApp } from './stored-app';

const test = testInWorld(() => startWorld({ content: 'demo' }));
test.use({
  ...{ hasOwnContext: true, serviceWorkers: 'allow', geolocation: DEMO_TOWN_POSITION },
  // Wide pages show the newest message beside the chat, too.
  viewport: { width: 360, height: 740 },
});

const PLACE_NAME = 'Forno Nord';

/** Groups of rows that are stored once everything was seen. */
const SEEN_GROUPS = ['session', 'me', 'chat', 'loadByLocation', 'getRestaurantByRoutingName', 'getOrder'];

interface SeenScreen {
  readonly hash: string;
  /** Text of the screen, as the gateway has it. */
  readonly text: string;
}

const firstOf = <Item>(items: readonly Item[]): Item => {
  const [item] = items;
  if (item === undefined) throw new Error('The demo lacks data');
  return item;
};

/** Reads by API calls what Anna's device is to show. */
const readAnnasData = async ({ api }: World) => {
  const { idToken: token } = await api.call(login, { body: ANNA });
  const order = firstOf(await api.call(getOrders, { query: { when: 'upcoming', limit: 50 }, token }));
  const pastOrder = firstOf(
    (await api.call(getOrders, { query: { when: 'past', limit: 50 }, token })).filter(
      ({ rating, refunded, paymentStatus }) =>
        rating === null && refunded.length === 0 && paymentStatus === 'SUCCEEDED',
    ),
  );
  const invitation = firstOf(
    (await api.call(getInvitations, { query: { when: 'upcoming', limit: 50 }, token })).filter(({ isOwn }) => !isOwn),
  );
  const chat = firstOf(await api.call(getChats, { token }));
  const newestText = firstOf(
    (await api.call(getChatMessages, { params: { chatKey: chat.key }, token })).filter(
      ({ contentId, removed }) => contentId === null && !removed,
    ),
  ).content;
  const screens: readonly SeenScreen[] = [
    { hash: 'details/forno-nord', text: PLACE_NAME },
    { hash: `chatmessages/${chat.key}`, text: newestText },
    { hash: 'contacts', text: 'Ben Okafor' },
    { hash: 'invitations', text: invitation.restaurantInfo.name },
    { hash: `order/${order.key}`, text: order.orderId },
    { hash: `order/${pastOrder.key}`, text: pastOrder.orderId },
  ];
  return { token, screens, invitation, pastOrder, chatKey: chat.key };
};

/** Opens the screen of a hash without waiting for its content. */
const openHash = (page: Page, hash: string): Promise<void> =>
  page.evaluate((target) => location.assign(`#${target}`), hash);

const showScreen = async (page: Page, { hash, text }: SeenScreen): Promise<void> => {
  await openHash(page, hash);
  await expect(page.getByRole('dialog').getByText(text).filter({ visible: true }).first()).toBeVisible();
};

/** Logs Anna in and lets her look at everything; returns her page once all of it is stored. */
const lookAtEverything = async (
  context: BrowserContext,
  world: World,
  screens: readonly SeenScreen[],
): Promise<Page> => {
  const page = await openTab(context, `${world.url}/restaurants`);
  await logInOnPage(page, ANNA);
  for (const screen of screens) await showScreen(page, screen);
  await openHash(page, '');
  await waitForStoredApp(page);
  await expect
    .poll(async () => (await readStoredRows(page)).map(({ group }) => group))
    .toEqual(expect.arrayContaining(SEEN_GROUPS));
  return page;
};

const offlineMessage = (page: Page) => page.getByText(/Keine Verbindung\. Stand 1\d:\d\d\./);

test('shows without a network what was seen, with its age, and sends later what was done', async ({
  context,
  ownWorld: world,
  consoleErrors,
}) => {
  test.slow();
  consoleErrors.expect(/net::|WebSocket/);
  const { token, screens, invitation, pastOrder, chatKey } = await readAnnasData(world);
  const page = await lookAtEverything(context, world, screens);

  await context.setOffline(true);
  await page.reload();
  await expect(restaurantCardOf(page, PLACE_NAME)).toBeVisible();
  await expect(offlineMessage(page)).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);

  const newTab = await openTab(context, `${world.url}/restaurants`);
  for (const screen of screens) {
    await test.step(screen.hash, async () => {
      await showScreen(newTab, screen);
      await expect(offlineMessage(newTab)).toBeVisible();
      expect(await findAxeViolations(newTab)).toEqual([]);
    });
  }

  await test.step('what is done is shown as waiting', async () => {
    await openHash(newTab, 'details/forno-nord');
    await newTab
      .getByRole('dialog')
      .getByRole('button', { name: `Favorit: ${PLACE_NAME}` })
      .click();
    await expect(
      newTab.getByRole('dialog').getByRole('button', { name: `Favorit: ${PLACE_NAME}, wartet auf Verbindung` }),
    ).toBeVisible();
    await openHash(newTab, 'invitations');
    await newTab.getByRole('dialog').getByRole('button', { name: 'Zusagen' }).first().click();
    await expect(newTab.getByText('Zusage wartet')).toBeVisible();
    await openHash(newTab, `orderrating/${pastOrder.key}`);
    await newTab.getByRole('radio', { name: '4 von 5 Sternen' }).check({ force: true });
    await newTab.getByRole('button', { name: 'Bewertung abgeben' }).click();
    await expect(newTab.getByText(/Sie geht raus, sobald/)).toBeVisible();
    await openHash(newTab, `chatmessages/${chatKey}`);
    await newTab.getByRole('textbox', { name: 'Deine Nachricht' }).fill('Aus dem Tunnel');
    await newTab.getByRole('textbox', { name: 'Deine Nachricht' }).press('Enter');
    await expect(newTab.getByText('Aus dem Tunnel')).toBeVisible();
  });

  await test.step('it arrives once after a start with a network', async () => {
    await newTab.close();
    await page.close();
    const writes: string[] = [];
    context.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/api\/(users\/me|invitations\/.+|payment\/orders\/.+|chat\/.+\/messages)$/.test(pathname))
        if (request.method() !== 'GET') writes.push(pathname);
    });
    await context.setOffline(false);
    const nextPage = await openTab(context, `${world.url}/restaurants`);
    const { api } = world;
    await expect
      .poll(async () => (await api.call(getOrder, { params: { orderKey: pastOrder.key }, token })).rating?.stars)
      .toBe(4);
    const { favorites } = await api.call(getMe, { token });
    expect(favorites).toContainEqual(expect.any(String));
    expect((await api.call(getInvitation, { params: { id: invitation.key }, token })).attendees).toContainEqual(
      expect.objectContaining({ uid: 'demo-anna-lindqvist', status: 'accepted' }),
    );
    const contents = async () =>
      (await api.call(getChatMessages, { params: { chatKey }, token })).map(({ content }) => content);
    await expect.poll(async () => (await contents()).filter((content) => content === 'Aus dem Tunnel')).toHaveLength(1);
    expect(new Set(writes).size).toBe(writes.length);
    await expect(offlineMessage(nextPage)).toBeHidden();
  });
});

test('A06 leaves nothing to another account of the device', async ({ context, ownWorld: world, consoleErrors }) => {
  test.slow();
  consoleErrors.expect(/net::|WebSocket/);
  const { screens } = await readAnnasData(world);
  const page = await lookAtEverything(context, world, screens);
  expect(JSON.stringify(await readStoredRows(page))).toContain('demo-anna-lindqvist');

  await (await openDrawer(page)).getByRole('button', { name: 'Abmelden' }).click();
  await page.getByRole('alertdialog', { name: 'Abmelden?' }).getByRole('button', { name: 'Abmelden' }).click();
  await expect.poll(async () => JSON.stringify(await readStoredRows(page))).not.toContain('demo-anna-lindqvist');
  await registerOnPage(page, createPerson('zoe'));
  await expect.poll(async () => (await readStoredRows(page)).map(({ group }) => group)).toContain('me');

  expect(JSON.stringify(await readStoredRows(page))).not.toContain('demo-anna-lindqvist');
  await context.setOffline(true);
  await page.reload();
  await expect(offlineMessage(page)).toBeVisible();
  await openHash(page, 'chatinbox');
  await expect(page.getByRole('dialog', { name: 'Nachrichten' })).toContainText('Noch keine Nachrichten');
});
