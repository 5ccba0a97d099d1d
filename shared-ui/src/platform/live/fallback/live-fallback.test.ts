import { liveLimits, LivePoll, pollLive } from '@mahlzeit/contract';
import type { ServerFrame } from '@mahlzeit/contract';
import { createFakeStorage } from '../../../testing/session/fake-storage';
import { createManualTimers } from '../../../testing/time/manual-timers';
import { createTransport } from '../../api/transport';
import type { Timers } from '../../browser/clock';
import { createEventLog } from '../../events/event-log';
import type { ApiClient } from '../../session/api-client';
import { createLiveClient } from '../live-client';
import type { LiveTransport, OpenSocket, SocketEvents } from '../live-client';
import type { TopicView } from '../topic-view';
import { readWithoutWebSocket } from './live-fallback';

const TOPIC = 'chat/k1';
const NOW = 1_782_300_000_000;
const ORIGIN = 'https://mahlzeit.example';
const welcome = JSON.stringify({ op: 'welcome', now: NOW, limits: { ...liveLimits } });
const snapshotOf = (text: string, seq: number): readonly ServerFrame[] => [
  {
    op: 'snap',
    id: TOPIC,
    cursor: `e.${seq}`,
    more: false,
    items: [{ collection: 'messages', key: 'm1', value: { text } }],
  },
  { op: 'live', id: TOPIC, cursor: `e.${seq}` },
];
const changeOf = (text: string, seq: number): readonly ServerFrame[] => [
  {
    op: 'delta',
    id: TOPIC,
    cursor: `e.${seq}`,
    tx: `t${seq}`,
    ops: [{ kind: 'put', collection: 'messages', key: `m${seq}`, value: { text } }],
  },
  { op: 'live', id: TOPIC, cursor: `e.${seq}` },
];

const blockedWebSocket: OpenSocket = ({ closed }) => {
  void Promise.resolve().then(() => closed(1006));
  return { send: () => undefined, close: () => undefined };
};

/** Creates fake WebSockets that the test opens, closes and answers. */
const createFakeWebSockets = () => {
  const opened: SocketEvents[] = [];
  const sent: string[] = [];
  const open: OpenSocket = (events) => {
    opened.push(events);
    return { send: (text) => void sent.push(text), close: () => undefined };
  };
  return { opened, sent, open };
};

type SendRequest = (request: Request) => Promise<Response>;

/**
 * Creates a fake gateway. It answers polls by a list of answers, and then with the answer that nothing has changed; it
 * can also be unreachable.
 */
const createFakeGateway = (openStream: () => Promise<Response>) => {
  const polls: LivePoll[] = [];
  const answers: (readonly ServerFrame[])[] = [];
  const gateway = { isAway: false, responsesHeldUntil: Promise.resolve() };
  const sendRequest: SendRequest = async (request) => {
    if (!request.url.endsWith(pollLive.path)) return openStream();
    polls.push(LivePoll.parse(await request.json()));
    await gateway.responsesHeldUntil;
    if (gateway.isAway) throw new TypeError('Failed to fetch');
    const hasTopics = polls.at(-1)?.topics.length !== 0;
    return Response.json({ now: NOW, frames: (hasTopics ? answers.shift() : undefined) ?? [] });
  };
  return { polls, answers, gateway, sendRequest };
};

const answerOfProxy = async (): Promise<Response> =>
  new Response('<html>', { headers: { 'Content-Type': 'text/html' } });

const createFakeApiClient = (sendRequest: SendRequest, timers: Timers): Pick<ApiClient, 'call'> => {
  const api = createTransport({
    sendRequest,
    origin: ORIGIN,
    timers,
    eventLog: createEventLog(),
    observeTime: () => undefined,
  });
  return {
    call: (route, input, signal) =>
      api.send(route, input, { token: 't1', ...(signal === undefined ? {} : { signal }) }),
  };
};

interface TestedPageOptions {
  readonly openWebSocket?: OpenSocket;
  readonly stored?: Readonly<Record<string, string>>;
  /** Response to a request for a stream. Without it, the network answers with a page of its own. */
  readonly openStream?: () => Promise<Response>;
}

