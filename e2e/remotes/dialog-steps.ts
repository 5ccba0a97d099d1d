import type { Page } from '@playwright/test';
import { expect } from '../world/world-test';

/** Returns the dialog on top of all others. */
export const innermost = (page: Page) => page.locator('[role=dialog],[role=alertdialog]').last();

/** Presses a button of the dialog on top. */
export const press =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> =>
    innermost(page).getByRole('button', { name }).first().click();

/** Presses a button that opens another dialog, and waits for that dialog, whose script may still be loading. */
export const pressToOpen =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> => {
    const dialogs = page.locator('[role=dialog],[role=alertdialog]');
    const before = await dialogs.count();
    await press(name)(page);
    await expect(dialogs.nth(before)).toBeVisible();
  };
