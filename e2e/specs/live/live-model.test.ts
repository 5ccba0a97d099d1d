import type { Restaurant } from '@mahlzeit/contract';
import { Offer } from '@mahlzeit/contract';
import type { LiveDriver, TopicView } from '@mahlzeit/shared-ui/platform';
import { createLiveClient } from '@mahlzeit/shared-ui/platform/standalone';
import fc from 'fast-check';
import { testGateways } from '../../../api-gateway/src/platform/testing/test-gateway';
import type { HandDrivenTimers } from './hand-driven-timers';
import { createHandDrivenTimers } from './hand-driven-timers';
import type { LiveWorld } from './live-harness';
import { startLiveWorld } from './live-harness';
import { openHttpConnection } from './http-connection';
import type { OpenConnection, SocketNetwork } from './ws-socket';
import { createSocketNetwork, openWebSocket } from './ws-socket';

/** Ways in which live data reaches a page, each with the number of command sequences that the test runs for it. */
const TRANSPORTS: readonly (readonly [name: string, openConnection: OpenConnection, sequenceCount: number])[] = [
  ['a WebSocket', openWebSocket, 300],
  ['streams', openHttpConnection('streams'), 100],
  ['polls', openHttpConnection('polls'), 100],
];
/**
 * Maximum of event loop turns that the client and the gateway, both in this process, may need until all changes have
 * arrived. About ten turns are usual.
 */
const MAX_TURNS = 100_000;
/**
 * Time limit of the test. When a command sequence fails, fast-check looks for a shorter failing sequence until this
 * time has passed. A run that takes longer fails, too.
 */
const TIME_LIMIT_MS = 400_000;
const DISH_NAMES = ['a', 'b', 'c', 'd'] as const;

const serializeMenu = (priceEntries: Iterable<readonly [string, number]>): string =>
  JSON.stringify([...priceEntries].sort(([a], [b]) => (a < b ? -1 : 1)));
const serializeShownMenu = ({ collections }: TopicView): string =>
  serializeMenu(
    [...(collections.get('meals')?.values() ?? [])]
      .map((meal) => Offer.parse(meal))
      .map(({ key, price }) => [key, price] as const),
  );

/** All menus that a restaurant has had, the current one last. */
interface MenuHistory {
  readonly restaurant: Restaurant;
  readonly prices: Map<string, number>;
  readonly menuTexts: string[];
}

const topicOf = ({ restaurant }: MenuHistory): string => `restaurant/${restaurant.key}`;

/**
 * Creates one subscriber and checks each menu that it receives: the restaurant must have had that menu, and no menu may
 * be older than the previous one.
 */
const createWatcher = (client: LiveDriver, menuHistory: MenuHistory) => {
  let latestView: TopicView | null = null;
  let reachedIndex = 0;
  const failures: string[] = [];
  const stopSubscription = client.subscribe(topicOf(menuHistory), (topicView) => {
    latestView = topicView;
    if (topicView.status !== 'live') return;
    const menuIndex = menuHistory.menuTexts.indexOf(serializeShownMenu(topicView), reachedIndex);
    if (menuIndex < 0)
      failures.push(`after page ${reachedIndex} of ${menuHistory.menuTexts.length}: ${serializeShownMenu(topicView)}`);
    else reachedIndex = menuIndex;
  });
  return {
    book: menuHistory,
    stop: stopSubscription,
    failures,
    isUpToDate: () => latestView?.status === 'live' && serializeShownMenu(latestView) === menuHistory.menuTexts.at(-1),
  };
};

interface RealSystem {
  readonly world: LiveWorld;
  readonly wire: SocketNetwork;
  readonly timers: HandDrivenTimers;
  readonly client: LiveDriver;
  readonly menuHistories: readonly MenuHistory[];
  readonly watchers: ReturnType<typeof createWatcher>[];
  hasPrunedLog: boolean;
}

interface Model {
  subscribers: number;
}

type Command = fc.AsyncCommand<Model, RealSystem>;

