import { partnerTopic } from '@mahlzeit/contract';
import type { PartnerOffer } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import type { Clock, Connection, Database, PeriodicJob, TopicItem, TopicSource } from '../../../platform';
import { mayReadCounter } from '../restaurants';
import { createCatalogRepository } from './catalog-repository';
import { createSoldOutRepository } from './sold-out-repository';
import type { MenuEntry } from './sold-out-repository';

/** Name of the collection with today's menu in the live topic of a restaurant's partner console, `partner/{key}`. */
export const COUNTER_MENU_COLLECTION = 'menu';

/** Converts a dish on the menu to the form that its own restaurant sees in the partner console. */
export const presentAtCounter = ({ stored, soldOutSince }: MenuEntry): PartnerOffer => ({
  ...stored.offer,
  soldOutSince,
});

// Compares two offers by the order of a menu: by order (the highest first), name and key.
const compareByMenuOrder = (a: PartnerOffer, b: PartnerOffer): number => {
  if (a.order !== b.order) return b.order - a.order;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.key < b.key ? -1 : 1;
};

/**
 * Reads the menu of a restaurant on a day, as the restaurant's own partner console shows it: including sold-out dishes.
 */
export const readCounterMenu = async (
  knex: Connection,
  restaurantKey: string,
  isoDay: string,
): Promise<PartnerOffer[]> => {
  const offersOfDay =
    (await createCatalogRepository(knex).findOffersOn(isoDay, [restaurantKey])).get(restaurantKey) ?? [];
  const soldOutMeals = await createSoldOutRepository(knex).findOn(restaurantKey, isoDay);
  return [
    ...offersOfDay.map((offer): PartnerOffer => ({ ...offer, soldOutSince: null })),
    ...soldOutMeals.map(presentAtCounter),
  ].sort(compareByMenuOrder);
};

/** Creates the source of today's menu in the live topic of a restaurant's partner console. */
export const createCounterMenuTopic = ({ clock }: { readonly clock: Pick<Clock, 'now'> }): TopicSource => ({
  pattern: partnerTopic(':key'),
  isForCounters: true,
  mayRead: mayReadCounter,
  async snapshot(_reader, key, knex): Promise<TopicItem[]> {
    if (key === null) return [];
    return (await readCounterMenu(knex, key, berlinDay(clock.now()))).map((value) => ({
      collection: COUNTER_MENU_COLLECTION,
      key: value.key,
      value,
    }));
  },
});

const CLEANUP_INTERVAL_MS = 60 * 60_000;

/** Creates the job that deletes the sold-out dishes of past days. */
export const createSoldOutCleanup = ({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): PeriodicJob => ({
  name: 'discovery/sold-out',
  everyMs: CLEANUP_INTERVAL_MS,
  clock: 'domain',
  run: () => database.write((tx) => createSoldOutRepository(tx.knex).removeBefore(berlinDay(clock.now()))),
});
