import { liveCloseCodes, liveLimits } from '@mahlzeit/contract';
import type { ClientFrame, LiveItem, Op, ServerFrame } from '@mahlzeit/contract';
import { createSocketDouble } from './socket-double';
import type { SocketEnd } from './socket-double';

const COLLECTION = 'rows';
const ITEMS_A_PAGE = 2;

interface Change {
  readonly seq: number;
  readonly op: Op;
}

/** Row that the server stores and sends. */
export interface ServerRow {
  readonly key: string;
  /** Number of the write that created this version. */
  readonly n: number;
  /** Position in the order, for tests that have one. */
  readonly at: number;
}

interface ServerTopic {
  epoch: number;
  seq: number;
  /** Changes up to this one are pruned. */
  floor: number;
  readonly rows: Map<string, ServerRow>;
  readonly log: Change[];
  /** All states of the topic so far, oldest first, as text. */
  readonly history: string[];
}

/** Returns the rows of a topic as text, independent of their order. */
export const rowsAsText = (rows: Iterable<readonly [string, unknown]>): string =>
  JSON.stringify([...rows].sort(([a], [b]) => a.localeCompare(b)));

interface ReferenceServerOptions {
  /** Returns the rows of a snapshot; default: all. */
  windowOf?(rows: readonly ServerRow[]): readonly ServerRow[];
}

const textOf = ({ rows }: ServerTopic): string => rowsAsText([...rows.values()].map(({ key, n }) => [key, n] as const));

