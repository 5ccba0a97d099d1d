import type { Locator, Page } from '../world/world-test';
import type { ConsoleErrors } from '../world/console-errors';
import type { Person } from '../world/sign-in';
import type { World } from '../world/start-world';

/** Objects that a case may use beside its page. */
export interface CaseHarness {
  readonly consoleErrors: ConsoleErrors;
  readonly world: World;
  /** User of the page; null for an anonymous visitor. */
  readonly member: Person | null;
}

/** Screen in one state, and the steps to it on a fresh page. */
export interface ScreenCase {
  readonly name: string;
  /** Position of the visitor; the Arcisstraße without it. */
  readonly at?: { readonly latitude: number; readonly longitude: number };
  /** True for a member whose address isn't verified yet. */
  readonly isUnverified?: boolean;
  /** True for a case that changes its member. The case gets a member of its own. */
  readonly changesMember?: boolean;
  /**
   * True for a case that replaces answers or functions of the browser, or changes what the page keeps. The case gets a
   * page of its own; all others of a visitor follow each other in one page.
   */
  readonly needsOwnPage?: true;
  /** Restores the state where a window of another size takes it away. */
  restore?(page: Page): Promise<void>;
  open(page: Page, harness: CaseHarness): Promise<void>;
  /** Returns the element that makes the state. The element is visible in every window. */
  shown(page: Page): Locator;
}

/** Returns the step that opens the screen of a hash. */
export const openScreen =
  (hash: string) =>
  async (page: Page): Promise<void> => {
    await page.goto(`/restaurants#${hash}`);
  };

const emptyTab = (page: Page) => page.getByRole('dialog').getByRole('tabpanel').getByRole('heading');

/** Returns the cases of both tabs of a list screen, for a member whose list is empty. */
export const emptyTabsOf = (key: string): readonly ScreenCase[] => [
  { name: key, open: openScreen(key), shown: emptyTab },
  {
    name: `${key}, second tab`,
    async open(page) {
      await openScreen(key)(page);
      await page.getByRole('dialog').getByRole('tab').nth(1).click();
    },
    shown: emptyTab,
  },
];
