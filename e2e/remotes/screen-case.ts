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

/** One screen in one state, and the way there on a fresh page. */
export interface ScreenCase {
  readonly name: string;
  /** Position of the visitor; the Arcisstraße without it. */
  readonly at?: { readonly latitude: number; readonly longitude: number };
  /** A member whose address isn't verified yet. */
  readonly isUnverified?: boolean;
  /** The case changes its member, who therefore belongs to no other case. */
  readonly changesMember?: boolean;
  /** Brings the state back where a window of another size takes it away. */
  restore?(page: Page): Promise<void>;
  open(page: Page, harness: CaseHarness): Promise<void>;
  /** Returns the element that makes the state. The element is visible in every window. */
  shown(page: Page): Locator;
}

/** The way to what a hash opens. */
export const openScreen =
  (hash: string) =>
  async (page: Page): Promise<void> => {
    await page.goto(`/restaurants#${hash}`);
  };

const emptyTab = (page: Page) => page.getByRole('dialog').getByRole('tabpanel').getByRole('heading');

/** Both tabs of a list screen of a member who has nothing in it. */
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
