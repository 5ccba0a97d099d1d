import { liveCloseCodes, liveLimits } from '@mahlzeit/contract';
import type { ClientFrame, LiveItem, Op, ServerFrame } from '@mahlzeit/contract';
import { createSocketDouble } from './socket-double';
import type { SocketEnd } from './socket-double';

const COLLECTION = 'rows';
const ITEMS_PER_PAGE = 2;

interface Change {
  readonly sequenceNumber: number;
  readonly op: Op;
}

/** Row that the server stores and sends. */
export interface ServerRow {
  readonly key: string;
  /** Number of the write that created this version of the row, counted from 1. */
  readonly n: number;
  /** Position in the sort order, for tests with sorted rows; otherwise 0. */
  readonly at: number;
}

interface ServerTopic {
  epoch: number;
  seq: number;
  /** Number of the last change that was pruned from `changeLog`; 0 when nothing was pruned. */
  prunedSeq: number;
  readonly rows: Map<string, ServerRow>;
  readonly changeLog: Change[];
  /** All states of the topic so far as text, oldest first; a client may only ever show one of them. */
  readonly pastStates: string[];
}

/** Returns the rows of a topic as text, independent of their order. */
export const rowsAsText = (rows: Iterable<readonly [string, unknown]>): string =>
  JSON.stringify([...rows].sort(([a], [b]) => a.localeCompare(b)));

interface ReferenceServerOptions {
  /** Returns the rows that a snapshot contains; default: all rows. */
  windowOf?(rows: readonly ServerRow[]): readonly ServerRow[];
}

const topicAsText = ({ rows }: ServerTopic): string =>
  rowsAsText([...rows.values()].map(({ key, n }) => [key, n] as const));

/**
 * Creates an in-memory server of the live protocol. Frames are queued until `deliver` is called; `drop` discards them.
 */
