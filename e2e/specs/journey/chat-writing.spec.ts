import type { Locator } from '@playwright/test';
import { connectContacts, createChatWith, openDevice, registerNamedMember, sendMessage } from '../../world/company';
import { dialogOf } from '../../world/locators';
import { expect, test } from '../../world/world-test';

const PHONE_VIEWPORT = { width: 360, height: 740 };
const BURST_COUNT = 20;

/** Returns how far the end of a chat's messages is below the visible part, in px. */
const distanceFromEnd = (lastMessage: Locator): Promise<number> =>
  lastMessage.evaluate((row) => {
    let scroller = row.parentElement;
    while (scroller !== null && !['auto', 'scroll'].includes(getComputedStyle(scroller).overflowY))
      scroller = scroller.parentElement;
    return scroller === null ? Number.NaN : scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
  });

test('unread chats show everywhere, a typed text survives everything, and the view stays at its end in a burst', async ({
  browser,
  world,
}) => {
  test.slow();
  const [anna, ben] = [await registerNamedMember(world, 'Anna Blume'), await registerNamedMember(world, 'Ben Okafor')];
  await connectContacts(world, anna, [ben]);
  const chatKey = await createChatWith(world, anna, [ben]);
  const device = await openDevice(browser, { world, viewport: PHONE_VIEWPORT, member: anna });
  const { page } = device;
  // With animations allowed, the chat scrolls smoothly to its end; the test checks this, too.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const chat = dialogOf(page, ben.name);
  const textField = chat.getByRole('textbox', { name: 'Deine Nachricht' });
  const messages = chat.getByRole('list').last().getByRole('listitem');

  await test.step('on the menu button and in the title, until the chat is read', async () => {
    await page.goto('/restaurants');
    await sendMessage(world, chatKey, ben, 'Heute um zwölf?');
    const menuButton = page.getByRole('button', { name: 'Menü öffnen' });
    await expect(menuButton).toHaveAccessibleDescription('1 ungelesener Chat');
    await expect(page).toHaveTitle(/^\(1\) /);
    await page.goto(`/restaurants#chatmessages/${chatKey}`);
    await expect(messages).toContainText(['Heute um zwölf?']);
    await expect(page).toHaveTitle(/^Ben Okafor/);
    await expect(page.getByText('ungelesener Chat')).toHaveCount(0);
  });

  await test.step('the menu of a message lies beside its bubble', async () => {
    await messages.first().hover();
    const menuButton = messages.first().getByRole('button', { name: 'Mehr zur Nachricht von Ben' });
    await expect(menuButton.locator('svg')).toBeVisible();
    const [bubbleBox, buttonBox] = [
      await messages.first().getByText('Heute um zwölf?').boundingBox(),
      await menuButton.locator('svg').boundingBox(),
    ];
    expect(buttonBox?.x ?? 0).toBeGreaterThan((bubbleBox?.x ?? 0) + (bubbleBox?.width ?? 0));
  });

  await test.step('a text of two lines is a draft over the inbox and a reload', async () => {
    const heightOfOneLine = (await textField.boundingBox())?.height ?? 0;
    await textField.focus();
    await page.keyboard.type('Ich komme');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('zehn Minuten später');
    expect((await textField.boundingBox())?.height).toBeGreaterThan(heightOfOneLine);
    await chat.getByRole('button', { name: 'Zu den Nachrichten' }).click();
    await expect(dialogOf(page, 'Nachrichten').getByRole('listitem')).toContainText('Entwurf: Ich komme');
    await page.reload();
    await dialogOf(page, 'Nachrichten').getByRole('link', { name: ben.name }).click();
    await expect(textField).toHaveValue('Ich komme\nzehn Minuten später');
  });

  await test.step('what is written without a connection waits with a clock, and goes out by itself', async () => {
    await device.cut();
    await textField.press('Enter');
    await expect(messages.last()).toContainText('Wird gesendet, sobald es geht.');
    await expect(chat.getByText('Nicht gesendet.')).toHaveCount(0);
    await device.restoreNetwork();
    await expect(chat.getByText('Wird gesendet, sobald es geht.')).toHaveCount(0);
    await expect(messages.last()).toContainText('Ich komme\nzehn Minuten später', { useInnerText: true });
    await expect(textField).toHaveValue('');
  });

  await test.step('messages of both sides at once leave the view at its end', async () => {
    const writeBurst = async (): Promise<void> => {
      for (let messageNumber = 1; messageNumber <= BURST_COUNT; messageNumber += 1) {
        await textField.fill(`Anna schreibt ${messageNumber}`);
        await textField.press('Enter');
      }
    };
    const receiveBurst = async (): Promise<void> => {
      for (let messageNumber = 1; messageNumber <= BURST_COUNT; messageNumber += 1)
        await sendMessage(world, chatKey, ben, `Ben schreibt ${messageNumber}`);
    };
    await Promise.all([writeBurst(), receiveBurst()]);
    for (const name of ['Anna', 'Ben'])
      await expect(chat.getByText(`${name} schreibt ${BURST_COUNT}`, { exact: true })).toBeAttached();
    await expect(chat.getByText(/^Wird gesendet/)).toHaveCount(0);
    await expect(messages.last()).toContainText(new RegExp(`schreibt ${BURST_COUNT}`));
    await expect(messages.last()).toBeInViewport();
    await expect.poll(() => distanceFromEnd(messages.last())).toBeLessThan(2);
    await expect(chat.getByRole('button', { name: /^Zur neuesten Nachricht/ })).toHaveCount(0);
  });
  expect(device.consoleErrors.lines).toEqual([]);
  await device.close();
});
