import { partnerTopic } from '@mahlzeit/contract';
import type { PartnerOffer } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import type { Clock, Connection, Database, TopicItem, TopicSource, Worker } from '../../../platform';
import { mayReadCounter } from '../restaurants';
import { createCatalogRepository } from './catalog-repository';
import { createSoldOutRepository } from './sold-out-repository';
import type { MenuEntry } from './sold-out-repository';

/** The collection of the topic `partner/{key}` that holds today's menu. */
export const COUNTER_MENU = 'menu';

/** A dish as its restaurant sees it. */
export const presentAtCounter = ({ stored, soldOutSince }: MenuEntry): PartnerOffer => ({
  ...stored.offer,
  soldOutSince,
});

// As menus are sorted: the name decides among equals, then the key.
const inMenuOrder = (a: PartnerOffer, b: PartnerOffer): number => {
  if (a.order !== b.order) return b.order - a.order;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.key < b.key ? -1 : 1;
};

/** The menu of a day as its restaurant sees it, with what is sold out. */
export const readCounterMenu = async (
  knex: Connection,
  restaurantKey: string,
  day: string,
): Promise<PartnerOffer[]> => {
  const offered = (await createCatalogRepository(knex).findOffersOn(day, [restaurantKey])).get(restaurantKey) ?? [];
  const soldOut = await createSoldOutRepository(knex).findOn(restaurantKey, day);
  return [
    ...offered.map((offer): PartnerOffer => ({ ...offer, soldOutSince: null })),
    ...soldOut.map(presentAtCounter),
  ].sort(inMenuOrder);
};

/** Today's menu in the topic of a restaurant's counter. */
export const createCounterMenuTopic = ({ clock }: { readonly clock: Pick<Clock, 'now'> }): TopicSource => ({
  pattern: partnerTopic(':key'),
  isForCounters: true,
  mayRead: mayReadCounter,
  async snapshot(_reader, key, knex): Promise<TopicItem[]> {
    if (key === null) return [];
    return (await readCounterMenu(knex, key, berlinDay(clock.now()))).map((value) => ({
      collection: COUNTER_MENU,
      key: value.key,
      value,
    }));
  },
});

const EVERY_MS = 60 * 60_000;

/** Forgets what was sold out on days that are over. */
export const createSoldOutCleanup = ({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Worker => ({
  name: 'discovery/sold-out',
  everyMs: EVERY_MS,
  run: () => database.write((tx) => createSoldOutRepository(tx.knex).removeBefore(berlinDay(clock.now()))),
});
