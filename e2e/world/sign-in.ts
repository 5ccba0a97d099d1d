import { randomUUID } from 'node:crypto';
import { deleteMe, login, register as registerRoute, verifyEmail } from '@mahlzeit/contract';
import { expect } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { readCodeFromMail, waitForMail } from './sandbox';
import { registerUndo } from './shared-contexts';
import type { World } from './start-world';
import { dialogOf, openDrawer } from './locators';

/** E-mail address and password of a test user. */
export interface Person {
  readonly email: string;
  readonly password: string;
}

/** User of the demo town with orders, vouchers and two cards. The bank of one of the cards demands a confirmation. */
export const ANNA: Person = { email: 'anna@mahlzeit.test', password: 'mittagspause' };

/** Returns the credentials of a user who isn't registered yet. All users of these tests have the same password. */
export const createPerson = (personName: string): Person => ({
  email: `${personName}-${randomUUID().slice(0, 8)}@mahlzeit.test`,
  password: 'mittagspause',
});

/** Fills in the form for e-mail address and password in the open dialog. */
export const fillCredentials = async (page: Page, { email, password }: Person): Promise<void> => {
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(email);
  await page.getByLabel(/Passwort$/).fill(password);
};

/** Presses „Überspringen“ in the step that asks a new user for the name. */
export const skipName = async (page: Page): Promise<void> => {
  const nameStep = dialogOf(page, 'Wie heißt du?');
  await nameStep.getByRole('button', { name: 'Überspringen' }).click();
  await expect(nameStep).toBeHidden();
};

/** Presses „Später“ in the dialog that asks for the verification of the e-mail address. */
export const postponeVerification = async (page: Page): Promise<void> => {
  const requiredAction = page.getByRole('alertdialog', { name: 'Bestätige deine E-Mail' });
  await requiredAction.getByRole('button', { name: 'Später' }).click();
  await expect(requiredAction).toBeHidden();
};

const sendRequest = async (
  world: Pick<World, 'url'>,
  {
    method = 'POST',
    path,
    body,
    token,
  }: { readonly method?: string; readonly path: string; readonly body: object; readonly token?: string },
): Promise<Response> => {
  const apiResponse = await fetch(world.url + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  expect(apiResponse.ok).toBe(true);
  return apiResponse;
};

/** Verifies a user's e-mail address by API calls, with the code from their mail. */
export const verifyEmailAddress = async (world: Pick<World, 'url' | 'sandboxUrl'>, person: Person): Promise<void> => {
  const verificationCode = readCodeFromMail(await waitForMail(world, person.email, /^Dein Code/));
  const { idToken } = login.answer.parse(await (await sendRequest(world, { path: login.path, body: person })).json());
  await sendRequest(world, { path: verifyEmail.path, body: { code: verificationCode }, token: idToken });
};

/** Registers a user by an API call, without a browser. */
export const registerMember = async (world: Pick<World, 'url'>, personName = 'dora'): Promise<Person> => {
  const person = createPerson(personName);
  await sendRequest(world, { path: registerRoute.path, body: { ...person, visible: false, policyAccepted: true } });
  return person;
};

/** Deletes a user's account by API calls. The account then waits for its erasure, and all of its sessions end. */
export const deleteAccount = async (world: Pick<World, 'url'>, person: Person): Promise<void> => {
  const { idToken } = login.answer.parse(await (await sendRequest(world, { path: login.path, body: person })).json());
  await sendRequest(world, { method: deleteMe.method, path: deleteMe.path, body: {}, token: idToken });
};

/** Fills in the registration form, from the open dialog „Anmelden oder registrieren“ on, and submits it. */
export const registerInDialog = async (page: Page, person: Person): Promise<void> => {
  await dialogOf(page, 'Anmelden oder registrieren').getByRole('link', { name: 'Konto anlegen' }).click();
  const registrationForm = dialogOf(page, 'Konto anlegen');
  await fillCredentials(page, person);
  await registrationForm.getByRole('checkbox', { name: /^Ich stimme der/ }).check();
  await registrationForm.getByRole('button', { name: 'Konto anlegen' }).click();
};

/**
 * Registers a new account through the drawer, without a name, and postpones the verification of the e-mail address.
 */
export const registerOnPage = async (page: Page, person: Person): Promise<void> => {
  const menuDrawer = await openDrawer(page);
  await menuDrawer.getByRole('link', { name: 'Anmelden oder registrieren' }).click();
  await registerInDialog(page, person);
  await expect(dialogOf(page, 'Konto anlegen')).toBeHidden();
  await skipName(page);
  await postponeVerification(page);
};

/** Logs in to an existing account through the drawer. */
export const logInOnPage = async (page: Page, person: Person): Promise<void> => {
  const menuDrawer = await openDrawer(page);
  await menuDrawer.getByRole('link', { name: 'Anmelden oder registrieren' }).click();
  await dialogOf(page, 'Anmelden oder registrieren').getByRole('link', { name: 'Anmelden' }).click();
  const loginForm = dialogOf(page, 'Anmelden');
  await fillCredentials(page, person);
  await loginForm.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(loginForm).toBeHidden();
  // The form closes as soon as the user is logged in. The navigation back may still be running at that moment.
  await page.waitForURL(({ hash }) => hash === '');
};

// The gateway may be about to close a connection that an earlier test has left open. Each request therefore opens its
// own connection.
const CLOSE_CONNECTION_HEADER = { Connection: 'close' };

// Stores the flag that makes the page restore a session at its start. A blank page has no localStorage and is skipped.
const storeSessionHint = async (context: BrowserContext): Promise<void> =>
  registerUndo(
    context,
    await context.addInitScript(() => {
      if (location.protocol === 'http:') localStorage.setItem('mahlzeit.session', '1');
    }),
  );

/**
 * Logs a new member in on every page of the context and returns the member. The login uses API calls, because other
 * tests check the forms.
 */
export const becomeMember = async (context: BrowserContext): Promise<Person> => {
  const person = createPerson('dora');
  const registrationResponse = await context.request.post(registerRoute.path, {
    headers: CLOSE_CONNECTION_HEADER,
    data: { ...person, visible: false, policyAccepted: true },
  });
  expect(registrationResponse.ok()).toBe(true);
  await storeSessionHint(context);
  return person;
};

/** Logs an existing user in on every page of the context. */
export const signIn = async (context: BrowserContext, { email, password }: Person): Promise<void> => {
  const loginResponse = await context.request.post(login.path, {
    headers: CLOSE_CONNECTION_HEADER,
    data: { email, password },
  });
  expect(loginResponse.ok()).toBe(true);
  await storeSessionHint(context);
};
