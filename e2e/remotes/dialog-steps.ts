import type { Page } from '@playwright/test';
import { expect } from '../world/world-test';

/** Returns the dialog on top of all others. */
export const innermostDialog = (page: Page) => page.locator('[role=dialog],[role=alertdialog]').last();

/** Presses a button of the dialog on top. */
export const pressButton =
  (buttonName: string | RegExp) =>
  async (page: Page): Promise<void> =>
    innermostDialog(page).getByRole('button', { name: buttonName }).first().click();

/** Presses a button that opens another dialog, and waits for that dialog, whose script may still be loading. */
export const pressToOpenDialog =
  (buttonName: string | RegExp) =>
  async (page: Page): Promise<void> => {
    const openDialogs = page.locator('[role=dialog],[role=alertdialog]');
    const previousDialogCount = await openDialogs.count();
    await pressButton(buttonName)(page);
    await expect(openDialogs.nth(previousDialogCount)).toBeVisible();
  };
