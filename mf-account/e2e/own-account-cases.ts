import type { Page } from '../../e2e/world/world-test';
import { enableMeasurement } from '../../e2e/world/measuring';
import { dialogOf } from '../../e2e/world/locators';
import type { ScreenCase } from '../../e2e/remotes/screen-case';

interface FormErrorCase {
  readonly name: string;
  readonly hash: string;
  readonly title: string;
  readonly button: string;
  readonly expectedText: string;
  readonly isUnverified?: boolean;
}

/**
 * Creates a case for a screen of a member's account. The form was submitted with invalid values, so its error texts are
 * visible.
 */
const createFormErrorCase = ({
  name,
  hash,
  title,
  button,
  expectedText,
  isUnverified = false,
}: FormErrorCase): ScreenCase => ({
  name,
  isUnverified,
  async open(page) {
    await page.goto(`/restaurants#${hash}`);
    await dialogOf(page, title).getByRole('button', { name: button, exact: true }).click();
  },
  shown: (page) => dialogOf(page, title).getByText(expectedText),
});

const pictureSheetOf = (page: Page) => dialogOf(page, 'Profilbild ändern');

const newPictureImage = (page: Page) => pictureSheetOf(page).getByRole('img', { name: 'So sieht dein neues Bild aus' });

const choosePicture = async (page: Page): Promise<void> => {
  await page.goto('/restaurants#editpicture');
  await pictureSheetOf(page)
    .getByLabel(/^Dein Bild/)
    .setInputFiles({ name: 'ich.png', mimeType: 'image/png', buffer: await page.screenshot() });
};

/** Screen states for changes of the user's own account: code, e-mail address, name, picture, deletion. */
export const ownAccountCases: readonly ScreenCase[] = [
  createFormErrorCase({
    name: 'code without digits',
    isUnverified: true,
    hash: 'profile',
    title: 'E-Mail bestätigen',
    button: 'Bestätigen',
    expectedText: 'Gib alle sechs Ziffern ein.',
  }),
  createFormErrorCase({
    name: 'new e-mail with mistakes',
    hash: 'changeemail',
    title: 'E-Mail ändern',
    button: 'E-Mail ändern',
    expectedText: 'Gib deine E-Mail-Adresse ein.',
  }),
  createFormErrorCase({
    name: 'name without letters',
    hash: 'editname',
    title: 'Namen ändern',
    button: 'Namen speichern',
    expectedText: 'Gib einen Namen ein.',
  }),
  {
    name: 'picture that is none',
    async open(page) {
      await page.goto('/restaurants#editpicture');
      await pictureSheetOf(page)
        .getByLabel(/^Dein Bild/)
        .setInputFiles({ name: 'ich.heic', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') });
    },
    shown: (page) => pictureSheetOf(page).getByText(/^Dieses Format geht nicht/),
  },
  { name: 'picture that is chosen', open: choosePicture, shown: newPictureImage },
  {
    name: 'picture that is there',
    changesMember: true,
    async open(page) {
      await choosePicture(page);
      await pictureSheetOf(page).getByRole('button', { name: 'Bild übernehmen' }).click();
    },
    shown: (page) => pictureSheetOf(page).getByRole('button', { name: 'Anderes Bild wählen' }),
  },
  {
    name: 'consent for each purpose',
    needsOwnPage: true,
    async open(page) {
      await enableMeasurement(page);
      await page.goto('/restaurants#settings/consent');
    },
    shown: (page) => dialogOf(page, 'Auswertung und Fehlerberichte'),
  },
  createFormErrorCase({
    name: 'deletion without a password',
    hash: 'deleteaccount',
    title: 'Konto löschen',
    button: 'Konto löschen',
    expectedText: 'Gib dein Passwort ein.',
  }),
];
