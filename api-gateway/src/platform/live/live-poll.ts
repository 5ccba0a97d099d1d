import { ok, pollLive, ServerFrame } from '@mahlzeit/contract';
import type { LivePoll } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { CallerSession } from '../callers';
import type { Clock } from '../clock';
import { route } from '../http/route';
import type { BoundRoute } from '../http/route-types';
import type { SendBuffer, Subscriber } from './channel';
import type { Hub } from './hub';

/** Time in milliseconds after which a poll answers without the topics that aren't read yet. */
const MAX_POLL_MS = 10_000;

interface LivePollDeps {
  readonly hub: Pick<Hub, 'subscribe' | 'leave'>;
  readonly clock: Clock;
}

/**
 * Collects the frames of each topic until its subscription has caught up or was refused. Frames of topics that haven't
 * are left out, because half of a snapshot is worth nothing.
 */
const createFrameCollector = (topics: ReadonlySet<string>, onFinished: () => void) => {
  const framesByTopic = new Map<string, ServerFrame[]>();
  const finishedTopics = new Set<string>();

  const collect = (frame: ServerFrame): void => {
    const id = 'id' in frame ? frame.id : undefined;
    if (id === undefined || finishedTopics.has(id)) return;
    framesByTopic.set(id, [...(framesByTopic.get(id) ?? []), frame]);
    if (frame.op === 'live' || frame.op === 'err') finishedTopics.add(id);
    if (finishedTopics.size === topics.size) onFinished();
  };
  const sendBuffer: SendBuffer = {
    send: (frame) => collect(z.parse(ServerFrame, JSON.parse(frame.toString('utf8')))),
    isFull: () => false,
    whenNotFull: () => Promise.resolve(),
    isTooSlow: () => false,
    hold: () => undefined,
    release: () => undefined,
    close: () => undefined,
  };
  return {
    sendBuffer,
    frames: () => [...finishedTopics].flatMap((topic) => framesByTopic.get(topic) ?? []),
  };
};

/** Reads topics as the live socket would, from their cursors to the present state. */
const readTopics = async (
  { hub }: Pick<LivePollDeps, 'hub'>,
  session: CallerSession,
  { topics }: LivePoll,
): Promise<readonly ServerFrame[]> => {
  const cursorByTopic = new Map(topics.map(({ topic, cursor }) => [topic, cursor]));
  if (cursorByTopic.size === 0) return [];
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      hub.leave(subscriber);
      resolve(collector.frames());
    };
    const timer = setTimeout(finish, MAX_POLL_MS);
    const collector = createFrameCollector(new Set(cursorByTopic.keys()), finish);
    const subscriber: Subscriber = { session, sendBuffer: collector.sendBuffer, subscriptions: new Map() };
    for (const [topic, cursor] of cursorByTopic) hub.subscribe(subscriber, topic, cursor);
  });
};

/** Creates the route by which pages without a live socket read their topics. */
export const livePollRoute = (deps: LivePollDeps): BoundRoute =>
  route(pollLive, async ({ session, body }) =>
    ok({ now: deps.clock.now(), frames: [...(await readTopics(deps, session, body))] }),
  );
