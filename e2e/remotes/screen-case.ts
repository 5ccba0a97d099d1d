import type { Locator, Page } from '../world/world-test';
import type { ConsoleErrors } from '../world/console-errors';
import type { Person } from '../world/sign-in';
import type { World } from '../world/start-world';

/** Objects that a case (a screen in one state) may use in addition to its page. */
export interface CaseHarness {
  readonly consoleErrors: ConsoleErrors;
  readonly world: World;
  /** User of the page; null for an anonymous visitor. */
  readonly member: Person | null;
}

/** Screen in one state, and the steps that lead to it on a fresh page. */
export interface ScreenCase {
  readonly name: string;
  /** Position of the visitor; the Arcisstraße if absent. */
  readonly at?: { readonly latitude: number; readonly longitude: number };
  /** True for a member whose e-mail address isn't verified yet. */
  readonly isUnverified?: boolean;
  /** True for a case that changes the data of its member. Such a case gets a member of its own. */
  readonly changesMember?: boolean;
  /**
   * True for a case that replaces responses or browser functions, or changes what the page stores. This case then gets
   * its own page; all other cases of a visitor run one after another in one page.
   */
  readonly needsOwnPage?: true;
  /** Restores the state if a change of the window size has removed it. */
  restore?(page: Page): Promise<void>;
  open(page: Page, harness: CaseHarness): Promise<void>;
  /** Returns the element that proves the state. The element is visible in every window size. */
  shown(page: Page): Locator;
}

/** Returns the step that opens the screen with a hash. */
export const openScreen =
  (screenHash: string) =>
  async (page: Page): Promise<void> => {
    await page.goto(`/restaurants#${screenHash}`);
  };

const emptyTabHeading = (page: Page) => page.getByRole('dialog').getByRole('tabpanel').getByRole('heading');

/** Returns the cases for both tabs of a screen with a list, for a member whose list is empty. */
export const emptyTabsOf = (screenKey: string): readonly ScreenCase[] => [
  { name: screenKey, open: openScreen(screenKey), shown: emptyTabHeading },
  {
    name: `${screenKey}, second tab`,
    async open(page) {
      await openScreen(screenKey)(page);
      await page.getByRole('dialog').getByRole('tab').nth(1).click();
    },
    shown: emptyTabHeading,
  },
];