/** Creates a server of the live protocol in memory; frames wait until they are delivered, and a drop loses them. */
export const createReferenceServer = ({ windowOf = (rows) => rows }: ReferenceServerOptions = {}) => {
  const topics = new Map<string, ServerTopic>();
  const subscribers = new Map<SocketEnd, Set<string>>();
  let queuedFrames: { readonly to: SocketEnd; readonly frame: ServerFrame }[] = [];
  let writtenCount = 0;

  const topicOf = (name: string): ServerTopic => {
    const topic = topics.get(name) ?? {
      epoch: 1,
      seq: 0,
      floor: 0,
      rows: new Map(),
      log: [],
      history: [rowsAsText([])],
    };
    topics.set(name, topic);
    return topic;
  };
  const sendFrame = (receiver: SocketEnd, frame: ServerFrame): void => void queuedFrames.push({ to: receiver, frame });
  const deltaOf = (id: string, { epoch }: ServerTopic, { seq, op }: Change): ServerFrame => ({
    op: 'delta',
    id,
    cursor: `${epoch}.${seq}`,
    tx: `${epoch}-${seq}`,
    ops: [op],
  });

  const sayMissing = (receiver: SocketEnd, id: string, after: number): void => {
    const topic = topicOf(id);
    // At least once: the client's last change may be sent again.
    for (const change of topic.log.filter(({ seq }) => seq >= after)) sendFrame(receiver, deltaOf(id, topic, change));
  };
  const saySnapshot = (receiver: SocketEnd, id: string): void => {
    const { rows, epoch, seq } = topicOf(id);
    const items: LiveItem[] = windowOf([...rows.values()]).map((row) => ({
      collection: COLLECTION,
      key: row.key,
      value: { ...row },
    }));
    const cursor = `${epoch}.${seq}`;
    for (let index = 0; index < items.length || index === 0; index += ITEMS_A_PAGE) {
      sendFrame(receiver, {
        op: 'snap',
        id,
        cursor,
        items: items.slice(index, index + ITEMS_A_PAGE),
        more: index + ITEMS_A_PAGE < items.length,
      });
    }
  };
  const subscribe = (receiver: SocketEnd, id: string, cursor: string | undefined): void => {
    const topic = topicOf(id);
    subscribers.get(receiver)?.add(id);
    const [epoch, seq] = (cursor ?? '').split('.').map(Number);
    if (cursor === undefined) saySnapshot(receiver, id);
    else if (epoch === topic.epoch && seq !== undefined && seq >= topic.floor) sayMissing(receiver, id, seq);
    else {
      sendFrame(receiver, { op: 'reset', id, reason: epoch === topic.epoch ? 'tooOld' : 'foreign' });
      saySnapshot(receiver, id);
    }
    sendFrame(receiver, { op: 'live', id, cursor: `${topic.epoch}.${topic.seq}` });
  };
  const onMessage = (sender: SocketEnd, frame: ClientFrame): void => {
    if (frame.op === 'hello') {
      subscribers.set(sender, new Set());
      sendFrame(sender, { op: 'welcome', now: 0, limits: liveLimits });
    } else if (frame.op === 'sub') subscribe(sender, frame.id, frame.cursor);
    else if (frame.op === 'unsub') subscribers.get(sender)?.delete(frame.id);
    else if (frame.op === 'ping') sendFrame(sender, { op: 'pong' });
  };
  const socketDouble = createSocketDouble(onMessage);
  const openedEnds = new Set<SocketEnd>();

  const record = (name: string, op: Op): void => {
    const topic = topicOf(name);
    topic.seq += 1;
    const change = { seq: topic.seq, op };
    topic.log.push(change);
    topic.history.push(textOf(topic));
    for (const [end, ids] of subscribers) if (ids.has(name)) sendFrame(end, deltaOf(name, topic, change));
  };

  return {
    open: socketDouble.open,
    rows: (name: string): string => textOf(topicOf(name)),
    list: (name: string): readonly ServerRow[] => [...topicOf(name).rows.values()],
    history: (name: string): readonly string[] => topicOf(name).history,
    putRow(name: string, key: string, at = 0): void {
      writtenCount += 1;
      const row: ServerRow = { key, n: writtenCount, at };
      topicOf(name).rows.set(key, row);
      record(name, { kind: 'put', collection: COLLECTION, key, value: { ...row } });
    },
    /** Announces that a row has left the window; the row stays. */
    letGo: (name: string, key: string): void => record(name, { kind: 'del', collection: COLLECTION, key }),
    remove(name: string, key: string): void {
      if (topicOf(name).rows.delete(key)) record(name, { kind: 'del', collection: COLLECTION, key });
    },
    /** Sends the last changes once more to everybody, as a gateway may after a lost hint. */
    repeatChanges(name: string, count: number): void {
      const topic = topicOf(name);
      for (const [end, ids] of subscribers) {
        if (ids.has(name)) for (const change of topic.log.slice(-count)) sendFrame(end, deltaOf(name, topic, change));
      }
    },
    /** Prunes the changes of a topic except the last `keptCount`. */
    prune(name: string, keptCount: number): void {
      const topic = topicOf(name);
      topic.floor = Math.max(topic.floor, topic.seq - keptCount);
      topic.log.splice(0, topic.log.findLastIndex(({ seq }) => seq <= topic.floor) + 1);
    },
    /** Starts another history, as after restoring a backup. */
    newEpoch(name: string): void {
      const topic = topicOf(name);
      topic.epoch += 1;
      topic.seq = 0;
      topic.floor = 0;
      topic.log.length = 0;
    },
    /** Opens waiting sockets and delivers up to `count` frames. */
    deliver(count: number): void {
      for (const end of socketDouble.ends.filter((candidate) => !openedEnds.has(candidate))) {
        openedEnds.add(end);
        end.open();
      }
      for (const { to, frame } of queuedFrames.splice(0, count)) to.receive(frame);
    },
    /** Returns the number of undelivered frames. */
    onTheWire: (): number => queuedFrames.length,
    /** Breaks every connection; undelivered frames are lost. */
    drop(code: 1001 | 1006): void {
      queuedFrames = [];
      for (const end of subscribers.keys()) {
        if (code === liveCloseCodes.bye) end.receive({ op: 'bye', retryMs: 200 });
        end.drop(code);
      }
      subscribers.clear();
    },
  };
};

/** Reference server of a model test. */
export type ReferenceServer = ReturnType<typeof createReferenceServer>;
