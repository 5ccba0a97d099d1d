import type { Page } from '@playwright/test';
import { asMeasured } from '../../world/measuring';
import { dialogOf } from '../../world/locators';
import { expect } from '../../world/world-test';
import type { ScreenCase } from './screen-case';

/** A member's screen whose form was sent with mistakes, so that they are seen. */
const withMistake = (hash: string, { title, button, words }: { readonly title: string; readonly button: string; readonly words: string }) => async (page: Page): Promise<void> => {
  await page.goto(`/restaurants#${hash}`);
  const sheet = dialogOf(page, title);
  await sheet.getByRole('button', { name: button, exact: true }).click();
  await expect(sheet.getByText(words)).toBeVisible();
};

const choosePicture = async (page: Page): Promise<void> => {
  await page.goto('/restaurants#editpicture');
  const sheet = dialogOf(page, 'Profilbild ändern');
  await sheet.getByLabel(/^Dein Bild/).setInputFiles({ name: 'ich.png', mimeType: 'image/png', buffer: await page.screenshot() });
  await expect(sheet.getByRole('img', { name: 'So sieht dein neues Bild aus' })).toBeVisible();
};

const refusePicture = async (page: Page): Promise<void> => {
  await page.goto('/restaurants#editpicture');
  const sheet = dialogOf(page, 'Profilbild ändern');
  await sheet.getByLabel(/^Dein Bild/).setInputFiles({ name: 'ich.heic', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') });
  await expect(sheet.getByText(/^Dieses Format geht nicht/)).toBeVisible();
};

/** What a member does with the own account. */
export const ownAccountCases: readonly ScreenCase[] = [
  { name: 'code without digits', isUnverified: true, open: withMistake('profile', { title: 'E-Mail bestätigen', button: 'Bestätigen', words: 'Gib alle sechs Ziffern ein.' }) },
  { name: 'new e-mail with mistakes', open: withMistake('changeemail', { title: 'E-Mail ändern', button: 'E-Mail ändern', words: 'Gib deine E-Mail-Adresse ein.' }) },
  { name: 'the same name', open: withMistake('editname', { title: 'Namen ändern', button: 'Namen speichern', words: 'So heißt du schon.' }) },
  { name: 'picture that is none', open: refusePicture },
  { name: 'picture that is chosen', open: choosePicture },
  {
    name: 'picture that is there',
    async open(page) {
      await choosePicture(page);
      const sheet = dialogOf(page, 'Profilbild ändern');
      await sheet.getByRole('button', { name: 'Bild übernehmen' }).click();
      await expect(sheet.getByRole('button', { name: 'Anderes Bild wählen' })).toBeVisible();
    },
  },
  {
    name: 'consent for each purpose',
    async open(page) {
      await asMeasured(page);
      await page.goto('/restaurants#settings/consent');
      await expect(dialogOf(page, 'Auswertung und Fehlerberichte')).toBeVisible();
    },
  },
  { name: 'deletion without a password', open: withMistake('deleteaccount', { title: 'Konto löschen', button: 'Konto löschen', words: 'Gib dein Passwort ein.' }) },
];
