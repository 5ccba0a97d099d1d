import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import type { CallerSession, TokenVerifier } from '../callers';
import type { Connection } from '../database/database';
import { knexOf } from '../database/knex-of';
import type { OpenDatabase } from '../database/open-database';
import { createHub } from '../live/hub';
import { createInProcessBus, type LiveBus } from '../live/live-bus';
import { defaultLiveLimits, type LiveLimits } from '../live/live-limits';
import { createLiveServer, type LiveServer } from '../live/live-server';
import type { TopicSource } from '../live/topic';
import { createMetrics } from '../metrics';
import { connectLive, type LiveTestClient } from './live-test-client';
import { createTestClock, type TestClock } from './test-clock';

/** A live server for tests, on its own database. Its topics `list/{key}` contain the rows of the table `thing`. */
export interface LiveHarness {
  readonly clock: TestClock;
  readonly database: OpenDatabase;
  readonly live: LiveServer;
  readonly url: string;
  /** Keys of lists that nobody may read; tests add to this set. */
  readonly forbiddenListKeys: Set<string>;
  /** Uids of users whose tokens are invalid; tests add to this set. */
  readonly refusedUids: Set<string>;
  /** Sets a function to call with the key of a list each time the right to read the list is checked. */
  onRightsRead(listener: (listKey: string) => void): void;
  /** Opens a socket as this user. The socket has sent `hello` and received `welcome`. */
  connectClient(uid?: string): Promise<LiveTestClient>;
  /** Returns the number of sockets that the server has closed with this close code. */
  countCloses(code: number): Promise<number>;
  /** Returns the value of a metric, which is named as `/metrics` shows it, with its labels; NaN without a value. */
  readMetric(series: string): Promise<number>;
  close(): Promise<void>;
}

/** Settings of the tests' live server that differ from its default settings. */
export interface LiveHarnessOptions {
  readonly limits?: Partial<LiveLimits>;
  readonly bus?: LiveBus;
  /** Real milliseconds for which a token of the test is valid. */
  readonly tokenMs?: number;
}

interface ThingRow {
  readonly list: string;
  readonly key: string;
  readonly text: string;
}

/**
 * Adds rows of the table `thing` to a list of the test or removes them, and records these changes in the change log.
 */
export const changeThings = (
  database: OpenDatabase,
  list: string,
  thingChanges: readonly { readonly key: string; readonly text: string | null }[],
): Promise<void> =>
  database.write(async (tx) => {
    for (const { key, text } of thingChanges) {
      await tx.knex<ThingRow>('thing').where({ list, key }).delete();
      if (text !== null) await tx.knex<ThingRow>('thing').insert({ list, key, text });
      tx.record(
        `list/${list}`,
        text === null
          ? { kind: 'del', collection: 'things', key }
          : { kind: 'put', collection: 'things', key, value: { text } },
      );
    }
  });

/** Reads the rows of a list of the test. A reader of the topic should have the same rows after all changes. */
export const readThings = async (connection: Connection, list: string): Promise<ThingRow[]> =>
  knexOf(connection)<ThingRow>('thing').where({ list }).orderBy('key').select();

/** Creates the source of the tests' live topics `list/{key}`, which reads its items from the table `thing`. */
export const createListSource = (
  forbiddenListKeys: ReadonlySet<string>,
  onMayRead: (listKey: string) => void = () => {},
): TopicSource => ({
  pattern: 'list/:key',
  mayRead: async (_session, listParam) => {
    onMayRead(listParam ?? '');
    return listParam !== null && !forbiddenListKeys.has(listParam);
  },
  snapshot: async (_session, list, knex) =>
    (await readThings(knex, list ?? '')).map(({ key, text }) => ({ collection: 'things', key, value: { text } })),
});

const sessionOf = (uid: string): CallerSession => ({
  uid,
  sessionId: `session-${uid}`,
  isAnonymous: true,
  isVerified: false,
  isDeleted: false,
  authTime: 0,
});

// Creates the function that verifies tokens of tests. A token has the form `uid` or `uid:n`. A minus at the beginning
// makes it invalid.
const createVerifier = (clock: TestClock, tokenMs: number, refusedUids: ReadonlySet<string>): TokenVerifier => ({
  verify: async (token) =>
    token.startsWith('-') || refusedUids.has(token.split(':')[0] ?? '')
      ? { ok: false, code: 'unauthenticated' }
      : { ok: true, session: sessionOf(token.split(':')[0] ?? ''), expiresAt: clock.realNow() + tokenMs },
});

const isAddressInfo = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

/** Creates the table `thing` of the tests, unless the database has it already. */
export const createThings = async (database: OpenDatabase): Promise<void> => {
  if (await database.knex.schema.hasTable('thing')) return;
  await database.write((tx) =>
    tx.knex.schema.createTable('thing', (tableBuilder) => {
      tableBuilder.string('list').notNullable();
      tableBuilder.string('key').notNullable();
      tableBuilder.text('text').notNullable();
      tableBuilder.primary(['list', 'key']);
    }),
  );
};

/** Opens a live server for tests on a database. The caller must close it before the database. */
export const openLiveHarness = async (
  database: OpenDatabase,
  { limits: limitOverridesOption, bus = createInProcessBus(), tokenMs = 600_000 }: LiveHarnessOptions = {},
): Promise<LiveHarness> => {
  await createThings(database);
  const clock = createTestClock('2026-06-24T11:30:00+02:00');
  const forbiddenListKeys = new Set<string>();
  const refusedUids = new Set<string>();
  const readListeners: ((listKey: string) => void)[] = [];
  // Sets the interval for comparing positions to an hour, because tests trigger the comparison themselves. The sockets
  // are checked every five milliseconds.
  const limits: LiveLimits = { ...defaultLiveLimits, tickMs: 5, headPollMs: 3_600_000, ...limitOverridesOption };
  const log = pino({ level: 'silent' });
  const metrics = createMetrics();
  const hub = createHub({
    database,
    bus,
    topics: [createListSource(forbiddenListKeys, (listKey) => readListeners.forEach((listener) => listener(listKey)))],
    limits,
    realNow: clock.realNow,
    metrics,
    log,
  });
  database.onCommit(hub.deliverWrite);
  // Starts to follow changes of rights, as a gateway does shortly after its start.
  await hub.compareHeads();
  const server = createServer();
  const live = createLiveServer({
    hub,
    clock,
    verifier: createVerifier(clock, tokenMs, refusedUids),
    limits,
    metrics,
    log,
    pageOrigins: ['https://mahlzeit.example'],
  });
  server.on('upgrade', live.handleUpgrade);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (!isAddressInfo(address)) throw new Error('The live harness has no port');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    clock,
    database,
    live,
    url,
    forbiddenListKeys,
    refusedUids,
    onRightsRead: (listener) => void readListeners.push(listener),
    async connectClient(uid = 'anna') {
      const client = await connectLive(url, { token: uid });
      await client.next('welcome');
      return client;
    },
    countCloses: async (code) =>
      (await metrics.closes.get()).values.find(({ labels }) => labels.code === String(code))?.value ?? 0,
    async readMetric(series) {
      const lines = (await metrics.registry.metrics()).split('\n');
      return Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length + 1) ?? NaN);
    },
    async close() {
      await live.close();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
};
