import type { Locator, Page } from '@playwright/test';
import { createChatWith, connectContacts, registerNamedMember, openDevice, sendMessage } from '../../world/company';
import { readTimeOrigin, dialogOf, openDialog, openDrawer } from '../../world/locators';
import { ANNA, signIn } from '../../world/sign-in';
import { DEMO_TOWN_POSITION, startWorld } from '../../world/start-world';
import { expect, test, testInWorld } from '../../world/world-test';
import { messagesIn, writeMessage } from './chat-steps';

const PHONE_VIEWPORT = { width: 360, height: 740 };
const DESKTOP_VIEWPORT = { width: 1440, height: 900 };

test.use({ actionTimeout: 10_000 });

/**
 * From this call on, records each layout shift inside a dialog (an element that moves by itself), one line each. The
 * list of restaurants below the dialog is left out: its cards change as time passes, for instance when a lunch ends,
 * and a test doesn't choose that time.
 */
const recordLayoutShifts = (dialog: Locator): Promise<void> =>
  dialog.evaluate((dialogElement) => {
    const layoutShifts: string[] = [];
    Object.defineProperty(globalThis, 'layoutShifts', { value: layoutShifts });
    const recordMovedNode = (shiftSource: unknown): void => {
      if (typeof shiftSource !== 'object' || shiftSource === null || !('node' in shiftSource)) return;
      const { node } = shiftSource;
      if (node instanceof Node && dialogElement.contains(node))
        layoutShifts.push(`${node.nodeName} ${node.textContent ?? ''}`);
    };
    new PerformanceObserver((entryList) => {
      for (const shiftEntry of entryList.getEntries())
        if ('sources' in shiftEntry && Array.isArray(shiftEntry.sources)) shiftEntry.sources.forEach(recordMovedNode);
    }).observe({ type: 'layout-shift' });
  });

const layoutShiftsOn = (page: Page): Promise<unknown> => page.evaluate('globalThis.layoutShifts');

/** Returns the vertical position of a message on the screen. */
const messageTopOf = async (message: Locator): Promise<number> => Math.round((await message.boundingBox())?.y ?? NaN);