const createModelCommand = (
  commandName: string,
  runCommand: (real: RealSystem, model: Model) => unknown,
  canRun: (model: Model) => boolean = () => true,
): Command => ({
  check: canRun,
  run: async (model, real) => {
    await runCommand(real, model);
  },
  toString: () => commandName,
});

const waitTurns = async (turnCount: number): Promise<void> => {
  for (let turn = 0; turn < turnCount; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

let lastPrice = 100;

// The new menu is recorded before the request reaches the gateway, because a subscriber may receive the change before
// the writer receives its response.
const writeDish = async ({ world, menuHistories }: RealSystem, menuIndex: number, dish: string): Promise<void> => {
  const menuHistory = menuHistories[menuIndex];
  if (menuHistory === undefined) return;
  const dishKey = `${menuHistory.restaurant.routingName}-${dish}`;
  lastPrice += 1;
  menuHistory.prices.set(dishKey, lastPrice);
  menuHistory.menuTexts.push(serializeMenu(menuHistory.prices));
  await world.putDish(menuHistory.restaurant, dishKey, lastPrice);
};

const removeDish = async ({ world, menuHistories }: RealSystem, menuIndex: number, dish: string): Promise<void> => {
  const menuHistory = menuHistories[menuIndex];
  if (menuHistory === undefined) return;
  const dishKey = `${menuHistory.restaurant.routingName}-${dish}`;
  menuHistory.prices.delete(dishKey);
  menuHistory.menuTexts.push(serializeMenu(menuHistory.prices));
  await world.removeDish(dishKey);
};

const unsubscribeNth = ({ watchers, wire }: RealSystem, watcherNumber: number): void => {
  const [leavingWatcher] = watchers.splice(watcherNumber % watchers.length, 1);
  if (leavingWatcher === undefined) return;
  leavingWatcher.stop();
  if (!watchers.some(({ book }) => book === leavingWatcher.book)) wire.forgetTopic(topicOf(leavingWatcher.book));
  expect(leavingWatcher.failures).toEqual([]);
};

const userIndex = fc.nat({ max: 1 });
const dish = fc.constantFrom(...DISH_NAMES);
const repeatCommand = (repetitionCount: number, commandArbitrary: fc.Arbitrary<Command>): fc.Arbitrary<Command>[] =>
  Array.from({ length: repetitionCount }, () => commandArbitrary);

const commandArbitraries = [
  ...repeatCommand(
    4,
    fc
      .tuple(userIndex, dish)
      .map(([menuIndex, dishName]) =>
        createModelCommand(`write ${menuIndex} ${dishName}`, (real) => writeDish(real, menuIndex, dishName)),
      ),
  ),
  ...repeatCommand(
    1,
    fc
      .tuple(dish, dish)
      .map(([firstDish, secondDish]) =>
        createModelCommand(`write both ${firstDish} ${secondDish}`, (real) =>
          Promise.all([writeDish(real, 0, firstDish), writeDish(real, 1, secondDish)]),
        ),
      ),
  ),
  ...repeatCommand(
    2,
    fc
      .tuple(userIndex, dish)
      .map(([menuIndex, dishName]) =>
        createModelCommand(`erase ${menuIndex} ${dishName}`, (real) => removeDish(real, menuIndex, dishName)),
      ),
  ),
  ...repeatCommand(
    3,
    fc
      .integer({ min: 1, max: 12 })
      .map((turnCount) => createModelCommand(`wait ${turnCount}`, () => waitTurns(turnCount))),
  ),
  ...repeatCommand(
    2,
    userIndex.map((index) =>
      createModelCommand(`subscribe ${index}`, ({ client, menuHistories, watchers }, model) => {
        const menuHistory = menuHistories[index];
        if (menuHistory === undefined) return;
        model.subscribers += 1;
        watchers.push(createWatcher(client, menuHistory));
      }),
    ),
  ),
  ...repeatCommand(
    1,
    fc.nat({ max: 9 }).map((watcherNumber) =>
      createModelCommand(
        `unsubscribe ${watcherNumber}`,
        (real, model) => {
          model.subscribers -= 1;
          unsubscribeNth(real, watcherNumber);
        },
        ({ subscribers }) => subscribers > 0,
      ),
    ),
  ),
  ...repeatCommand(3, fc.constant(createModelCommand('drop', ({ wire }) => wire.cutConnections()))),
  ...repeatCommand(1, fc.constant(createModelCommand('resume', ({ client }) => client.reconnectSoon()))),
  ...repeatCommand(
    1,
    fc
      .integer({ min: 100, max: 20_000 })
      .map((durationMs) => createModelCommand(`time passes ${durationMs}`, ({ timers }) => timers.advance(durationMs))),
  ),
  ...repeatCommand(
    2,
    fc.nat({ max: 2 }).map((keptRowCount) =>
      createModelCommand(`prune ${keptRowCount}`, (real) => {
        real.hasPrunedLog = true;
        return real.world.pruneLog(keptRowCount);
      }),
    ),
  ),
  ...repeatCommand(1, fc.constant(createModelCommand('restart', ({ world }) => world.restartGateway()))),
];

const openRealSystem = async (world: LiveWorld, openConnection: OpenConnection): Promise<RealSystem> => {
  const menuHistories = await Promise.all(
    world.restaurants.map(async (restaurant): Promise<MenuHistory> => {
      const priceByDish = new Map(await world.pricesByDish(restaurant));
      return { restaurant, prices: priceByDish, menuTexts: [serializeMenu(priceByDish)] };
    }),
  );
  const wire = createSocketNetwork(() => world.url, { openConnection });
  const timers = createHandDrivenTimers();
  const client = createLiveClient({
    openSocket: wire.openSocket,
    timers,
    eventLog: {
      log: (name, { about } = {}) => {
        throw new Error(`${name} ${String(about)}`);
      },
      subscribe: () => () => undefined,
    },
    random: Math.random,
    renewToken: () => Promise.resolve(null),
    observeTime: () => undefined,
  });
  client.setToken(world.token);
  return { world, wire, timers, client, menuHistories, watchers: [], hasPrunedLog: false };
};

/**
 * Lets the client reconnect and receive all changes. The real network only makes progress between turns of the event
 * loop.
 */
const waitUntilUpToDate = async ({ client, watchers }: RealSystem): Promise<void> => {
  for (let turn = 0; !watchers.every((watcher) => watcher.isUpToDate()); turn += 1) {
    if (turn > MAX_TURNS) throw new Error(`The live client did not settle: ${client.status()}`);
    if (client.status() !== 'online') client.reconnectSoon();
    await waitTurns(1);
  }
};

const expectNothingMissed = async ({
  world,
  wire,
  menuHistories,
  watchers,
  hasPrunedLog,
}: RealSystem): Promise<void> => {
  expect(watchers.flatMap(({ failures }) => failures)).toEqual([]);
  for (const { restaurant, menuTexts } of menuHistories)
    expect(serializeMenu(await world.pricesByDish(restaurant))).toBe(menuTexts.at(-1));
  // As long as the change log holds all changes, a client that resumes from its cursor must receive only the missed
  // changes and never a whole snapshot.
  if (!hasPrunedLog) expect(wire.needlessSnapshots).toEqual([]);
};

describe('the live client against the real gateway', () => {
  const gateways = testGateways();

  it.each(TRANSPORTS)(
    'shows every subscriber each menu in order and the last one at last by %s, over random sequences of write, subscribe, drop, resume, prune and restart',
    async (_name, openConnection, sequenceCount) => {
      const world = await startLiveWorld(gateways);
      await fc.assert(
        fc.asyncProperty(fc.commands(commandArbitraries, { size: 'max', maxCommands: 24 }), async (commandSequence) => {
          const real = await openRealSystem(world, openConnection);
          try {
            await fc.asyncModelRun(() => ({ model: { subscribers: 0 }, real }), commandSequence);
            await waitUntilUpToDate(real);
            await expectNothingMissed(real);
          } finally {
            real.client.stop();
          }
        }),
        { numRuns: sequenceCount, interruptAfterTimeLimit: TIME_LIMIT_MS, markInterruptAsFailure: true },
      );
    },
    TIME_LIMIT_MS + 30_000,
  );
});
