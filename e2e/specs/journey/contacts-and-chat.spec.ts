import type { Page } from '@playwright/test';
import type { Device } from '../../world/company';
import { createChatWith, connectContacts, registerNamedMember, openDevice, sendMessage } from '../../world/company';
import { dialogOf, openDialog } from '../../world/locators';
import { waitForMail, advanceClock } from '../../world/sandbox';
import { fillCredentials } from '../../world/sign-in';
import { startInventedWorld } from '../../world/start-world';
import { openTunnel } from '../../world/tunnel';
import { expect, testInWorld } from '../../world/world-test';
import { recordConnections, type RecordedConnection } from '../live/frames-of';
import { messagesIn, writeMessage } from './chat-steps';

const PHONE_VIEWPORT = { width: 360, height: 740 };
const DESKTOP_VIEWPORT = { width: 1440, height: 900 };
const MENSA_NAME = 'Mensa am Brunnen';

const isWelcomed = ({ receivedFrames }: RecordedConnection): boolean =>
  receivedFrames.some(({ op }) => op === 'welcome');

// This file has a gateway of its own, because the test moves the gateway's clock. Pages ping once a second instead of
// every 25 seconds, so that they soon notice a broken connection.
const test = testInWorld(() => startInventedWorld({ settings: { LIVE_PING_MS: '1000' } }));

test.use({ actionTimeout: 10_000 });

/**
 * Time within which a page notices by itself that the gateway no longer responds, and reconnects. The user does
 * nothing.
 */
const RECONNECT_TIMEOUT = { timeout: 30_000 };

