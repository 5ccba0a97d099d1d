import { globalTopic, liveLimits, meTopic } from '@mahlzeit/contract';
import type { ClientFrame, LiveItem, Op, ServerFrame } from '@mahlzeit/contract';
import type { OpenSocket } from '../../platform/live/live-client';
import { createSocketDouble } from '../live/socket-double';
import type { SocketEnd } from '../live/socket-double';

/**
 * Initial content of a live topic: for each collection, its items. The key of an item is its field `key`, for users the
 * field `uid`.
 */
export type ScenarioTopic = Readonly<Record<string, readonly object[]>>;

/** Topics of a scenario by name. `me` and `global` exist and are empty by default; all other topics don't exist. */
export type ScenarioTopics = Readonly<Record<string, ScenarioTopic>>;

/** Simulated server of live data in a scenario. */
interface ScenarioSocket {
  readonly open: OpenSocket;
  /** Applies a change to one item of a live topic and sends it to all subscribers. */
  change(topic: string, op: Op): void;
  /** True: closes the connection and refuses new ones. False: accepts connections again. */
  setOffline(isOffline: boolean): void;
  /** Makes the server stop responding; connections stay open. */
  fallSilent(): void;
  /** Ends a live topic for all its subscribers, as the gateway does when users lose their rights. */
  refuseTopic(topic: string): void;
  /** Replaces the content of a live topic, for example when another user logs in; subscribers aren't notified. */
  replace(topic: string, content: ScenarioTopic): void;
}

const itemKeyOf = (item: object): string => {
  if ('key' in item) return String(item.key);
  return 'uid' in item ? String(item.uid) : '';
};

const itemsOf = (topic: ScenarioTopic): LiveItem[] =>
  Object.entries(topic).flatMap(([collection, items]) =>
    items.map((item) => ({ collection, key: itemKeyOf(item), value: { ...item } })),
  );

/** Creates a simulated server of live data with the content of a scenario. */
export const createScenarioSocket = (initialTopics: ScenarioTopics, now: () => number): ScenarioSocket => {
  const contentByTopic = new Map<string, ScenarioTopic>(
    Object.entries({ [meTopic]: {}, [globalTopic]: {}, ...initialTopics }),
  );
  const changesByTopic = new Map<string, Op[]>();
  const topicIdsBySocketEnd = new Map<SocketEnd, Set<string>>();
  let isOffline = false;
  let isServerSilent = false;

  const cursorOf = (topic: string): string => `scenario.${1 + (changesByTopic.get(topic)?.length ?? 0)}`;
  const deltaFrameOf = (topic: string, op: Op, cursorPosition: number): ServerFrame => ({
    op: 'delta',
    id: topic,
    cursor: `scenario.${cursorPosition}`,
    tx: String(cursorPosition),
    ops: [op],
  });

  const subscribeTopic = (socketEnd: SocketEnd, topicId: string): void => {
    const topic = contentByTopic.get(topicId);
    if (topic === undefined) return socketEnd.receive({ op: 'err', id: topicId, code: 'notFound' });
    topicIdsBySocketEnd.get(socketEnd)?.add(topicId);
    socketEnd.receive({ op: 'snap', id: topicId, cursor: 'scenario.1', items: itemsOf(topic), more: false });
    (changesByTopic.get(topicId) ?? []).forEach((op, index) => socketEnd.receive(deltaFrameOf(topicId, op, index + 2)));
    socketEnd.receive({ op: 'live', id: topicId, cursor: cursorOf(topicId) });
  };
  const onMessage = (socketEnd: SocketEnd, frame: ClientFrame): void => {
    if (isServerSilent) return;
    if (frame.op === 'hello') {
      topicIdsBySocketEnd.set(socketEnd, new Set());
      socketEnd.receive({ op: 'welcome', now: now(), limits: liveLimits });
    } else if (frame.op === 'sub') subscribeTopic(socketEnd, frame.id);
    else if (frame.op === 'unsub') topicIdsBySocketEnd.get(socketEnd)?.delete(frame.id);
    else if (frame.op === 'ping') socketEnd.receive({ op: 'pong' });
  };
  const socketDouble = createSocketDouble(onMessage);

  return {
    open(socketEvents) {
      const socket = socketDouble.open(socketEvents);
      const socketEnd = socketDouble.lastEnd();
      // A socket must not open before the caller of `open` has stored it.
      queueMicrotask(() => (isOffline ? socketEnd.drop() : socketEnd.open()));
      return socket;
    },
    change(topic, op) {
      changesByTopic.set(topic, [...(changesByTopic.get(topic) ?? []), op]);
      const cursorPosition = 1 + (changesByTopic.get(topic)?.length ?? 0);
      for (const [subscribedEnd, topicIds] of topicIdsBySocketEnd)
        if (topicIds.has(topic)) subscribedEnd.receive(deltaFrameOf(topic, op, cursorPosition));
    },
    fallSilent() {
      isServerSilent = true;
    },
    refuseTopic(topic) {
      contentByTopic.delete(topic);
      for (const [subscribedEnd, topicIds] of topicIdsBySocketEnd) {
        if (!topicIds.delete(topic)) continue;
        subscribedEnd.receive({ op: 'reset', id: topic, reason: 'rights' });
        subscribedEnd.receive({ op: 'err', id: topic, code: 'notFound' });
      }
    },
    replace(topic, content) {
      contentByTopic.set(topic, content);
      changesByTopic.delete(topic);
    },
    setOffline(nextIsOffline) {
      if (nextIsOffline === isOffline) return;
      isOffline = nextIsOffline;
      // `drop` also closes the client's side, which may reconnect immediately; so the server forgets its connections
      // first.
      const subscribedEnds = [...topicIdsBySocketEnd.keys()];
      topicIdsBySocketEnd.clear();
      if (isOffline) for (const droppedEnd of subscribedEnds) droppedEnd.drop();
    },
  };
};
