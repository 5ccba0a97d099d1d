import { login } from '@mahlzeit/contract';
import type { BrowserContext, Page } from '@playwright/test';
import { becomeMember, deleteAccount, logInOnPage, registerMember, postponeVerification } from '../../world/sign-in';
import type { Person } from '../../world/sign-in';
import { openDrawer } from '../../world/locators';
import { expect, test } from '../../world/world-test';

// The gateway refuses all requests of a deleted user except those that recover the account. A page that sends other
// requests fails these tests, because its console prints the refusals.
const recoveryQuestion = (page: Page) => page.getByRole('alertdialog', { name: 'Willkommen zurück' });
const listCards = (page: Page) => page.getByRole('main').getByRole('article');
const answerRecoveryQuestion = (page: Page, buttonName: string) =>
  recoveryQuestion(page).getByRole('button', { name: buttonName }).click();

/** Records the paths of all API calls of the page that carry a session's token. */
const recordApiPaths = (context: BrowserContext): readonly string[] => {
  const calledPaths: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.headers().authorization !== undefined) calledPaths.push(pathname);
  });
  return calledPaths;
};

/** Creates a user who has deleted their account and has logged in again in this browser. */
const createDeletedUser = async (context: BrowserContext, world: { readonly url: string }): Promise<Person> => {
  const person = await becomeMember(context);
  await deleteAccount(world, person);
  expect((await context.request.post(login.path, { data: person })).ok()).toBe(true);
  return person;
};

test('A09 asks who has left before the page asks for anything else, also after a reload, and shows the list at once when they are back', async ({
  page,
  context,
  world,
}) => {
  await createDeletedUser(context, world);
  const calledApiPaths = recordApiPaths(context);
  await page.goto('/restaurants');
  await expect(recoveryQuestion(page)).toBeVisible();
  await expect(recoveryQuestion(page)).toContainText(/Noch bis \p{L}+, \d+\.\s\p{L}+, kannst du es behalten\./u);
  await page.reload();
  await expect(recoveryQuestion(page)).toBeVisible();
  expect(calledApiPaths.filter((path) => path !== '/api/users/me')).toEqual([]);
  await answerRecoveryQuestion(page, 'Behalten und nicht auffindbar');
  await expect(recoveryQuestion(page)).toHaveCount(0);
  await postponeVerification(page);
  await expect(listCards(page).first()).toBeVisible();
  await expect((await openDrawer(page)).getByText('Für andere unsichtbar')).toBeVisible();
});

test('A09 asks who logs in over a list that stands, and in every other tab; one answer lets all of them go on', async ({
  page,
  context,
  world,
  consoleErrors,
}) => {
  // A login ends the browser's former session. The other tab may just have sent a request with it; that tab then
  // repeats the request with the new session.
  consoleErrors.expect(/status of 401 .*\/api\/users\/me\)/);
  const person = await registerMember(world);
  await deleteAccount(world, person);
  const otherPage = await context.newPage();
  for (const openPage of [otherPage, page]) {
    await openPage.goto('/restaurants');
    await expect(listCards(openPage).first()).toBeVisible();
  }
  await page.bringToFront();
  await logInOnPage(page, person);
  for (const openPage of [page, otherPage]) await expect(recoveryQuestion(openPage)).toBeVisible();
  await answerRecoveryQuestion(otherPage, 'Behalten und auffindbar');
  for (const openPage of [page, otherPage]) {
    await expect(recoveryQuestion(openPage)).toHaveCount(0);
    await expect(listCards(openPage).first()).toBeVisible();
  }
});

test('A09 leaves a visitor with their list when who has left logs out again', async ({ page, context, world }) => {
  await createDeletedUser(context, world);
  await page.goto('/restaurants');
  await answerRecoveryQuestion(page, 'Nein, abmelden');
  await expect(page.getByText('Du bist abgemeldet.')).toBeVisible();
  await expect(listCards(page).first()).toBeVisible();
  await expect((await openDrawer(page)).getByRole('link', { name: 'Anmelden oder registrieren' })).toBeVisible();
});
