import { answerInvitation, getInvitations, revokeInvitationLink } from '@mahlzeit/contract';
import type { Locator, Page } from '@playwright/test';
import { connectContacts, inviteGuests, readLinkToken, registerNamedMember, openDevice } from '../../world/company';
import { readTimeOrigin, dialogOf, openDialog } from '../../world/locators';
import { TEST_DAY } from '../../world/partner';
import { readCodeFromMail, waitForMail, advanceClock, readProductTime } from '../../world/sandbox';
import { createPerson, registerInDialog, skipName } from '../../world/sign-in';
import { startInventedWorld } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';

const PHONE_VIEWPORT = { width: 360, height: 740 };
const DESKTOP_VIEWPORT = { width: 1440, height: 900 };
const MINUTE_MS = 60_000;
const MENSA_NAME = 'Mensa am Brunnen';
const NOON_MEETUP = { at: 'mensa-am-brunnen', date: `${TEST_DAY}T12:30:00+02:00` };

/** Each test has a gateway of its own, because the tests move the gateway's clock. */
const test = testInWorld(startInventedWorld);

test.use({ actionTimeout: 10_000 });

const openInvitations = (page: Page): Promise<Locator> => openDialog(page, 'invitations', 'Einladungen');

/** Finds a guest's answer to an invitation. The label of the guest's avatar names the answer. */
const guestAnswerIn = (invitationList: Locator, guestName: string, answerText: string): Locator =>
  invitationList.getByText(`${guestName}: ${answerText}`);

const confirmDialog = (page: Page, dialogQuestion: string, buttonName: string): Promise<void> =>
  page
    .getByRole('alertdialog', { name: dialogQuestion })
    .getByRole('button', { name: buttonName, exact: true })
    .click();

/** Finds the row of a meetup in a list, by the meetup's time of day. */
const meetupRowAt = (invitationList: Locator, meetupTime: string): Locator =>
  invitationList
    .getByRole('listitem')
    .filter({ has: invitationList.page().getByRole('button', { name: MENSA_NAME }) })
    // The row is found by its own time element, because the text of a row may name another meetup at about the same
    // time.
    .filter({ has: invitationList.page().locator('time', { hasText: meetupTime }) });

/** Opens the dialog with all actions for a meetup in a list. */
const openMeetupMenu = async (page: Page, meetupRow: Locator): Promise<Locator> => {
  await meetupRow.getByRole('button', { name: MENSA_NAME }).click();
  return dialogOf(page, MENSA_NAME);
};

