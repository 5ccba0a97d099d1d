/** @page */
import { liveLimits, pollLive } from '@mahlzeit/contract';
import type { ServerFrame } from '@mahlzeit/contract';
import { fixtureNow } from '@mahlzeit/contract/fixtures';
import { createLiveClient } from '@mahlzeit/shared-ui/platform';
import type { OpenSocket, SocketEvents, TopicView } from '@mahlzeit/shared-ui/platform';
import { answer, answerWith, createManualTimers, failAsUnreachable, fakeShell } from '@mahlzeit/shared-ui/testing';
import { waitTurns } from '../fake-browser';
import { pollWithoutWebSocket } from './live-polling';

const TOPIC = 'chat/k1';
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

/** Gateway that answers polls by a list of answers, and then that nothing has changed. */
const createFakeGateway = () => {
  const polls: unknown[] = [];
  const answers: (readonly ServerFrame[])[] = [];
  const shell = fakeShell({
    session: 'verified',
    answers: [answerWith(pollLive, () => ({ now: fixtureNow, frames: [...(answers.shift() ?? [])] }))],
  });
  const call = shell.apiClient.call.bind(shell.apiClient);
  jest.spyOn(shell.apiClient, 'call').mockImplementation((route, input, signal) => {
    polls.push(input.body);
    return call(route, input, signal);
  });
  return { polls, answers, shell };
};

const blockedWebSocket: OpenSocket = ({ closed }) => {
  void Promise.resolve().then(() => closed(1006));
  return { send: () => undefined, close: () => undefined };
};

/** WebSocket that the test opens, closes and answers. */
const createFakeWebSockets = () => {
  const opened: SocketEvents[] = [];
  const sent: string[] = [];
  const open: OpenSocket = (events) => {
    opened.push(events);
    return { send: (text) => void sent.push(text), close: () => undefined };
  };
  return { opened, sent, open };
};

const startPage = (openWebSocket: OpenSocket = blockedWebSocket) => {
  const timers = createManualTimers();
  const { polls, answers, shell } = createFakeGateway();
  const transport = { open: openWebSocket };
  const live = createLiveClient({
    openSocket: (events) => transport.open(events),
    timers,
    eventLog: { log: () => undefined, subscribe: () => () => undefined },
    random: () => 0,
    renewToken: async () => 'renewed',
    observeTime: () => undefined,
  });
  const page: { visibilityState: DocumentVisibilityState } = { visibilityState: 'visible' };
  const stop = pollWithoutWebSocket({ transport, live, apiClient: shell.apiClient, timers, page });
  const views: TopicView[] = [];
  const pass = async (ms: number): Promise<void> => {
    await waitTurns();
    timers.advance(ms);
    for (let turn = 0; turn < 5; turn += 1) await waitTurns();
  };
  const follow = () => live.subscribe(TOPIC, (view) => void views.push(view));
  const texts = () => [...(views.at(-1)?.collections.get('messages')?.values() ?? [])].map(({ text }) => text);
  /** Lets the blocked WebSocket fail, so that the page polls, and reads the topic for the first time. */
  const startPolling = async (): Promise<void> => {
    follow();
    live.setToken('token');
    answers.push([], [], snapshotOf('Hallo', 1));
    for (const ms of [0, 500, 500, 0, 0, 0]) await pass(ms);
  };
  return { shell, polls, answers, timers, transport, live, page, stop, pass, follow, texts, startPolling };
};

describe('a page whose network lets no WebSocket through', () => {
  it('reads its topics over HTTP, and does not count as offline', async () => {
    const { live, polls, texts, startPolling } = startPage();
    await startPolling();
    expect(texts()).toEqual(['Hallo']);
    expect(live.status()).toBe('online');
    // The first one only asks whether HTTP works.
    expect(polls).toEqual([{ topics: [] }, { topics: [] }, { topics: [{ topic: TOPIC }] }]);
  });

  it('polls from its position, every three seconds', async () => {
    const { answers, polls, pass, texts, startPolling } = startPage();
    await startPolling();
    answers.push(changeOf('Heute Mittag?', 2));
    await pass(2_000);
    expect(polls).toHaveLength(3);
    await pass(1_000);
    expect(texts()).toEqual(['Hallo', 'Heute Mittag?']);
    await pass(3_000);
    expect(polls.slice(3)).toEqual([
      { topics: [{ topic: TOPIC, cursor: 'e.1' }] },
      { topics: [{ topic: TOPIC, cursor: 'e.2' }] },
    ]);
  });

  it('polls rarely while it is hidden, and at once when it is visible again', async () => {
    const { live, page, polls, pass, startPolling } = startPage();
    await startPolling();
    page.visibilityState = 'hidden';
    await pass(3_000);
    expect(polls).toHaveLength(4);
    await pass(29_999);
    expect(polls).toHaveLength(4);
    live.reconnectSoon();
    await pass(0);
    expect(polls).toHaveLength(5);
    expect(live.status()).toBe('online');
  });

  it('counts as offline when the gateway can not be reached over HTTP either, and recovers', async () => {
    const { shell, live, texts, pass, startPolling } = startPage();
    await startPolling();
    shell.use(failAsUnreachable(pollLive));
    await pass(3_000);
    expect(live.status()).toBe('offline');
    expect(texts()).toEqual(['Hallo']);
    shell.use(answer(pollLive, { now: fixtureNow, frames: [...changeOf('Wieder da', 2)] }));
    for (const ms of [1_000, 1_000, 1_000, 0, 0]) await pass(ms);
    expect(live.status()).toBe('online');
    expect(texts()).toEqual(['Hallo', 'Wieder da']);
  });

  it('stops with the page', async () => {
    const { live, timers, startPolling, pass } = startPage();
    await startPolling();
    live.stop();
    await pass(0);
    expect(timers.pendingCount()).toBe(0);
  });
});

