import type { Locator, Page } from '@playwright/test';
import { expect, inEachScreenSize, test } from '../../world/world-test';
import { createPerson } from '../../world/sign-in';
import { showPictures } from '../../world/show-pictures';
import { restaurantCardOf, dialogOf, readPlaceNames } from '../../world/locators';

const MAX_TAB_PRESSES = 80;

/** Presses Tab until the element with this role and name has the focus. */
const tabToElement = async (
  page: Page,
  targetRole: 'link' | 'button' | 'tab' | 'textbox' | 'checkbox' | 'combobox',
  targetName: string | RegExp,
): Promise<void> => {
  const targetElement = page.getByRole(targetRole, { name: targetName, exact: true });
  for (let pressCount = 0; pressCount < MAX_TAB_PRESSES; pressCount += 1) {
    await page.keyboard.press('Tab');
    if (await targetElement.evaluate((focusTarget) => focusTarget === document.activeElement)) return;
  }
  throw new Error(`Tab never came to ${String(targetName)}`);
};

/** Waits until the focus is inside of a dialog, because the dialog receives no key before. */
const expectFocusWithin = (focusedDialog: Locator): Promise<void> =>
  expect.poll(() => focusedDialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);

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

const reachListByKeyboard = async (page: Page): Promise<void> => {
  await tabToElement(page, 'link', 'Zum Inhalt springen');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await tabToElement(page, 'button', 'Alle');
  await page.keyboard.press('Enter');
  await expect(restaurantCardOf(page, 'Bistro Linde')).toBeVisible();
  await tabToElement(page, 'link', 'Mensa am Brunnen');
  await tabToElement(page, 'link', 'Bistro Linde');
  await tabToElement(page, 'link', 'Kantine Haus 1');
  await page.keyboard.press('Enter');
  const placeDialog = dialogOf(page, 'Kantine Haus 1');
  await expect(placeDialog.getByRole('region', { name: 'Mittagstisch' }).getByRole('listitem')).toHaveText(
    /Eintopf Nummer 1/,
  );
  await expectFocusWithin(placeDialog);
  await page.keyboard.press('Escape');
  await expect(placeDialog).toBeHidden();
  await expect(page.getByRole('main').getByRole('link', { name: 'Kantine Haus 1', exact: true })).toBeFocused();
};

const filterListByKeyboard = async (page: Page, searchText: string): Promise<void> => {
  await tabToElement(page, 'combobox', 'Suche');
  await page.keyboard.type(searchText);
  await expect(page.getByRole('option', { name: new RegExp(`^Nach „${searchText}“ filtern`) })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await readPlaceNames(page)).slice(0, 3))
    .toEqual(['Kantine Haus 1', 'Kantine Haus 2', THIRD_RESTAURANT.name]);
  await expectFocusOn(page, 'combobox', 'Suche');

  await tabToElement(page, 'button', /^Filter.*1 aktiv/);
  await page.keyboard.press('Enter');
  const filterDialog = dialogOf(page, 'Filter');
  await expectFocusWithin(filterDialog);
  await tabToElement(page, 'button', 'Jetzt geöffnet');
  await page.keyboard.press('Enter');
  await expect(filterDialog.getByRole('button', { name: 'Jetzt geöffnet' })).toHaveAttribute('aria-pressed', 'true');
  await tabToElement(page, 'button', 'Filter anwenden');
  await page.keyboard.press('Enter');
  await expect(filterDialog).toBeHidden();
  await expectFocusOn(page, 'button', /^Filter.*2 aktiv/);
};

const viewPicturesByKeyboard = async (page: Page): Promise<void> => {
  for (const placeName of ['Kantine Haus 1', 'Kantine Haus 2', THIRD_RESTAURANT.name])
    await tabToElement(page, 'link', placeName);
  await page.keyboard.press('Enter');
  const sheet = dialogOf(page, THIRD_RESTAURANT.name);
  await expectFocusWithin(sheet);
  await expect(sheet.getByRole('region', { name: 'Mittagstisch' }).getByRole('listitem')).toHaveText(
    /Eintopf Nummer 3/,
  );
  await tabToElement(page, 'button', 'Bild 1 von 2 groß ansehen');
  await page.keyboard.press('Enter');
  const carouselDialog = dialogOf(page, `Bilder von ${THIRD_RESTAURANT.name}`);
  await expectFocusWithin(carouselDialog);
  await page.keyboard.press('ArrowRight');
  await expect(carouselDialog.getByText('2 von 2')).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(carouselDialog).toBeHidden();
  await expect(sheet).toBeVisible();
  await expectFocusWithin(sheet);
  await expectFocusOn(page, 'button', /^Bild \d von 2 groß ansehen$/);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expectFocusOn(page, 'link', THIRD_RESTAURANT.name);
};

