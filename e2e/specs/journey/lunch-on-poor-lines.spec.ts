import { getInvitations } from '@mahlzeit/contract';
import type { Locator } from '@playwright/test';
import { connectContacts, openDevice, readLinkToken, registerNamedMember } from '../../world/company';
import { dialogOf, openDialog } from '../../world/locators';
import { TEST_DAY } from '../../world/partner';
import { refuseWebSockets, slowLine, SLOW_LINE_TIMEOUT_MS } from '../../world/poor-lines';
import { advanceClock, readCodeFromMail, readProductTime, waitForMail } from '../../world/sandbox';
import { createPerson, registerInDialog } from '../../world/sign-in';
import { startInventedWorld } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';

const PHONE_VIEWPORT = { width: 360, height: 740 };
const MENSA_NAME = 'Mensa am Brunnen';

/** Longest time until a page that polls over HTTP, or that loads over a slow line, shows a change. */
const SLOW_LINE_TIMEOUT = { timeout: 30_000 };

// This file has a gateway of its own, because the test moves the gateway's clock.
const test = testInWorld(startInventedWorld);

test.use({ actionTimeout: SLOW_LINE_TIMEOUT.timeout });

const writeMessage = async (chat: Locator, text: string): Promise<void> => {
  await chat.getByRole('textbox', { name: 'Deine Nachricht' }).fill(text);
  await chat.getByRole('button', { name: 'Senden' }).click();
};

