import type { ServerFrame } from '@mahlzeit/contract';
import * as fc from 'fast-check';
import { pino } from 'pino';
import { readHead } from '../database/change-log';
import type { OpenDatabase } from '../database/open-database';
import { createMetrics } from '../metrics';
import { changeThings, createListSource, createThings, readThings } from '../testing/live-harness';
import { describeOnEachEngine } from '../testing/temporary-database';
import type { Subscriber } from './channel';
import { createHub, type Hub } from './hub';
import type { LiveBus } from './live-bus';
import { defaultLiveLimits } from './live-limits';

const modelTopic = 'list/a';

interface FakeClientState {
  cursor: string | null;
  readonly sequenceErrors: string[];
}

/** Creates a client of the test that may stop reading for a while. It keeps its position when it connects again. */
const createFakeClient = () => {
  let isBufferFull = false;
  let spaceResolvers: (() => void)[] = [];
  const receivedFrames: ServerFrame[] = [];
  const itemsByKey = new Map<string, unknown>();
  const clientState: FakeClientState = { cursor: null, sequenceErrors: [] };

  const applyFrame = (frame: ServerFrame): void => {
    receivedFrames.push(frame);
    if (frame.op === 'snap') {
      itemsByKey.clear();
      for (const snapshotItem of frame.items) itemsByKey.set(snapshotItem.key, snapshotItem.value);
      clientState.cursor = frame.cursor;
    }
    if (frame.op !== 'delta') return;
    const previousSeq = Number(clientState.cursor?.split('.')[1]);
    const frameSeq = Number(frame.cursor.split('.')[1]);
    // Fails for a frame that repeats or skips a change: the numbers of changes have no gaps, so it has the wrong number
    // of changes.
    if (frameSeq - previousSeq !== frame.ops.length)
      clientState.sequenceErrors.push(`${previousSeq} -> ${frameSeq} with ${frame.ops.length} ops`);
    for (const deltaOp of frame.ops) {
      if (deltaOp.kind === 'put') itemsByKey.set(deltaOp.key, deltaOp.value);
      else itemsByKey.delete(deltaOp.key);
    }
    clientState.cursor = frame.cursor;
  };

  const connectSubscriber = (): Subscriber => {
    let isClosed = false;
    return {
      session: { uid: 'anna', sessionId: 's', isAnonymous: true, isVerified: false, isDeleted: false, authTime: 0 },
      client: { address: '127.0.0.1', person: 'anna' },
      subscriptions: new Map(),
      sendBuffer: {
        send: (frameBytes) => {
          if (!isClosed) applyFrame(JSON.parse(frameBytes.toString()));
        },
        isFull: () => isBufferFull && !isClosed,
        whenNotFull: () =>
          isBufferFull && !isClosed ? new Promise((resolve) => spaceResolvers.push(resolve)) : Promise.resolve(),
        isTooSlow: () => false,
        bufferedBytes: () => 0,
        hold: () => {},
        release: () => {},
        close: () => {
          isClosed = true;
          spaceResolvers.splice(0).forEach((resumeWaiter) => resumeWaiter());
        },
      },
    };
  };

  return {
    state: clientState,
    view: itemsByKey,
    connect: connectSubscriber,
    congest: () => {
      isBufferFull = true;
    },
    release: () => {
      isBufferFull = false;
      spaceResolvers.splice(0).forEach((resume) => resume());
      spaceResolvers = [];
    },
  };
};

const createUnreliableBus = () => {
  const hintListeners: ((topicName: string, seq: number) => void)[] = [];
  const busFaults = { loses: false };
  const bus: LiveBus = {
    publish: (name, seq) => {
      if (!busFaults.loses) hintListeners.forEach((listener) => listener(name, seq));
    },
    onHint: (listener) => void hintListeners.push(listener),
    follow: () => {},
    unfollow: () => {},
    onFollowed: () => {},
    isConnected: () => true,
  };
  return {
    bus,
    state: busFaults,
    lie: (seq: number) => hintListeners.forEach((listener) => listener(modelTopic, seq)),
  };
};

type FakeClient = ReturnType<typeof createFakeClient>;

interface HubModel {
  readonly hub: Hub;
  readonly database: OpenDatabase;
  readonly otherDatabase: OpenDatabase;
  readonly bus: ReturnType<typeof createUnreliableBus>;
  readonly clients: readonly FakeClient[];
  readonly connections: Map<FakeClient, Subscriber>;
}