export const createReferenceServer = ({ windowOf = (rows) => rows }: ReferenceServerOptions = {}) => {
  const topics = new Map<string, ServerTopic>();
  const topicIdsBySubscriber = new Map<SocketEnd, Set<string>>();
  let queuedFrames: { readonly receiver: SocketEnd; readonly frame: ServerFrame }[] = [];
  let writtenCount = 0;

  const topicOf = (name: string): ServerTopic => {
    const topic = topics.get(name) ?? {
      epoch: 1,
      seq: 0,
      prunedSeq: 0,
      rows: new Map(),
      changeLog: [],
      pastStates: [rowsAsText([])],
    };
    topics.set(name, topic);
    return topic;
  };
  const sendFrame = (receiver: SocketEnd, frame: ServerFrame): void => void queuedFrames.push({ receiver, frame });
  const deltaFrameOf = (id: string, { epoch }: ServerTopic, { sequenceNumber, op }: Change): ServerFrame => ({
    op: 'delta',
    id,
    cursor: `${epoch}.${sequenceNumber}`,
    tx: `${epoch}-${sequenceNumber}`,
    ops: [op],
  });

  const sendMissingChanges = (receiver: SocketEnd, id: string, fromSeq: number): void => {
    const topic = topicOf(id);
    // Delivery is at least once: the server sends the last change that the client already has a second time.
    for (const change of topic.changeLog.filter(({ sequenceNumber }) => sequenceNumber >= fromSeq))
      sendFrame(receiver, deltaFrameOf(id, topic, change));
  };
  const sendSnapshot = (receiver: SocketEnd, id: string): void => {
    const { rows, epoch, seq } = topicOf(id);
    const items: LiveItem[] = windowOf([...rows.values()]).map((row) => ({
      collection: COLLECTION,
      key: row.key,
      value: { ...row },
    }));
    const cursor = `${epoch}.${seq}`;
    for (let index = 0; index < items.length || index === 0; index += ITEMS_PER_PAGE) {
      sendFrame(receiver, {
        op: 'snap',
        id,
        cursor,
        items: items.slice(index, index + ITEMS_PER_PAGE),
        more: index + ITEMS_PER_PAGE < items.length,
      });
    }
  };
  const subscribe = (receiver: SocketEnd, id: string, cursor: string | undefined): void => {
    const topic = topicOf(id);
    topicIdsBySubscriber.get(receiver)?.add(id);
    const [epoch, seq] = (cursor ?? '').split('.').map(Number);
    if (cursor === undefined) sendSnapshot(receiver, id);
    else if (epoch === topic.epoch && seq !== undefined && seq >= topic.prunedSeq)
      sendMissingChanges(receiver, id, seq);
    else {
      sendFrame(receiver, { op: 'reset', id, reason: epoch === topic.epoch ? 'tooOld' : 'foreign' });
      sendSnapshot(receiver, id);
    }
    sendFrame(receiver, { op: 'live', id, cursor: `${topic.epoch}.${topic.seq}` });
  };
  const onMessage = (sender: SocketEnd, frame: ClientFrame): void => {
    if (frame.op === 'hello') {
      topicIdsBySubscriber.set(sender, new Set());
      sendFrame(sender, { op: 'welcome', now: 0, limits: liveLimits });
    } else if (frame.op === 'sub') subscribe(sender, frame.id, frame.cursor);
    else if (frame.op === 'unsub') topicIdsBySubscriber.get(sender)?.delete(frame.id);
    else if (frame.op === 'ping') sendFrame(sender, { op: 'pong' });
  };
  const socketDouble = createSocketDouble(onMessage);
  const openedEnds = new Set<SocketEnd>();

  const recordChange = (name: string, op: Op): void => {
    const topic = topicOf(name);
    topic.seq += 1;
    const change = { sequenceNumber: topic.seq, op };
    topic.changeLog.push(change);
    topic.pastStates.push(topicAsText(topic));
    for (const [subscriber, topicIds] of topicIdsBySubscriber)
      if (topicIds.has(name)) sendFrame(subscriber, deltaFrameOf(name, topic, change));
  };

  return {
    open: socketDouble.open,
    rows: (name: string): string => topicAsText(topicOf(name)),
    list: (name: string): readonly ServerRow[] => [...topicOf(name).rows.values()],
    history: (name: string): readonly string[] => topicOf(name).pastStates,
    putRow(name: string, key: string, at = 0): void {
      writtenCount += 1;
      const row: ServerRow = { key, n: writtenCount, at };
      topicOf(name).rows.set(key, row);
      recordChange(name, { kind: 'put', collection: COLLECTION, key, value: { ...row } });
    },
    /** Sends a deletion for a row that has left the window of the topic; the server keeps the row. */
    leaveWindow: (name: string, key: string): void => recordChange(name, { kind: 'del', collection: COLLECTION, key }),
    remove(name: string, key: string): void {
      if (topicOf(name).rows.delete(key)) recordChange(name, { kind: 'del', collection: COLLECTION, key });
    },
    /**
     * Sends the last `count` changes a second time to all subscribers, as the gateway may after it has missed a change
     * notification.
     */
    repeatChanges(name: string, count: number): void {
      const topic = topicOf(name);
      for (const [subscriber, topicIds] of topicIdsBySubscriber) {
        if (topicIds.has(name))
          for (const change of topic.changeLog.slice(-count)) sendFrame(subscriber, deltaFrameOf(name, topic, change));
      }
    },
    /** Removes the oldest changes of a topic and keeps the last `keptCount`. */
    prune(name: string, keptCount: number): void {
      const topic = topicOf(name);
      topic.prunedSeq = Math.max(topic.prunedSeq, topic.seq - keptCount);
      topic.changeLog.splice(
        0,
        topic.changeLog.findLastIndex(({ sequenceNumber }) => sequenceNumber <= topic.prunedSeq) + 1,
      );
    },
    /** Starts a new epoch of the topic, as a restored backup does: cursors of the old epoch become invalid. */
    newEpoch(name: string): void {
      const topic = topicOf(name);
      topic.epoch += 1;
      topic.seq = 0;
      topic.prunedSeq = 0;
      topic.changeLog.length = 0;
    },
    /** Opens waiting sockets and delivers up to `count` frames. */
    deliver(count: number): void {
      for (const end of socketDouble.ends.filter((socketEnd) => !openedEnds.has(socketEnd))) {
        openedEnds.add(end);
        end.open();
      }
      for (const { receiver, frame } of queuedFrames.splice(0, count)) receiver.receive(frame);
    },
    /** Returns the number of undelivered frames. */
    undeliveredCount: (): number => queuedFrames.length,
    /** Closes every connection; undelivered frames are lost. */
    drop(code: 1001 | 1006): void {
      queuedFrames = [];
      for (const end of topicIdsBySubscriber.keys()) {
        if (code === liveCloseCodes.bye) end.receive({ op: 'bye', retryMs: 200 });
        end.drop(code);
      }
      topicIdsBySubscriber.clear();
    },
  };
};

/** Reference server whose state a model test compares with the state of the client. */
export type ReferenceServer = ReturnType<typeof createReferenceServer>;
