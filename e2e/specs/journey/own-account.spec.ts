import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { answerThirdParty, readCodeFromMail, waitForMail, advanceClockByDays } from '../../world/sandbox';
import { becomeMember, logInOnPage, createPerson, verifyEmailAddress } from '../../world/sign-in';
import type { Person } from '../../world/sign-in';
import { startInventedWorld } from '../../world/start-world';
import { readTimeOrigin, dialogOf, openDrawer } from '../../world/locators';
import { expect, test, testInWorld } from '../../world/world-test';

const clockTest = testInWorld(startInventedWorld);

test.use({ viewport: { width: 360, height: 740 } });
clockTest.use({ viewport: { width: 360, height: 740 } });

const CODE_MAIL = /Dein Code/;

const openSheet = async (page: Page, hash: string, sheetTitle: string) => {
  await page.goto(`/restaurants#${hash}`);
  const openedSheet = dialogOf(page, sheetTitle);
  await expect(openedSheet).toBeVisible();
  return openedSheet;
};

// Messages are shown one at a time, for five seconds each. Up to three other messages may come before the expected one.
const expectMessage = (page: Page, messageText: string) =>
  expect(page.getByRole('region', { name: 'Meldungen' }).getByText(messageText)).toBeVisible({ timeout: 30_000 });

const confirmEmailCode = async (page: Page, confirmationCode: string): Promise<void> => {
  const sheet = dialogOf(page, 'E-Mail bestätigen');
  await sheet.getByRole('textbox', { name: 'Code aus der E-Mail' }).fill(confirmationCode);
  await sheet.getByRole('button', { name: 'Bestätigen' }).click();
};

/** Returns a code that differs from the correct code in its first digit. */
const createWrongCode = (code: string): string =>
  code.replace(/^./, (firstDigit) => (firstDigit === '9' ? '0' : String(Number(firstDigit) + 1)));

test('proves the address by the mailed code, changes everything about the account and takes the data along', async ({
  page,
  context,
  world,
  consoleErrors,
}) => {
  test.slow();
  const newMember = await becomeMember(context);
  const firstCode = readCodeFromMail(await waitForMail(world, newMember.email, CODE_MAIL));
  await openSheet(page, 'profile', 'E-Mail bestätigen');
  await confirmEmailCode(page, createWrongCode(firstCode));
  await expect(page.getByRole('textbox', { name: 'Code aus der E-Mail' })).toHaveAccessibleDescription(
    'Dieser Code stimmt nicht oder gilt nicht mehr.',
  );
  await confirmEmailCode(page, firstCode);
  await expectMessage(page, 'Deine E-Mail-Adresse ist bestätigt.');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // The user changes the e-mail address and then verifies the new address. The gateway refuses the wrong password with
  // 401, which Chromium prints as an error.
  consoleErrors.expect(/status of 401 .*\/api\/auth\/email\)/);
  const newEmail = createPerson('jule').email;
  const emailForm = await openSheet(page, 'changeemail', 'E-Mail ändern');
  await emailForm.getByRole('textbox', { name: 'Neue E-Mail' }).fill(newEmail);
  await emailForm.getByLabel('Aktuelles Passwort').fill('abendpause');
  await emailForm.getByRole('button', { name: 'E-Mail ändern' }).click();
  await expect(emailForm.getByText('Das Passwort stimmt nicht.')).toBeVisible();
  await emailForm.getByLabel('Aktuelles Passwort').fill(newMember.password);
  await emailForm.getByRole('button', { name: 'E-Mail ändern' }).click();
  await expect(dialogOf(page, 'E-Mail bestätigen').getByText(newEmail)).toBeVisible();
  await waitForMail(world, newMember.email, /soll sich ändern/);
  await confirmEmailCode(page, readCodeFromMail(await waitForMail(world, newEmail, CODE_MAIL)));
  await waitForMail(world, newMember.email, /wurde geändert/);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const settingsSheet = await openSheet(page, 'settings', 'Einstellungen');
  await expect(settingsSheet.getByText(newEmail)).toBeVisible();
  await settingsSheet.getByRole('link', { name: 'Namen ändern' }).click();
  await dialogOf(page, 'Namen ändern').getByRole('textbox', { name: 'Name' }).fill('Jule  Petersen');
  await dialogOf(page, 'Namen ändern').getByRole('button', { name: 'Namen speichern' }).click();
  await expect(settingsSheet.getByText('Jule Petersen')).toBeVisible();

  await settingsSheet.getByRole('button', { name: 'Sichtbar werden' }).click();
  await expect(settingsSheet.getByText('Für andere sichtbar')).toBeVisible();
  await settingsSheet.getByRole('button', { name: 'Unsichtbar werden' }).click();
  await expect(settingsSheet.getByText('Für andere unsichtbar')).toBeVisible();

  const downloadPromise = page.waitForEvent('download');
  await settingsSheet.getByRole('button', { name: 'Meine Daten herunterladen' }).click();
  expect((await downloadPromise).suggestedFilename()).toBe('mahlzeit-daten.json');
  expect(JSON.parse(await readFile(await (await downloadPromise).path(), 'utf8'))).toMatchObject({
    user: { email: newEmail, displayName: 'Jule Petersen' },
  });

  await settingsSheet.getByRole('link', { name: 'Profilbild ändern' }).click();
  const pictureSheet = dialogOf(page, 'Profilbild ändern');
  await pictureSheet
    .getByLabel(/^Dein Bild/)
    .setInputFiles({ name: 'ich.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(pictureSheet.getByText(/^Dieses Format geht nicht/)).toBeVisible();
  await pictureSheet
    .getByLabel(/^Dein Bild/)
    .setInputFiles({ name: 'ich.png', mimeType: 'image/png', buffer: await page.screenshot() });
  await expect(pictureSheet.getByRole('img', { name: 'So sieht dein neues Bild aus' })).toBeVisible();
  await pictureSheet.getByRole('button', { name: 'Bild übernehmen' }).click();
  await expectMessage(page, 'Dein Profilbild ist gespeichert.');
  const storedPicture = pictureSheet.locator('img[src*="/media/avatar/"]');
  await expect(storedPicture).toBeVisible();
  expect(await storedPicture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)).toBe(
    true,
  );
  // A user with a picture sees no drop zone until they press „Anderes Bild wählen“.
  await expect(pictureSheet.getByLabel(/^Dein Bild/)).toHaveCount(0);
  await pictureSheet.getByRole('button', { name: 'Anderes Bild wählen' }).click();
  await expect(pictureSheet.getByLabel(/^Dein Bild/)).toBeFocused();
  await pictureSheet.getByRole('button', { name: 'Bisheriges Bild behalten' }).click();
  await pictureSheet.getByRole('button', { name: 'Bild löschen' }).click();
  await page
    .getByRole('alertdialog', { name: 'Profilbild löschen?' })
    .getByRole('button', { name: 'Bild löschen' })
    .click();
  await expectMessage(page, 'Dein Profilbild ist gelöscht.');
  await expect(storedPicture).toHaveCount(0);
});

