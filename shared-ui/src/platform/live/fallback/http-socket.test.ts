import { liveCloseCodes } from '@mahlzeit/contract';
import type { ServerFrame } from '@mahlzeit/contract';
import { createManualTimers } from '../../../testing/time/manual-timers';
import { httpSocket } from './http-socket';
import type { RoundEvents, RoundRequest, StartRound } from './live-round';

interface FakeRound {
  readonly kind: 'stream' | 'poll';
  readonly request: RoundRequest;
  readonly events: RoundEvents;
  isStopped: boolean;
}

const snapshotOf = (cursor: string, more = false): ServerFrame => ({ op: 'snap', id: 'menu', cursor, items: [], more });
const liveAt = (cursor: string): ServerFrame => ({ op: 'live', id: 'menu', cursor });
const deltaAt = (cursor: string): ServerFrame => ({ op: 'delta', id: 'menu', cursor, tx: cursor, ops: [] });

/** Opens an HTTP socket whose requests the test answers. The socket has sent its token. */
const openSocket = ({ isBlocked = false }: { readonly isBlocked?: boolean } = {}) => {
  const timers = createManualTimers();
  const rounds: FakeRound[] = [];
  const page: { visibilityState: DocumentVisibilityState } = { visibilityState: 'visible' };
  const received: string[] = [];
  const closeCodes: number[] = [];
  const streams = { isBlocked: () => streams.blocked, blocked: isBlocked, block: () => void (streams.blocked = true) };
  const startRound =
    (kind: FakeRound['kind']): StartRound =>
    (request, events) => {
      const round: FakeRound = { kind, request, events, isStopped: false };
      rounds.push(round);
      return () => (round.isStopped = true);
    };
  const socket = httpSocket({
    startStream: startRound('stream'),
    startPoll: startRound('poll'),
    streams,
    timers,
    page,
  })({
    opened: () => received.push('opened'),
    message: (text) => received.push(String(JSON.parse(text).op)),
    closed: (code) => closeCodes.push(code),
  });
  const lastRound = (): FakeRound => {
    const round = rounds.at(-1);
    if (round === undefined) throw new Error('No round has begun');
    return round;
  };
  const say = (frame: object): void => {
    socket.send(JSON.stringify(frame));
    timers.advance(0);
  };
  const follow = (topic: string, cursor?: string): void => say({ op: 'sub', id: topic, topic, cursor });
  timers.advance(0);
  say({ op: 'hello', v: 1, token: 't1' });
  return { timers, rounds, page, received, closeCodes, streams, socket, lastRound, say, follow };
};

/** Opens an HTTP socket that has read the topic `menu` up to the cursor `e.1`. */
const openReadSocket = (options?: Parameters<typeof openSocket>[0]) => {
  const fake = openSocket(options);
  fake.lastRound().events.began(1);
  fake.follow('menu');
  const { events } = fake.lastRound();
  events.began(2);
  events.frame(snapshotOf('e.1'));
  events.frame(liveAt('e.1'));
  fake.received.length = 0;
  return fake;
};

