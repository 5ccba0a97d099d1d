import type { Page } from '../world/world-test';
import type { World } from '../world/start-world';
import type { Resident, Town } from './towns';

/** One picture of the walk: a screen, and the way there on a fresh page. */
export interface Stop {
  readonly name: string;
  /** Visitor of the stop; anonymous without it. Only a town with a resident shows the stops of a resident. */
  readonly as?: 'member' | 'unverified' | 'resident';
  /**
   * A page of somebody else's stands in it, of which nobody says when it has come to rest: the product's own movement
   * alone is waited for.
   */
  readonly hasForeignPage?: true;
  /** Nobody knows where the visitor stands; the demo town is where the list looks then. */
  readonly isUnlocated?: true;
  /** Seen in the afternoon instead of at noon. */
  readonly isAfterLunch?: true;
  /** Nothing may jump from the first paint on until it is seen. */
  readonly isStill?: true;
  /** Pattern of console messages that appear although everything works, for instance an answer 404. */
  readonly expects?: RegExp;
  /** The stop is seen once the list, or the dialog that the address calls, stands; then this happens. */
  then?(page: Page, town: Town): Promise<void>;
  /** Hash of the screen; without one the list is shown. */
  hash?(town: Town): string;
  /** Path of a page of its own, beside the app; null: there is none in this town. */
  path?(town: Town): string | null;
  /** Path of the link to a resident's meetup, instead of a hash. */
  link?(resident: Resident, world: World): Promise<string>;
}

/** Stop at the screen of a hash. */
export const at = (name: string, hash: string, as?: Stop['as']): Stop => ({
  name,
  hash: () => hash,
  ...(as === undefined ? {} : { as }),
});

/** Stop at the page of a place of this kind; a town without one shows its place with a menu. */
export const place = (name: string, kind: string): Stop => ({
  name,
  hash: ({ places }) => `details/${places[kind] ?? places.menu}`,
});

/** Stop of the resident of a town. */
export const resident = (name: string, hash: string, then?: Stop['then']): Stop => ({
  ...at(name, hash, 'resident'),
  ...(then === undefined ? {} : { then }),
});
