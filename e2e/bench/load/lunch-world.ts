import { dirname } from 'node:path';
import { anonymousSession, chatTopic, globalTopic, loadByLocation, meTopic } from '@mahlzeit/contract';
import { placesTopic, restaurantTopic } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { NEARBY_RADIUS_METRES, placeCellsAround } from '@mahlzeit/contract/rules';
import { seedChats } from '../../../api-gateway/src/modules/chat';
import { createPartnerTokens } from '../../../api-gateway/src/modules/discovery';
import { storeUser } from '../../../api-gateway/src/modules/identity/testing/stored-people';
import { registerPaymentUser } from '../../../api-gateway/src/modules/ordering/testing/counter';
import type { OpenDatabase } from '../../../api-gateway/src/platform/database/open-database';
import { openSecrets } from '../../../api-gateway/src/platform/secrets';
import { repositoryRoot } from '../../world/product';
import { readProductTime } from '../../world/sandbox';
import type { World, WorldOptions } from '../../world/start-world';
import { DEMO_TOWN_POSITION, NOON_TIME, startWorld } from '../../world/start-world';
import { openWorldDatabase } from '../measure/world-database';
import type { LoadCounter, LoadMember, LoadTarget } from './load-target';

/** Number of members of each chat: colleagues who have lunch together. */
export const MEMBERS_PER_CHAT = 5;

/** Number of restaurants whose counters are open and take orders. */
const COUNTER_COUNT = 10;

const DISH_PRICE = 890;

/** Hours in which the counters take orders, so that no load is too long for them. */
const LONG_HOURS = [{ start: '10:00', end: '22:00' }];
const LONG_WEEK = {
  ...{ 1: LONG_HOURS, 2: LONG_HOURS, 3: LONG_HOURS, 4: LONG_HOURS },
  ...{ 5: LONG_HOURS, 6: LONG_HOURS, 7: LONG_HOURS },
};

/** Number of live connections that one address may open. */
const MAX_LIVE_CONNECTIONS = 10_000;

/**
 * Starts the built product in the demo town at noon. Some systems give all diners one address, whose limits would stop
 * them. So there are none: no rate limits, as in other tests, and as many connections as behind a proxy.
 */
export const startLunchWorld = ({
  clusterSize,
  settings = {},
  onLogLine = () => undefined,
}: Pick<WorldOptions, 'clusterSize' | 'settings' | 'onLogLine'>): Promise<World> =>
  startWorld({
    ...{ product: repositoryRoot, content: 'demo', now: NOON_TIME, clusterSize, onLogLine },
    settings: { TRUST_PROXY: '1', LIVE_CONNECTIONS_PER_ADDRESS: String(MAX_LIVE_CONNECTIONS), ...settings },
  });

/** Members of the load, and what their pages show. */
interface LunchOptions {
  readonly members: number;
  /** Share of the members whose page shows their chat. */
  readonly openChatShare: number;
  /** Share of the members whose page shows the menu of a restaurant. The pages of the others show the list. */
  readonly openMenuShare: number;
}

const findPlaces = async ({ api }: World): Promise<readonly Restaurant[]> => {
  const { idToken: token } = await api.call(anonymousSession, { body: {} });
  return api.call(loadByLocation, {
    body: { location: DEMO_TOWN_POSITION, radius: NEARBY_RADIUS_METRES, page: 1, pageSize: 100 },
    token,
  });
};

const picturesOf = ({ logo, midSizeFirstImage, media }: Restaurant): string[] => [
  ...(logo === null ? [] : [logo.url]),
  ...(midSizeFirstImage === null ? [] : [midSizeFirstImage]),
  ...media.flatMap((item) => (item.type === 'image' ? [item.midSizeUrl] : [])),
];