const removeFiltersByKeyboard = async (page: Page): Promise<void> => {
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
    await expect(restaurantCardOf(page, 'Kantine Haus 1')).toBeVisible();
    await resetTabStart(page);
    await test.step('list', () => reachListByKeyboard(page));
    await page.getByRole('button', { name: 'Mittagstisch', exact: true }).click();
    await resetTabStart(page);
    await test.step('search and filters', () =>
      filterListByKeyboard(page, { phone: 'eintopf', tablet: 'nummer', desktop: 'eintopf n' }[device]));
    await test.step('pictures', () => viewPicturesByKeyboard(page));
    await removeFiltersByKeyboard(page);
  });
});

const openMensaByKeyboard = async (page: Page): Promise<Locator> => {
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
    const sheet = await openMensaByKeyboard(page);
    await tabToElement(page, 'button', 'Desserts');
    await page.keyboard.press('Enter');
    await expect(sheet.getByRole('button', { name: 'Desserts' })).toHaveAttribute('aria-current', 'location');
    await expect(sheet.getByRole('heading', { name: 'Desserts' })).toBeFocused();
    await expect(sheet.getByRole('heading', { name: 'Desserts' })).toBeInViewport({ ratio: 1 });

    await tabToElement(page, 'button', 'Info');
    await page.keyboard.press('Enter');
    const infoDialog = dialogOf(page, 'Info');
    await expect(infoDialog).toContainText('Öffnungszeiten');
    await expectFocusWithin(infoDialog);
    await page.keyboard.press('Escape');
    await expect(sheet.getByRole('button', { name: 'Info' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await tabToElement(page, 'button', 'Menü öffnen');
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
  await expect(restaurantCardOf(page, 'Mensa am Brunnen')).toBeVisible();
  await tabToElement(page, 'button', 'Alle');
  await page.keyboard.press('Enter');
  await expect(restaurantCardOf(page, 'Bistro Linde')).toBeVisible();
  await tabToElement(page, 'tab', 'Listenansicht');
  await page.keyboard.press('ArrowRight');
  const mapRegion = page.getByRole('region', { name: 'Karte' });
  await expect(mapRegion.getByRole('button', { name: /^Mensa am Brunnen/ })).toBeVisible();
  await page.getByRole('button', { name: 'Menü öffnen' }).focus();
  await tabToElement(page, 'button', /^Mensa am Brunnen/);
  await page.keyboard.press('Enter');
  await expect(mapRegion.getByRole('article')).toContainText('Mensa am Brunnen');
  await tabToElement(page, 'link', 'Mensa am Brunnen');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, 'Mensa am Brunnen')).toBeVisible();
});

test('makes an account by keyboard', async ({ page }) => {
  const { email, password } = createPerson('gerda');
  await page.goto('/');
  await expect(restaurantCardOf(page, 'Mensa am Brunnen')).toBeVisible();
  await tabToElement(page, 'button', 'Menü öffnen');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Menü' })).toBeVisible();
  await tabToElement(page, 'link', 'Anmelden oder registrieren');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, 'Anmelden oder registrieren')).toBeVisible();
  await tabToElement(page, 'link', 'Konto anlegen');
  await page.keyboard.press('Enter');
  const registrationForm = dialogOf(page, 'Konto anlegen');
  await expect(registrationForm).toBeVisible();
  await tabToElement(page, 'textbox', 'E-Mail');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(registrationForm.getByRole('textbox', { name: 'Neues Passwort' })).toBeFocused();
  await page.keyboard.type(password);
  await tabToElement(page, 'checkbox', /^Ich stimme der/);
  await page.keyboard.press('Space');
  await tabToElement(page, 'button', 'Konto anlegen');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Dein Konto ist angelegt/)).toBeVisible();
  await expect(registrationForm).toBeHidden();
});
