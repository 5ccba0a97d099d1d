import type { ScreenCase } from './screen-case';
import type { Stop } from './stop';
import { dialogOf, openDrawer } from '../world/locators';
import type { Locator, Page } from '../world/world-test';
import { expect } from '../world/world-test';

/** Screen states of one remote, by the visitor who sees them. */
export interface ScreenCases {
  /** Anonymous visitor of the invented canteens. */
  readonly visitor?: readonly ScreenCase[];
  /** New member among the invented canteens. */
  readonly member?: readonly ScreenCase[];
  /** Anna, who has contacts, chats and orders in the demo town. */
  readonly resident?: readonly ScreenCase[];
  /** Anonymous visitor of the demo town at noon. */
  readonly townVisitor?: readonly ScreenCase[];
  /** Anonymous visitor of the demo town in the afternoon. */
  readonly afterLunch?: readonly ScreenCase[];
  /** Restaurant at its counter in the demo town. */
  readonly counter?: readonly ScreenCase[];
}

/** One part of the product that a member reaches and that proves that the remote works. */
export interface Landmark {
  /** Leads to the landmark as far as the rest of the product can. */
  enter(page: Page): Promise<void>;
  /** Element that is visible when the remote works. */
  shown(page: Page): Locator;
  leave(page: Page): Promise<void>;
}

/** Browser tests of one remote. Its `e2e/index.ts` exports them as `remoteTests`. */
export interface RemoteTests {
  /** Hashes of screens that a member may open: visiting one leaves nothing behind in the page. */
  readonly hashes: readonly string[];
  readonly landmark: Landmark;
  readonly cases: ScreenCases;
  /** Stops of the walk, in the order of its pictures. */
  readonly stops: readonly Stop[];
}

/** Landmark behind a line of the drawer that opens a dialog of the same name. */
export const behindDrawer = (line: string): Landmark => ({
  enter: async (page) => (await openDrawer(page)).getByRole('link', { name: line, exact: true }).click(),
  shown: (page) => dialogOf(page, line),
  async leave(page) {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
});
