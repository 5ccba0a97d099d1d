import { reportAbuse } from '@mahlzeit/contract';
import { connectContacts, createChatWith, openDevice, registerNamedMember, sendMessage } from '../../world/company';
import { openDialog } from '../../world/locators';
import { startInventedWorld } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';
import { findProblemsInWindow, resetZoomAndText, resizeToWindow, WINDOWS } from '../screens/windows';
import { messagesIn } from './chat-steps';

const TOKEN = 'moderation-token-of-the-tests';
const PHONE_VIEWPORT = { width: 360, height: 740 };
const DESKTOP_VIEWPORT = { width: 1440, height: 900 };

const test = testInWorld(() => startInventedWorld({ settings: { MODERATION_TOKEN: `lena:${TOKEN}` } }));

test('a moderator signs in, sees a reported message, removes it, and it is gone for its reader at once', async ({
  page,
  browser,
  ownWorld: world,
  consoleErrors,
}) => {
  test.slow();
  // The gateway refuses a wrong token with 401.
  consoleErrors.expect(/status of 401 /);
  const [anna, ben] = [await registerNamedMember(world, 'Anna Blume'), await registerNamedMember(world, 'Ben Okafor')];
  await connectContacts(world, anna, [ben]);
  const chatKey = await createChatWith(world, anna, [ben]);
  const insult = 'Mit dir isst doch sowieso niemand.';
  const { key } = await sendMessage(world, chatKey, ben, insult);
  const advert = await sendMessage(world, chatKey, ben, 'Kauf das: https://billig.example');
  const report = (messageKey: string, reason: 'harassment' | 'spam') =>
    world.api.call(reportAbuse, {
      body: { kind: 'message', key: messageKey, reason, text: 'Immer wieder' },
      token: anna.token,
    });
  await report(key, 'harassment');
  await report(advert.key, 'spam');
  const annasDevice = await openDevice(browser, { world, viewport: PHONE_VIEWPORT, member: anna });
  const chat = await openDialog(annasDevice.page, `chatmessages/${chatKey}`, 'Ben Okafor');
  await expect(messagesIn(chat).filter({ hasText: insult })).toBeVisible();

  await test.step('only a token opens the page', async () => {
    await page.setViewportSize(DESKTOP_VIEWPORT);
    await page.goto('/moderation');
    const signIn = async (token: string): Promise<void> => {
      await page.getByLabel('Schlüssel der Moderation').fill(token);
      await page.getByRole('button', { name: 'Anmelden' }).click();
    };
    await signIn('falsch');
    await expect(page.getByText(/gilt nicht oder nicht mehr/)).toBeVisible();
    await signIn(TOKEN);
    await expect(page.getByText('Angemeldet als lena')).toBeVisible();
    expect(await page.context().cookies()).toEqual([]);
  });

  const detail = page.getByRole('region', { name: 'Einzelheiten der Meldung' });
  await test.step('it is right in every window, with the question before a decision', async () => {
    await expect(detail.getByText(insult)).toBeVisible();
    await page.keyboard.press('e');
    await expect(page.getByRole('group', { name: 'Nachricht entfernen?' })).toBeVisible();
    for (const screenWindow of WINDOWS) {
      await resizeToWindow(page, screenWindow);
      expect.soft(await findProblemsInWindow(page, screenWindow), screenWindow.name).toEqual([]);
    }
    await resetZoomAndText(page);
    await page.setViewportSize(DESKTOP_VIEWPORT);
  });

  await test.step('a removed message is gone for its reader without a reload, and the next report follows', async () => {
    await page
      .getByRole('group', { name: 'Nachricht entfernen?' })
      .getByRole('button', { name: 'Entfernen' })
      .dblclick();
    await expect(page.getByText('Entfernt. Die Meldung ist entschieden.')).toBeVisible();
    await expect(messagesIn(chat).filter({ hasText: insult })).toHaveCount(0);
    await expect(detail.getByText('Kauf das: https://billig.example')).toBeVisible();
    await expect(detail.getByRole('link')).toHaveCount(0);
  });

  await test.step('the last one is dismissed on a phone, and nothing is left to decide', async () => {
    await page.setViewportSize(PHONE_VIEWPORT);
    await page.getByRole('link', { name: /^Nachricht/ }).click();
    await detail.getByRole('button', { name: /^Abweisen/ }).click();
    await page.getByLabel('Begründung (wenn du magst)').fill('Das ist erlaubt.');
    await page.getByRole('group', { name: 'Abweisen?' }).getByRole('button', { name: 'Abweisen' }).click();
    await expect(page.getByRole('heading', { name: 'Nichts zu entscheiden' })).toBeVisible();
    await page.getByRole('button', { name: 'Entschieden' }).click();
    await expect(page.getByRole('list', { name: 'Entschiedene Meldungen' }).getByRole('listitem')).toHaveText([
      /abgewiesen.*Begründung: Das ist erlaubt\..*lena/,
      /entfernt.*lena/,
    ]);
  });
  await annasDevice.close();
});
