import { restaurantTopic } from '@mahlzeit/contract';
import { COUNTER_RESTAURANT } from '../../world/counter';
import { repositoryRoot } from '../../world/product';
import type { World } from '../../world/start-world';
import { startWorld } from '../../world/start-world';
import type { Crowd } from '../live/crowd';
import { connectCrowd, createVisitors } from '../live/crowd';
import type { OpenChat } from '../live/open-chat';
import { chatWatchersOf, openChat } from '../live/open-chat';
import type { TopicWatcher } from '../live/watch-topics';

const VISITOR_COUNT = 100;
const PAGES_PER_VISITOR = 10;

/** Number of open pages with the menu of one restaurant. */
export const OPEN_MENU_COUNT = VISITOR_COUNT * PAGES_PER_VISITOR;

/** Running product in which eight members have a chat open, and many visitors have one restaurant's menu open. */
export interface CrowdedWorld {
  readonly world: World;
  readonly chat: OpenChat;
  readonly restaurant: { readonly key: string };
  readonly chatCrowd: Crowd;
  readonly menuCrowd: Crowd;
  stop(): Promise<void>;
}

const gatherCrowds = async (world: World): Promise<CrowdedWorld> => {
  const chat = await openChat(world);
  const restaurant = await world.partner.getRestaurant(COUNTER_RESTAURANT.routingName);
  const { url } = world;
  const chatCrowd = await connectCrowd({ url, watchers: chatWatchersOf(chat.silentMembers, chat.chatKey) });
  const visitors = await createVisitors(world, VISITOR_COUNT, [restaurantTopic(restaurant.key)]);
  const menuCrowd = await connectCrowd({
    url,
    watchers: visitors.flatMap((visitor) => Array<TopicWatcher>(PAGES_PER_VISITOR).fill(visitor)),
  });
  return {
    ...{ world, chat, restaurant, chatCrowd, menuCrowd },
    async stop() {
      chatCrowd.disconnect();
      menuCrowd.disconnect();
      await world.stop();
    },
  };
};

/**
 * Starts the product with the demo town and connects the members and visitors. `clusterSize` is the number of gateways
 * on PostgreSQL and Redis; 0 is one gateway on SQLite. Where there is a proxy, they connect through it.
 */
export const startCrowdedWorld = async (clusterSize: number): Promise<CrowdedWorld> => {
  const world = await startWorld({ product: repositoryRoot, content: 'demo', clusterSize });
  try {
    return await gatherCrowds(world);
  } catch (error) {
    await world.stop();
    throw error;
  }
};
