import type { Page } from '@playwright/test';
import { expect } from '../world/world-test';

/** Returns the dialog on top of all others. */
export const innermostDialog = (page: Page) => page.locator('[role=dialog],[role=alertdialog]').last();

/** Presses a button of the dialog on top. */
export const pressButton =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> =>
    innermostDialog(page).getByRole('button', { name }).first().click();

/** Presses a button that opens another dialog, and waits for that dialog, whose script may still be loading. */
export const pressToOpen =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> => {
    const dialogs = page.locator('[role=dialog],[role=alertdialog]');
    const dialogCountBefore = await dialogs.count();
    await pressButton(name)(page);
    await expect(dialogs.nth(dialogCountBefore)).toBeVisible();
  };