test('three arrange a lunch: the owner is offline in between, a guest’s proxy lets no WebSocket through, and a stranger joins by link at 400 kbit/s and writes in the chat', async ({
  browser,
  ownWorld: world,
}) => {
  test.slow();
  const [anna, ben] = [await registerNamedMember(world, 'Anna Blume'), await registerNamedMember(world, 'Ben Okafor')];
  await connectContacts(world, anna, [ben]);
  const nina = createPerson('nina');
  const [annaDevice, bensDevice, ninasDevice] = [
    await openDevice(browser, { world, viewport: PHONE_VIEWPORT, member: anna }),
    await openDevice(browser, { world, viewport: PHONE_VIEWPORT, member: ben }),
    await openDevice(browser, { world, viewport: PHONE_VIEWPORT }),
  ];
  await refuseWebSockets(bensDevice.page.context());
  await slowLine(ninasDevice.page);
  /** Finds the chat of the meetup. Its title names one of the two other members. */
  const meetupChatOf = ({ page }: Pick<typeof annaDevice, 'page'>) => page.getByRole('dialog', { name: /\(\+ 1\)$/ });

  await test.step('the owner invites a contact from the page of a place', async () => {
    const { page } = annaDevice;
    await openDialog(page, 'details/mensa-am-brunnen', MENSA_NAME);
    await dialogOf(page, MENSA_NAME).getByRole('button', { name: 'Einladen' }).click();
    const guestPicker = dialogOf(page, 'Wer kommt mit?');
    await guestPicker.getByRole('checkbox', { name: /^Ben Okafor/ }).check();
    await guestPicker.getByRole('button', { name: 'Treffen vereinbaren' }).click();
    await dialogOf(page, 'Wann?').getByRole('radio', { name: '12:30' }).check();
    await dialogOf(page, 'Wann?').getByRole('button', { name: 'Übernehmen' }).click();
    await dialogOf(page, 'Einladung').getByRole('button', { name: 'Einladung senden' }).click();
    await expect(page.getByText('Die Einladung ist raus.')).toBeVisible();
  });

  await test.step('the guest behind the proxy reads the invitation over HTTP and accepts', async () => {
    const invitations = await openDialog(bensDevice.page, 'invitations', 'Einladungen');
    await invitations.getByRole('button', { name: 'Zusagen' }).click(SLOW_LINE_TIMEOUT);
    await expect(
      (await openDialog(annaDevice.page, 'invitations', 'Einladungen')).getByText('Ben Okafor: Zugesagt'),
    ).toBeAttached(SLOW_LINE_TIMEOUT);
  });

  const [lunch] = await world.api.call(getInvitations, {
    query: { when: 'upcoming', limit: 1 },
    token: anna.token,
  });
  if (lunch === undefined) throw new Error('Anna has no meetup');

  await test.step('the stranger opens the link, creates an account with a name, proves the address and is in', async () => {
    const { page } = ninasDevice;
    await page.goto(`/i/${await readLinkToken(world, anna, lunch)}`, {
      waitUntil: 'commit',
      timeout: SLOW_LINE_TIMEOUT_MS,
    });
    const sharedMeetup = dialogOf(page, 'Kommst du mit zum Mittag?');
    await sharedMeetup.getByRole('button', { name: 'Zusagen' }).click({ timeout: SLOW_LINE_TIMEOUT_MS });
    await registerInDialog(page, nina);
    const nameStep = dialogOf(page, 'Wie heißt du?');
    await nameStep.getByRole('textbox').fill('Nina Neu', SLOW_LINE_TIMEOUT);
    await nameStep.getByRole('button', { name: 'Namen speichern' }).click();
    const verification = dialogOf(page, 'E-Mail bestätigen');
    await verification
      .getByRole('textbox', { name: 'Code aus der E-Mail' })
      .fill(readCodeFromMail(await waitForMail(world, nina.email, /^Dein Code/)), SLOW_LINE_TIMEOUT);
    await verification.getByRole('button', { name: 'Bestätigen' }).click();
    await expect(dialogOf(page, 'Einladungen').getByText('Zugesagt', { exact: true })).toBeVisible(SLOW_LINE_TIMEOUT);
  });

  await test.step('the stranger writes in the chat of the meetup, and both others read it under the name', async () => {
    const { page } = ninasDevice;
    await dialogOf(page, 'Einladungen').getByRole('button', { name: MENSA_NAME }).click();
    await dialogOf(page, MENSA_NAME).getByRole('button', { name: 'Chat öffnen' }).click(SLOW_LINE_TIMEOUT);
    await expect(meetupChatOf(ninasDevice)).toBeVisible(SLOW_LINE_TIMEOUT);
    await writeMessage(meetupChatOf(ninasDevice), 'Hallo, ich bin Nina!');
    for (const device of [annaDevice, bensDevice]) {
      const inbox = await openDialog(device.page, 'chatinbox', 'Nachrichten');
      await inbox
        .getByRole('listitem')
        .filter({ hasText: 'Nina: Hallo, ich bin Nina!' })
        .getByRole('link')
        .first()
        .click(SLOW_LINE_TIMEOUT);
      await expect(meetupChatOf(device).getByText('Hallo, ich bin Nina!', { exact: true })).toBeVisible(
        SLOW_LINE_TIMEOUT,
      );
    }
  });

  await test.step('what the owner writes offline waits with a clock, and goes out by itself within two seconds of the network’s return', async () => {
    const chat = meetupChatOf(annaDevice);
    await annaDevice.cut();
    await writeMessage(chat, 'Ich steige gerade um.');
    await expect(chat.getByText('Wird gesendet, sobald es geht.')).toBeAttached();
    await annaDevice.restoreNetwork();
    await expect(chat.getByText('Wird gesendet, sobald es geht.')).toHaveCount(0, { timeout: 2_000 });
    await expect(chat.getByText('Nicht gesendet')).toHaveCount(0);
    for (const device of [bensDevice, ninasDevice])
      await expect(meetupChatOf(device).getByText('Ich steige gerade um.', { exact: true })).toBeVisible(
        SLOW_LINE_TIMEOUT,
      );
    await writeMessage(meetupChatOf(bensDevice), 'Wir warten am Brunnen.');
    for (const device of [annaDevice, ninasDevice])
      await expect(meetupChatOf(device).getByText('Wir warten am Brunnen.', { exact: true })).toBeVisible(
        SLOW_LINE_TIMEOUT,
      );
  });

  await test.step('fifteen minutes before, „Absagen“ is grey for the stranger, and leads to the chat', async () => {
    const { page } = ninasDevice;
    await advanceClock(world, Date.parse(`${TEST_DAY}T12:16:00+02:00`) - (await readProductTime(world)));
    // A response from before the test moved the clock may still be on the slow line, and would turn the clock of the
    // open page back. The page that is loaded anew begins with the new time.
    await page.reload();
    const meetups = await openDialog(page, 'invitations', 'Einladungen');
    await expect(meetups.getByRole('button', { name: MENSA_NAME })).toBeVisible(SLOW_LINE_TIMEOUT);
    await meetups.getByRole('button', { name: MENSA_NAME }).click();
    const menu = dialogOf(page, MENSA_NAME);
    await expect(menu.getByRole('button', { name: /^Absagen/ })).toBeDisabled(SLOW_LINE_TIMEOUT);
    await expect(menu).toContainText('Ab 15 Min. vorher nur noch per Nachricht');
    await menu.getByRole('button', { name: 'Chat öffnen' }).click();
    await expect(meetupChatOf(ninasDevice)).toBeVisible(SLOW_LINE_TIMEOUT);
  });

  for (const { consoleErrors, close } of [annaDevice, bensDevice, ninasDevice]) {
    expect(consoleErrors.lines).toEqual([]);
    await close();
  }
});
