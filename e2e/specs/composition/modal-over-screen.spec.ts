import type { Page } from '@playwright/test';
import { counterButton, expect, test } from './composition-test';

const dialogOfB = (page: Page) => page.getByRole('dialog', { name: 'Dialog B' });
const isHeadingInert = (page: Page) =>
  page
    .locator('h1', { hasText: 'Seite A' })
    .evaluate((headingElement) => headingElement.closest('[inert], [aria-hidden="true"]') !== null);

test('keeps focus inside a dialog of one remote and cuts off the page of another', async ({
  pageOfA: { page, open },
}) => {
  await open('dialog');
  await expect(dialogOfB(page)).toBeVisible();
  await expect.poll(() => isHeadingInert(page)).toBe(true);
  for (let pressCount = 0; pressCount < 12; pressCount += 1) {
    await page.keyboard.press('Tab');
    expect(await dialogOfB(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  }
});

test('closes one level per Escape and brings focus back to the opener in the other remote', async ({
  pageOfA: { page, open },
  consoleErrors,
}) => {
  const openerButton = await open('dialog');
  const dialog = dialogOfB(page);
  await expect(dialog).toBeVisible();

  const townComboBox = dialog.getByRole('combobox', { name: 'Ort' });
  await townComboBox.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Hamburg' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option', { name: 'Hamburg' })).toBeHidden();
  await expect(dialog).toBeVisible();

  const calendarButton = dialog.getByRole('group', { name: 'Tag' }).getByRole('button');
  await calendarButton.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid')).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect(calendarButton).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(openerButton).toBeFocused();
  await expect.poll(() => isHeadingInert(page)).toBe(false);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe('hidden');
  expect(consoleErrors).toEqual({ violations: [], exceptions: [] });
});

test('brings focus back when the browser goes back', async ({ pageOfA: { page, open } }) => {
  const opener = await open('dialog');
  await expect(dialogOfB(page)).toBeVisible();
  await page.goBack();
  await expect(dialogOfB(page)).toBeHidden();
  await expect(opener).toBeFocused();
  await expect.poll(() => isHeadingInert(page)).toBe(false);
});

test('opens again after it was closed', async ({ pageOfA: { page, open, expectAlive } }) => {
  for (let openingCount = 0; openingCount < 2; openingCount += 1) {
    await open('dialog');
    await expect(dialogOfB(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialogOfB(page)).toBeHidden();
  }
  await expectAlive();
});

test('leaves nothing behind when dialogs come and go faster than they can mount', async ({
  pageOfA: { page, expectAlive },
  consoleErrors,
}) => {
  for (let round = 0; round < 6; round += 1) {
    await page.evaluate(() => {
      location.hash = '#dialog';
    });
    await page.evaluate(() => {
      location.hash = '';
    });
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => isHeadingInert(page)).toBe(false);
  await counterButton(page).click();
  await expectAlive();
  expect(consoleErrors).toEqual({ violations: [], exceptions: [] });
});
