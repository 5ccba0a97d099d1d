import { aRestaurant, anOffer } from '@mahlzeit/contract/fixtures';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { companionOf, registerCompanion } from './modules/chat/testing/companions';
import { makeContacts } from './modules/contacts/testing/relations';
import { signIn } from './modules/identity/testing/people';
import type { HttpAnswer, TestPerson } from './modules/identity/testing/people';
import {
  insertPayingRestaurant,
  orderForm,
  registerPaymentUser,
  RESTAURANT_KEY,
} from './modules/ordering/testing/counter';
import { CLOCK_OFFSET_SETTING } from './platform/composition/timekeeper';
import { openDatabase, type OpenDatabase } from './platform/database/open-database';
import { writeSetting } from './platform/database/rows';
import { createSqliteDialect } from './platform/database/sqlite-dialect';
import { bundledProgram } from './platform/testing/bundled-program';
import { isLongRun } from './platform/testing/rounds';
import { querySqliteRows } from './platform/testing/stored-rows';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';

const ROUNDS = isLongRun ? 200 : 2;
const NOON = Date.parse('2026-06-24T11:30:00+02:00');

jest.setTimeout(isLongRun ? 3_600_000 : 120_000);

/** A request that a client sends again under the same key until it is answered. */
interface Write {
  readonly kind: 'message' | 'invitation' | 'order';
  readonly key: string;
  send(people: People): Promise<HttpAnswer>;
}

interface People {
  readonly anna: TestPerson;
  readonly chatKey: string;
  readonly benUid: string;
}

const post = ({ anna }: People, [method, path]: readonly [string, string], key: string, body: object) =>
  anna.browser.call(method, path, { token: anna.idToken, body, headers: { 'Idempotency-Key': key } });

const WRITERS: Readonly<Record<Write['kind'], (people: People, key: string, index: number) => Promise<HttpAnswer>>> = {
  message: (people, key) =>
    post(people, ['POST', `/api/chat/${people.chatKey}/messages`], key, { content: key, clientKey: key }),
  invitation: (people, key, index) =>
    post(people, ['PUT', '/api/invitations'], key, {
      date: new Date(NOON + 2 * 3_600_000 + index * 1_000).toISOString(),
      restaurant: RESTAURANT_KEY,
      attendees: [people.benUid],
      isTakeAway: false,
    }),
  order: (people, key) =>
    post(people, ['POST', '/api/payment/orders'], key, { ...orderForm('anna'), isRepeatConfirmed: true }),
};

/** Checks whether a connection broke before or in the middle of an answer. Jest's own `TypeError` is another class. */
const isConnectionBroken = (error: unknown): boolean => /^TypeError: (fetch failed|terminated)/.test(String(error));

