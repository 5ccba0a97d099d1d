import { join } from 'node:path';
import { ANNA } from '../world/sign-in';
import type { Person } from '../world/sign-in';
import type { World } from '../world/start-world';
import { ARCISSTRASSE_POSITION, DEMO_TOWN_POSITION, startWorld } from '../world/start-world';
import { repositoryRoot } from '../world/product';

/** User who has lived in a town for some time and has contacts, chats and meetups. */
export interface Resident extends Person {
  /** Key of an upcoming meetup that the resident hosts. */
  readonly meetup: string;
  /** Key of a chat that holds an invitation to the resident. */
  readonly chat: string;
}

/**
 * Town of restaurants in which the walk (`e2e/walk`) takes its screenshots, with the names of the content that the
 * screenshots show.
 */
export interface Town {
  readonly name: string;
  /** Position that the visitor's browser reports. */
  readonly at: { readonly latitude: number; readonly longitude: number };
  /** Routing names of restaurants, by the feature that makes them special. `menu` has lunch today. */
  readonly places: Readonly<Record<'menu' | 'nonPartner' | 'longName', string>> & Readonly<Record<string, string>>;
  /** Search text that matches some restaurants of the town. */
  readonly query: string;
  readonly resident?: Resident;
  /** Starts the product with this town at a point in time (ISO 8601); by default at noon. */
  start(startTime?: string): Promise<World>;
}

const NOON_TIME = '2026-06-24T12:00:00+02:00';

const REAL_DATA_FILES = ['menus/muenchen-mensa-2026.json', 'osm/muenchen-2025-11-22-quarter.geojson'];

/**
 * Towns in which the walk takes its screenshots: the demo town, and München with real data. Both show a Wednesday at
 * noon.
 */
export const TOWNS: readonly [Town, ...Town[]] = [
  {
    name: 'demo',
    at: DEMO_TOWN_POSITION,
    places: {
      menu: 'nudelzieherei-lin',
      nonPartner: 'tuk-tuk-theke',
      longName: 'kaserne-sieben-kantine-fuer-alle-die-in-der-neustadt-arbeiten-oder-einfach-hunge',
      resting: 'zum-froehlichen-lotsen',
      restDay: 'wirtshaus-elbgold',
      closed: 'krume',
    },
    query: 'kantine',
    resident: { ...ANNA, meetup: 'demo-lunch-2026-06-24-demo-anna-lindqvist', chat: 'demo-chat-ben' },
    start: (now = NOON_TIME) => startWorld({ content: 'demo', now }),
  },
  {
    name: 'muenchen',
    at: ARCISSTRASSE_POSITION,
    places: {
      menu: 'mensa-arcisstrasse',
      nonPartner: 'cafehaus-griesbeck',
      longName: 'kantine-der-regierung-von-oberbayern',
      withoutLunch: 'stubistro-arcisstrasse',
      closed: 'kaito',
    },
    query: 'mensa',
    async start(now = NOON_TIME) {
      const world = await startWorld({ now });
      for (const dataFile of REAL_DATA_FILES) await world.importFile(join(repositoryRoot, '../shared/data', dataFile));
      return world;
    },
  },
];

/** Returns the town with this name. Throws if there is none. */
export const findTown = (name: string): Town => {
  const town = TOWNS.find((candidateTown) => candidateTown.name === name);
  if (town === undefined) throw new Error(`No town is called ${name}`);
  return town;
};
