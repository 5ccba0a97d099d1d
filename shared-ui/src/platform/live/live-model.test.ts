import fc from 'fast-check';
import { createReferenceServer, rowsAsText } from '../../testing/live/reference-server';
import type { ReferenceServer } from '../../testing/live/reference-server';
import { createManualTimers } from '../../testing/time/manual-timers';
import type { ManualTimers } from '../../testing/time/manual-timers';
import { createEventLog } from '../events/event-log';
import { createLiveClient } from './live-client';
import type { LiveDriver } from './live-client';
import { initialTopicView } from './topic-view';
import type { TopicView } from './topic-view';

const TOPIC_NAMES = ['restaurant/mensa', 'me'] as const;
const ROW_KEYS = ['a', 'b', 'c', 'd'] as const;

/** Expected state: the number of subscribers of each topic. */
interface ExpectedState {
  readonly subscribed: Map<string, number>;
}

/** Creates a subscriber that checks that it receives the states of the server's history in their order. */
const createWatcher = (client: LiveDriver, server: ReferenceServer, topic: string) => {
  let latestView: TopicView = initialTopicView;
  let reachedHistoryIndex = 0;
  const rowsTextOf = ({ collections }: TopicView): string =>
    rowsAsText([...(collections.get('rows') ?? [])].map(([key, { n }]) => [key, n] as const));
  const stopWatching = client.subscribe(topic, (view) => {
    latestView = view;
    if (view.status !== 'live') return;
    const historyIndex = server.history(topic).indexOf(rowsTextOf(view), reachedHistoryIndex);
    if (historyIndex < reachedHistoryIndex)
      throw new Error(`${topic} went back or showed what never was: ${rowsTextOf(view)}`);
    reachedHistoryIndex = historyIndex;
  });
  return { topic, stop: stopWatching, status: () => latestView.status, text: () => rowsTextOf(latestView) };
};

interface RealSystem {
  readonly server: ReferenceServer;
  readonly timers: ManualTimers;
  readonly client: LiveDriver;
  readonly watchers: ReturnType<typeof createWatcher>[];
}

const createRealSystem = (): RealSystem => {
  const server = createReferenceServer();
  const timers = createManualTimers();
  const client = createLiveClient({
    openSocket: server.open,
    timers,
    eventLog: createEventLog(),
    random: () => 0.7,
    renewToken: () => Promise.resolve(null),
    observeTime: () => undefined,
  });
  client.setToken('token');
  // The first rows make each snapshot large enough to be sent in several parts.
  for (const topicName of TOPIC_NAMES) for (const rowKey of ROW_KEYS) server.putRow(topicName, rowKey);
  return { server, timers, client, watchers: [] };
};

const waitUntilSettled = ({ server, timers }: RealSystem): void => {
  for (let settleRound = 0; settleRound < 40; settleRound += 1) {
    timers.advance(1_000);
    server.deliver(Number.MAX_SAFE_INTEGER);
  }
};

type Command = fc.Command<ExpectedState, RealSystem>;

const createCommand = (
  commandName: string,
  runCommand: (real: RealSystem, model: ExpectedState) => void,
  canRun: (model: ExpectedState) => boolean = () => true,
): Command => ({ check: canRun, run: (model, real) => runCommand(real, model), toString: () => commandName });

const topicArbitrary = fc.constantFrom(...TOPIC_NAMES);
const keyArbitrary = fc.constantFrom(...ROW_KEYS);

const writeCommand = fc
  .tuple(topicArbitrary, keyArbitrary)
  .map(([topicName, rowKey]) =>
    createCommand(`write ${topicName} ${rowKey}`, ({ server }) => server.putRow(topicName, rowKey)),
  );
const deliverCommand = fc
  .integer({ min: 1, max: 5 })
  .map((deliveryCount) => createCommand(`deliver ${deliveryCount}`, ({ server }) => server.deliver(deliveryCount)));

const resumeCommand = fc.integer({ min: 100, max: 20_000 }).map((elapsedMs) =>
  createCommand(`resume ${elapsedMs}`, ({ timers, server }) => {
    timers.advance(elapsedMs);
    server.deliver(4);
  }),
);
const subscribeCommand = topicArbitrary.map((topicName) =>
  createCommand(`subscribe ${topicName}`, ({ client, server, watchers }, { subscribed }) => {
    subscribed.set(topicName, (subscribed.get(topicName) ?? 0) + 1);
    watchers.push(createWatcher(client, server, topicName));
  }),
);
const unsubscribeCommand = topicArbitrary.map((topicName) =>
  createCommand(
    `unsubscribe ${topicName}`,
    ({ watchers }, { subscribed }) => {
      subscribed.set(topicName, (subscribed.get(topicName) ?? 0) - 1);
      const [leavingWatcher] = watchers.splice(
        watchers.findIndex((candidateWatcher) => candidateWatcher.topic === topicName),
        1,
      );
      leavingWatcher?.stop();
    },
    ({ subscribed }) => (subscribed.get(topicName) ?? 0) > 0,
  ),
);

const commandArbitraries = [
  // A command that is listed several times is chosen more often.
  writeCommand,
  writeCommand,
  writeCommand,
  writeCommand,
  deliverCommand,
  deliverCommand,
  deliverCommand,
  deliverCommand,
  resumeCommand,
  resumeCommand,
  resumeCommand,
  subscribeCommand,
  subscribeCommand,
  unsubscribeCommand,
  unsubscribeCommand,
  fc
    .tuple(topicArbitrary, keyArbitrary)
    .map(([topicName, rowKey]) =>
      createCommand(`remove ${topicName} ${rowKey}`, ({ server }) => server.remove(topicName, rowKey)),
    ),
  fc.constant(createCommand('drop', ({ server }) => server.drop(1006))),
  fc.constant(createCommand('restart', ({ server }) => server.drop(1001))),
  fc.constant(createCommand('nudge', ({ client }) => client.reconnectSoon())),
  fc
    .tuple(topicArbitrary, fc.integer({ min: 1, max: 4 }))
    .map(([topicName, count]) =>
      createCommand(`repeat ${topicName} ${count}`, ({ server }) => server.repeatChanges(topicName, count)),
    ),
  fc
    .tuple(topicArbitrary, fc.integer({ min: 0, max: 3 }))
    .map(([topicName, storedCount]) =>
      createCommand(`prune ${topicName} ${storedCount}`, ({ server }) => server.prune(topicName, storedCount)),
    ),
  topicArbitrary.map((topicName) =>
    createCommand(`new epoch ${topicName}`, ({ server }) => {
      server.newEpoch(topicName);
      server.drop(1006);
    }),
  ),
];

describe('live client against the reference server', () => {
  it("shows every subscriber the server's rows in the end, each change once and in order", () => {
    fc.assert(
      fc.property(fc.commands(commandArbitraries, { size: 'max', maxCommands: 120 }), (commandSequence) => {
        const real = createRealSystem();
        fc.modelRun(() => ({ model: { subscribed: new Map() }, real }), commandSequence);
        waitUntilSettled(real);
        for (const watcher of real.watchers) {
          expect([watcher.topic, watcher.status(), watcher.text()]).toEqual([
            watcher.topic,
            'live',
            real.server.rows(watcher.topic),
          ]);
        }
        expect(real.server.undeliveredCount()).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});
