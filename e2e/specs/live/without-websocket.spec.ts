import { connectContacts, createChatWith, openDevice, registerNamedMember, sendMessage } from '../../world/company';
import { openDialog } from '../../world/locators';
import { holdStreamsBack, refuseWebSockets } from '../../world/poor-lines';
import { registerMember, signIn } from '../../world/sign-in';
import { expect, test } from '../../world/world-test';
import { messagesIn } from '../journey/chat-steps';

const PHONE_VIEWPORT = { width: 360, height: 740 };

/** Longest time until the page has found out which kinds of connection its network permits. */
const SETTLE = { timeout: 30_000 };

const LINES = [
  { line: 'no WebSocket', holdsStreamsBack: false, arrivalMs: 1_500 },
  { line: 'neither a WebSocket nor a stream', holdsStreamsBack: true, arrivalMs: 4_000 },
] as const;

for (const { line, holdsStreamsBack, arrivalMs } of LINES)
  test(`a page whose network lets ${line} through gets messages soon, each once, and says nothing of it`, async ({
    browser,
    world,
  }) => {
    const [anna, ben] = [
      await registerNamedMember(world, 'Anna Blume'),
      await registerNamedMember(world, 'Ben Okafor'),
    ];
    await connectContacts(world, anna, [ben]);
    const chatKey = await createChatWith(world, anna, [ben]);
    await sendMessage(world, chatKey, anna, 'Nachricht 0');
    const device = await openDevice(browser, { world, viewport: PHONE_VIEWPORT, member: ben });
    const { page } = device;
    await refuseWebSockets(page.context());
    if (holdsStreamsBack) await holdStreamsBack(page.context());
    const chat = await openDialog(page, `chatmessages/${chatKey}`, anna.name);
    await expect(messagesIn(chat)).toContainText(['Nachricht 0']);
    await sendMessage(world, chatKey, anna, 'Nachricht 1');
    await expect(messagesIn(chat)).toContainText(['Nachricht 0', 'Nachricht 1'], SETTLE);
    const texts = ['Nachricht 0', 'Nachricht 1'];
    for (const text of ['Nachricht 2', 'Nachricht 3', 'Nachricht 4']) {
      await sendMessage(world, chatKey, anna, text);
      texts.push(text);
      await expect(messagesIn(chat).last()).toContainText(text, { timeout: arrivalMs });
    }
    await expect(messagesIn(chat)).toContainText(texts);
    await expect(messagesIn(chat)).toHaveCount(texts.length);
    await expect(page.getByText('Keine Verbindung')).toHaveCount(0);
    expect(device.consoleErrors.lines).toEqual([]);
    await device.close();
  });

test('a page that gets no live data at all asks the member to verify the address, by the answer of the session', async ({
  page,
  world,
  consoleErrors,
}) => {
  consoleErrors.expect(/ERR_FAILED/);
  const member = await registerMember(world);
  const context = page.context();
  await refuseWebSockets(context);
  await context.route('**/api/live**', (route) => route.abort());
  await signIn(context, member);
  await page.goto('/restaurants');
  await expect(page.getByRole('alertdialog', { name: 'Bestätige deine E-Mail' })).toBeVisible(SETTLE);
});
