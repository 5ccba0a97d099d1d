import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { fakeShell } from '../../testing';
import { createReferenceServer } from '../../testing/live/reference-server';
import type { ReferenceServer, ServerRow } from '../../testing/live/reference-server';
import { createManualTimers } from '../../testing/time/manual-timers';
import type { ManualTimers } from '../../testing/time/manual-timers';
import { apiErrorOf } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import { createEventLog } from '../events/event-log';
import { defineCollection } from './collection';
import type { CollectionHolder } from './collection';
import { createLiveClient } from '../live/live-client';
import type { LiveDriver } from '../live/live-client';
import { createStore } from '../store/store';
import { olderItems } from './older-items';
import type { PageRequest } from './older-items';
import type { LiveWindow } from './older-join';

const SEQUENCE_COUNT = 500;
const TOPIC_NAME = 'me';
const WINDOW_SIZE = 4;
const PAGE_ROW_LIMIT = 3;
const ROW_KEYS = Array.from({ length: 14 }, (_, index) => `k${String(index).padStart(2, '0')}`);

const Row = z.object({ key: z.string(), n: z.number(), at: z.number() });
const compareNewestFirst = (a: ServerRow, b: ServerRow): number => b.at - a.at;
/** Returns the rows in the gateway's order. Rows of the same position have the reverse order of the client's list. */
const sortInGatewayOrder = (rows: readonly ServerRow[]): readonly ServerRow[] =>
  [...rows].sort((a, b) => compareNewestFirst(a, b) || (a.key < b.key ? 1 : -1));
const sortInClientOrder = (rows: readonly ServerRow[]): readonly ServerRow[] =>
  [...rows].sort((a, b) => compareNewestFirst(a, b) || (a.key < b.key ? -1 : 1));

/**
 * Kind of tested collection: which rows its snapshot contains, which rows its route returns, and where new rows are
 * inserted.
 */
interface CollectionKind {
  readonly name: string;
  readonly window: LiveWindow<ServerRow>;
  windowOf(rows: readonly ServerRow[], now: number): readonly ServerRow[];
  listOf(rows: readonly ServerRow[], now: number): readonly ServerRow[];
  /** Returns the position that a row gets when it is written. */
  positionOf(key: string, writeCount: number): number;
}

const collectionKinds: readonly CollectionKind[] = [
  {
    name: 'the newest few, and what is written moves to the top',
    window: { newest: WINDOW_SIZE },
    windowOf: (rows) => sortInGatewayOrder(rows).slice(0, WINDOW_SIZE),
    listOf: sortInGatewayOrder,
    // Each position is used for two writes, to test rows of equal position.
    positionOf: (_key, writeCount) => Math.floor(writeCount / 2),
  },
  {
    name: 'what is still to come, and time moves it into the past',
    window: { endsAt: ({ at }) => at },
    windowOf: (rows, now) => rows.filter(({ at }) => at >= now),
    listOf: (rows, now) => sortInGatewayOrder(rows.filter(({ at }) => at < now)),
    positionOf: (key) => Math.floor(ROW_KEYS.indexOf(key) / 2),
  },
];

type PageAnswer = Result<readonly ServerRow[], ApiError>;

/**
 * Creates a route of a simulated gateway. The test decides when the route reads the rows for a request, and when the
 * response arrives.
 */
const createPageRoute = (listRows: () => readonly ServerRow[]) => {
  const waitingRequests: { readonly page: PageRequest; readonly resolve: (answer: PageAnswer) => void }[] = [];
  const preparedAnswers: { readonly answer: PageAnswer; readonly resolve: (answer: PageAnswer) => void }[] = [];
  const answerTo = ({ previousEnd, limit }: PageRequest): PageAnswer => {
    const listedRows = listRows();
    const startIndex =
      previousEnd === undefined ? 0 : listedRows.findIndex(({ key: rowKey }) => rowKey === previousEnd) + 1;
    return previousEnd !== undefined && startIndex === 0
      ? err(apiErrorOf('invalidRequest', 400))
      : ok(listedRows.slice(startIndex, startIndex + limit));
  };
  return {
    read: (page: PageRequest): Promise<PageAnswer> => new Promise((resolve) => waitingRequests.push({ page, resolve })),
    /** Lets the simulated gateway read the rows for the oldest request that waits for its response. */
    serveRequests(): void {
      const [nextRequest] = waitingRequests.splice(0, 1);
      if (nextRequest !== undefined)
        preparedAnswers.push({ answer: answerTo(nextRequest.page), resolve: nextRequest.resolve });
    },
    answer: () => preparedAnswers.splice(0, 1).forEach(({ answer, resolve }) => resolve(answer)),
    fail: () => preparedAnswers.splice(0, 1).forEach(({ resolve }) => resolve(err(apiErrorOf('offline')))),
  };
};