const waitEventLoopTurns = async (turnCount: number): Promise<void> => {
  for (let turn = 0; turn < turnCount; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

const dropConnection = ({ hub, connections }: HubModel, client: FakeClient): void => {
  const connection = connections.get(client);
  if (connection === undefined) return;
  hub.leave(connection);
  connection.sendBuffer.close();
  connections.delete(client);
};

const joinClient = (model: HubModel, client: FakeClient): void => {
  dropConnection(model, client);
  const connection = client.connect();
  model.connections.set(client, connection);
  model.hub.subscribe(connection, modelTopic, client.state.cursor ?? undefined);
};

const clientActions = {
  join: joinClient,
  drop: dropConnection,
  congest: (_model: HubModel, client: FakeClient) => client.congest(),
  release: (_model: HubModel, client: FakeClient) => client.release(),
};

type ModelCommand =
  | { readonly kind: 'write'; readonly keys: readonly number[]; readonly byOther: boolean; readonly waits: boolean }
  | { readonly kind: 'join' | 'drop' | 'congest' | 'release'; readonly client: number }
  | { readonly kind: 'lose' | 'carry' | 'compare' | 'lie' }
  | { readonly kind: 'pause'; readonly turns: number };

const clientIndex = fc.nat({ max: 2 });
const commandSequences = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('write' as const),
        keys: fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 90 }),
        byOther: fc.boolean(),
        waits: fc.boolean(),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          'join' as const,
          'join' as const,
          'drop' as const,
          'congest' as const,
          'release' as const,
        ),
        client: clientIndex,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom('lose' as const, 'carry' as const, 'compare' as const, 'lie' as const),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('pause' as const), turns: fc.integer({ min: 1, max: 30 }) }),
    },
  ),
  { minLength: 5, maxLength: 30 },
);

describeOnEachEngine('the hub under random events', (databases) => {
  let writeCount = 0;

  const performModelCommand = async (
    model: HubModel,
    command: ModelCommand,
    writes: Promise<void>[],
  ): Promise<void> => {
    switch (command.kind) {
      case 'write': {
        writeCount += 1;
        const thingChanges = command.keys.map((thingKey, index) => ({
          key: String(thingKey),
          text: (thingKey + index + writeCount) % 4 === 0 ? null : `text ${writeCount}.${index}`,
        }));
        const pendingWrite = changeThings(command.byOther ? model.otherDatabase : model.database, 'a', thingChanges);
        writes.push(pendingWrite);
        if (command.waits) await pendingWrite;
        return;
      }
      case 'pause':
        return waitEventLoopTurns(command.turns);
      case 'compare':
        return model.hub.compareHeads();
      case 'lose':
        model.bus.state.loses = true;
        return;
      case 'carry':
        model.bus.state.loses = false;
        return;
      case 'lie':
        model.bus.lie(1_000_000);
        return;
      case 'join':
      case 'drop':
      case 'congest':
      case 'release': {
        const chosenClient = model.clients[command.client];
        if (chosenClient !== undefined) clientActions[command.kind](model, chosenClient);
      }
    }
  };

  const settleClients = async (model: HubModel): Promise<void> => {
    for (const modelClient of model.clients) modelClient.release();
    const topicHead = await readHead(model.database.knex, modelTopic);
    for (let round = 0; round < 500; round += 1) {
      await model.hub.compareHeads();
      await waitEventLoopTurns(5);
      if (
        [...model.connections.keys()].every(
          (modelClient) => modelClient.state.cursor === `${topicHead.epoch}.${topicHead.seq}`,
        )
      )
        return;
    }
    throw new Error(
      `not settled at ${topicHead.seq}: ${model.clients.map((modelClient) => modelClient.state.cursor).join(', ')}`,
    );
  };

  it('brings every client to the rows of the database, each change applied once and in order, whatever gets lost or late', async () => {
    const database = await databases.open();
    const otherDatabase = await databases.open();
    await createThings(database);
    await fc.assert(
      fc.asyncProperty(commandSequences, async (commands) => {
        const bus = createUnreliableBus();
        const log = pino({ level: 'silent' });
        const hub = createHub({
          database,
          bus: bus.bus,
          topics: [createListSource(new Set())],
          limits: defaultLiveLimits,
          realNow: () => 0,
          metrics: createMetrics(),
          log,
        });
        let isModelFinished = false;
        let committedCount = 0;
        database.onCommit((write) => {
          committedCount += 1;
          if (isModelFinished) return;
          // Treats two of three writes as this gateway's own; the third counts as another gateway's write, for which
          // there are only hints.
          if (committedCount % 3 > 0) hub.deliverWrite(write);
          else
            for (const {
              head: { name, seq },
            } of write.topics)
              bus.bus.publish(name, seq);
        });
        const model: HubModel = {
          hub,
          database,
          otherDatabase,
          bus,
          clients: [createFakeClient(), createFakeClient(), createFakeClient()],
          connections: new Map(),
        };
        const writes: Promise<void>[] = [];
        for (const command of commands) await performModelCommand(model, command, writes);
        await Promise.all(writes);
        await settleClients(model);
        const expectedItems = new Map((await readThings(database.knex, 'a')).map(({ key, text }) => [key, { text }]));
        for (const modelClient of model.clients) expect(modelClient.state.sequenceErrors).toEqual([]);
        for (const modelClient of model.connections.keys())
          expect(new Map([...modelClient.view].sort())).toEqual(expectedItems);
        for (const modelClient of model.clients) dropConnection(model, modelClient);
        isModelFinished = true;
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