test('S04 older pages and new messages move no line under a reading eye; the red dot is for what others wrote meanwhile; what was read is read on every device', async ({
  browser,
  world,
}) => {
  test.slow();
  const [anna, ben] = [await registerNamedMember(world, 'Anna Blume'), await registerNamedMember(world, 'Ben Okafor')];
  await connectContacts(world, anna, [ben]);
  const chatKey = await createChatWith(world, anna, [ben]);
  for (let messageNumber = 1; messageNumber <= 170; messageNumber += 1)
    await sendMessage(
      world,
      chatKey,
      messageNumber % 3 === 0 ? anna : ben,
      `Nr. ${messageNumber} ${messageNumber % 7 === 0 ? 'ist etwas länger als die anderen und geht über mehrere Zeilen' : 'ist da'}`,
    );
  const [annaDevice, phone] = [
    await openDevice(browser, { world, viewport: DESKTOP_VIEWPORT, member: anna }),
    await openDevice(browser, { world, viewport: PHONE_VIEWPORT, member: anna }),
  ];

  const inboxDialog = await openDialog(phone.page, 'chatinbox', 'Nachrichten');
  await expect(inboxDialog.getByRole('listitem')).toContainText('ungelesen');
  const chat = await test.step('reading on one device is reading on all', async () => {
    const chatPage = await openDialog(annaDevice.page, `chatmessages/${chatKey}`, ben.name);
    await expect(messagesIn(chatPage).last()).toContainText('Nr. 170 ');
    await expect(messagesIn(chatPage).last()).toBeInViewport();
    await expect(inboxDialog.getByRole('listitem')).not.toContainText('ungelesen');
    await phone.page.keyboard.press('Escape');
    await expect((await openDrawer(phone.page)).getByRole('link', { name: 'Nachrichten', exact: true })).toBeVisible();
    return chatPage;
  });

  const { page } = annaDevice;
  const messageWithNumber = (messageNumber: number) =>
    messagesIn(chat).filter({ hasText: new RegExp(`Nr\\. ${messageNumber} `) });
  const scrollUpTo = (message: Locator): Promise<void> =>
    expect(async () => {
      // The first row lies outside of the viewport. The list may remove the row while the test scrolls to it.
      await messagesIn(chat).first().scrollIntoViewIfNeeded({ timeout: 500 });
      await expect(message).toBeInViewport({ timeout: 200 });
    }).toPass({ intervals: [0], timeout: 20_000 });

  await test.step('an older page comes above, and the row that is looked at stays', async () => {
    await page.route('**/api/chat/*/messages?*', async (interceptedRoute) => {
      await whenMessagesReleased;
      await interceptedRoute.continue();
    });
    let releaseMessages = (): void => undefined;
    const whenMessagesReleased = new Promise<void>((resolve) => (releaseMessages = resolve));
    await scrollUpTo(messageWithNumber(123));
    await expect(chat.getByRole('button', { name: 'Ältere anzeigen' })).toBeAttached();
    const [initialMessageTop, chatPosition] = [
      await messageTopOf(messageWithNumber(123)),
      Number(await messageWithNumber(123).getAttribute('aria-posinset')),
    ];
    await recordLayoutShifts(chat);
    releaseMessages();
    await expect(messageWithNumber(123)).toHaveAttribute('aria-posinset', String(chatPosition + 50));
    expect(await messageTopOf(messageWithNumber(123))).toBe(initialMessageTop);

    await sendMessage(world, chatKey, anna, 'Von meinem Telefon');
    await expect(chat.getByRole('button', { name: 'Zur neuesten Nachricht', exact: true })).toBeVisible();
    await sendMessage(world, chatKey, ben, 'Bist du noch da?');
    await expect(chat.getByRole('button', { name: 'Zur neuesten Nachricht, es gibt neue' })).toBeVisible();
    expect(await messageTopOf(messageWithNumber(123))).toBe(initialMessageTop);
    expect(await layoutShiftsOn(page)).toEqual([]);
  });
  await test.step("what is away from the end is not read; one's own message leads there", async () => {
    const drawerDialog = phone.page.getByRole('dialog', { name: 'Menü', exact: true });
    await expect(drawerDialog.getByRole('link', { name: /^Nachrichten ?1 ungelesener Chat$/ })).toBeVisible();
    await writeMessage(chat, 'Ja!');
    await expect(messagesIn(chat).last()).toContainText('Ja!');
    await expect(messagesIn(chat).last()).toBeInViewport();
    await expect(chat.getByRole('button', { name: /^Zur neuesten Nachricht/ })).toHaveCount(0);
    await expect(drawerDialog.getByRole('link', { name: 'Nachrichten', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('all the way up, nothing is missing and nothing there twice', async () => {
    const reopenedChat = await openDialog(page, `chatmessages/${chatKey}`, ben.name);
    await expect(messagesIn(reopenedChat).last()).toContainText('Ja!');
    await scrollUpTo(messageWithNumber(1));
    await expect(reopenedChat.getByText('Hier beginnt der Chat.')).toBeVisible();
    await expect(messageWithNumber(1)).toHaveAttribute('aria-posinset', '1');
  });
  for (const { consoleErrors, close } of [annaDevice, phone]) {
    expect(consoleErrors.lines).toEqual([]);
    await close();
  }
});

test('S02 reads a new message out once, keeps the focus where one writes, and opens links apart', async ({
  browser,
  world,
}) => {
  const [anna, ben] = [await registerNamedMember(world, 'Anna Blume'), await registerNamedMember(world, 'Ben Okafor')];
  await connectContacts(world, anna, [ben]);
  const chatKey = await createChatWith(world, anna, [ben]);
  await sendMessage(world, chatKey, ben, 'Von vorhin');
  const device = await openDevice(browser, { world, viewport: PHONE_VIEWPORT, member: anna });
  const { page } = device;
  const chat = await openDialog(page, `chatmessages/${chatKey}`, ben.name);
  const log = chat.getByRole('log', { name: 'Neue Nachrichten' });
  await expect(messagesIn(chat)).toContainText(['Von vorhin']);
  await expect(log).toHaveText('');

  await sendMessage(world, chatKey, ben, 'restaurant');
  await expect(log).toHaveText('Ben: restaurant');
  await expect(messagesIn(chat).last()).toContainText(/^Ben: restaurant\d\d:\d\d$/);
  await expect(messagesIn(chat).last().getByRole('link')).toHaveCount(0);

  const line = chat.getByRole('textbox', { name: 'Deine Nachricht' });
  await line.focus();
  await page.keyboard.type('Sicher?');
  await page.keyboard.press('Enter');
  await expect(messagesIn(chat).last()).toContainText('Sicher?');
  await expect(line).toBeFocused();
  await expect(line).toHaveValue('');
  await page.keyboard.type('Hallo?');
  await page.keyboard.press('Tab');
  await expect(chat.getByRole('button', { name: 'Senden' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(messagesIn(chat).last()).toContainText('Hallo?');
  await expect(log).toHaveText('Ben: restaurant');

  await sendMessage(world, chatKey, ben, 'Karte: https://beispiel.test/karte.');
  // The last message of the user Anna may still be unsent, and unsent messages are at the end of the list. The message
  // with the map is therefore found by its text.
  const mapMessage = messagesIn(chat).filter({ hasText: 'Karte:' });
  const mapLink = mapMessage.getByRole('link', { name: 'https://beispiel.test/karte', exact: true });
  await expect(mapLink).toHaveAttribute('target', '_blank');
  await expect(mapLink).toHaveAttribute('rel', /\bnoopener\b.*\bnoreferrer\b/);
  await expect(log.getByText('Ben: Karte')).toHaveCount(1);

  const moreButton = mapMessage.getByRole('button', { name: 'Mehr zur Nachricht von Ben' });
  await moreButton.focus();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, 'Nachricht von Ben Okafor')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page, 'Nachricht von Ben Okafor')).toHaveCount(0);
  await expect(moreButton).toBeFocused();
  await expect(chat).toBeVisible();
  expect(device.consoleErrors.lines).toEqual([]);
  await device.close();
});

const demoTest = testInWorld(() => startWorld({ content: 'demo' }));

demoTest.describe('in the demo town', () => {
  demoTest.use({ geolocation: DEMO_TOWN_POSITION, viewport: PHONE_VIEWPORT });

  demoTest('Ben answers what Anna writes, in the open chat and without reload', async ({ page, context }) => {
    await signIn(context, ANNA);
    const chat = await openDialog(page, 'chatmessages/demo-chat-ben', 'Ben Okafor');
    const initialTimeOrigin = await readTimeOrigin(page);
    await writeMessage(chat, 'Danke dir');
    // The simulated user Ben answers with one of several texts; the key of the received message decides which one is
    // sent.
    await expect(chat.getByRole('list').filter({ hasText: 'Danke dir' }).getByRole('listitem')).toContainText([
      /Danke dir/,
      /Gern!|Immer gern|Nichts zu danken/,
    ]);
    expect(await readTimeOrigin(page)).toBe(initialTimeOrigin);
  });

  demoTest(
    'the end of a chat stays in sight where its window gets lower or narrower, and where a phone is turned',
    async ({ page, context }) => {
      await signIn(context, ANNA);
      const chat = await openDialog(page, 'chatmessages/demo-chat-team', 'Aylin Korkmaz (+ 2)');
      const lastMessage = chat.getByRole('listitem').last();
      await expect(lastMessage).toBeInViewport({ ratio: 1 });
      for (const [viewportWidth, viewportHeight] of [
        [740, 360],
        [360, 740],
        [360, 500],
        [1440, 900],
        [1440, 700],
        [360, 740],
      ] as const) {
        await page.setViewportSize({ width: viewportWidth, height: viewportHeight });
        await expect(lastMessage, `${viewportWidth} × ${viewportHeight}`).toBeInViewport({ ratio: 1 });
        // No fixed bar of the page covers the last message: a tap near its lower left corner reaches the message. Only
        // a notification may cover it, because it disappears by itself; snackbar-place.test.ts tests where it appears.
        await expect
          .poll(
            () =>
              lastMessage.evaluate((rowElement) => {
                const { left, bottom } = rowElement.getBoundingClientRect();
                const tappedElement = document
                  .elementsFromPoint(left + 60, bottom - 20)
                  .find((element) => element.closest('[role="region"][aria-label="Meldungen"]') === null);
                if (tappedElement === undefined) return `nothing at ${left}, ${bottom}`;
                return rowElement.contains(tappedElement) ? null : `${tappedElement.outerHTML} at ${left}, ${bottom}`;
              }),
            `${viewportWidth} × ${viewportHeight}: the element that covers the last message`,
          )
          .toBeNull();
      }
    },
  );
});
