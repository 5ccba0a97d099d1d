import { randomUUID } from 'node:crypto';
import { deleteMe, login, register as registerRoute, verifyEmail } from '@mahlzeit/contract';
import { expect } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { codeFrom, mailTo } from './sandbox';
import { undoAfterwards } from './shared-contexts';
import type { World } from './start-world';
import { dialogOf, openDrawer } from './locators';

/** User with an e-mail address of their own. */
export interface Person {
  readonly email: string;
  readonly password: string;
}

/** User of the demo town with orders, vouchers and two cards: the bank asks about one of them. */
export const ANNA: Person = { email: 'anna@mahlzeit.test', password: 'mittagspause' };

/** Returns a new user. All users of these tests have the same password. */
export const somebody = (name: string): Person => ({
  email: `${name}-${randomUUID().slice(0, 8)}@mahlzeit.test`,
  password: 'mittagspause',
});

/** Fills the form of the dialog that is open. */
export const fillCredentials = async (page: Page, { email, password }: Person): Promise<void> => {
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(email);
  await page.getByLabel(/Passwort$/).fill(password);
};

/** Postpones the verification of an address. */
export const putOffVerification = async (page: Page): Promise<void> => {
  const requiredAction = page.getByRole('alertdialog', { name: 'Bestätige deine E-Mail' });
  await requiredAction.getByRole('button', { name: 'Später' }).click();
  await expect(requiredAction).toBeHidden();
};

const send = async (
  world: Pick<World, 'url'>,
  {
    method = 'POST',
    path,
    body,
    token,
  }: { readonly method?: string; readonly path: string; readonly body: object; readonly token?: string },
): Promise<Response> => {
  const answer = await fetch(world.url + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
  return answer;
};

/** Verifies a user's address by the code of their mail, outside of the browser. */
export const verify = async (world: Pick<World, 'url' | 'sandboxUrl'>, person: Person): Promise<void> => {
  const code = codeFrom(await mailTo(world, person.email, /^Dein Code/));
  const { idToken } = login.answer.parse(await (await send(world, { path: login.path, body: person })).json());
  await send(world, { path: verifyEmail.path, body: { code }, token: idToken });
};

/** Registers a user outside of the browser. */
export const memberElsewhere = async (world: Pick<World, 'url'>, name = 'dora'): Promise<Person> => {
  const person = somebody(name);
  await send(world, { path: registerRoute.path, body: { ...person, visible: false, policyAccepted: true } });
  return person;
};

/** Deletes a user's account outside of the browser. The account waits for its erasure, and all of its sessions end. */
export const leave = async (world: Pick<World, 'url'>, person: Person): Promise<void> => {
  const { idToken } = login.answer.parse(await (await send(world, { path: login.path, body: person })).json());
  await send(world, { method: deleteMe.method, path: deleteMe.path, body: {}, token: idToken });
};

/** Registers a new account by the drawer and postpones its code. */
export const register = async (page: Page, person: Person): Promise<void> => {
  const drawer = await openDrawer(page);
  await drawer.getByRole('link', { name: 'Anmelden oder registrieren' }).click();
  await dialogOf(page, 'Anmelden oder registrieren').getByRole('link', { name: 'Konto anlegen' }).click();
  const form = dialogOf(page, 'Konto anlegen');
  await fillCredentials(page, person);
  await form.getByRole('checkbox', { name: /^Ich stimme der/ }).check();
  await form.getByRole('button', { name: 'Konto anlegen' }).click();
  await expect(form).toBeHidden();
  await putOffVerification(page);
};

/** Logs in to an existing account by the drawer. */
export const logIn = async (page: Page, person: Person): Promise<void> => {
  const drawer = await openDrawer(page);
  await drawer.getByRole('link', { name: 'Anmelden oder registrieren' }).click();
  await dialogOf(page, 'Anmelden oder registrieren').getByRole('link', { name: 'Anmelden' }).click();
  const form = dialogOf(page, 'Anmelden');
  await fillCredentials(page, person);
  await form.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(form).toBeHidden();
  // The form goes as soon as somebody is logged in, and the way back from it is still under way then.
  await page.waitForURL(({ hash }) => hash === '');
};

// The gateway may just be about to close a connection that was kept from the test before.
const ONCE = { Connection: 'close' };

// Tells the browser to refresh a session; an empty page has no storage.
const hintAtSession = async (context: BrowserContext): Promise<void> =>
  undoAfterwards(
    context,
    await context.addInitScript(() => {
      if (location.protocol === 'http:') localStorage.setItem('mahlzeit.session', '1');
    }),
  );

/**
 * Makes every page of the context open as somebody who registered a while ago; the forms have tests of their own.
 * Returns that person.
 */
export const becomeMember = async (context: BrowserContext): Promise<Person> => {
  const person = somebody('dora');
  const answer = await context.request.post(registerRoute.path, {
    headers: ONCE,
    data: { ...person, visible: false, policyAccepted: true },
  });
  expect(answer.ok()).toBe(true);
  await hintAtSession(context);
  return person;
};

/** Makes every page of the context open as somebody who is there already. */
export const signIn = async (context: BrowserContext, { email, password }: Person): Promise<void> => {
  const answer = await context.request.post(login.path, { headers: ONCE, data: { email, password } });
  expect(answer.ok()).toBe(true);
  await hintAtSession(context);
};
