import type { Page } from '@playwright/test';
import { expect } from '../world/world-test';

/** The dialog that lies on top of all others. */
export const innermost = (page: Page) => page.locator('[role=dialog],[role=alertdialog]').last();

/** Presses a button of it. */
export const press =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> =>
    innermost(page).getByRole('button', { name }).first().click();

/** Presses what opens a dialog over the one that is shown, and waits for it: its script may be on its way yet. */
export const pressToOpen =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> => {
    const dialogs = page.locator('[role=dialog],[role=alertdialog]');
    const before = await dialogs.count();
    await press(name)(page);
    await expect(dialogs.nth(before)).toBeVisible();
  };
