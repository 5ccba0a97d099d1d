import { login } from '@mahlzeit/contract';
import type { BrowserContext, Page } from '@playwright/test';
import { becomeMember, leave, logIn, memberElsewhere, putOffVerification } from '../../world/sign-in';
import type { Person } from '../../world/sign-in';
import { openDrawer } from '../../world/locators';
import { expect, test } from '../../world/world-test';

// The gateway refuses all requests of a deleted user except those that recover the account. A page that sends other
// requests fails these tests, because its console prints the refusals.
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Willkommen zurück' });
const list = (page: Page) => page.getByRole('main').getByRole('article');
const answerWith = (page: Page, buttonName: string) => question(page).getByRole('button', { name: buttonName }).click();

/** Records the paths of all API calls of the page that carry a session's token. */
const watchCalls = (context: BrowserContext): readonly string[] => {
  const calls: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.headers().authorization !== undefined) calls.push(pathname);
  });
  return calls;
};

/** Creates a user of this browser who has deleted their account and has logged in again. */
const departedUser = async (context: BrowserContext, world: { readonly url: string }): Promise<Person> => {
  const person = await becomeMember(context);
  await leave(world, person);
  expect((await context.request.post(login.path, { data: person })).ok()).toBe(true);
  return person;
};

test('A09 asks who has left before the page asks for anything else, also after a reload, and shows the list at once when they are back', async ({
  page,
  context,
  world,
}) => {
  await departedUser(context, world);
  const calls = watchCalls(context);
  await page.goto('/restaurants');
  await expect(question(page)).toBeVisible();
  await expect(question(page)).toContainText(/Noch bis \p{L}+, \d+\.\s\p{L}+, kannst du es behalten\./u);
  await page.reload();
  await expect(question(page)).toBeVisible();
  expect(calls.filter((path) => path !== '/api/users/me')).toEqual([]);
  await answerWith(page, 'Behalten, unsichtbar');
  await expect(question(page)).toHaveCount(0);
  await putOffVerification(page);
  await expect(list(page).first()).toBeVisible();
  await expect((await openDrawer(page)).getByText('Für andere unsichtbar')).toBeVisible();
});

test('A09 asks who logs in over a list that stands, and in every other tab; one answer lets all of them go on', async ({
  page,
  context,
  world,
}) => {
  const person = await memberElsewhere(world);
  await leave(world, person);
  const otherPage = await context.newPage();
  for (const tab of [otherPage, page]) {
    await tab.goto('/restaurants');
    await expect(list(tab).first()).toBeVisible();
  }
  await page.bringToFront();
  await logIn(page, person);
  for (const tab of [page, otherPage]) await expect(question(tab)).toBeVisible();
  await answerWith(otherPage, 'Behalten, sichtbar');
  for (const tab of [page, otherPage]) {
    await expect(question(tab)).toHaveCount(0);
    await expect(list(tab).first()).toBeVisible();
  }
});

test('A09 leaves a visitor with their list when who has left logs out again', async ({ page, context, world }) => {
  await departedUser(context, world);
  await page.goto('/restaurants');
  await answerWith(page, 'Nein, abmelden');
  await expect(page.getByText('Du bist abgemeldet.')).toBeVisible();
  await expect(list(page).first()).toBeVisible();
  await expect((await openDrawer(page)).getByRole('link', { name: 'Anmelden oder registrieren' })).toBeVisible();
});
