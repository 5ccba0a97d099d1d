import { err, ok, pollLive, ServerFrame } from '@mahlzeit/contract';
import type { ErrorCode, LivePoll, Result } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { RouteError } from '../errors';
import { openRoute } from '../http/route';
import type { BoundRoute } from '../http/route-types';
import type { SendBuffer } from './channel';
import { openLiveRequest } from './live-request';
import type { LiveReply, LiveRequestDeps } from './live-request';

/** Time in milliseconds after which a poll of live topics answers without the topics that aren't read yet. */
const MAX_READING_MS = 10_000;

/** Kinds of frames after which a poll must answer at once. */
const URGENT_FRAMES: ReadonlySet<ServerFrame['op']> = new Set(['auth_required', 'bye', 'clock', 'err']);

interface CollectorEvents {
  /** Called when all topics of the poll are read, or when a frame can't wait. */
  onRead(): void;
  /** Called when a change arrives after its topic was read. */
  onNews(): void;
}

/**
 * Creates the collector of a poll's frames by topic. Frames of a topic that isn't completely read are left out, because
 * half of a snapshot is useless.
 */
const createFrameCollector = (topics: ReadonlySet<string>, { onRead, onNews }: CollectorEvents) => {
  const framesByTopic = new Map<string, ServerFrame[]>();
  const connectionFrames: ServerFrame[] = [];
  const unreadTopics = new Set(topics);

  const collectOfTopic = (topic: string, frame: ServerFrame): void => {
    framesByTopic.set(topic, [...(framesByTopic.get(topic) ?? []), frame]);
    if (frame.op === 'live' || frame.op === 'err') unreadTopics.delete(topic);
    else if (frame.op === 'snap' || frame.op === 'reset') unreadTopics.add(topic);
    if (unreadTopics.size > 0) return;
    if (frame.op === 'live' || frame.op === 'err') onRead();
    else onNews();
  };
  const collect = (frame: ServerFrame): void => {
    if ('id' in frame && frame.id !== undefined) return collectOfTopic(frame.id, frame);
    connectionFrames.push(frame);
    if (URGENT_FRAMES.has(frame.op)) onNews();
  };
  return {
    collect,
    frames: (): ServerFrame[] => [
      ...[...framesByTopic].flatMap(([topic, frames]) => (unreadTopics.has(topic) ? [] : frames)),
      ...connectionFrames,
    ],
    /** Returns whether the page lacks something that the collector has. */
    hasNews: (): boolean =>
      connectionFrames.length > 0 || [...framesByTopic.values()].flat().some(({ op }) => op !== 'live'),
  };
};

const createCollectingBuffer = (collect: (frame: ServerFrame) => void): SendBuffer => {
  const releases: (() => void)[] = [];
  let isHeld = false;
  const release = (): void => {
    isHeld = false;
    for (const resolve of releases.splice(0)) resolve();
  };
  return {
    send: (frame) => collect(z.parse(ServerFrame, JSON.parse(frame.toString('utf8')))),
    isFull: () => isHeld,
    whenNotFull: () => (isHeld ? new Promise((resolve) => releases.push(resolve)) : Promise.resolve()),
    isTooSlow: () => false,
    hold() {
      isHeld = true;
    },
    release,
    // A poll keeps its frames until it answers; they are few and short-lived.
    bufferedBytes: () => 0,
    close: release,
  };
};

type PollEnd = Result<readonly ServerFrame[], RouteError | ErrorCode>;

interface PollReply extends LiveReply {
  /** Waits for the topics first, then for news. Resolves with the collected frames. */
  wait(waitMs: number): Promise<PollEnd>;
}

const createPollReply = (topics: ReadonlySet<string>): PollReply => {
  let resolveEnd: (end: PollEnd) => void = () => undefined;
  const pollEnd = new Promise<PollEnd>((resolve) => {
    resolveEnd = resolve;
  });
  let timer: NodeJS.Timeout | undefined;
  let waitForNewsMs = 0;
  const answer = (): void => {
    clearTimeout(timer);
    resolveEnd(ok(collector.frames()));
  };
  // Answers at the end of this turn of the event loop: one write usually changes several topics, whose frames come in
  // the same turn. So do the frames that end the subscriptions of an ended session, and the session's end.
  const answerSoon = (): void => void setImmediate(answer);
  const answerAfter = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(answer, ms);
  };
  const collector = createFrameCollector(topics, {
    onRead() {
      if (collector.hasNews() || waitForNewsMs === 0) answerSoon();
      else answerAfter(waitForNewsMs);
    },
    onNews: () => answerSoon(),
  });
  return {
    sendBuffer: createCollectingBuffer(collector.collect),
    end(reason) {
      clearTimeout(timer);
      resolveEnd(reason === 'unauthenticated' ? err('unauthenticated') : ok(collector.frames()));
    },
    cut() {
      clearTimeout(timer);
      resolveEnd(err('unavailable'));
    },
    wait(waitMs) {
      waitForNewsMs = waitMs;
      answerAfter(topics.size === 0 ? waitMs : MAX_READING_MS);
      return pollEnd;
    },
  };
};

const uniqueTopicsOf = ({ topics }: LivePoll): LivePoll['topics'] => [
  ...new Map(topics.map((followed) => [followed.topic, followed])).values(),
];

/** Creates the route by which pages without a live socket and without streams poll their live topics. */
export const livePollRoute = (deps: LiveRequestDeps): BoundRoute =>
  openRoute(pollLive, async ({ body, signal, raw: { request } }) => {
    const topics = uniqueTopicsOf(body);
    const reply = createPollReply(new Set(topics.map(({ topic }) => topic)));
    const opened = await openLiveRequest(request, reply, deps);
    if (!opened.ok) return opened;
    const { follow, leave } = opened.value;
    const onDisconnect = (): void => reply.cut();
    signal.addEventListener('abort', onDisconnect);
    if (signal.aborted) onDisconnect();
    const pollEnd = reply.wait(body.waitMs ?? 0);
    follow(topics);
    const end = await pollEnd;
    signal.removeEventListener('abort', onDisconnect);
    leave();
    return end.ok ? ok({ now: deps.clock.now(), frames: [...end.value] }) : end;
  });