const startPage = ({
  openWebSocket = blockedWebSocket,
  stored = {},
  openStream = answerOfProxy,
}: TestedPageOptions = {}) => {
  const timers = createManualTimers();
  const { polls, answers, gateway, sendRequest } = createFakeGateway(openStream);
  const device = createFakeStorage(stored);
  const onVisibleListeners: (() => void)[] = [];
  const transport: LiveTransport = { open: openWebSocket, reconnectSoon: () => live.reconnectSoon() };
  const live = createLiveClient({
    openSocket: (events) => transport.open(events),
    timers,
    eventLog: createEventLog(),
    random: () => 0,
    renewToken: async () => 'renewed',
    observeTime: () => undefined,
  });
  const startFallback = () =>
    readWithoutWebSocket({
      transport,
      live,
      apiClient: createFakeApiClient(sendRequest, timers),
      timers,
      sendRequest,
      origin: ORIGIN,
      page: { visibilityState: 'visible' },
      signals: {
        onVisible: (listener) => (onVisibleListeners.push(listener), () => undefined),
        onOnline: () => () => undefined,
      },
      storage: device.storage,
      now: () => NOW,
    });
  const views: TopicView[] = [];
  const pass = async (ms: number): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
    timers.advance(ms);
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const follow = () => live.subscribe(TOPIC, (view) => void views.push(view));
  const texts = () => [...(views.at(-1)?.collections.get('messages')?.values() ?? [])].map(({ text }) => text);
  const stop = startFallback();
  const show = (): void => onVisibleListeners.forEach((listener) => listener());
  return { gateway, polls, answers, timers, transport, live, stop, startFallback, pass, follow, texts, device, show };
};

const passTimes = async (pass: (ms: number) => Promise<void>, ...pauses: readonly number[]): Promise<void> => {
  for (const ms of pauses) await pass(ms);
};

const followedTopics = (polls: readonly LivePoll[]) =>
  polls.map(({ topics }) => topics).filter(({ length }) => length > 0);

describe('a page whose network lets no WebSocket through', () => {
  it('reads its topics by a stream, says nothing, and remembers it', async () => {
    const encoder = new TextEncoder();
    const bodies: string[] = [];
    const { live, pass, follow, texts, device } = startPage({
      openStream: async () => {
        const frames = bodies.length === 0 ? [] : snapshotOf('Hallo', 1);
        bodies.push('stream');
        const stream = new ReadableStream<Uint8Array>({
          start(controller) {
            for (const text of [welcome, ...frames.map((frame) => JSON.stringify(frame))])
              controller.enqueue(encoder.encode(`data: ${text}\n\n`));
          },
        });
        return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
      },
    });
    follow();
    live.setToken('token');
    await passTimes(pass, 0, 500, 0, 0, 250, 0);
    expect([live.status(), texts()]).toEqual(['online', ['Hallo']]);
    expect(JSON.parse(device.stored.get('mahlzeit.live') ?? '')).toEqual({ kind: 'stream', notedAt: NOW });
  });

  it('polls where streams are held back, from its position', async () => {
    const { live, polls, answers, pass, follow, texts, device } = startPage();
    follow();
    live.setToken('token');
    answers.push(snapshotOf('Hallo', 1), changeOf('Heute Mittag?', 2));
    await passTimes(pass, 0, 500, 0, 0, 250, 0, 250, 0);
    expect(texts()).toEqual(['Hallo', 'Heute Mittag?']);
    expect(live.status()).toBe('online');
    const [first, second, third] = followedTopics(polls);
    expect([first, second, third]).toEqual([
      [{ topic: TOPIC }],
      [{ topic: TOPIC, cursor: 'e.1' }],
      [{ topic: TOPIC, cursor: 'e.2' }],
    ]);
    expect(JSON.parse(device.stored.get('mahlzeit.live') ?? '')).toMatchObject({ kind: 'poll' });
  });

  it('begins over HTTP where a page before has found out', async () => {
    const { live, polls, pass } = startPage({
      stored: { 'mahlzeit.live': JSON.stringify({ kind: 'poll', notedAt: NOW - 60_000 }) },
    });
    live.setToken('token');
    await passTimes(pass, 0, 0);
    expect(live.status()).toBe('online');
    expect(polls[0]).toEqual({ topics: [] });
  });

  it('forgets after an hour what a page before has found out', async () => {
    const { opened, open } = createFakeWebSockets();
    const { live, pass } = startPage({
      openWebSocket: open,
      stored: { 'mahlzeit.live': JSON.stringify({ kind: 'poll', notedAt: NOW - 3_600_001 }) },
    });
    live.setToken('token');
    await pass(0);
    expect(opened).toHaveLength(1);
  });

  it('counts as offline when the gateway can not be reached over HTTP either, and recovers', async () => {
    const { gateway, live, texts, answers, pass, follow } = startPage();
    follow();
    live.setToken('token');
    answers.push(snapshotOf('Hallo', 1));
    await passTimes(pass, 0, 500, 0, 0, 0, 0, 0);
    gateway.isAway = true;
    await passTimes(pass, 3_000, 3_000, 3_000, 3_000);
    expect([live.status(), texts()]).toEqual(['offline', ['Hallo']]);
    gateway.isAway = false;
    answers.push(changeOf('Wieder da', 2));
    await passTimes(pass, 1_000, 1_000, 1_000, 0, 0, 250, 0, 250);
    expect([live.status(), texts()]).toEqual(['online', ['Hallo', 'Wieder da']]);
  });

  it('stops with the page', async () => {
    const { live, timers, pass } = startPage();
    live.setToken('token');
    await passTimes(pass, 0, 500, 0, 0);
    live.stop();
    await pass(10 * 60_000);
    expect(timers.pendingCount()).toBe(0);
  });
});

