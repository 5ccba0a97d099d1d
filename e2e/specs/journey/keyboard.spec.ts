import type { Locator, Page } from '@playwright/test';
import { expect, inEachScreenSize, test } from '../../world/world-test';
import { createPerson } from '../../world/sign-in';
import { showPictures } from '../../world/show-pictures';
import { cardOf, dialogOf, placeNames } from '../../world/locators';

const MAX_TAB_PRESSES = 80;

/** Presses Tab until the element with this role and name has the focus. */
const tabTo = async (
  page: Page,
  role: 'link' | 'button' | 'tab' | 'textbox' | 'checkbox' | 'combobox',
  name: string | RegExp,
): Promise<void> => {
  const target = page.getByRole(role, { name, exact: true });
  for (let pressCount = 0; pressCount < MAX_TAB_PRESSES; pressCount += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never came to ${String(name)}`);
};

/** Waits until the focus is inside of a dialog, because the dialog receives no key before. */
const expectFocusWithin = (dialog: Locator): Promise<void> =>
  expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);

/** Expects the focus on the element that a screen reader announces by this role and name. */
const expectFocusOn = (page: Page, role: 'link' | 'button' | 'combobox', name: string | RegExp): Promise<void> =>
  expect(page.getByRole(role, { name, exact: true }).first()).toBeFocused();

/** Third restaurant of the list. Only this test's page gets its two pictures. */
const THIRD_RESTAURANT = { name: 'Kantine Haus 3', routingName: 'kantine-haus-3' };

/** Moves the starting point of Tab to the top of the page, as on a page that has just loaded. */
const resetTabStart = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });

const reachList = async (page: Page): Promise<void> => {
  await tabTo(page, 'link', 'Zum Inhalt springen');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await tabTo(page, 'button', 'Alle');
  await page.keyboard.press('Enter');
  await expect(cardOf(page, 'Bistro Linde')).toBeVisible();
  await tabTo(page, 'link', 'Mensa am Brunnen');
  await tabTo(page, 'link', 'Bistro Linde');
  await tabTo(page, 'link', 'Kantine Haus 1');
  await page.keyboard.press('Enter');
  const sheet = dialogOf(page, 'Kantine Haus 1');
  await expect(sheet.getByRole('region', { name: 'Mittagstisch' }).getByRole('listitem')).toHaveText(
    /Eintopf Nummer 1/,
  );
  await expectFocusWithin(sheet);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('main').getByRole('link', { name: 'Kantine Haus 1', exact: true })).toBeFocused();
};

const filterList = async (page: Page, searchText: string): Promise<void> => {
  await tabTo(page, 'combobox', 'Suche');
  await page.keyboard.type(searchText);
  await expect(page.getByRole('option', { name: new RegExp(`^Nach „${searchText}“ filtern`) })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await placeNames(page)).slice(0, 3))
    .toEqual(['Kantine Haus 1', 'Kantine Haus 2', THIRD_RESTAURANT.name]);
  await expectFocusOn(page, 'combobox', 'Suche');

  await tabTo(page, 'button', /^Filter.*1 aktiv/);
  await page.keyboard.press('Enter');
  const filters = dialogOf(page, 'Filter');
  await expectFocusWithin(filters);
  await tabTo(page, 'button', 'Jetzt geöffnet');
  await page.keyboard.press('Enter');
  await expect(filters.getByRole('button', { name: 'Jetzt geöffnet' })).toHaveAttribute('aria-pressed', 'true');
  await tabTo(page, 'button', 'Filter anwenden');
  await page.keyboard.press('Enter');
  await expect(filters).toBeHidden();
  await expectFocusOn(page, 'button', /^Filter.*2 aktiv/);
};

const viewPictures = async (page: Page): Promise<void> => {
  for (const placeName of ['Kantine Haus 1', 'Kantine Haus 2', THIRD_RESTAURANT.name])
    await tabTo(page, 'link', placeName);
  await page.keyboard.press('Enter');
  const sheet = dialogOf(page, THIRD_RESTAURANT.name);
  await expectFocusWithin(sheet);
  await expect(sheet.getByRole('region', { name: 'Mittagstisch' }).getByRole('listitem')).toHaveText(
    /Eintopf Nummer 3/,
  );
  await tabTo(page, 'button', 'Bild 1 von 2 groß ansehen');
  await page.keyboard.press('Enter');
  const carousel = dialogOf(page, `Bilder von ${THIRD_RESTAURANT.name}`);
  await expectFocusWithin(carousel);
  await page.keyboard.press('ArrowRight');
  await expect(carousel.getByText('2 von 2')).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(carousel).toBeHidden();
  await expect(sheet).toBeVisible();
  await expectFocusWithin(sheet);
  await expectFocusOn(page, 'button', /^Bild \d von 2 groß ansehen$/);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expectFocusOn(page, 'link', THIRD_RESTAURANT.name);
};

const removeFilters = async (page: Page): Promise<void> => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Filter/ })
    .click();
  await dialogOf(page, 'Filter').getByRole('button', { name: 'Filter zurücksetzen' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

test('is used by keyboard alone: reads the third place’s menu; searches, filters, opens the third place, reads its menu and its pictures, and closes everything, each time back where it was', async ({
  page,
}) => {
  test.slow();
  await showPictures(page, THIRD_RESTAURANT.routingName);
  await page.goto('/');
  await inEachScreenSize(page, async ({ device }) => {
    await expect(cardOf(page, 'Kantine Haus 1')).toBeVisible();
    await resetTabStart(page);
    await test.step('list', () => reachList(page));
    await page.getByRole('button', { name: 'Mittagstisch', exact: true }).click();
    await resetTabStart(page);
    await test.step('search and filters', () =>
      filterList(page, { phone: 'eintopf', tablet: 'nummer', desktop: 'eintopf n' }[device]));
    await test.step('pictures', () => viewPictures(page));
    await removeFilters(page);
  });
});

const openMensa = async (page: Page): Promise<Locator> => {
  await page.goto('/restaurants#details/mensa-am-brunnen');
  const sheet = dialogOf(page, 'Mensa am Brunnen');
  await expect(sheet.getByRole('navigation', { name: 'Speisekarte' })).toBeVisible();
  return sheet;
};

test('goes to parts of the menu by keyboard, and on from there; opens and leaves an info dialog and the drawer, one level a key', async ({
  page,
}) => {
  test.slow();
  await inEachScreenSize(page, async () => {
    const sheet = await openMensa(page);
    await tabTo(page, 'button', 'Desserts');
    await page.keyboard.press('Enter');
    await expect(sheet.getByRole('button', { name: 'Desserts' })).toHaveAttribute('aria-current', 'location');
    await expect(sheet.getByRole('heading', { name: 'Desserts' })).toBeFocused();
    await expect(sheet.getByRole('heading', { name: 'Desserts' })).toBeInViewport({ ratio: 1 });

    await tabTo(page, 'button', 'Info');
    await page.keyboard.press('Enter');
    const info = dialogOf(page, 'Info');
    await expect(info).toContainText('Öffnungszeiten');
    await expectFocusWithin(info);
    await page.keyboard.press('Escape');
    await expect(sheet.getByRole('button', { name: 'Info' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await tabTo(page, 'button', 'Menü öffnen');
    await page.keyboard.press('Enter');
    await expectFocusWithin(dialogOf(page, 'Menü'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Menü öffnen' })).toBeFocused();
  });
});

test('reaches a marker of the map by keyboard, and the place’s menu from it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await expect(cardOf(page, 'Mensa am Brunnen')).toBeVisible();
  await tabTo(page, 'button', 'Alle');
  await page.keyboard.press('Enter');
  await expect(cardOf(page, 'Bistro Linde')).toBeVisible();
  await tabTo(page, 'tab', 'Listenansicht');
  await page.keyboard.press('ArrowRight');
  const map = page.getByRole('region', { name: 'Karte' });
  await expect(map.getByRole('button', { name: /^Mensa am Brunnen/ })).toBeVisible();
  await page.getByRole('button', { name: 'Menü öffnen' }).focus();
  await tabTo(page, 'button', /^Mensa am Brunnen/);
  await page.keyboard.press('Enter');
  await expect(map.getByRole('article')).toContainText('Mensa am Brunnen');
  await tabTo(page, 'link', 'Mensa am Brunnen');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, 'Mensa am Brunnen')).toBeVisible();
});

test('makes an account by keyboard', async ({ page }) => {
  const { email, password } = createPerson('gerda');
  await page.goto('/');
  await expect(cardOf(page, 'Mensa am Brunnen')).toBeVisible();
  await tabTo(page, 'button', 'Menü öffnen');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Menü' })).toBeVisible();
  await tabTo(page, 'link', 'Anmelden oder registrieren');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, 'Anmelden oder registrieren')).toBeVisible();
  await tabTo(page, 'link', 'Konto anlegen');
  await page.keyboard.press('Enter');
  const form = dialogOf(page, 'Konto anlegen');
  await expect(form).toBeVisible();
  await tabTo(page, 'textbox', 'E-Mail');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(form.getByRole('textbox', { name: 'Neues Passwort' })).toBeFocused();
  await page.keyboard.type(password);
  await tabTo(page, 'checkbox', /^Ich stimme der/);
  await page.keyboard.press('Space');
  await tabTo(page, 'button', 'Konto anlegen');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Dein Konto ist angelegt/)).toBeVisible();
  await expect(form).toBeHidden();
});
