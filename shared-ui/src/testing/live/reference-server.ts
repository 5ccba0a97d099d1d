import { liveCloseCodes, liveLimits } from '@mahlzeit/contract';
import type { ClientFrame, LiveItem, Op, ServerFrame } from '@mahlzeit/contract';
import { createSocketDouble } from './socket-double';
import type { SocketEnd } from './socket-double';

const COLLECTION_NAME = 'rows';
const ITEMS_PER_PAGE = 2;

interface TopicChange {
  readonly sequenceNumber: number;
  readonly op: Op;
}

/** Row of a topic, as the server stores it and sends it to clients. */
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
  /** Number of the last change that was removed from `changeLog`; 0 if nothing was removed. */
  prunedSeq: number;
  readonly rows: Map<string, ServerRow>;
  readonly changeLog: TopicChange[];
  /** All states of the topic so far as text, oldest first; a client may only ever show one of them. */
  readonly pastStates: string[];
}

/** Returns the rows of a topic as text, independent of their order. */
export const rowsAsText = (rows: Iterable<readonly [string, unknown]>): string =>
  JSON.stringify([...rows].sort(([a], [b]) => a.localeCompare(b)));

interface ReferenceServerOptions {
  /** Returns the rows that a snapshot contains; by default all rows. */
  windowOf?(rows: readonly ServerRow[]): readonly ServerRow[];
}

const topicAsText = ({ rows }: ServerTopic): string =>
  rowsAsText([...rows.values()].map(({ key, n }) => [key, n] as const));

/**
 * Creates an in-memory server of the live protocol. Server messages are queued until `deliver` is called; `drop`
 * discards the queue.
 */