describe('a socket over HTTP', () => {
  it('welcomes once, and follows all topics by one stream', () => {
    const { rounds, lastRound, follow, received, timers } = openSocket();
    expect(lastRound()).toMatchObject({ kind: 'stream', request: { token: 't1', topics: [] } });
    lastRound().events.began(1);
    follow('menu');
    lastRound().events.began(2);
    follow('me', 'e.7');
    follow('global');
    expect(rounds).toHaveLength(2);
    timers.advance(250);
    expect(rounds).toHaveLength(3);
    expect(rounds.map(({ isStopped }) => isStopped)).toEqual([true, true, false]);
    expect(lastRound().request.topics).toEqual([
      { topic: 'menu', cursor: undefined },
      { topic: 'me', cursor: 'e.7' },
      { topic: 'global', cursor: undefined },
    ]);
    expect(received).toEqual(['opened', 'welcome']);
  });

  it('continues from the position that it has delivered, never from within a snapshot', () => {
    const { lastRound, say, received, timers } = openReadSocket();
    const { events } = lastRound();
    events.frame(deltaAt('e.2'));
    say({ op: 'ping' });
    timers.advance(250);
    expect(lastRound().request.topics).toEqual([{ topic: 'menu', cursor: 'e.2' }]);
    lastRound().events.frame({ op: 'reset', id: 'menu', reason: 'tooOld' });
    lastRound().events.frame(snapshotOf('e.9', true));
    say({ op: 'ping' });
    timers.advance(250);
    expect(lastRound().request.topics).toEqual([{ topic: 'menu', cursor: undefined }]);
    lastRound().events.frame(snapshotOf('e.10', true));
    lastRound().events.frame(snapshotOf('e.10'));
    expect(received).toEqual(['delta', 'reset', 'snap', 'snap']);
  });

  it('drops frames of a topic that was left, or followed anew, since the round began', () => {
    const { lastRound, say, socket, received, timers } = openReadSocket();
    const { events } = lastRound();
    say({ op: 'unsub', id: 'menu' });
    events.frame(deltaAt('e.2'));
    socket.send(JSON.stringify({ op: 'sub', id: 'menu', topic: 'menu' }));
    events.frame(deltaAt('e.3'));
    expect(received).toEqual([]);
    timers.advance(250);
    lastRound().events.frame(snapshotOf('e.3'));
    expect(received).toEqual(['snap']);
  });

  it('answers a ping by a new round, and takes a heartbeat for a pong', () => {
    const { rounds, lastRound, say, received, timers } = openReadSocket();
    say({ op: 'ping' });
    timers.advance(250);
    expect([rounds.length, received]).toEqual([3, []]);
    lastRound().events.began(3);
    lastRound().events.heartbeat();
    expect(received).toEqual(['pong', 'pong']);
  });

  it('leaves a topic at the next heartbeat', () => {
    const { rounds, lastRound, say, timers } = openReadSocket();
    say({ op: 'unsub', id: 'menu' });
    expect(rounds).toHaveLength(2);
    lastRound().events.heartbeat();
    timers.advance(0);
    expect(lastRound().request.topics).toEqual([]);
  });

  it('polls where streams are held back, and remembers it once the gateway has answered', () => {
    const { lastRound, streams, timers, follow } = openSocket();
    lastRound().events.ended({ type: 'blocked' });
    timers.advance(0);
    expect([lastRound().kind, streams.blocked]).toEqual(['poll', false]);
    lastRound().events.began(1);
    lastRound().events.ended({ type: 'done' });
    expect(streams.blocked).toBe(true);
    follow('menu');
    expect(lastRound()).toMatchObject({ kind: 'poll', request: { mayWait: false } });
  });

  it('lets the gateway wait for news when it has read everything, and pauses where the network cuts such polls', () => {
    const { rounds, lastRound, timers } = openReadSocket({ isBlocked: true });
    lastRound().events.ended({ type: 'done' });
    timers.advance(250);
    expect(lastRound()).toMatchObject({ kind: 'poll', request: { mayWait: true } });
    lastRound().events.ended({ type: 'blocked' });
    timers.advance(0);
    expect(lastRound().request.mayWait).toBe(false);
    const roundCount = rounds.length;
    lastRound().events.ended({ type: 'done' });
    timers.advance(2_999);
    expect(rounds).toHaveLength(roundCount);
    timers.advance(1);
    expect(rounds).toHaveLength(roundCount + 1);
  });

  it('polls rarely while the page is hidden, and streams again when a ping comes', () => {
    const { rounds, lastRound, page, say, timers } = openReadSocket();
    page.visibilityState = 'hidden';
    lastRound().events.heartbeat();
    timers.advance(0);
    expect(lastRound()).toMatchObject({ kind: 'poll', request: { mayWait: false } });
    const roundCount = rounds.length;
    lastRound().events.ended({ type: 'done' });
    timers.advance(29_999);
    expect(rounds).toHaveLength(roundCount);
    page.visibilityState = 'visible';
    say({ op: 'ping' });
    expect(lastRound().kind).toBe('stream');
  });

  it('streams on after the end of a stream that has worked, and is closed by bye and by a lost connection', () => {
    const firstSocket = openReadSocket();
    firstSocket.lastRound().events.ended({ type: 'done' });
    firstSocket.timers.advance(0);
    expect([firstSocket.lastRound().kind, firstSocket.closeCodes]).toEqual(['stream', []]);
    firstSocket.lastRound().events.frame({ op: 'bye', retryMs: 300 });
    expect([firstSocket.received, firstSocket.closeCodes]).toEqual([['bye'], [liveCloseCodes.bye]]);
    expect([firstSocket.lastRound().isStopped, firstSocket.timers.pendingCount()]).toEqual([true, 0]);
    const secondSocket = openReadSocket();
    secondSocket.lastRound().events.ended({ type: 'closed', code: 1006, retryMs: 3_000 });
    expect([secondSocket.received, secondSocket.closeCodes, secondSocket.timers.pendingCount()]).toEqual([
      ['bye'],
      [1006],
      0,
    ]);
  });

  it('begins a round with a new token', () => {
    const { lastRound, say, timers } = openReadSocket();
    say({ op: 'auth', token: 't2' });
    timers.advance(250);
    expect(lastRound().request.token).toBe('t2');
  });
});
