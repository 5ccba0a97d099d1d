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
const TOPIC = 'me';
const WINDOW_SIZE = 4;
const PAGE_LIMIT = 3;
const KEYS = Array.from({ length: 14 }, (_, index) => `k${String(index).padStart(2, '0')}`);

const Row = z.object({ key: z.string(), n: z.number(), at: z.number() });
const newestFirst = (one: ServerRow, other: ServerRow): number => other.at - one.at;
/** Returns the rows in the gateway's order. Rows of the same position have the reverse order of the client's list. */
const inGatewayOrder = (rows: readonly ServerRow[]): readonly ServerRow[] =>
  [...rows].sort((one, other) => newestFirst(one, other) || (one.key < other.key ? 1 : -1));
const inClientOrder = (rows: readonly ServerRow[]): readonly ServerRow[] =>
  [...rows].sort((one, other) => newestFirst(one, other) || (one.key < other.key ? -1 : 1));

/** Kind of collection: which rows its snapshot contains, which rows its route returns, and where rows are inserted. */
interface CollectionKind {
  readonly name: string;
  readonly window: LiveWindow<ServerRow>;
  windowOf(rows: readonly ServerRow[], now: number): readonly ServerRow[];
  listOf(rows: readonly ServerRow[], now: number): readonly ServerRow[];
  /** Returns the position of a row when it is written. */
  positionOf(key: string, writeCount: number): number;
}

const collectionKinds: readonly CollectionKind[] = [
  {
    name: 'the newest few, and what is written moves to the top',
    window: { newest: WINDOW_SIZE },
    windowOf: (rows) => inGatewayOrder(rows).slice(0, WINDOW_SIZE),
    listOf: inGatewayOrder,
    // Every two writes get the same position, to test rows of equal position.
    positionOf: (_key, writeCount) => Math.floor(writeCount / 2),
  },
  {
    name: 'what is still to come, and time moves it into the past',
    window: { endsAt: ({ at }) => at },
    windowOf: (rows, now) => rows.filter(({ at }) => at >= now),
    listOf: (rows, now) => inGatewayOrder(rows.filter(({ at }) => at < now)),
    positionOf: (key) => Math.floor(KEYS.indexOf(key) / 2),
  },
];

type Answer = Result<readonly ServerRow[], ApiError>;

