import type { Restaurant } from '@mahlzeit/contract';
import { Offer } from '@mahlzeit/contract';
import type { LiveDriver, TopicView } from '@mahlzeit/shared-ui/platform';
import { createLiveClient } from '@mahlzeit/shared-ui/platform';
import fc from 'fast-check';
import { testGateways } from '../../../api-gateway/src/platform/testing/test-gateway';
import type { HandDrivenTimers } from './hand-driven-timers';
import { createHandDrivenTimers } from './hand-driven-timers';
import type { LiveWorld } from './live-harness';
import { startLiveWorld } from './live-harness';
import type { Wire } from './ws-socket';
import { createWire } from './ws-socket';

const SEQUENCES = 300;
/**
 * Maximum of event loop turns that the client and the gateway, both in this process, may need until all changes have
 * arrived. About ten turns are usual.
 */
const MAX_TURNS = 100_000;
/**
 * Time limit of the test. fast-check shortens a failing sequence until this time has passed; a run that takes longer
 * fails, too.
 */
const LIMIT_MS = 400_000;
const DISHES = ['a', 'b', 'c', 'd'] as const;

const menuText = (prices: Iterable<readonly [string, number]>): string =>
  JSON.stringify([...prices].sort(([a], [b]) => (a < b ? -1 : 1)));
const shownText = ({ collections }: TopicView): string =>
  menuText(
    [...(collections.get('meals')?.values() ?? [])]
      .map((meal) => Offer.parse(meal))
      .map(({ key, price }) => [key, price] as const),
  );

/** All menus that a restaurant has had, the current one last. */
interface Book {
  readonly restaurant: Restaurant;
  readonly prices: Map<string, number>;
  readonly pages: string[];
}

const topicOf = ({ restaurant }: Book): string => `restaurant/${restaurant.key}`;

/**
 * Creates one subscriber and checks each menu that it is shown: the restaurant must have had that menu, and no menu may
 * be older than the one before.
 */
const createWatcher = (client: LiveDriver, book: Book) => {
  let latest: TopicView | null = null;
  let reachedIndex = 0;
  const failures: string[] = [];
  const stop = client.subscribe(topicOf(book), (view) => {
    latest = view;
    if (view.status !== 'live') return;
    const page = book.pages.indexOf(shownText(view), reachedIndex);
    if (page < 0) failures.push(`after page ${reachedIndex} of ${book.pages.length}: ${shownText(view)}`);
    else reachedIndex = page;
  });
  return {
    book,
    stop,
    failures,
    isUpToDate: () => latest?.status === 'live' && shownText(latest) === book.pages.at(-1),
  };
};

interface Real {
  readonly world: LiveWorld;
  readonly wire: Wire;
  readonly timers: HandDrivenTimers;
  readonly client: LiveDriver;
  readonly books: readonly Book[];
  readonly watchers: ReturnType<typeof createWatcher>[];
  hasPruned: boolean;
}

interface Model {
  subscribers: number;
}

type Command = fc.AsyncCommand<Model, Real>;

const command = (
  name: string,
  run: (real: Real, model: Model) => unknown,
  check: (model: Model) => boolean = () => true,
): Command => ({
  check,
  run: async (model, real) => {
    await run(real, model);
  },
  toString: () => name,
});

const waitTurns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

let lastPrice = 100;

// The new menu is recorded before the request reaches the gateway, because a subscriber may receive the change before
// the writer receives its response.
const write = async ({ world, books }: Real, index: number, dish: string): Promise<void> => {
  const book = books[index];
  if (book === undefined) return;
  const key = `${book.restaurant.routingName}-${dish}`;
  lastPrice += 1;
  book.prices.set(key, lastPrice);
  book.pages.push(menuText(book.prices));
  await world.putDish(book.restaurant, key, lastPrice);
};

const erase = async ({ world, books }: Real, index: number, dish: string): Promise<void> => {
  const book = books[index];
  if (book === undefined) return;
  const key = `${book.restaurant.routingName}-${dish}`;
  book.prices.delete(key);
  book.pages.push(menuText(book.prices));
  await world.remove(key);
};

const unsubscribeNth = ({ watchers, wire }: Real, nth: number): void => {
  const [leavingWatcher] = watchers.splice(nth % watchers.length, 1);
  if (leavingWatcher === undefined) return;
  leavingWatcher.stop();
  if (!watchers.some(({ book }) => book === leavingWatcher.book)) wire.forget(topicOf(leavingWatcher.book));
  expect(leavingWatcher.failures).toEqual([]);
};