describe('a gateway that is killed under writes', () => {
  const gateways = testGateways();
  const program = bundledProgram('src/main.ts');
  let shop: TestGateway;
  let database: OpenDatabase;
  let child: ChildProcess | null = null;
  let chatKey = '';
  let benUid = '';
  let writeCount = 0;

  const databaseFile = (): string => join(shop.folder, 'mahlzeit.db');
  const read = (statement: string): unknown[] =>
    querySqliteRows(databaseFile(), statement).map((row) => Object.fromEntries(JSON.parse(row)));

  beforeAll(async () => {
    shop = await gateways.start();
    const [anna, ben] = [await registerCompanion(shop, 'anna'), await registerCompanion(shop, 'ben')];
    await makeContacts(shop, [anna, ben]);
    [chatKey, benUid] = [await anna.chatWith(ben), ben.uid];
    await insertPayingRestaurant(shop, { place: aRestaurant(), dish: anOffer() });
    await registerPaymentUser(shop, { uid: anna.uid, name: 'anna' });
    await shop.close();
    database = openDatabase({
      dialect: createSqliteDialect({ file: databaseFile(), driver: 'better-sqlite3' }),
      realNow: Date.now,
    });
  });

  afterAll(async () => {
    child?.kill('SIGKILL');
    await database.close();
  });

  const startGateway = async (): Promise<People> => {
    await database.write(({ knex }) => writeSetting(knex, CLOCK_OFFSET_SETTING, String(NOON - Date.now())));
    const startedChild = spawn(process.execPath, [program()], {
      cwd: join(__dirname, '../..'),
      env: {
        ...shop.commandEnvironment,
        PORT: String(shop.address.port),
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'silent',
        PARTNER_TOKEN: 'partner-token-of-the-tests',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = startedChild;
    for await (const line of createInterface(startedChild.stdout))
      if (line.startsWith('Mahlzeit läuft')) {
        startedChild.stdout.resume();
        return { anna: companionOf(shop, await signIn(shop, 'anna@mahlzeit.test')), chatKey, benUid };
      }
    throw new Error('The gateway of this test did not start');
  };

  const killGateway = async (): Promise<void> => {
    const killed = child;
    if (killed === null) return;
    const whenExited = once(killed, 'exit');
    killed.kill('SIGKILL');
    await whenExited;
  };

  /** Sends writes of a kind one after the other until the gateway is gone. Returns those that are not answered. */
  const writeUntilKilled = async (kind: Write['kind'], people: People, onAnswered: () => void): Promise<Write> => {
    for (;;) {
      writeCount += 1;
      const index = writeCount;
      const key = `${kind}-${String(index).padStart(16, '0')}`;
      const write: Write = { kind, key, send: (presentPeople) => WRITERS[kind](presentPeople, key, index) };
      sentKeys[kind].push(key);
      try {
        const { status, body } = await write.send(people);
        if (status !== 200) throw new Error(`${key}: ${status} ${JSON.stringify(body)}`);
        onAnswered();
      } catch (error) {
        if (!isConnectionBroken(error)) throw error;
        return write;
      }
    }
  };

  const sentKeys: Record<Write['kind'], string[]> = { message: [], invitation: [], order: [] };

  it('loses no acknowledged write, doubles none, and keeps rows, log and charges alike', async () => {
    let unanswered: readonly Write[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      // As after the fifteen seconds of a lease.
      await database.write(({ knex }) => knex('idempotency').update({ leased_until: 0 }));
      const people = await startGateway();
      for (const write of unanswered) expect([write.key, (await write.send(people)).status]).toEqual([write.key, 200]);

      expect(read('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      expect(read('pragma foreign_key_check')).toEqual([]);
      const messageRows = z
        .array(z.object({ key: z.string(), client_key: z.nullable(z.string()) }))
        .parse(read(`select key, client_key from chat_message where chat_key = '${chatKey}'`));
      const textKeys = messageRows.flatMap(({ client_key: key }) =>
        key?.startsWith('message-') === true ? [key] : [],
      );
      expect(textKeys.toSorted()).toEqual(sentKeys.message.toSorted());
      expect(read('select count(*) as count from invitation')).toEqual([{ count: String(sentKeys.invitation.length) }]);
      const orderRows = z
        .array(z.object({ key: z.string(), request_key: z.string(), payment_status: z.string() }))
        .parse(read('select key, request_key, payment_status from customer_order'));
      expect(orderRows.map(({ request_key: key }) => key).toSorted()).toEqual(sentKeys.order.toSorted());
      expect(orderRows.filter(({ payment_status: status }) => status !== 'SUCCEEDED')).toEqual([]);

      // Each message has a change in the log, whose numbers have no gap and end at the head of the topic.
      const changes = z
        .array(z.object({ seq: z.coerce.number(), op: z.object({ key: z.string(), collection: z.string() }) }))
        .parse(read(`select seq, op from change where topic = 'chat/${chatKey}'`))
        .toSorted((left, right) => left.seq - right.seq);
      const loggedKeys = changes.flatMap(({ op }) => (op.collection === 'messages' ? [op.key] : []));
      expect(new Set(messageRows.map(({ key }) => key))).toEqual(new Set(loggedKeys));
      const [head = { seq: 0, floor: 0 }] = read(`select seq, floor from topic where name = 'chat/${chatKey}'`);
      const { seq, floor } = z.object({ seq: z.coerce.number(), floor: z.coerce.number() }).parse(head);
      expect(changes.map((change) => change.seq)).toEqual(
        Array.from({ length: seq - floor }, (_, index) => floor + 1 + index),
      );

      const charges = querySqliteRows(
        join(shop.folder, 'sandbox.db'),
        "select json_extract(value, '$.Tag') as tag from payment_object where kind = 'payin'",
      ).map((row) => JSON.parse(row)[0][1]);
      expect(charges.toSorted()).toEqual(orderRows.map(({ key }) => key).toSorted());
      if (round === ROUNDS) return;

      let answeredCount = 0;
      const writers = (['message', 'message', 'invitation', 'order'] as const).map((kind) =>
        writeUntilKilled(kind, people, () => {
          answeredCount += 1;
        }),
      );
      while (answeredCount < writers.length) await Promise.race([delay(5), ...writers]);
      // Spreads the kills over the steps of the writes.
      await delay((round * 37) % 200);
      await killGateway();
      unanswered = await Promise.all(writers);
    }
  });
});
