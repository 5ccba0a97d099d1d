import type { Page } from '../world/world-test';
import type { World } from '../world/start-world';
import type { Resident, Town } from './towns';

/** Picture of the walk: a screen, and the steps to it on a fresh page. */
export interface Stop {
  readonly name: string;
  /** Visitor of the stop; anonymous without it. Only a town with a resident shows the stops of a resident. */
  readonly as?: 'member' | 'unverified' | 'resident';
  /**
   * True where the screen holds a page of another site. Nobody knows when such a page is finished, so the walk waits
   * only for the product's own movement.
   */
  readonly hasForeignPage?: true;
  /** True for a visitor without a position. The list then shows the demo town. */
  readonly isUnlocated?: true;
  /** True for a picture in the afternoon instead of at noon. */
  readonly isAfterLunch?: true;
  /** True where nothing may jump between the first paint and the picture. */
  readonly isStill?: true;
  /** Pattern of console messages that appear although everything works, for instance an answer 404. */
  readonly expects?: RegExp;
  /** Steps after the list, or the dialog of the address, is visible. */
  then?(page: Page, town: Town): Promise<void>;
  /** Returns the hash of the screen; without it the stop shows the list. */
  hash?(town: Town): string;
  /** Returns the path of a page beside the app; null where the town has none. */
  path?(town: Town): string | null;
  /** Returns the path of the link to a resident's meetup. */
  link?(resident: Resident, world: World): Promise<string>;
}

/** Stop at the screen of a hash. */
export const at = (name: string, hash: string, as?: Stop['as']): Stop => ({
  name,
  hash: () => hash,
  ...(as === undefined ? {} : { as }),
});

/** Returns the stop at the page of a place of this kind. A town without one shows its place with a menu. */
export const place = (name: string, kind: string): Stop => ({
  name,
  hash: ({ places }) => `details/${places[kind] ?? places.menu}`,
});

/** Returns a stop of the resident of a town. */
export const resident = (name: string, hash: string, then?: Stop['then']): Stop => ({
  ...at(name, hash, 'resident'),
  ...(then === undefined ? {} : { then }),
});