const userIndex = fc.nat({ max: 1 });
const dish = fc.constantFrom(...DISHES);
const repeated = (count: number, repeatedly: fc.Arbitrary<Command>): fc.Arbitrary<Command>[] =>
  Array.from({ length: count }, () => repeatedly);

const commands = [
  ...repeated(
    4,
    fc
      .tuple(userIndex, dish)
      .map(([index, name]) => command(`write ${index} ${name}`, (real) => write(real, index, name))),
  ),
  ...repeated(
    1,
    fc
      .tuple(dish, dish)
      .map(([one, other]) =>
        command(`write both ${one} ${other}`, (real) => Promise.all([write(real, 0, one), write(real, 1, other)])),
      ),
  ),
  ...repeated(
    2,
    fc
      .tuple(userIndex, dish)
      .map(([index, name]) => command(`erase ${index} ${name}`, (real) => erase(real, index, name))),
  ),
  ...repeated(
    3,
    fc.integer({ min: 1, max: 12 }).map((count) => command(`wait ${count}`, () => waitTurns(count))),
  ),
  ...repeated(
    2,
    userIndex.map((index) =>
      command(`subscribe ${index}`, ({ client, books, watchers }, model) => {
        const book = books[index];
        if (book === undefined) return;
        model.subscribers += 1;
        watchers.push(createWatcher(client, book));
      }),
    ),
  ),
  ...repeated(
    1,
    fc.nat({ max: 9 }).map((nth) =>
      command(
        `unsubscribe ${nth}`,
        (real, model) => {
          model.subscribers -= 1;
          unsubscribeNth(real, nth);
        },
        ({ subscribers }) => subscribers > 0,
      ),
    ),
  ),
  ...repeated(3, fc.constant(command('drop', ({ wire }) => wire.cut()))),
  ...repeated(1, fc.constant(command('resume', ({ client }) => client.reconnectSoon()))),
  ...repeated(
    1,
    fc.integer({ min: 100, max: 20_000 }).map((ms) => command(`time passes ${ms}`, ({ timers }) => timers.advance(ms))),
  ),
  ...repeated(
    2,
    fc.nat({ max: 2 }).map((keptCount) =>
      command(`prune ${keptCount}`, (real) => {
        real.hasPruned = true;
        return real.world.prune(keptCount);
      }),
    ),
  ),
  ...repeated(1, fc.constant(command('restart', ({ world }) => world.restart()))),
];

const openReal = async (world: LiveWorld): Promise<Real> => {
  const books = await Promise.all(
    world.restaurants.map(async (restaurant): Promise<Book> => {
      const prices = new Map(await world.menuOf(restaurant));
      return { restaurant, prices, pages: [menuText(prices)] };
    }),
  );
  const wire = createWire(world.url);
  const timers = createHandDrivenTimers();
  const client = createLiveClient({
    open: wire.open,
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
  return { world, wire, timers, client, books, watchers: [], hasPruned: false };
};

/** Lets the client reconnect and receive all changes. The real network needs turns of the event loop. */
const waitUntilSettled = async ({ client, watchers }: Real): Promise<void> => {
  for (let turn = 0; !watchers.every((watcher) => watcher.isUpToDate()); turn += 1) {
    if (turn > MAX_TURNS) throw new Error(`The live client did not settle: ${client.status()}`);
    if (client.status() !== 'online') client.reconnectSoon();
    await waitTurns(1);
  }
};

const expectNothingMissed = async ({ world, wire, books, watchers, hasPruned }: Real): Promise<void> => {
  expect(watchers.flatMap(({ failures }) => failures)).toEqual([]);
  for (const { restaurant, pages } of books) expect(menuText(await world.menuOf(restaurant))).toBe(pages.at(-1));
  // As long as the change log holds all changes, a cursor must bring only the missed changes and never a whole
  // snapshot.
  if (!hasPruned) expect(wire.needlessSnapshots).toEqual([]);
};

describe('the live client against the real gateway', () => {
  const gateways = testGateways();

  it(
    `shows every subscriber each menu in order and the last one at last, over random sequences of write, subscribe, drop, resume, prune and restart`,
    async () => {
      const world = await startLiveWorld(gateways);
      await fc.assert(
        fc.asyncProperty(fc.commands(commands, { size: 'max', maxCommands: 24 }), async (sequence) => {
          const real = await openReal(world);
          try {
            await fc.asyncModelRun(() => ({ model: { subscribers: 0 }, real }), sequence);
            await waitUntilSettled(real);
            await expectNothingMissed(real);
          } finally {
            real.client.stop();
          }
        }),
        { numRuns: SEQUENCES, interruptAfterTimeLimit: LIMIT_MS, markInterruptAsFailure: true },
      );
    },
    LIMIT_MS + 30_000,
  );
});
