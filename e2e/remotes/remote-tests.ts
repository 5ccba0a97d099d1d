import type { ScreenCase } from './screen-case';
import type { WalkStop } from './walk-stop';
import { dialogOf, openDrawer } from '../world/locators';
import type { Locator, Page } from '../world/world-test';
import { expect } from '../world/world-test';

/** Screen states of one remote, by the visitor who sees them. */
export interface ScreenCases {
  /** States for an anonymous visitor of the invented canteens. */
  readonly visitor?: readonly ScreenCase[];
  /** States for a new member in the world of the invented canteens. */
  readonly member?: readonly ScreenCase[];
  /** States for Anna, who has contacts, chats and orders in the demo town. */
  readonly resident?: readonly ScreenCase[];
  /** States for an anonymous visitor of the demo town at noon. */
  readonly townVisitor?: readonly ScreenCase[];
  /** States for an anonymous visitor of the demo town in the afternoon. */
  readonly afterLunch?: readonly ScreenCase[];
  /** States of the partner console (counter), for a restaurant of the demo town that handles its orders there. */
  readonly counter?: readonly ScreenCase[];
}

/** Part of the product that a member can open and that proves that the remote works. */
export interface Landmark {
  /** Navigates to the landmark by parts of the product that work without the tested remote. */
  enter(page: Page): Promise<void>;
  /** Element that is visible when the remote works. */
  shown(page: Page): Locator;
  leave(page: Page): Promise<void>;
}

/** Browser tests of one remote. Its `e2e/index.ts` exports them as `remoteTests`. */
export interface RemoteTests {
  /** Hashes of screens that a member may open. A visit to any of them must leave nothing behind in the page. */
  readonly hashes: readonly string[];
  readonly landmark: Landmark;
  readonly cases: ScreenCases;
  /** Screens of the remote of which the walk (`e2e/walk`) takes screenshots, in the order of the screenshots. */
  readonly stops: readonly WalkStop[];
}

/**
 * Creates the landmark (a part of the product that proves that its remote works) for a link in the drawer that opens a
 * dialog of the same name.
 */
export const drawerLandmark = (linkName: string): Landmark => ({
  enter: async (page) => (await openDrawer(page)).getByRole('link', { name: linkName, exact: true }).click(),
  shown: (page) => dialogOf(page, linkName),
  async leave(page) {
    // The click is repeated: it may fall into the moment in which a dialog arrives or gets its content, and a person
    // would press again then.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 2_000 });
    }).toPass({ timeout: 12_000 });
  },
});
