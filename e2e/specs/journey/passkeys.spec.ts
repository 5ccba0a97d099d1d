import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { dialogOf, openDrawer } from '../../world/locators';
import { fillCredentials, registerMember, verifyEmailAddress } from '../../world/sign-in';
import type { Person } from '../../world/sign-in';
import { startWorld } from '../../world/start-world';
import type { World } from '../../world/start-world';
import { expect, SCREEN_SIZES, test, testInWorld } from '../../world/world-test';

const [PHONE_SCREEN] = SCREEN_SIZES;

test.use({ viewport: PHONE_SCREEN.viewport });

const loginDialogOf = (page: Page) => dialogOf(page, 'Anmelden');

const greetingOnPage = (page: Page) => page.getByText(/^Du bist angemeldet\. Hallo, /);

const logInByPassword = async (page: Page, person: Person): Promise<void> => {
  await page.goto('/restaurants#login');
  await fillCredentials(page, person);
  await loginDialogOf(page).getByRole('button', { name: 'Anmelden', exact: true }).click();
};

const logOut = async (page: Page): Promise<void> => {
  await (await openDrawer(page)).getByRole('button', { name: 'Abmelden' }).click();
  await page.getByRole('alertdialog', { name: 'Abmelden?' }).getByRole('button', { name: 'Abmelden' }).click();
  await expect(page.getByText('Du bist abgemeldet.')).toBeVisible();
};

const createVerifiedMember = async (world: World, name: string): Promise<Person> => {
  const person = await registerMember(world, name);
  await verifyEmailAddress(world, person);
  return person;
};

/**
 * Adds a virtual passkey device (authenticator) to the browser. It confirms every request at once, as if the user's
 * finger were always on its sensor.
 */
const addAuthenticator = async (page: Page): Promise<void> => {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

/** Simulates, until the page is reloaded, a browser that can't offer passkeys in a list below form fields. */
const hideOffers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });

// These tests open the gateway by a host name, because passkeys belong to a host name and other gateways of the tests
// have an IP address.
const testOnLocalhost = testInWorld(() => startWorld({ settings: { HOST: 'localhost' } }));