describe('a page with a WebSocket', () => {
  it('returns to it as soon as one answers', async () => {
    const webSockets = createFakeWebSockets();
    const { live, polls, pass, follow } = startPage(webSockets.open);
    follow();
    live.setToken('token');
    webSockets.opened[0]?.closed(1006);
    for (const ms of [500, 500, 0, 0]) await pass(ms);
    expect(live.status()).toBe('online');
    for (let poll = 0; poll < 20; poll += 1) await pass(3_000);
    const probe = webSockets.opened[1];
    probe?.opened();
    expect(webSockets.sent).toEqual(['{"op":"ping"}']);
    probe?.message('{"op":"pong"}');
    const pollCount = polls.length;
    await pass(1_000);
    expect(webSockets.opened).toHaveLength(3);
    webSockets.opened[2]?.opened();
    webSockets.opened[2]?.message(JSON.stringify({ op: 'welcome', now: fixtureNow, limits: { ...liveLimits } }));
    await pass(10_000);
    expect(live.status()).toBe('online');
    expect(polls).toHaveLength(pollCount);
  });

  it('does not poll while the gateway is away altogether', async () => {
    const webSockets = createFakeWebSockets();
    const { shell, live, polls, pass, follow } = startPage(webSockets.open);
    shell.use(failAsUnreachable(pollLive));
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

  it('goes on with WebSockets where the whole network was away for a while', async () => {
    const webSockets = createFakeWebSockets();
    const { shell, live, polls, pass, follow } = startPage(webSockets.open);
    follow();
    live.setToken('token');
    webSockets.opened[0]?.opened();
    webSockets.opened[0]?.message(JSON.stringify({ op: 'pong' }));
    shell.use(failAsUnreachable(pollLive));
    for (const ms of [500, 1_000, 2_000]) {
      webSockets.opened.at(-1)?.closed(1006);
      await pass(ms);
    }
    // HTTP works again after the last failure, so the question is answered, and the next WebSocket is still tried.
    shell.use(answer(pollLive, { now: fixtureNow, frames: [] }));
    webSockets.opened.at(-1)?.closed(1006);
    await pass(4_000);
    const openedCount = webSockets.opened.length;
    webSockets.opened.at(-1)?.opened();
    webSockets.opened.at(-1)?.message(JSON.stringify({ op: 'welcome', now: fixtureNow, limits: { ...liveLimits } }));
    const pollCount = polls.length;
    await pass(10_000);
    expect(live.status()).toBe('online');
    expect(webSockets.opened).toHaveLength(openedCount);
    expect(polls).toHaveLength(pollCount);
    expect(polls.every((poll) => JSON.stringify(poll) === '{"topics":[]}')).toBe(true);
  });

  it('polls once WebSockets alone have failed for a while', async () => {
    const webSockets = createFakeWebSockets();
    const { live, polls, pass, follow } = startPage(webSockets.open);
    follow();
    live.setToken('token');
    webSockets.opened[0]?.opened();
    webSockets.opened[0]?.message(JSON.stringify({ op: 'pong' }));
    for (const ms of [500, 1_000, 2_000, 4_000]) {
      webSockets.opened.at(-1)?.closed(1006);
      await pass(ms);
    }
    await pass(0);
    expect(polls).toContainEqual({ topics: [{ topic: TOPIC }] });
  });

  it('does not poll after a single drop, because it reconnects', async () => {
    const webSockets = createFakeWebSockets();
    const { live, polls, pass } = startPage(webSockets.open);
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