/** Creates a route. The test decides when it reads the rows for a request, and when the response arrives. */
const createPageRoute = (list: () => readonly ServerRow[]) => {
  const requests: { readonly page: PageRequest; readonly resolve: (answer: Answer) => void }[] = [];
  const preparedAnswers: { readonly answer: Answer; readonly resolve: (answer: Answer) => void }[] = [];
  const answerTo = ({ previousEnd, limit }: PageRequest): Answer => {
    const rows = list();
    const startIndex = previousEnd === undefined ? 0 : rows.findIndex(({ key }) => key === previousEnd) + 1;
    return previousEnd !== undefined && startIndex === 0
      ? err(apiErrorOf('invalidRequest', 400))
      : ok(rows.slice(startIndex, startIndex + limit));
  };
  return {
    read: (page: PageRequest): Promise<Answer> => new Promise((resolve) => requests.push({ page, resolve })),
    /** Reads the rows for the oldest waiting request. */
    serveRequests(): void {
      const [request] = requests.splice(0, 1);
      if (request !== undefined) preparedAnswers.push({ answer: answerTo(request.page), resolve: request.resolve });
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

const expectInOrder = ({ holder }: Pick<RealSystem, 'holder'>): void => {
  const { items } = holder.get();
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
  expect(items).toEqual(inClientOrder(items));
};

const subscribeModel = (real: RealSystem): void => {
  real.stop ??= real.holder.subscribe(() => expectInOrder(real));
};

const createReal = (kind: CollectionKind): RealSystem => {
  const serverTime = { now: 6 };
  const server = createReferenceServer({ windowOf: (rows) => kind.windowOf(rows, serverTime.now) });
  const timers = createManualTimers();
  const route = createPageRoute(() => kind.listOf(server.list(TOPIC), serverTime.now));
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
  const rows = defineCollection({
    topic: TOPIC,
    collection: 'rows',
    schema: Row,
    older: olderItems({ window: kind.window, compare: newestFirst, limit: PAGE_LIMIT, read: route.read }),
  });
  client.setToken('token');
  const real: RealSystem = {
    kind,
    server,
    timers,
    client,
    route,
    holder: rows.of(store),
    writeCount: 0,
    stop: null,
    announcedKeys: new Set(),
    get now() {
      return serverTime.now;
    },
    set now(next) {
      serverTime.now = next;
    },
  };
  for (const key of KEYS) writeRow(real, key);
  announceLeaving(real);
  subscribeModel(real);
  return real;
};

const writeRow = (real: RealSystem, key: string): void => {
  real.writeCount += 1;
  real.server.putRow(TOPIC, key, real.kind.positionOf(key, real.writeCount));
  real.announcedKeys.add(key);
};

/** Removes a row. Another row that had left the window may be back in it, and in the next snapshot. */
const removeRow = ({ kind, server, now, announcedKeys }: RealSystem, key: string): void => {
  server.remove(TOPIC, key);
  for (const row of kind.windowOf(server.list(TOPIC), now)) announcedKeys.add(row.key);
};

/** Waits until the holder has handled a response, which takes several microtasks. */
const waitTurns = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
};

const waitUntilSettled = async ({ server, timers, route }: RealSystem): Promise<void> => {
  for (let round = 0; round < 40; round += 1) {
    timers.advance(1_000);
    server.deliver(Number.MAX_SAFE_INTEGER);
    for (let page = 0; page < 3; page += 1) {
      route.serveRequests();
      route.answer();
      await waitTurns();
    }
  }
};

/**
 * Checks that no row of the gateway's list is missing between the newest and the oldest visible row, and that each
 * equals the gateway's row.
 */
const expectNoGap = ({ holder, server }: RealSystem): void => {
  const { status, items } = holder.get();
  const listedRows = inGatewayOrder(server.list(TOPIC));
  const lastIndex = Math.max(-1, ...items.map(({ key }) => listedRows.findIndex((row) => row.key === key)));
  expect([status, items]).toEqual(['live', inClientOrder(listedRows.slice(0, lastIndex + 1))]);
};

const expectCompleteList = async (real: RealSystem): Promise<void> => {
  for (let page = 0; real.holder.get().hasOlder && page < KEYS.length; page += 1) {
    real.holder.get().loadOlder();
    await waitUntilSettled(real);
    expectNoGap(real);
  }
  expect([real.holder.get().hasOlder, real.holder.get().items]).toEqual([
    false,
    inClientOrder(real.server.list(TOPIC)),
  ]);
};

type Command = fc.AsyncCommand<object, RealSystem>;

const createCommand = (name: string, run: (real: RealSystem) => void): Command => ({
  check: () => true,
  run: async (_, real) => {
    run(real);
    await waitTurns();
  },
  toString: () => name,
});

/** Announces rows that have left the window as deleted, as the gateway may do: each row once, the oldest first. */
const announceLeaving = ({ kind, server, now, announcedKeys }: RealSystem): void => {
  const rows = inGatewayOrder(server.list(TOPIC));
  const rowsInWindow = new Set(kind.windowOf(rows, now));
  for (const row of [...rows].reverse())
    if (!rowsInWindow.has(row) && announcedKeys.delete(row.key)) server.leaveWindow(TOPIC, row.key);
};

const keyArbitrary = fc.constantFrom(...KEYS);
const commands = [
  // A command that is listed several times is chosen more often.
  ...Array.from({ length: 3 }, () => keyArbitrary.map((k) => createCommand(`write ${k}`, (real) => writeRow(real, k)))),
  keyArbitrary.map((k) => createCommand(`remove ${k}`, (real) => removeRow(real, k))),
  ...Array.from({ length: 3 }, () =>
    fc
      .integer({ min: 1, max: 5 })
      .map((count) => createCommand(`deliver ${count}`, ({ server }) => server.deliver(count))),
  ),
  fc.integer({ min: 100, max: 20_000 }).map((ms) =>
    createCommand(`resume ${ms}`, ({ timers, server }) => {
      timers.advance(ms);
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
  fc.constant(createCommand('announce leaving', announceLeaving)),
  fc.constant(createCommand('drop', ({ server }) => server.drop(1006))),
  fc
    .integer({ min: 0, max: 3 })
    .map((storedCount) => createCommand(`prune ${storedCount}`, ({ server }) => server.prune(TOPIC, storedCount))),
  fc.constant(
    createCommand('new epoch', ({ server }) => {
      server.newEpoch(TOPIC);
      server.drop(1006);
    }),
  ),
  fc.constant(
    createCommand('leave and come back', (real) => {
      real.stop?.();
      real.stop = null;
      subscribeModel(real);
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
      fc.asyncProperty(fc.commands(commands, { size: 'max', maxCommands: 60 }), async (sequence) => {
        const real = createReal(kind);
        try {
          await fc.asyncModelRun(() => ({ model: {}, real }), sequence);
          await waitUntilSettled(real);
          expectNoGap(real);
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