const deleteAccount = async (page: Page, { password }: Person): Promise<void> => {
  const sheet = await openSheet(page, 'deleteaccount', 'Konto löschen');
  await sheet.getByLabel('Aktuelles Passwort').fill(password);
  await sheet.getByRole('button', { name: 'Konto löschen' }).click();
  await page.getByRole('alertdialog', { name: 'Auf Wiedersehen' }).getByRole('button', { name: 'Verstanden' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

// This test has its own gateway and database, because it moves the gateway's clock by days.
clockTest(
  'A09 deletes the account, which comes back with who logs in, and is no more after thirty days',
  async ({ page, context, ownWorld: world, consoleErrors }) => {
    clockTest.slow();
    // The deletion of the account ends the session, and a failed login gets 401, too. Chromium prints both as errors.
    consoleErrors.expect(/status of 401 .*\/api\/(auth\/(logout|login|refresh)|users\/me)\)/);
    const jule = await becomeMember(context);
    await verifyEmailAddress(world, jule);
    await deleteAccount(page, jule);
    await waitForMail(world, jule.email, /wird gelöscht/);
    await logInOnPage(page, jule);
    await page
      .getByRole('alertdialog', { name: 'Willkommen zurück' })
      .getByRole('button', { name: 'Behalten und auffindbar' })
      .click();
    await expectMessage(page, 'Dein Konto bleibt dir erhalten.');
    await expect((await openSheet(page, 'settings', 'Einstellungen')).getByText('Für andere sichtbar')).toBeVisible();
    await deleteAccount(page, jule);

    // The page reloads itself when a new day begins.
    const timeOriginBefore = await readTimeOrigin(page);
    await advanceClockByDays(world, 31);
    await expect.poll(() => readTimeOrigin(page).catch(() => timeOriginBefore)).toBeGreaterThan(timeOriginBefore);
    await openSheet(page, 'login', 'Anmelden');
    await page.getByRole('textbox', { name: 'E-Mail' }).fill(jule.email);
    await page.getByLabel(/Passwort$/).fill(jule.password);
    await dialogOf(page, 'Anmelden').getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(page.getByText('Zu dieser E-Mail-Adresse gibt es kein Konto.')).toBeVisible();
  },
);

test('A10 has who signs in by Google sign in once more before the account is deleted', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(
    /^request to another host: http:\/\/localhost:\d+\/|status of 401 .*\/api\/(auth\/(logout|refresh)|users\/me)\)/,
  );
  const { email } = createPerson('jule');
  const signIn = async (buttonName: string): Promise<void> => {
    const popupPromise = page.waitForEvent('popup');
    await page.getByRole('dialog').getByRole('button', { name: buttonName }).click();
    await answerThirdParty(await popupPromise, email);
  };
  await openSheet(page, 'registration', 'Anmelden oder registrieren');
  await signIn('Weiter mit Google');
  await page
    .getByRole('alertdialog', { name: 'Unsere Datenschutzerklärung' })
    .getByRole('button', { name: 'Zustimmen' })
    .click();

  // A user who signs in by Google can't change the e-mail address or reset the password: the settings show no such
  // link, and the screen's hash opens nothing.
  const settingsSheet = await openSheet(page, 'settings', 'Einstellungen');
  await expect(settingsSheet.getByRole('link', { name: 'Namen ändern' })).toBeVisible();
  await expect(settingsSheet.getByText(/E-Mail ändern|Passwort zurücksetzen/)).toHaveCount(0);
  await page.goto('/restaurants#changeemail');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const sheet = await openSheet(page, 'deleteaccount', 'Konto löschen');
  await sheet.getByRole('checkbox', { name: 'Ja, ich möchte mein Konto löschen.' }).check();
  await signIn('Konto löschen');
  await page.getByRole('alertdialog', { name: 'Auf Wiedersehen' }).getByRole('button', { name: 'Verstanden' }).click();
  await expect((await openDrawer(page)).getByRole('link', { name: 'Anmelden oder registrieren' })).toBeVisible();
});