interface RealSystem {
  readonly kind: CollectionKind;
  readonly server: ReferenceServer;
  readonly timers: ManualTimers;
  readonly client: LiveDriver;
  readonly route: ReturnType<typeof createPageRoute>;
  readonly holder: CollectionHolder<ServerRow>;
  now: number;
  writeCount: number;
  stop: (() => void) | null;
  /**
   * Keys of rows that the client may know from a change or a snapshot. A key is removed when the server announces that
   * its row has left the window.
   */
  readonly announcedKeys: Set<string>;
}

const { apiClient } = fakeShell();

const expectItemsInOrder = ({ holder }: Pick<RealSystem, 'holder'>): void => {
  const { items } = holder.get();
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
  expect(items).toEqual(sortInClientOrder(items));
};

const subscribeToCollection = (realSystem: RealSystem): void => {
  realSystem.stop ??= realSystem.holder.subscribe(() => expectItemsInOrder(realSystem));
};

const createRealSystem = (kind: CollectionKind): RealSystem => {
  const serverTime = { now: 6 };
  const server = createReferenceServer({ windowOf: (rows) => kind.windowOf(rows, serverTime.now) });
  const timers = createManualTimers();
  const route = createPageRoute(() => kind.listOf(server.list(TOPIC_NAME), serverTime.now));
  const client = createLiveClient({
    openSocket: server.open,
    timers,
    eventLog: createEventLog(),
    random: () => 0.7,
    renewToken: () => Promise.resolve(null),
    observeTime: () => undefined,
  });
  const store = createStore({
    apiClient,
    live: client,
    timers,
    clock: { now: () => serverTime.now, onMinute: () => () => undefined },
  });
  const rowCollection = defineCollection({
    topic: TOPIC_NAME,
    collection: 'rows',
    schema: Row,
    older: olderItems({ window: kind.window, compare: compareNewestFirst, limit: PAGE_ROW_LIMIT, read: route.read }),
  });
  client.setToken('token');
  const real: RealSystem = {
    kind,
    server,
    timers,
    client,
    route,
    holder: rowCollection.of(store),
    writeCount: 0,
    stop: null,
    announcedKeys: new Set(),
    get now() {
      return serverTime.now;
    },
    set now(nextNow) {
      serverTime.now = nextNow;
    },
  };
  for (const rowKey of ROW_KEYS) writeRow(real, rowKey);
  announceLeavingRows(real);
  subscribeToCollection(real);
  return real;
};

const writeRow = (realSystem: RealSystem, rowKey: string): void => {
  realSystem.writeCount += 1;
  realSystem.server.putRow(TOPIC_NAME, rowKey, realSystem.kind.positionOf(rowKey, realSystem.writeCount));
  realSystem.announcedKeys.add(rowKey);
};

/** Removes a row. Another row that had left the topic's window may come back into it, and into the next snapshot. */
const removeRow = ({ kind, server, now, announcedKeys }: RealSystem, rowKey: string): void => {
  server.remove(TOPIC_NAME, rowKey);
  for (const row of kind.windowOf(server.list(TOPIC_NAME), now)) announcedKeys.add(row.key);
};

/** Waits until the collection has handled a response, which takes several microtasks. */
const waitTurns = async (): Promise<void> => {
  for (let microtask = 0; microtask < 8; microtask += 1) await Promise.resolve();
};

const waitUntilSettled = async ({ server, timers, route }: RealSystem): Promise<void> => {
  for (let settleRound = 0; settleRound < 40; settleRound += 1) {
    timers.advance(1_000);
    server.deliver(Number.MAX_SAFE_INTEGER);
    for (let pageRound = 0; pageRound < 3; pageRound += 1) {
      route.serveRequests();
      route.answer();
      await waitTurns();
    }
  }
};

/**
 * Checks that the visible rows have no gap: every row of the gateway's list between the newest and the oldest visible
 * row is visible, and equals the gateway's row.
 */
const expectNoGapInItems = ({ holder, server }: RealSystem): void => {
  const { status, items } = holder.get();
  const listedRows = sortInGatewayOrder(server.list(TOPIC_NAME));
  const lastListedIndex = Math.max(-1, ...items.map(({ key }) => listedRows.findIndex((row) => row.key === key)));
  expect([status, items]).toEqual(['live', sortInClientOrder(listedRows.slice(0, lastListedIndex + 1))]);
};