describe('a page with a WebSocket', () => {
  it.each([
    [
      'within a minute',
      async ({ pass }: ReturnType<typeof startPage>) => {
        for (let seconds = 0; seconds < 60; seconds += 3) await pass(3_000);
      },
    ],
    ['when the page is visible again', async (page: ReturnType<typeof startPage>) => page.show()],
  ])('returns to it as soon as one answers, %s', async (_name, untilProbe) => {
    const webSockets = createFakeWebSockets();
    const page = startPage({ openWebSocket: webSockets.open });
    const { live, polls, pass, follow, device } = page;
    follow();
    live.setToken('token');
    webSockets.opened[0]?.closed(1006);
    await passTimes(pass, 0, 500, 0, 0, 0);
    expect(live.status()).toBe('online');
    expect(webSockets.opened).toHaveLength(1);
    await untilProbe(page);
    const probe = webSockets.opened[1];
    probe?.opened();
    expect(webSockets.sent).toEqual(['{"op":"ping"}']);
    probe?.message('{"op":"pong"}');
    const pollCount = polls.length;
    await pass(1_000);
    expect(webSockets.opened).toHaveLength(3);
    webSockets.opened[2]?.opened();
    webSockets.opened[2]?.message(welcome);
    await pass(10_000);
    expect(live.status()).toBe('online');
    expect(polls).toHaveLength(pollCount);
    expect(device.stored.has('mahlzeit.live')).toBe(false);
  });

  it('does not read over HTTP while the gateway is away altogether', async () => {
    const webSockets = createFakeWebSockets();
    const { gateway, live, polls, pass, follow } = startPage({ openWebSocket: webSockets.open });
    gateway.isAway = true;
    follow();
    live.setToken('token');
    for (const ms of [500, 500, 500]) {
      webSockets.opened.at(-1)?.closed(1006);
      await pass(ms);
    }
    expect(webSockets.opened).toHaveLength(4);
    expect(polls).toEqual([{ topics: [] }, { topics: [] }, { topics: [] }]);
    expect(live.status()).toBe('offline');
  });

  it('reads over HTTP once WebSockets alone have failed for a while', async () => {
    const webSockets = createFakeWebSockets();
    const { live, polls, pass, follow } = startPage({ openWebSocket: webSockets.open });
    follow();
    live.setToken('token');
    webSockets.opened[0]?.opened();
    webSockets.opened[0]?.message(JSON.stringify({ op: 'pong' }));
    for (const ms of [500, 1_000, 2_000, 4_000]) {
      webSockets.opened.at(-1)?.closed(1006);
      await pass(ms);
    }
    await passTimes(pass, 0, 0, 0, 0);
    expect(polls).toContainEqual({ topics: [{ topic: TOPIC }] });
  });

  it('goes on with WebSockets where the whole network was away for a while', async () => {
    const webSockets = createFakeWebSockets();
    const { gateway, live, polls, pass, follow } = startPage({ openWebSocket: webSockets.open });
    follow();
    live.setToken('token');
    webSockets.opened[0]?.opened();
    webSockets.opened[0]?.message(JSON.stringify({ op: 'pong' }));
    gateway.isAway = true;
    for (const ms of [500, 1_000, 2_000]) {
      webSockets.opened.at(-1)?.closed(1006);
      await pass(ms);
    }
    // HTTP works again after the last failure, so the check over HTTP succeeds, and the next WebSocket is still tried.
    gateway.isAway = false;
    webSockets.opened.at(-1)?.closed(1006);
    await pass(4_000);
    const openedCount = webSockets.opened.length;
    webSockets.opened.at(-1)?.opened();
    webSockets.opened.at(-1)?.message(welcome);
    const pollCount = polls.length;
    await pass(10_000);
    expect(live.status()).toBe('online');
    expect(webSockets.opened).toHaveLength(openedCount);
    expect(polls).toHaveLength(pollCount);
    expect(followedTopics(polls)).toEqual([]);
  });

  it('goes on with WebSockets where one that was opened during the outage fails after it', async () => {
    const webSockets = createFakeWebSockets();
    const { gateway, live, polls, pass, follow } = startPage({ openWebSocket: webSockets.open });
    let releaseResponses = (): void => undefined;
    gateway.responsesHeldUntil = new Promise((resolve) => (releaseResponses = resolve));
    follow();
    live.setToken('token');
    webSockets.opened[0]?.opened();
    webSockets.opened[0]?.message(JSON.stringify({ op: 'pong' }));
    for (const ms of [500, 1_000, 2_000]) {
      webSockets.opened.at(-1)?.closed(1006);
      await pass(ms);
    }
    // The fourth WebSocket is opening by now. The check over HTTP, which began before it, gets its response only now.
    releaseResponses();
    await pass(0);
    webSockets.opened[3]?.closed(1006);
    await pass(4_000);
    expect(webSockets.opened).toHaveLength(5);
    webSockets.opened[4]?.opened();
    webSockets.opened[4]?.message(welcome);
    await pass(10_000);
    expect(followedTopics(polls)).toEqual([]);
  });

  it('goes on with WebSockets where the first one was opened before the page watched them', async () => {
    const { opened, open } = createFakeWebSockets();
    const { live, polls, pass, stop, startFallback } = startPage({ openWebSocket: open });
    stop();
    live.setToken('token');
    startFallback();
    opened[0]?.opened();
    opened[0]?.message(welcome);
    await pass(0);
    expect(live.status()).toBe('online');
    opened[0]?.closed(1006);
    await pass(500);
    opened[1]?.closed(1006);
    await passTimes(pass, 0, 0, 0);
    expect(polls).toEqual([]);
  });

  it('does not ask over HTTP after a single drop, because it reconnects', async () => {
    const webSockets = createFakeWebSockets();
    const { live, polls, pass } = startPage({ openWebSocket: webSockets.open });
    live.setToken('token');
    const [socket] = webSockets.opened;
    socket?.opened();
    socket?.message(JSON.stringify({ op: 'pong' }));
    socket?.closed(1006);
    await pass(1_000);
    expect(polls).toEqual([]);
    expect(webSockets.opened).toHaveLength(2);
  });
});
