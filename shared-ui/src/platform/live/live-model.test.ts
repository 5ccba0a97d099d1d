import fc from 'fast-check';
import { createReferenceServer, rowsAsText } from '../../testing/live/reference-server';
import type { ReferenceServer } from '../../testing/live/reference-server';
import { createManualTimers } from '../../testing/time/manual-timers';
import type { ManualTimers } from '../../testing/time/manual-timers';
import { createEventLog } from '../events/event-log';
import { createLiveClient, initialTopicView } from './live-client';
import type { LiveDriver, TopicView } from './live-client';

const TOPICS = ['restaurant/mensa', 'me'] as const;
const KEYS = ['a', 'b', 'c', 'd'] as const;

/** Expected state: the number of subscribers of each topic. */
interface ExpectedState {
  readonly subscribed: Map<string, number>;
}

/** Creates a subscriber. It checks that it receives the states of the server's history, in their order. */
const createWatcher = (client: LiveDriver, server: ReferenceServer, topic: string) => {
  let latestView: TopicView = initialTopicView;
  let reachedIndex = 0;
  const textOf = ({ collections }: TopicView): string =>
    rowsAsText([...(collections.get('rows') ?? [])].map(([key, { n }]) => [key, n] as const));
  const stop = client.subscribe(topic, (view) => {
    latestView = view;
    if (view.status !== 'live') return;
    const matchIndex = server.history(topic).indexOf(textOf(view), reachedIndex);
    if (matchIndex < reachedIndex) throw new Error(`${topic} went back or showed what never was: ${textOf(view)}`);
    reachedIndex = matchIndex;
  });
  return { topic, stop, status: () => latestView.status, text: () => textOf(latestView) };
};

interface RealSystem {
  readonly server: ReferenceServer;
  readonly timers: ManualTimers;
  readonly client: LiveDriver;
  readonly watchers: ReturnType<typeof createWatcher>[];
}

const createReal = (): RealSystem => {
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
  for (const t of TOPICS) for (const k of KEYS) server.putRow(t, k);
  return { server, timers, client, watchers: [] };
};

const waitUntilSettled = ({ server, timers }: RealSystem): void => {
  for (let round = 0; round < 40; round += 1) {
    timers.advance(1_000);
    server.deliver(Number.MAX_SAFE_INTEGER);
  }
};

type Command = fc.Command<ExpectedState, RealSystem>;

const createCommand = (
  name: string,
  run: (real: RealSystem, model: ExpectedState) => void,
  check: (model: ExpectedState) => boolean = () => true,
): Command => ({ check, run: (model, real) => run(real, model), toString: () => name });

const topicArbitrary = fc.constantFrom(...TOPICS);
const keyArbitrary = fc.constantFrom(...KEYS);

const writeCommand = fc
  .tuple(topicArbitrary, keyArbitrary)
  .map(([t, k]) => createCommand(`write ${t} ${k}`, ({ server }) => server.putRow(t, k)));
const deliverCommand = fc
  .integer({ min: 1, max: 5 })
  .map((count) => createCommand(`deliver ${count}`, ({ server }) => server.deliver(count)));

const resumeCommand = fc.integer({ min: 100, max: 20_000 }).map((ms) =>
  createCommand(`resume ${ms}`, ({ timers, server }) => {
    timers.advance(ms);
    server.deliver(4);
  }),
);
const subscribeCommand = topicArbitrary.map((t) =>
  createCommand(`subscribe ${t}`, ({ client, server, watchers }, { subscribed }) => {
    subscribed.set(t, (subscribed.get(t) ?? 0) + 1);
    watchers.push(createWatcher(client, server, t));
  }),
);
const unsubscribeCommand = topicArbitrary.map((t) =>
  createCommand(
    `unsubscribe ${t}`,
    ({ watchers }, { subscribed }) => {
      subscribed.set(t, (subscribed.get(t) ?? 0) - 1);
      const [leavingWatcher] = watchers.splice(
        watchers.findIndex((watcher) => watcher.topic === t),
        1,
      );
      leavingWatcher?.stop();
    },
    ({ subscribed }) => (subscribed.get(t) ?? 0) > 0,
  ),
);

const commands = [
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
    .map(([t, k]) => createCommand(`remove ${t} ${k}`, ({ server }) => server.remove(t, k))),
  fc.constant(createCommand('drop', ({ server }) => server.drop(1006))),
  fc.constant(createCommand('restart', ({ server }) => server.drop(1001))),
  fc.constant(createCommand('nudge', ({ client }) => client.reconnectSoon())),
  fc
    .tuple(topicArbitrary, fc.integer({ min: 1, max: 4 }))
    .map(([t, count]) => createCommand(`repeat ${t} ${count}`, ({ server }) => server.repeatChanges(t, count))),
  fc
    .tuple(topicArbitrary, fc.integer({ min: 0, max: 3 }))
    .map(([t, storedCount]) =>
      createCommand(`prune ${t} ${storedCount}`, ({ server }) => server.prune(t, storedCount)),
    ),
  topicArbitrary.map((t) =>
    createCommand(`new epoch ${t}`, ({ server }) => {
      server.newEpoch(t);
      server.drop(1006);
    }),
  ),
];

describe('live client against the reference server', () => {
  it("shows every subscriber the server's rows in the end, each change once and in order", () => {
    fc.assert(
      fc.property(fc.commands(commands, { size: 'max', maxCommands: 120 }), (sequence) => {
        const real = createReal();
        fc.modelRun(() => ({ model: { subscribed: new Map() }, real }), sequence);
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