testOnLocalhost(
  'a passkey is added, signs in by the button and by itself below the field, and is removed',
  async ({ page, ownWorld, consoleErrors }) => {
    consoleErrors.expect(/passkeys\/sign-in|status of 401|another host: http:\/\/localhost:/);
    const person = await createVerifiedMember(ownWorld, 'jule');
    await addAuthenticator(page);
    await logInByPassword(page, person);
    await expect(greetingOnPage(page)).toBeVisible();

    await page.goto('/restaurants#security');
    const securityDialog = dialogOf(page, 'Anmeldung');
    await securityDialog.getByRole('button', { name: 'Passkey hinzufügen' }).click();
    await expect(page.getByText('Der Passkey ist gespeichert.')).toBeVisible();
    const passkeyRows = securityDialog.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
    await expect(passkeyRows.first()).toContainText(/Rechner\s*Seit .+, noch nicht benutzt/);
    await securityDialog.getByRole('button', { name: 'Mehr zu Rechner' }).click();
    await page.getByRole('button', { name: 'Umbenennen' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Laptop im Büro');
    await page.getByRole('button', { name: 'Namen speichern' }).click();
    await expect(passkeyRows.first()).toContainText('Laptop im Büro');

    await securityDialog.getByRole('button', { name: 'Schließen' }).click();
    await logOut(page);
    await hideOffers(page);
    await page.goto('/restaurants#login');
    await expect(loginDialogOf(page).getByRole('textbox', { name: 'E-Mail' })).toHaveAttribute(
      'autocomplete',
      'username webauthn',
    );
    await loginDialogOf(page).getByRole('button', { name: 'Mit Passkey anmelden' }).click();
    await expect(greetingOnPage(page)).toBeVisible();

    await logOut(page);
    await page.reload();
    // The virtual authenticator confirms at once, so the passkey that the browser offers below the field is used
    // immediately.
    await page.goto('/restaurants#login');
    await expect(greetingOnPage(page)).toBeVisible();

    await page.goto('/restaurants#security');
    await expect(passkeyRows.first()).toContainText(/zuletzt heute/);
    await securityDialog.getByRole('button', { name: 'Mehr zu Laptop im Büro' }).click();
    await page.getByRole('button', { name: 'Passkey entfernen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Passkey entfernen' }).click();
    await expect(page.getByText('„Laptop im Büro“ ist entfernt.')).toBeVisible();
    await expect(passkeyRows).toHaveCount(1);

    await securityDialog.getByRole('button', { name: 'Schließen' }).click();
    await logOut(page);
    await page.goto('/restaurants#login');
    await expect(page.getByText('Dieser Passkey gehört zu keinem Konto mehr.')).toBeVisible();
  },
);

test('a second step is set up, asks for a code after the password, and takes a recovery code instead', async ({
  page,
  world,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 401/);
  const person = await createVerifiedMember(world, 'kai');
  await logInByPassword(page, person);
  await expect(greetingOnPage(page)).toBeVisible();
  await page.goto('/restaurants#security');
  await dialogOf(page, 'Anmeldung').getByRole('button', { name: 'Zweiten Schritt einrichten' }).click();
  const setUpDialog = dialogOf(page, 'Zweiten Schritt einrichten');
  await expect(setUpDialog.getByRole('img', { name: 'QR-Code für deine App' })).toBeVisible();
  const secret = (await setUpDialog.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '';
  const app = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  await setUpDialog.getByLabel('Code aus der App').fill(app.generate());
  await setUpDialog.getByRole('button', { name: 'Zweiten Schritt einschalten' }).click();
  const codesDialog = dialogOf(page, 'Deine Ersatzcodes');
  const recoveryCodes = codesDialog.getByRole('list', { name: 'Deine Ersatzcodes' }).getByRole('listitem');
  await expect(recoveryCodes).toHaveCount(10);
  const recoveryCode = (await recoveryCodes.first().textContent()) ?? '';
  await codesDialog.getByRole('button', { name: 'Ich habe sie aufgehoben' }).click();
  await expect(dialogOf(page, 'Anmeldung').getByText('Noch 10 Ersatzcodes')).toBeVisible();
  await dialogOf(page, 'Anmeldung').getByRole('button', { name: 'Schließen' }).click();

  await logOut(page);
  await logInByPassword(page, person);
  const codeField = loginDialogOf(page).getByLabel('Code aus der App');
  await expect(codeField).toBeFocused();
  await codeField.fill('000000');
  await loginDialogOf(page).getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(loginDialogOf(page).getByText('Dieser Code stimmt nicht.')).toBeVisible();
  // The code of the current half minute was already used for the set-up, so the app generates the next one: the gateway
  // permits a clock that is half a minute ahead.
  await codeField.fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await loginDialogOf(page).getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(greetingOnPage(page)).toBeVisible();

  await logOut(page);
  await logInByPassword(page, person);
  await loginDialogOf(page).getByRole('button', { name: 'Ersatzcode benutzen' }).click();
  await loginDialogOf(page).getByRole('textbox', { name: 'Ersatzcode' }).fill(recoveryCode.toLowerCase());
  await loginDialogOf(page).getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(greetingOnPage(page)).toBeVisible();
});

test('a line below a new password says how hard it is to guess, and the gateway refuses what everybody guesses', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/\/api\/auth\/register/);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/restaurants#login/new');
  const registrationDialog = dialogOf(page, 'Konto anlegen');
  await registrationDialog.getByRole('textbox', { name: 'E-Mail' }).fill('lena@mahlzeit.test');
  const passwordField = registrationDialog.getByLabel('Neues Passwort');
  const consent = registrationDialog.getByRole('checkbox').nth(1);
  const consentPlace = await consent.boundingBox();
  const expectRating = async (typedPassword: string, ratingText: string) => {
    await passwordField.fill(typedPassword);
    await expect(registrationDialog.getByText(ratingText)).toBeVisible();
    // While the rating of the password changes, the checkbox that a user presses next must stay at its place.
    expect(await consent.boundingBox()).toEqual(consentPlace);
  };
  await expectRating('password123', 'Sofort zu erraten. Nimm mehr Wörter.');
  await expectRating('mittagspause', 'Leicht zu erraten. Noch ein Wort hilft.');
  await expectRating('rote Bete im Regen', 'Das ist ein sehr gutes Passwort.');
  await passwordField.fill('password123');
  await consent.check();
  await registrationDialog.getByRole('button', { name: 'Konto anlegen' }).click();
  await expect(registrationDialog.getByText('Dieses Passwort errät jemand sofort.')).toBeVisible();
});