test('three play a whole lunch: share and invite, accept and decline, until it is too late, over, called off and gone', async ({
  browser,
  ownWorld: world,
}) => {
  test.slow();
  const [anna, ben, cem] = [
    await registerNamedMember(world, 'Anna Blume'),
    await registerNamedMember(world, 'Ben Okafor'),
    await registerNamedMember(world, 'Cem Kaya'),
  ];
  await connectContacts(world, anna, [ben, cem]);
  const [annaDevice, bensDevice, cemsDevice] = [
    await openDevice(browser, { world, viewport: PHONE_VIEWPORT, member: anna }),
    await openDevice(browser, { world, viewport: DESKTOP_VIEWPORT, member: ben }),
    await openDevice(browser, { world, viewport: { width: 820, height: 1180 }, member: cem }),
  ];
  const { page } = annaDevice;
  const bensList = await openInvitations(bensDevice.page);
  await expect(bensList.getByRole('heading', { name: 'Keine Einladungen' })).toBeVisible();
  const bensTimeOrigin = await readTimeOrigin(bensDevice.page);
  const chooseTime = async (chosenTime: string): Promise<void> => {
    await dialogOf(page, 'Wann?').getByRole('radio', { name: chosenTime }).check();
    await dialogOf(page, 'Wann?').getByRole('button', { name: 'Übernehmen' }).click();
  };
  const shareRestaurant = async (guestNames: readonly string[]): Promise<Locator> => {
    await dialogOf(page, MENSA_NAME).getByRole('button', { name: 'Teilen' }).click();
    const shareDialog = dialogOf(page, 'Lokal teilen');
    for (const name of guestNames) await shareDialog.getByRole('checkbox', { name, exact: true }).check();
    return shareDialog;
  };

  await test.step('one shares a place with two others, at once as a meetup in their chat', async () => {
    await openDialog(page, 'details/mensa-am-brunnen', MENSA_NAME);
    const sheet = await shareRestaurant([ben.name, cem.name]);
    await sheet.getByRole('checkbox', { name: 'Gleich als Treffen mit Tag und Uhrzeit' }).check();
    await sheet.getByRole('button', { name: 'Weiter zu Tag und Uhrzeit' }).click();
    await chooseTime('12:30');
    await expect(page.getByRole('dialog', { name: /\(\+ 1\)$/ }).getByText('Heute, 12:30')).toBeVisible();
    await expect(meetupRowAt(bensList, '12:30')).toContainText('Von Anna · Vor Ort');
  });

  await test.step('from a shared place in the chat, whose message becomes the invitation', async () => {
    await openDialog(page, 'details/mensa-am-brunnen', MENSA_NAME);
    await (await shareRestaurant([ben.name])).getByRole('button', { name: 'In einem Chat teilen' }).click();
    const benChat = dialogOf(page, ben.name);
    await benChat.getByRole('button', { name: 'Treffen vereinbaren' }).click();
    await chooseTime('13:00');
    await expect(benChat.getByText('Heute, 13:00')).toBeVisible();
    await expect(benChat.getByRole('button', { name: 'Treffen vereinbaren' })).toHaveCount(0);
    await expect(meetupRowAt(bensList, '13:00')).toBeVisible();
  });

  await test.step('from the contacts: place, time, and back', async () => {
    const contactsDialog = await openDialog(page, 'contacts', 'Kontakte');
    await contactsDialog.getByRole('button', { name: 'Ben Okafor einladen' }).click();
    const placePicker = dialogOf(page, 'Wo trefft ihr euch?');
    await placePicker.getByRole('searchbox').fill(MENSA_NAME);
    await placePicker.getByRole('button', { name: MENSA_NAME, exact: true }).click();
    await chooseTime('12:45');
    await dialogOf(page, 'Einladung').getByRole('button', { name: 'Einladung senden' }).click();
    await expect(dialogOf(page, 'Kontakte')).toBeVisible();
    await expect(page.getByText('Die Einladung ist raus.')).toBeVisible();
    await expect(meetupRowAt(bensList, '12:45')).toBeVisible();
  });

  await test.step('from the page of a place: people, time, and R09 what closing a page does that was opened from the draft', async () => {
    const placePage = await openDialog(page, 'details/mensa-am-brunnen', MENSA_NAME);
    await placePage.getByRole('button', { name: 'Einladen' }).click();
    await dialogOf(page, 'Wer kommt mit?')
      .getByRole('checkbox', { name: /^Ben Okafor/ })
      .check();
    await dialogOf(page, 'Wer kommt mit?').getByRole('button', { name: 'Treffen vereinbaren' }).click();
    await chooseTime('13:15');
    const draftDialog = dialogOf(page, 'Einladung');
    await draftDialog.getByRole('link', { name: MENSA_NAME }).click();
    await expect(page).toHaveURL(/#details\/mensa-am-brunnen\/invitation$/);
    await expect(placePage).toBeVisible();
    for (const dismissDialog of [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(PHONE_VIEWPORT.width / 2, 2),
    ]) {
      await dismissDialog();
      await confirmDialog(page, 'Einladung verwerfen?', 'Behalten');
      await expect(placePage).toBeVisible();
    }
    await placePage.getByRole('button', { name: 'Schließen' }).click();
    await draftDialog.getByRole('button', { name: 'Einladung senden' }).click();
    await expect(page).toHaveURL(/#details\/mensa-am-brunnen$/);
    await expect(page.getByText('Die Einladung ist raus.')).toBeVisible();
    await expect(meetupRowAt(bensList, '13:15')).toBeVisible();
  });

  const annasList = await openInvitations(page);
  const annasTimeOrigin = await readTimeOrigin(page);
  const [annasLunchRow, bensLunchRow] = [meetupRowAt(annasList, '12:30'), meetupRowAt(bensList, '12:30')];
  await expect(annasLunchRow).toContainText('Von dir · Vor Ort');
  const [upcomingLunch] = await world.api.call(getInvitations, {
    query: { when: 'upcoming', limit: 5 },
    token: cem.token,
  });
  if (upcomingLunch === undefined) throw new Error('Cem was not asked');
  await cemsDevice.page.goto(`/restaurants#chatmessages/${upcomingLunch.chatKey}`);
  const cemsChat = cemsDevice.page.getByRole('dialog', { name: /\(\+ 1\)$/ });
  await expect(cemsChat.getByRole('link', { name: MENSA_NAME })).toBeVisible();

  await test.step('one accepts, and then declines after a question: accepting again is 422', async () => {
    await bensLunchRow.getByRole('button', { name: 'Zusagen' }).click();
    await expect(guestAnswerIn(annasLunchRow, ben.name, 'Zugesagt')).toBeAttached();
    await expect(guestAnswerIn(cemsChat, ben.name, 'Zugesagt')).toBeAttached();
    await expect(bensLunchRow.getByRole('button', { name: 'Zusagen' })).toHaveCount(0);
    await (await openMeetupMenu(bensDevice.page, bensLunchRow)).getByRole('button', { name: 'Absagen' }).click();
    await confirmDialog(bensDevice.page, 'Einladung absagen?', 'Absagen');
    await expect(guestAnswerIn(annasLunchRow, ben.name, 'Abgesagt')).toBeAttached();
    await expect(guestAnswerIn(cemsChat, ben.name, 'Abgesagt')).toBeAttached();
    await expect(bensLunchRow.getByRole('button', { name: /^(Zusagen|Absagen)$/ })).toHaveCount(0);
    const secondAnswer = world.api.call(answerInvitation, {
      params: { id: upcomingLunch.key },
      body: { status: 'accepted' },
      token: ben.token,
    });
    await expect(secondAnswer).rejects.toThrow('422');
  });

  await test.step('the other thinks again before they decline in the chat, and accepts', async () => {
    await cemsChat.getByRole('button', { name: 'Absagen' }).click();
    await confirmDialog(cemsDevice.page, 'Wirklich absagen?', 'Abbrechen');
    await cemsChat.getByRole('button', { name: 'Zusagen' }).click();
    await expect(guestAnswerIn(annasLunchRow, cem.name, 'Zugesagt')).toBeAttached();
    await expect(guestAnswerIn(bensLunchRow, cem.name, 'Zugesagt')).toBeAttached();
  });

  await test.step('the owner sees the same on another device, without a reminder, because nobody can order there', async () => {
    const deskDevice = await openDevice(browser, { world, viewport: DESKTOP_VIEWPORT, member: anna });
    const list = await openInvitations(deskDevice.page);
    await expect(guestAnswerIn(meetupRowAt(list, '12:30'), cem.name, 'Zugesagt')).toBeAttached();
    for (const deviceList of [annasList, list])
      await expect(deviceList.getByRole('button', { name: 'Ans Bestellen erinnern' })).toHaveCount(0);
    expect(deskDevice.consoleErrors.lines).toEqual([]);
    await deskDevice.close();
  });

  await test.step('T12 fifteen minutes before nobody can decline or call off any more, on screens that stand open, by time alone', async () => {
    const meetupMenu = await openMeetupMenu(page, annasLunchRow);
    await expect(meetupMenu.getByRole('button', { name: 'Treffen absagen' })).toBeVisible();
    await expect(cemsChat.getByRole('button', { name: 'Absagen' })).toBeVisible();
    const declineDeadline = Date.parse(`${TEST_DAY}T12:15:00+02:00`);
    await advanceClock(world, declineDeadline - 1_000 - (await readProductTime(world)));
    await expect(cemsChat.getByRole('button', { name: 'Absagen' })).toBeDisabled();
    await expect(meetupMenu.getByRole('button', { name: 'Treffen absagen' })).toBeDisabled();
    // The buttons were disabled when the limit passed, not when the test moved the clock: the clock was moved to one
    // second before the limit.
    expect(await readProductTime(world)).toBeGreaterThanOrEqual(declineDeadline);
    await expect(meetupMenu.getByRole('button', { name: 'Lokal ansehen' })).toBeVisible();
    await meetupMenu.getByRole('button', { name: 'Schließen' }).click();
  });

  await test.step('S10 what is over moves by itself, once', async () => {
    await advanceClock(world, 20 * MINUTE_MS);
    for (const [checkedDevice, list] of [
      [annaDevice, annasList],
      [bensDevice, bensList],
    ] as const) {
      await expect(list.getByRole('button', { name: MENSA_NAME })).toHaveCount(3);
      await checkedDevice.page.getByRole('tab', { name: /^Vergangen 1$/ }).click();
      await expect(meetupRowAt(list, '12:30')).toHaveCount(1);
    }
  });

  await test.step('the owner calls one off, for everybody', async () => {
    const tomorrowsMeetup = await inviteGuests(world, anna, [ben, cem], {
      ...NOON_MEETUP,
      date: '2026-06-25T12:00:00+02:00',
    });
    await page.getByRole('tab', { name: /^Anstehend 4$/ }).click();
    await (
      await openMeetupMenu(page, meetupRowAt(annasList, '12:00'))
    )
      .getByRole('button', { name: 'Treffen absagen' })
      .click();
    await confirmDialog(page, 'Treffen absagen?', 'Treffen absagen');
    await bensDevice.page.getByRole('tab', { name: /^Anstehend 4$/ }).click();
    await expect(bensList.getByText('Treffen abgesagt')).toBeVisible();
    await expect(meetupRowAt(bensList, '12:00').getByRole('button', { name: /^(Zusagen|Absagen)$/ })).toHaveCount(0);
    await expect(cemsChat.getByText('Anna hat das Treffen abgesagt.')).toBeVisible();
    expect([tomorrowsMeetup.chatKey, await readTimeOrigin(page), await readTimeOrigin(bensDevice.page)]).toEqual([
      upcomingLunch.chatKey,
      annasTimeOrigin,
      bensTimeOrigin,
    ]);
  });

  for (const { consoleErrors, close } of [annaDevice, bensDevice]) {
    expect(consoleErrors.lines).toEqual([]);
    await close();
  }

  await test.step('S13 what is deleted a week later is gone from a chat that stands open', async () => {
    const initialTimeOrigin = await readTimeOrigin(cemsDevice.page);
    await advanceClock(world, Date.parse('2026-07-01T12:20:00+02:00') - (await readProductTime(world)));
    // The page reloads itself when a new day begins.
    await expect.poll(() => readTimeOrigin(cemsDevice.page).catch(() => initialTimeOrigin)).not.toBe(initialTimeOrigin);
    await expect(cemsChat.getByRole('link', { name: MENSA_NAME })).toHaveCount(2);
    const timeOrigin = await readTimeOrigin(cemsDevice.page);
    await advanceClock(world, 11 * MINUTE_MS);
    await expect(cemsChat.getByText('Die Einladung gibt es nicht mehr.')).toBeVisible();
    await expect(cemsChat.getByRole('link', { name: MENSA_NAME })).toHaveCount(1);
    expect(await readTimeOrigin(cemsDevice.page)).toBe(timeOrigin);
  });

  expect(cemsDevice.consoleErrors.lines).toEqual([]);
  await cemsDevice.close();
});

test('on a desk the draft takes the list’s place, beside the map that names where it leads, and the list comes back as it was', async ({
  browser,
  ownWorld: world,
}) => {
  const [anna, ben] = [await registerNamedMember(world, 'Anna Blume'), await registerNamedMember(world, 'Ben Okafor')];
  await connectContacts(world, anna, [ben]);
  const { page, consoleErrors, close } = await openDevice(browser, { world, viewport: DESKTOP_VIEWPORT, member: anna });
  await page.goto('/restaurants');
  const mapRegion = page.getByRole('region', { name: 'Karte' });
  const restaurantCard = page.getByRole('article').nth(6);
  await restaurantCard.scrollIntoViewIfNeeded();
  const initialCardBox = await restaurantCard.boundingBox();
  await page.evaluate(() => location.assign('#details/mensa-am-brunnen'));
  await dialogOf(page, MENSA_NAME).getByRole('button', { name: 'Einladen' }).click();
  await dialogOf(page, 'Wer kommt mit?')
    .getByRole('checkbox', { name: /^Ben Okafor/ })
    .check();
  // The page goes one step back at a time: two steps at once would leave the draft before the page could ask.
  await page.evaluate(() => {
    history.back();
    history.back();
  });
  await confirmDialog(page, 'Einladung verwerfen?', 'Behalten');
  await dialogOf(page, 'Wer kommt mit?').getByRole('button', { name: 'Treffen vereinbaren' }).click();
  await dialogOf(page, 'Wann?').getByRole('radio', { name: '13:15' }).check();
  await dialogOf(page, 'Wann?').getByRole('button', { name: 'Übernehmen' }).click();
  const draft = dialogOf(page, 'Einladung');
  await expect(draft.getByRole('link', { name: MENSA_NAME })).toBeVisible();
  await expect(mapRegion.getByText(MENSA_NAME)).toBeInViewport({ ratio: 1 });
  const [draftBox, mapBox] = [await draft.boundingBox(), await mapRegion.boundingBox()];
  expect(draftBox?.width).toBeCloseTo(DESKTOP_VIEWPORT.width / 3, 0);
  expect([draftBox?.y, (draftBox?.y ?? 0) + (draftBox?.height ?? 0)]).toEqual([mapBox?.y, DESKTOP_VIEWPORT.height]);
  expect(mapBox?.x).toBeCloseTo(DESKTOP_VIEWPORT.width / 3, 0);

  // A long press on the Back button lets a user jump over the previous step; the page must ask before the draft is lost
  // then, too.
  for (const leaveDraft of [() => page.evaluate(() => history.go(-2)), () => page.keyboard.press('Escape')]) {
    await leaveDraft();
    await confirmDialog(page, 'Einladung verwerfen?', 'Behalten');
    await expect(draft).toBeVisible();
  }
  await draft.getByRole('button', { name: 'Zurück' }).click();
  await confirmDialog(page, 'Einladung verwerfen?', 'Verwerfen');
  await expect(page).toHaveURL(/#details\/mensa-am-brunnen$/);
  await page.keyboard.press('Escape');
  await expect(mapRegion.getByText(MENSA_NAME)).toHaveCount(0);
  expect(await restaurantCard.boundingBox()).toEqual(initialCardBox);
  expect(consoleErrors.lines).toEqual([]);
  await close();
});

test('a visitor without an account opens a shared link on a phone, registers, verifies by the mailed code and is in the meetup', async ({
  browser,
  ownWorld: world,
}) => {
  test.slow();
  const [anna, ben] = [await registerNamedMember(world, 'Anna Blume'), await registerNamedMember(world, 'Ben Okafor')];
  await connectContacts(world, anna, [ben]);
  const lunch = await inviteGuests(world, anna, [ben], NOON_MEETUP);
  const token = await readLinkToken(world, anna, lunch);
  const annaDevice = await openDevice(browser, { world, viewport: DESKTOP_VIEWPORT, member: anna });
  const annasList = await openInvitations(annaDevice.page);
  await expect(annasList.getByRole('button', { name: MENSA_NAME })).toBeVisible();
  const { page, consoleErrors, close } = await openDevice(browser, { world, viewport: PHONE_VIEWPORT });
  const nina = createPerson('nina');

  await test.step('the link shows place, time and first names, and nothing else of anybody', async () => {
    await page.goto(`/i/${token}`);
    const sheet = dialogOf(page, 'Kommst du mit zum Mittag?');
    await expect(sheet.getByText('Heute, 12:30')).toBeVisible();
    await expect(sheet.getByRole('listitem')).toHaveText([/Anna.*Zugesagt/, /Ben.*Antwort offen/]);
    await expect(sheet).not.toContainText(/Blume|Okafor/);
    await sheet.getByRole('button', { name: 'Zusagen' }).click();
    await expect(dialogOf(page, 'Anmelden oder registrieren')).toBeVisible();
    await page.goBack();
    await expect(sheet.getByText('Heute, 12:30')).toBeVisible();
    await sheet.getByRole('button', { name: 'Zusagen' }).click();
  });

  await test.step('who registers and proves their address is in, without another press, though the phone has thrown the page away meanwhile', async () => {
    await registerInDialog(page, nina);
    await skipName(page);
    const verificationDialog = dialogOf(page, 'E-Mail bestätigen');
    await expect(verificationDialog).toBeVisible();
    await page.reload();
    await verificationDialog
      .getByRole('textbox', { name: 'Code aus der E-Mail' })
      .fill(readCodeFromMail(await waitForMail(world, nina.email, /^Dein Code/)));
    await verificationDialog.getByRole('button', { name: 'Bestätigen' }).click();
    const list = dialogOf(page, 'Einladungen');
    await expect(list.getByRole('button', { name: MENSA_NAME })).toBeVisible();
    await expect(list.getByText('Zugesagt', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/#invitations$/);
    // Two guests are invited now, and the owner sees the new guest without a reload.
    await expect(annasList.getByRole('list', { name: 'Wer kommt' }).getByRole('listitem')).toHaveCount(2);
  });

  await test.step('the link shows them that they are in, and leads to the chat, in which the owner reads their message', async () => {
    const sheet = await openDialog(page, `sharedinvitation/${token}`, 'Kommst du mit zum Mittag?');
    await expect(sheet.getByText('Du hast zugesagt.')).toBeVisible();
    await sheet.getByRole('link', { name: 'Chat öffnen' }).click();
    const ninasChat = dialogOf(page, 'Anna Blume (+ 1)');
    await expect(ninasChat.getByText('Heute, 12:30')).toBeVisible();
    await ninasChat.getByRole('textbox', { name: 'Deine Nachricht' }).fill('Bin in fünf Minuten da');
    await page.keyboard.press('Enter');
    await meetupRowAt(annasList, '12:30').getByRole('button', { name: MENSA_NAME }).click();
    await dialogOf(annaDevice.page, MENSA_NAME).getByRole('button', { name: 'Chat öffnen' }).click();
    await expect(dialogOf(annaDevice.page, 'Ben Okafor (+ 1)').getByText('Bin in fünf Minuten da')).toBeVisible();
  });

  await test.step('links that are revoked, over, and full say so', async () => {
    consoleErrors.expect(/status of (404|410) .*\/api\/invitations\/shared\//);
    const guests = await Promise.all(
      Array.from({ length: 8 }, (_, index) => registerNamedMember(world, `Gast Nummer${index}`)),
    );
    await connectContacts(world, anna, guests);
    const fullMeetup = await inviteGuests(world, anna, [ben, ...guests], {
      ...NOON_MEETUP,
      date: `${TEST_DAY}T13:00:00+02:00`,
    });
    const openSharedInvitation = (invitationLink: string) =>
      openDialog(page, `sharedinvitation/${invitationLink}`, 'Kommst du mit zum Mittag?');
    await expect(
      (await openSharedInvitation(await readLinkToken(world, anna, fullMeetup))).getByText('Alle Plätze vergeben'),
    ).toBeVisible();
    await world.api.call(answerInvitation, {
      params: { id: fullMeetup.key },
      body: { status: 'canceled' },
      token: anna.token,
    });
    const linkToken = await readLinkToken(world, anna, lunch);
    await world.api.call(revokeInvitationLink, { params: { id: lunch.key }, token: anna.token });
    await page.goto('/restaurants');
    await expect(
      (await openSharedInvitation(linkToken)).getByRole('heading', { name: 'Diesen Link gibt es nicht mehr' }),
    ).toBeVisible();
    const renewedToken = await readLinkToken(world, anna, lunch);
    expect(renewedToken).not.toBe(linkToken);
    await world.api.call(answerInvitation, {
      params: { id: lunch.key },
      body: { status: 'canceled' },
      token: anna.token,
    });
    await page.goto('/restaurants');
    const oldLinkPage = await openSharedInvitation(renewedToken);
    await expect(oldLinkPage.getByRole('heading', { name: 'Dieses Treffen ist vorbei' })).toBeVisible();
    await oldLinkPage.getByRole('button', { name: 'Lokale ansehen' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  for (const device of [annaDevice, { consoleErrors, close }]) {
    expect(device.consoleErrors.lines).toEqual([]);
    await device.close();
  }
});