const expectCompleteList = async (realSystem: RealSystem): Promise<void> => {
  for (let pageNumber = 0; realSystem.holder.get().hasOlder && pageNumber < ROW_KEYS.length; pageNumber += 1) {
    realSystem.holder.get().loadOlder();
    await waitUntilSettled(realSystem);
    expectNoGapInItems(realSystem);
  }
  expect([realSystem.holder.get().hasOlder, realSystem.holder.get().items]).toEqual([
    false,
    sortInClientOrder(realSystem.server.list(TOPIC_NAME)),
  ]);
};

type Command = fc.AsyncCommand<object, RealSystem>;

const createCommand = (commandName: string, runCommand: (real: RealSystem) => void): Command => ({
  check: () => true,
  run: async (_, real) => {
    runCommand(real);
    await waitTurns();
  },
  toString: () => commandName,
});

/**
 * Announces rows that have left the topic's window as deleted, as the gateway may do: each row once, the oldest first.
 */
const announceLeavingRows = ({ kind, server, now, announcedKeys }: RealSystem): void => {
  const allRows = sortInGatewayOrder(server.list(TOPIC_NAME));
  const rowsInWindow = new Set(kind.windowOf(allRows, now));
  for (const row of [...allRows].reverse())
    if (!rowsInWindow.has(row) && announcedKeys.delete(row.key)) server.leaveWindow(TOPIC_NAME, row.key);
};

const keyArbitrary = fc.constantFrom(...ROW_KEYS);
const commandArbitraries = [
  // A command that is listed several times is chosen more often.
  ...Array.from({ length: 3 }, () =>
    keyArbitrary.map((rowKey) => createCommand(`write ${rowKey}`, (real) => writeRow(real, rowKey))),
  ),
  keyArbitrary.map((k) => createCommand(`remove ${k}`, (real) => removeRow(real, k))),
  ...Array.from({ length: 3 }, () =>
    fc
      .integer({ min: 1, max: 5 })
      .map((deliveryCount) => createCommand(`deliver ${deliveryCount}`, ({ server }) => server.deliver(deliveryCount))),
  ),
  fc.integer({ min: 100, max: 20_000 }).map((elapsedMs) =>
    createCommand(`resume ${elapsedMs}`, ({ timers, server }) => {
      timers.advance(elapsedMs);
      server.deliver(6);
    }),
  ),
  ...Array.from({ length: 3 }, () => fc.constant(createCommand('more', ({ holder }) => holder.get().loadOlder()))),
  ...Array.from({ length: 3 }, () => fc.constant(createCommand('serve', ({ route }) => route.serveRequests()))),
  ...Array.from({ length: 3 }, () => fc.constant(createCommand('answer', ({ route }) => route.answer()))),
  ...Array.from({ length: 2 }, () => fc.constant(createCommand('fail', ({ route }) => route.fail()))),
  fc.constant(
    createCommand('time passes', (real) => {
      real.now += 1;
    }),
  ),
  fc.constant(createCommand('announce leaving', announceLeavingRows)),
  fc.constant(createCommand('drop', ({ server }) => server.drop(1006))),
  fc
    .integer({ min: 0, max: 3 })
    .map((storedCount) => createCommand(`prune ${storedCount}`, ({ server }) => server.prune(TOPIC_NAME, storedCount))),
  fc.constant(
    createCommand('new epoch', ({ server }) => {
      server.newEpoch(TOPIC_NAME);
      server.drop(1006);
    }),
  ),
  fc.constant(
    createCommand('leave and come back', (real) => {
      real.stop?.();
      real.stop = null;
      subscribeToCollection(real);
    }),
  ),
  fc.constant(
    createCommand('another user', ({ client, holder, server }) => {
      client.forgetUser();
      expect(holder.get().items).toEqual([]);
      server.drop(1006);
      client.setToken('other');
    }),
  ),
];

describe.each(collectionKinds)('a collection of $name', (kind) => {
  it(`is the gateway's whole list, each row once, after random sequences of pages, changes and disconnections`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commandArbitraries, { size: 'max', maxCommands: 60 }), async (commandSequence) => {
        const real = createRealSystem(kind);
        try {
          await fc.asyncModelRun(() => ({ model: {}, real }), commandSequence);
          await waitUntilSettled(real);
          expectNoGapInItems(real);
          await expectCompleteList(real);
        } finally {
          real.stop?.();
          real.client.stop();
        }
      }),
      { numRuns: SEQUENCE_COUNT },
    );
  });
});