export const createReferenceServer = ({ windowOf = (rows) => rows }: ReferenceServerOptions = {}) => {
  const topics = new Map<string, ServerTopic>();
  const topicIdsBySubscriber = new Map<SocketEnd, Set<string>>();
  let queuedFrames: { readonly receiver: SocketEnd; readonly frame: ServerFrame }[] = [];
  let writtenRowCount = 0;

  const topicOf = (topicName: string): ServerTopic => {
    const topic = topics.get(topicName) ?? {
      epoch: 1,
      seq: 0,
      prunedSeq: 0,
      rows: new Map(),
      changeLog: [],
      pastStates: [rowsAsText([])],
    };
    topics.set(topicName, topic);
    return topic;
  };
  const sendFrame = (receiver: SocketEnd, frame: ServerFrame): void => void queuedFrames.push({ receiver, frame });
  const deltaFrameOf = (topicId: string, { epoch }: ServerTopic, { sequenceNumber, op }: TopicChange): ServerFrame => ({
    op: 'delta',
    id: topicId,
    cursor: `${epoch}.${sequenceNumber}`,
    tx: `${epoch}-${sequenceNumber}`,
    ops: [op],
  });

  const sendMissingChanges = (receiver: SocketEnd, topicId: string, fromSeq: number): void => {
    const topic = topicOf(topicId);
    // Each change is delivered at least once, so the server may repeat the last change that the client already has.
    for (const change of topic.changeLog.filter(({ sequenceNumber }) => sequenceNumber >= fromSeq))
      sendFrame(receiver, deltaFrameOf(topicId, topic, change));
  };
  const sendSnapshot = (receiver: SocketEnd, topicId: string): void => {
    const { rows, epoch, seq } = topicOf(topicId);
    const liveItems: LiveItem[] = windowOf([...rows.values()]).map((row) => ({
      collection: COLLECTION_NAME,
      key: row.key,
      value: { ...row },
    }));
    const cursor = `${epoch}.${seq}`;
    for (let index = 0; index < liveItems.length || index === 0; index += ITEMS_PER_PAGE) {
      sendFrame(receiver, {
        op: 'snap',
        id: topicId,
        cursor,
        items: liveItems.slice(index, index + ITEMS_PER_PAGE),
        more: index + ITEMS_PER_PAGE < liveItems.length,
      });
    }
  };
  const subscribe = (receiver: SocketEnd, topicId: string, cursor: string | undefined): void => {
    const topic = topicOf(topicId);
    topicIdsBySubscriber.get(receiver)?.add(topicId);
    const [epoch, seq] = (cursor ?? '').split('.').map(Number);
    if (cursor === undefined) sendSnapshot(receiver, topicId);
    else if (epoch === topic.epoch && seq !== undefined && seq >= topic.prunedSeq)
      sendMissingChanges(receiver, topicId, seq);
    else {
      sendFrame(receiver, { op: 'reset', id: topicId, reason: epoch === topic.epoch ? 'tooOld' : 'foreign' });
      sendSnapshot(receiver, topicId);
    }
    sendFrame(receiver, { op: 'live', id: topicId, cursor: `${topic.epoch}.${topic.seq}` });
  };
  const onMessage = (senderEnd: SocketEnd, frame: ClientFrame): void => {
    if (frame.op === 'hello') {
      topicIdsBySubscriber.set(senderEnd, new Set());
      sendFrame(senderEnd, { op: 'welcome', now: 0, limits: liveLimits });
    } else if (frame.op === 'sub') subscribe(senderEnd, frame.id, frame.cursor);
    else if (frame.op === 'unsub') topicIdsBySubscriber.get(senderEnd)?.delete(frame.id);
    else if (frame.op === 'ping') sendFrame(senderEnd, { op: 'pong' });
  };
  const socketDouble = createSocketDouble(onMessage);
  const openedEnds = new Set<SocketEnd>();

  const recordChange = (topicName: string, op: Op): void => {
    const topic = topicOf(topicName);
    topic.seq += 1;
    const change = { sequenceNumber: topic.seq, op };
    topic.changeLog.push(change);
    topic.pastStates.push(topicAsText(topic));
    for (const [subscriber, topicIds] of topicIdsBySubscriber)
      if (topicIds.has(topicName)) sendFrame(subscriber, deltaFrameOf(topicName, topic, change));
  };

  return {
    open: socketDouble.open,
    rows: (name: string): string => topicAsText(topicOf(name)),
    list: (name: string): readonly ServerRow[] => [...topicOf(name).rows.values()],
    history: (name: string): readonly string[] => topicOf(name).pastStates,
    putRow(topicName: string, rowKey: string, at = 0): void {
      writtenRowCount += 1;
      const row: ServerRow = { key: rowKey, n: writtenRowCount, at };
      topicOf(topicName).rows.set(rowKey, row);
      recordChange(topicName, { kind: 'put', collection: COLLECTION_NAME, key: rowKey, value: { ...row } });
    },
    /**
     * Tells clients that a row was deleted which only has left the topic's window (the part that the topic contains);
     * the server keeps the row.
     */
    leaveWindow: (name: string, key: string): void =>
      recordChange(name, { kind: 'del', collection: COLLECTION_NAME, key }),
    remove(topicName: string, key: string): void {
      if (topicOf(topicName).rows.delete(key))
        recordChange(topicName, { kind: 'del', collection: COLLECTION_NAME, key });
    },
    /**
     * Sends the last `changeCount` changes a second time to all subscribers, as the gateway may do after it has missed
     * a notification about a change.
     */
    repeatChanges(topicName: string, changeCount: number): void {
      const topic = topicOf(topicName);
      for (const [subscriber, topicIds] of topicIdsBySubscriber) {
        if (topicIds.has(topicName))
          for (const change of topic.changeLog.slice(-changeCount))
            sendFrame(subscriber, deltaFrameOf(topicName, topic, change));
      }
    },
    /** Removes the oldest changes of a topic and keeps the last `keptChangeCount`. */
    prune(topicName: string, keptChangeCount: number): void {
      const topic = topicOf(topicName);
      topic.prunedSeq = Math.max(topic.prunedSeq, topic.seq - keptChangeCount);
      topic.changeLog.splice(
        0,
        topic.changeLog.findLastIndex(({ sequenceNumber }) => sequenceNumber <= topic.prunedSeq) + 1,
      );
    },
    /**
     * Starts a new history (epoch) of the topic, as a restored backup does: cursors of the old history become invalid.
     */
    newEpoch(topicName: string): void {
      const topic = topicOf(topicName);
      topic.epoch += 1;
      topic.seq = 0;
      topic.prunedSeq = 0;
      topic.changeLog.length = 0;
    },
    /** Opens the sockets that aren't open yet, and delivers up to `frameCount` queued server messages. */
    deliver(frameCount: number): void {
      for (const unopenedEnd of socketDouble.ends.filter((socketEnd) => !openedEnds.has(socketEnd))) {
        openedEnds.add(unopenedEnd);
        unopenedEnd.open();
      }
      for (const { receiver, frame } of queuedFrames.splice(0, frameCount)) receiver.receive(frame);
    },
    /** Returns the number of queued server messages. */
    undeliveredCount: (): number => queuedFrames.length,
    /** Closes every connection; queued server messages are lost. */
    drop(closeCode: 1001 | 1006): void {
      queuedFrames = [];
      for (const subscribedEnd of topicIdsBySubscriber.keys()) {
        if (closeCode === liveCloseCodes.bye) subscribedEnd.receive({ op: 'bye', retryMs: 200 });
        subscribedEnd.drop(closeCode);
      }
      topicIdsBySubscriber.clear();
    },
  };
};

/** Reference server whose state a model test compares with the state of the client. */
export type ReferenceServer = ReturnType<typeof createReferenceServer>;