/** Opens restaurants for orders: each gets a token for its counter, a dish to order and a dish that changes. */
const openCounters = async (
  { partner }: World,
  partnerTokens: ReturnType<typeof createPartnerTokens>,
  places: readonly Restaurant[],
): Promise<LoadCounter[]> => {
  const counters: LoadCounter[] = [];
  const sellingPlaces = places.filter(({ hasPayment, isOpenNow }) => hasPayment && isOpenNow);
  for (const place of sellingPlaces.slice(0, COUNTER_COUNT)) {
    const token = await partnerTokens.issue(place.key);
    if (!token.ok) throw new Error(`The restaurant ${place.key} gets no token`);
    await partner.changeRestaurant(place, { openingHours: LONG_WEEK, lunchTimes: LONG_WEEK });
    const [dishKey, changingDishKey] = [`ordered-${place.key}`, `changing-${place.key}`];
    const { typeKey } = await partner.putDish(dishKey, place, { name: 'Linsencurry', price: DISH_PRICE });
    await partner.putDish(changingDishKey, place, { name: 'Tagesteller', price: DISH_PRICE });
    counters.push({
      restaurantKey: place.key,
      token: token.value,
      dishKey,
      price: DISH_PRICE,
      changingDishKey,
      mealTypeKey: typeKey,
    });
  }
  return counters;
};

const chatKeyAt = (index: number): string => `lunch-${Math.floor(index / MEMBERS_PER_CHAT)}`;

/** Returns the topics that the page of a member follows. */
const topicsAt = (
  index: number,
  { members, openChatShare, openMenuShare }: LunchOptions,
  counters: readonly LoadCounter[],
): string[] => {
  // Consecutive members share a chat; this step spreads the open chats and menus over all chats.
  const share = ((index * 7) % members) / members;
  const counter = counters[index % counters.length];
  if (share < openChatShare) return [globalTopic, meTopic, chatTopic(chatKeyAt(index))];
  if (share < openChatShare + openMenuShare && counter !== undefined)
    return [globalTopic, meTopic, restaurantTopic(counter.restaurantKey)];
  return [globalTopic, meTopic, ...placeCellsAround(DEMO_TOWN_POSITION, NEARBY_RADIUS_METRES).map(placesTopic)];
};

/**
 * Stores members with their sessions, cards and chats in the database of the running gateways. Registrations by
 * requests would hash a thousand passwords, which nobody measures here.
 */
const storeMembers = async (
  world: World,
  { database, clockAheadMs }: { readonly database: OpenDatabase; readonly clockAheadMs: number },
  topicsOf: (index: number) => string[],
  memberCount: number,
): Promise<LoadMember[]> => {
  const config = { dataDir: dirname(world.databaseFile), secretKeys: null };
  const { secrets } = await openSecrets({ config, database, realNow: Date.now });
  const clock = { now: () => Date.now() + clockAheadMs, realNow: Date.now, advance: () => undefined };
  const storage = { url: world.url, address: { publicUrl: world.url }, database, secrets, clock };
  const members: LoadMember[] = [];
  for (let index = 0; index < memberCount; index += 1) {
    const payerName = `gast${index}`;
    const { account, idToken, browser } = await storeUser(storage, `${payerName}@mahlzeit.test`);
    await registerPaymentUser({ database }, { uid: account.uid, name: payerName });
    members.push({
      uid: account.uid,
      payerName,
      token: idToken,
      cookie: browser.cookie ?? '',
      chatKey: chatKeyAt(index),
      topics: topicsOf(index),
    });
  }
  const createdAt = clock.now();
  await database.write(({ knex }) =>
    seedChats(
      knex,
      [...new Set(members.map(({ chatKey }) => chatKey))].map((key) => {
        const uids = members.flatMap(({ chatKey, uid }) => (chatKey === key ? [uid] : []));
        const messages = [{ author: uids[0] ?? '', sentAt: createdAt, content: 'Heute Mittag?' }];
        return { key, uids, createdAt, messages, read: {} };
      }),
    ),
  );
  return members;
};

/** Fills the demo town of running gateways with members, chats and open counters. Returns them as target of a load. */
export const fillLunchWorld = async (world: World, options: LunchOptions): Promise<LoadTarget> => {
  const clockAheadMs = (await readProductTime(world)) - Date.now();
  const places = await findPlaces(world);
  const database = openWorldDatabase(world);
  try {
    const clock = { now: () => Date.now() + clockAheadMs, realNow: Date.now };
    const counters = await openCounters(world, createPartnerTokens({ database, clock }), places);
    const topicsOf = (index: number): string[] => topicsAt(index, options, counters);
    return {
      url: world.url,
      clockAheadMs,
      position: DEMO_TOWN_POSITION,
      members: await storeMembers(world, { database, clockAheadMs }, topicsOf, options.members),
      counters,
      places: places.map(({ key, routingName }) => ({ key, routingName })),
      pictures: [...new Set(places.flatMap(picturesOf))],
    };
  } finally {
    await database.close();
  }
};
