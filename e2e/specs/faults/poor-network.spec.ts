import {
  connectContacts,
  createChatWith,
  inviteGuests,
  readLinkToken,
  registerNamedMember,
  sendMessage,
} from '../../world/company';
import { dialogOf, openDialog } from '../../world/locators';
import { TEST_DAY } from '../../world/partner';
import { refuseWebSockets, slowLine, SLOW_LINE_TIMEOUT_MS } from '../../world/poor-lines';
import { signIn } from '../../world/sign-in';
import { startInventedWorld } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';

// This file has a gateway of its own, because the gateway's clock stands at noon of the test day.
const test = testInWorld(startInventedWorld);

const NOON_MEETUP = { at: 'mensa-am-brunnen', date: `${TEST_DAY}T12:30:00+02:00` };
const OFFLINE_TEXT = /Keine Verbindung/;

test('a page that no WebSocket reaches reads inbox, chat and meetups over HTTP, follows them, and claims no lack of internet', async ({
  page,
  context,
  ownWorld: world,
}) => {
  test.slow();
  const [anna, ben] = [await registerNamedMember(world, 'Anna Blume'), await registerNamedMember(world, 'Ben Okafor')];
  await connectContacts(world, anna, [ben]);
  await inviteGuests(world, anna, [ben], NOON_MEETUP);
  const chatKey = await createChatWith(world, anna, [ben]);
  await sendMessage(world, chatKey, anna, 'Heute Mittag?');
  await refuseWebSockets(context);
  await signIn(context, ben);
  let claims = 0;
  await page.exposeFunction('noteClaim', () => void (claims += 1));
  await page.addInitScript((claimText) => {
    new MutationObserver(() => {
      if (document.body?.textContent?.includes(claimText)) void Reflect.get(window, 'noteClaim')();
    }).observe(document, { childList: true, subtree: true });
  }, 'Keine Verbindung');
  await page.goto('/restaurants');

  const inbox = await openDialog(page, 'chatinbox', 'Nachrichten');
  await expect(inbox.getByText('Anna Blume').first()).toBeVisible({ timeout: 20_000 });
  const chat = await openDialog(page, `chatmessages/${chatKey}`, 'Anna Blume');
  await expect(chat.getByText('Heute Mittag?').last()).toBeVisible();
  await sendMessage(world, chatKey, anna, 'Ich habe Hunger.');
  await expect(chat.getByText('Ich habe Hunger.').last()).toBeVisible({ timeout: 10_000 });
  const meetups = await openDialog(page, 'invitations', 'Einladungen');
  await expect(meetups.getByRole('button', { name: 'Mensa am Brunnen' })).toBeVisible();
  await openDialog(page, 'orders', 'Bestellungen');
  await expect(page.getByText(OFFLINE_TEXT)).toHaveCount(0);
  expect(claims).toBe(0);
});

test('a stranger’s link loads on a line of 400 kbit/s with 400 ms, by itself', async ({ page, ownWorld: world }) => {
  test.slow();
  const [anna, ben] = [await registerNamedMember(world, 'Anna Blume'), await registerNamedMember(world, 'Ben Okafor')];
  await connectContacts(world, anna, [ben]);
  const token = await readLinkToken(world, anna, await inviteGuests(world, anna, [ben], NOON_MEETUP));
  await slowLine(page);
  const failure = page.getByRole('heading', { name: 'Das lädt gerade nicht' });
  const sheet = dialogOf(page, 'Kommst du mit zum Mittag?');
  await page.goto(`/i/${token}`, { waitUntil: 'commit', timeout: SLOW_LINE_TIMEOUT_MS });
  await expect(sheet.getByText('Heute, 12:30').or(failure)).toBeVisible({ timeout: SLOW_LINE_TIMEOUT_MS });
  await expect(failure).toHaveCount(0);
});
