import type { Page } from '../world/world-test';
import type { World } from '../world/start-world';
import type { Resident, Town } from './towns';

/** Stop of the walk: one screenshot of a screen, and the steps that lead to it on a fresh page. */
export interface WalkStop {
  readonly name: string;
  /**
   * Kind of visitor who sees this screen; anonymous if absent. Only a town with a resident shows the screens of a
   * resident.
   */
  readonly as?: 'member' | 'unverified' | 'resident';
  /**
   * True if the screen embeds a page of another site. The test can't see when that page has finished loading, so before
   * the screenshot it waits only for the product's own movements.
   */
  readonly hasForeignPage?: true;
  /** True for a visitor without a position. The list then shows the demo town. */
  readonly isUnlocated?: true;
  /** True for a screenshot taken in the afternoon instead of at noon. */
  readonly isAfterLunch?: true;
  /** True if no layout shift may happen between the first paint and the screenshot. */
  readonly hasNoLayoutShift?: true;
  /** Pattern of console messages that may appear although everything works, for instance after a response 404. */
  readonly expectedConsoleErrors?: RegExp;
  /** Further steps before the screenshot, once the list or the dialog of the hash is visible. */
  then?(page: Page, town: Town): Promise<void>;
  /** Returns the hash of the screen. If absent, the screenshot shows the list of restaurants. */
  hash?(town: Town): string;
  /** Returns the path of a page outside of the app; null if the town has none. */
  path?(town: Town): string | null;
  /** Returns the path of the shared link to a resident's meetup. */
  link?(resident: Resident, world: World): Promise<string>;
}

/** Creates a stop of the walk (one screenshot of a screen) that opens the screen with this hash. */
export const createHashStop = (name: string, screenHash: string, as?: WalkStop['as']): WalkStop => ({
  name,
  hash: () => screenHash,
  ...(as === undefined ? {} : { as }),
});

/**
 * Creates a stop of the walk (one screenshot) that shows the page of a restaurant of this kind. A town without such a
 * restaurant shows its restaurant `menu`.
 */
export const createPlaceStop = (name: string, placeKind: string): WalkStop => ({
  name,
  hash: ({ places }) => `details/${places[placeKind] ?? places.menu}`,
});

/**
 * Creates a stop of the walk (one screenshot) that the town's resident sees. A town without a resident omits the stop.
 */
export const createResidentStop = (name: string, screenHash: string, then?: WalkStop['then']): WalkStop => ({
  ...createHashStop(name, screenHash, 'resident'),
  ...(then === undefined ? {} : { then }),
});