test('three connect by code and link, talk in a chat while one of them is offline, share a place and block', async ({
  browser,
  ownWorld: world,
}) => {
  test.slow();
  const [anna, ben, cem] = [
    await registerNamedMember(world, 'Anna Blume'),
    await registerNamedMember(world, 'Ben Okafor'),
    await registerNamedMember(world, 'Cem Kaya'),
  ];
  const tunnel = await openTunnel(world.url);
  const [annaDevice, bensDevice, cemsDevice] = [
    await openDevice(browser, { world, viewport: DESKTOP_VIEWPORT, member: anna }),
    await openDevice(browser, { world, viewport: PHONE_VIEWPORT, member: ben, tunnel }),
    await openDevice(browser, { world, viewport: PHONE_VIEWPORT }),
  ];
  const conversations = recordConnections(bensDevice.page);
  const contactButton = (page: Page, contactName: string) =>
    dialogOf(page, 'Kontakte').getByRole('tabpanel').getByRole('button', { name: contactName, exact: true });

  await test.step('a code connects both sides', async () => {
    await openDialog(bensDevice.page, 'contacts', 'Kontakte');
    const contactsDialog = await openDialog(annaDevice.page, 'contacts', 'Kontakte');
    await contactsDialog.getByRole('tabpanel').getByRole('button', { name: 'Kontakt suchen' }).click();
    await dialogOf(annaDevice.page, 'Kontakte hinzufügen')
      .getByRole('button', { name: /^Code eingeben/ })
      .click();
    const codeForm = dialogOf(annaDevice.page, 'Code oder E-Mail');
    await codeForm
      .getByRole('textbox', { name: 'Code' })
      .fill(`${ben.code.slice(0, 4)} ${ben.code.slice(4).toLowerCase()}`);
    await codeForm.getByRole('button', { name: 'Verbinden' }).click();
    await expect(contactButton(annaDevice.page, ben.name)).toBeVisible();
    await expect(contactButton(bensDevice.page, anna.name)).toBeVisible();
  });

  await test.step('a link leads who is logged out through login, and connects once they agree', async () => {
    await cemsDevice.page.goto(`/restaurants#addcontacts/${anna.code}`);
    const signInDialog = dialogOf(cemsDevice.page, 'Anmelden oder registrieren');
    await expect(signInDialog.getByText(/^Anna lädt dich ein: /)).toBeVisible();
    await signInDialog.getByRole('link', { name: 'Anmelden' }).click();
    await fillCredentials(cemsDevice.page, cem);
    await dialogOf(cemsDevice.page, 'Anmelden').getByRole('button', { name: 'Anmelden', exact: true }).click();
    const connectQuestion = cemsDevice.page.getByRole('alertdialog', { name: 'Verbinden?' });
    await expect(connectQuestion).toContainText(`Anna hat dir den Code ${anna.code} geschickt.`);
    await expect(cemsDevice.page).toHaveURL(/#addcontacts$/);
    await connectQuestion.getByRole('button', { name: 'Verbinden' }).click();
    await expect(contactButton(cemsDevice.page, anna.name)).toBeVisible();
    await expect(contactButton(annaDevice.page, cem.name)).toBeVisible();
  });

  await test.step('a group is there on every device of its owner', async () => {
    const phoneDevice = await openDevice(browser, { world, viewport: PHONE_VIEWPORT, member: anna });
    await openDialog(phoneDevice.page, 'contacts', 'Kontakte');
    await phoneDevice.page.getByRole('tab', { name: /^Gruppen/ }).click();
    const contacts = dialogOf(annaDevice.page, 'Kontakte');
    await contacts.getByRole('button', { name: 'Kontakt oder Gruppe hinzufügen' }).click();
    await contacts.getByRole('button', { name: 'Gruppe anlegen' }).click();
    const groupDialog = dialogOf(annaDevice.page, 'Gruppe anlegen');
    for (const { name } of [ben, cem]) await groupDialog.getByRole('checkbox', { name }).check();
    await groupDialog.getByRole('button', { name: 'Weiter zum Namen' }).click();
    const nameDialog = dialogOf(annaDevice.page, 'Gruppe benennen');
    await nameDialog.getByRole('textbox', { name: 'Gruppenname' }).fill('Mittagsrunde');
    await nameDialog.getByRole('button', { name: 'Gruppe anlegen' }).click();
    await expect(dialogOf(annaDevice.page, 'Kontakte')).toBeVisible();
    await expect(contactButton(phoneDevice.page, 'Mittagsrunde')).toBeVisible();
    expect(phoneDevice.consoleErrors.lines).toEqual([]);
    await phoneDevice.close();
  });

  // The dialog's title starts with the name of one of the other two members; which one is random.
  const groupChatOn = ({ page }: Device) => page.getByRole('dialog', { name: /\(\+ 1\)$/ });
  const [annasChat, bensChat, cemsChat] = [groupChatOn(annaDevice), groupChatOn(bensDevice), groupChatOn(cemsDevice)];
  await test.step('a chat that one begins shows in the inbox of the others', async () => {
    for (const { page } of [bensDevice, cemsDevice]) await openDialog(page, 'chatinbox', 'Nachrichten');
    const newMessageDialog = await openDialog(annaDevice.page, 'chatcreate', 'Neue Nachricht');
    for (const { name } of [ben, cem]) await newMessageDialog.getByRole('checkbox', { name }).check();
    await newMessageDialog.getByRole('button', { name: 'Neue Nachricht' }).click();
    await writeMessage(annasChat, 'Heute um zwölf?');
    for (const { page } of [bensDevice, cemsDevice]) {
      const inboxLine = dialogOf(page, 'Nachrichten')
        .getByRole('listitem')
        .filter({ hasText: 'Anna: Heute um zwölf?' });
      await expect(inboxLine).toContainText('ungelesen');
      await inboxLine.getByRole('link', { name: /\(\+ 1\)$/ }).click();
    }
    await writeMessage(bensChat, 'Gern!');
    for (const chat of [annasChat, bensChat, cemsChat])
      await expect(messagesIn(chat)).toContainText(['Heute um zwölf?', 'Gern!']);
  });

  await test.step('the arrow of a chat leads back to the inbox that it was opened from, and Back leads out of that', async () => {
    const { page } = cemsDevice;
    await cemsChat.getByRole('button', { name: 'Zu den Nachrichten' }).click();
    await expect(dialogOf(page, 'Nachrichten')).toBeVisible();
    await page.goBack();
    await expect(dialogOf(page, 'Kontakte')).toBeVisible();
    await page.goForward();
    await expect(dialogOf(page, 'Nachrichten')).toBeVisible();
    await page.goForward();
    await expect(messagesIn(cemsChat)).toContainText(['Heute um zwölf?', 'Gern!']);
  });

  await test.step('who was offline for a minute misses nothing and sees nothing twice; what they wrote goes out once, in order', async () => {
    await bensDevice.cut();
    // The interrupted network closes no connection on either side: the page pings, gets no response, and reconnects
    // again and again.
    await expect(bensChat.getByText(/^Keine Verbindung\. Was du schreibst/)).toBeVisible(RECONNECT_TIMEOUT);
    await expect.poll(() => tunnel.connectionAttempts(), RECONNECT_TIMEOUT).toBeGreaterThanOrEqual(2);
    await writeMessage(annasChat, 'Ich nehme den Eintopf.');
    await writeMessage(cemsChat, 'Ich auch.');
    await writeMessage(bensChat, 'Wartet ihr?');
    await writeMessage(bensChat, 'Ich komme gleich.');
    await expect(messagesIn(bensChat)).toContainText(['Heute um zwölf?', 'Gern!', 'Wartet ihr?', 'Ich komme gleich.']);
    await advanceClock(world, 60_000);
    await writeMessage(annasChat, 'Wir warten.');
    await expect(messagesIn(cemsChat)).toHaveCount(5);
    // The page may have begun a connection before the network was back; the gateway's welcome then arrives afterwards.
    const formerConversations = conversations.filter(isWelcomed);
    await bensDevice.restoreNetwork();
    const conversationTexts = [
      'Heute um zwölf?',
      'Gern!',
      'Ich nehme den Eintopf.',
      'Ich auch.',
      'Wir warten.',
      'Wartet ihr?',
      'Ich komme gleich.',
    ];
    for (const chat of [annasChat, bensChat, cemsChat])
      await expect(messagesIn(chat)).toContainText(conversationTexts, RECONNECT_TIMEOUT);
    // While no WebSocket is open, the page reads the chat over HTTP, so the texts may arrive before the next
    // connection.
    const operationsOfReconnection = (): readonly string[] => {
      const reconnectedConversation = conversations.find(
        (conversation) => isWelcomed(conversation) && !formerConversations.includes(conversation),
      );
      const chatSubscription = reconnectedConversation?.sentFrames.flatMap((frame) =>
        frame.op === 'sub' && frame.id.startsWith('chat/') && frame.cursor !== undefined ? [frame] : [],
      )[0];
      return (
        reconnectedConversation?.receivedFrames.flatMap((frame) =>
          'id' in frame && frame.id === chatSubscription?.id ? [frame.op] : [],
        ) ?? []
      );
    };
    await expect.poll(operationsOfReconnection, RECONNECT_TIMEOUT).toContain('live');
    expect(operationsOfReconnection()).not.toContain('snap');
    await expect(bensChat.getByText('Nicht gesendet.')).toHaveCount(0);

    // If a page closes before the network is back, the next page of the same browser sends the unsent message, even if
    // that page doesn't show the chat.
    await bensDevice.cut();
    await writeMessage(bensChat, 'Bin da!');
    await expect(messagesIn(bensChat).last()).toContainText('Bin da!');
    const address = bensDevice.page.url();
    await bensDevice.page.goto('about:blank');
    await bensDevice.restoreNetwork();
    await bensDevice.page.goto('/restaurants');
    for (const chat of [annasChat, cemsChat])
      await expect(messagesIn(chat)).toContainText([...conversationTexts, 'Bin da!'], RECONNECT_TIMEOUT);
    await bensDevice.page.goto(address);
    for (const chat of [annasChat, bensChat, cemsChat])
      await expect(messagesIn(chat)).toContainText([...conversationTexts, 'Bin da!']);
  });
  await test.step('a place that is shared is a card for everybody, and leads to its page', async () => {
    const page = await openDialog(annaDevice.page, 'details/mensa-am-brunnen', MENSA_NAME);
    await page.getByRole('button', { name: 'Teilen' }).click();
    const shareDialog = dialogOf(annaDevice.page, 'Lokal teilen');
    await shareDialog.getByRole('checkbox', { name: /\(\+ 1\)$/ }).check();
    await shareDialog.getByRole('button', { name: 'In einem Chat teilen' }).click();
    for (const chat of [annasChat, bensChat, cemsChat])
      await expect(messagesIn(chat).last().getByRole('link', { name: MENSA_NAME })).toBeVisible();
    await messagesIn(bensChat).last().getByRole('link', { name: MENSA_NAME }).click();
    await expect(dialogOf(bensDevice.page, MENSA_NAME)).toBeVisible();
    await bensDevice.page.goBack();
  });

  await test.step('reporting a message offers to block its author, whose messages are folded from then on, in this chat alone', async () => {
    await writeMessage(cemsChat, 'Ihr seid so langsam!');
    const slowMessage = messagesIn(bensChat).filter({ hasText: 'so langsam' });
    await slowMessage.getByRole('button', { name: 'Mehr zur Nachricht von Cem' }).click();
    await dialogOf(bensDevice.page, 'Nachricht von Cem Kaya').getByRole('button', { name: 'Nachricht melden' }).click();
    const reportDialog = dialogOf(bensDevice.page, 'Nachricht melden');
    await expect(reportDialog).toContainText('Ihr seid so langsam!');
    await reportDialog.getByRole('radio', { name: 'Belästigung oder Beleidigung' }).check();
    await reportDialog.getByRole('button', { name: 'Meldung abschicken' }).click();
    await bensDevice.page
      .getByRole('alertdialog', { name: 'Cem Kaya auch blockieren?' })
      .getByRole('button', { name: 'Blockieren' })
      .click();
    await expect(messagesIn(bensChat).last()).toContainText('Nachricht von Cem Kaya, blockiert');
    await expect(bensChat.getByText('so langsam')).toHaveCount(0);
    await expect(messagesIn(annasChat).last()).toContainText('Ihr seid so langsam!');
    expect((await waitForMail(world, ben.email, /wir sehen uns das an/)).text).toMatch(/eine Nachricht/);
    await messagesIn(bensChat).last().getByRole('button', { name: 'Anzeigen' }).click();
    await expect(messagesIn(bensChat).last()).toContainText('Ihr seid so langsam!');
  });

  await test.step('who is blocked in the middle of a chat of two sees it at once, on both sides', async () => {
    await connectContacts(world, anna, [cem]);
    const chatKey = await createChatWith(world, anna, [cem]);
    await sendMessage(world, chatKey, cem, 'Und wir zwei?');
    const chats = [
      await openDialog(annaDevice.page, `chatmessages/${chatKey}`, cem.name),
      await openDialog(cemsDevice.page, `chatmessages/${chatKey}`, anna.name),
    ] as const;
    for (const chat of chats) await expect(messagesIn(chat)).toContainText(['Und wir zwei?']);
    await chats[0].getByRole('button', { name: 'Mehr zur Nachricht von Cem' }).click();
    await dialogOf(annaDevice.page, 'Nachricht von Cem Kaya')
      .getByRole('button', { name: 'Cem Kaya blockieren' })
      .click();
    await annaDevice.page.getByRole('alertdialog').getByRole('button', { name: 'Blockieren' }).click();
    await expect(chats[0].getByText(/^Du hast Cem Kaya blockiert/)).toBeVisible();
    await expect(chats[1].getByText('Anna Blume kannst du gerade nicht anschreiben.')).toBeVisible();
    for (const chat of chats) await expect(chat.getByRole('textbox')).toHaveCount(0);
  });

  for (const { consoleErrors, close } of [annaDevice, bensDevice, cemsDevice]) {
    expect(consoleErrors.lines).toEqual([]);
    await close();
  }
});
