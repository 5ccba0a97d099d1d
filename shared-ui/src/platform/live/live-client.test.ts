import { fixtureNow } from '@mahlzeit/contract/fixtures';
import type { LiveItem, ServerFrame } from '@mahlzeit/contract';
import { createSocketDouble } from '../../testing/live/socket-double';
import { createManualTimers } from '../../testing/time/manual-timers';
import { createEventLog } from '../events/event-log';
import { createLiveClient } from './live-client';
import type { TopicView } from './live-client';

const limits = { frameBytes: 65_536, subscriptions: 64, connections: 10, pingMs: 25_000 };
const welcome: ServerFrame = { op: 'welcome', now: fixtureNow, limits };
const item = (key: string, name: string): LiveItem => ({ collection: 'meals', key, value: { name } });
const snap = (cursor: string, items: LiveItem[], more = false): ServerFrame => ({ op: 'snap', id: 'menu', cursor, items, more });
const put = (cursor: string, key: string, name: string): ServerFrame => ({ op: 'delta', id: 'menu', cursor, tx: cursor, ops: [{ kind: 'put', ...item(key, name) }] });
const del = (cursor: string, key: string): ServerFrame => ({ op: 'delta', id: 'menu', cursor, tx: cursor, ops: [{ kind: 'del', collection: 'meals', key }] });
const live = (cursor: string): ServerFrame => ({ op: 'live', id: 'menu', cursor });

const show = ({ status, collections }: TopicView): string =>
  [status, ...[...(collections.get('meals') ?? [])].map(([key, value]) => `${key}=${String(value.name)}`)].join(' ');

interface SetUp {
  readonly renewed?: string | null;
  /** False: pings stay unanswered. */
  readonly answersPings?: boolean;
}

const setUp = ({ renewed = null, answersPings = true }: SetUp = {}) => {
  const timers = createManualTimers();
  const double = createSocketDouble((end, { op }) => {
    if (op === 'ping' && answersPings) end.receive({ op: 'pong' });
  });
  const eventLog = createEventLog();
  const log: string[] = [];
  eventLog.subscribe((name, { about }) => log.push(`${name} ${String(about)}`));
  const client = createLiveClient({
    open: double.open, timers, eventLog, random: () => 1,
    renewToken: (refused) => { log.push(`renew ${refused}`); return Promise.resolve(renewed); },
    observeTime: (now, isMoved) => log.push(`${isMoved ? 'moved' : 'time'} ${now}`),
  });
  const seen: string[] = [];
  const watch = () => client.subscribe('menu', (view) => seen.push(show(view)));
  const connect = () => { double.last().open(); double.last().receive(welcome); };
  const receive = (...frames: ServerFrame[]) => { for (const frame of frames) double.last().receive(frame); };
  const started = () => { client.setToken('t1'); connect(); return watch(); };
  return { timers, double, client, seen, log, watch, connect, receive, started };
};

describe('live connection', () => {
  it('waits for a token, then says hello and asks for its topics after the welcome', () => {
    const { client, double, watch, connect } = setUp();
    watch();
    expect(double.ends).toHaveLength(0);
    client.setToken('t1');
    expect(client.status()).toBe('connecting');
    connect();
    expect(double.last().sent).toEqual([{ op: 'hello', v: 1, token: 't1' }, { op: 'sub', id: 'menu', topic: 'menu' }]);
    expect(client.status()).toBe('online');
  });

  it('follows the time of the welcome and of a moved clock', () => {
    const { log, started, receive } = setUp();
    started();
    receive({ op: 'clock', now: fixtureNow + 1 });
    expect(log).toEqual([`time ${fixtureNow}`, `moved ${fixtureNow + 1}`]);
  });

  it('tells a fresh token to the open connection, once', () => {
    const { client, double, started } = setUp();
    started();
    client.setToken('t2');
    client.setToken('t2');
    expect(double.last().sent.filter(({ op }) => op === 'auth')).toEqual([{ op: 'auth', token: 't2' }]);
  });

  it('asks for a fresh token when the server wants one', async () => {
    const { double, log, started, receive } = setUp({ renewed: 't2' });
    started();
    receive({ op: 'auth_required', beforeMs: 60_000 });
    await Promise.resolve();
    expect(log).toContain('renew t1');
    expect(double.last().sent.at(-1)).toEqual({ op: 'auth', token: 't2' });
  });

  it('connects with a fresh token after a refusal, and does not spin when that one is refused too', async () => {
    const { double, timers, started } = setUp({ renewed: 't2' });
    started();
    double.last().drop(4401);
    await Promise.resolve();
    expect(double.ends).toHaveLength(2);
    double.last().drop(4401);
    await Promise.resolve();
    expect(double.ends).toHaveLength(2);
    timers.advance(15_000);
    expect(double.ends).toHaveLength(3);
  });

  it('tries again later when no fresh token is to be had', async () => {
    const { double, timers, started } = setUp();
    started();
    double.last().drop(4401);
    await Promise.resolve();
    timers.advance(1_000);
    expect(double.ends).toHaveLength(2);
  });

  it('backs off with growing distance, and starts small again after a steady connection', () => {
    const { client, double, timers, connect } = setUp();
    client.setToken('t1');
    for (const ms of [500, 1_000, 2_000]) {
      double.last().drop();
      expect(client.status()).toBe('offline');
      const before = double.ends.length;
      timers.advance(ms - 1);
      expect(double.ends).toHaveLength(before);
      timers.advance(1);
      expect(double.ends).toHaveLength(before + 1);
    }
    connect();
    timers.advance(5_000);
    double.last().drop();
    timers.advance(500);
    expect(double.ends).toHaveLength(5);
  });

  it('keeps the pause that the server asks for', () => {
    const { double, timers, started, receive } = setUp();
    started();
    receive({ op: 'bye', retryMs: 3_000 });
    double.last().drop(1001);
    timers.advance(3_499);
    expect(double.ends).toHaveLength(1);
    timers.advance(1);
    expect(double.ends).toHaveLength(2);
  });

  it('waits long where this user has too many connections', () => {
    const { double, timers, started } = setUp();
    started();
    double.last().drop(4409);
    timers.advance(30_000);
    expect(double.ends).toHaveLength(1);
    timers.advance(500);
    expect(double.ends).toHaveLength(2);
  });

  it('gives up a server that never welcomes', () => {
    const { client, double, timers } = setUp();
    client.setToken('t1');
    double.last().open();
    timers.advance(10_000);
    expect(double.ends[0]?.isClosed).toBe(true);
    timers.advance(500);
    expect(double.ends).toHaveLength(2);
  });

  it('pings into long silence and drops a connection that does not answer', () => {
    const { client, double, timers, connect } = setUp({ answersPings: false });
    client.setToken('t1');
    connect();
    timers.advance(50_000);
    expect(double.last().sent.at(-1)).toEqual({ op: 'ping' });
    timers.advance(5_000);
    expect(client.status()).toBe('offline');
  });

  it('stays when the ping is answered', () => {
    const { client, double, timers, started } = setUp();
    started();
    timers.advance(50_000);
    expect(double.last().sent.at(-1)).toEqual({ op: 'ping' });
    timers.advance(5_000);
    expect(client.status()).toBe('online');
  });

  it('pings when the page is seen again, and connects at once where it was waiting', () => {
    const { client, double, started } = setUp();
    started();
    client.nudge();
    expect(double.last().sent.at(-1)).toEqual({ op: 'ping' });
    double.last().drop();
    client.nudge();
    expect(double.ends).toHaveLength(2);
  });

  it('ignores operations of a newer gateway and reads everything anew after a broken frame', () => {
    const { client, double, seen, log, timers, started, receive, connect } = setUp();
    started();
    receive(snap('e.1', [item('a', 'Suppe')]), live('e.1'));
    double.last().receiveText('{"op":"confetti"}');
    expect(client.status()).toBe('online');
    double.last().receiveText('{"op":"delta","id":"menu"}');
    expect(log).toContain('live_complaint garbled');
    timers.advance(500);
    connect();
    expect(double.last().sent.at(-1)).toEqual({ op: 'sub', id: 'menu', topic: 'menu' });
    expect(seen.at(-1)).toBe('stale a=Suppe');
  });

  it('leaves nothing running when it stops', () => {
    const { client, double, timers, started } = setUp();
    started();
    client.stop();
    expect(timers.pending()).toBe(0);
    expect(double.last().isClosed).toBe(true);
  });
});

describe('live topics', () => {
  it('shows a snapshot whole and live, never by parts', () => {
    const { seen, started, receive } = setUp();
    started();
    receive(snap('e.1', [item('a', 'Suppe')], true), snap('e.1', [item('b', 'Salat')]), live('e.1'));
    expect(seen).toEqual(['connecting', 'live a=Suppe b=Salat']);
  });

  it('applies each delta once and in order', () => {
    const { seen, started, receive } = setUp();
    started();
    receive(snap('e.1', [item('a', 'Suppe')]), live('e.1'));
    receive(put('e.2', 'a', 'Eintopf'), put('e.2', 'a', 'Eintopf'), put('e.1', 'a', 'Suppe'), del('e.3', 'a'));
    expect(seen.slice(1)).toEqual(['live a=Suppe', 'live a=Eintopf', 'live']);
  });

  it('keeps deltas that come between the parts of a snapshot until the last one', () => {
    const { seen, started, receive } = setUp();
    started();
    receive(snap('e.5', [item('a', 'Suppe')], true), put('e.4', 'b', 'alt'), put('e.6', 'b', 'neu'), snap('e.5', [item('b', 'Salat')]), live('e.6'));
    expect(seen.at(-1)).toBe('live a=Suppe b=neu');
  });

  it('keeps what it has while the connection is lost, and resumes from its cursor', () => {
    const { double, seen, timers, started, receive, connect } = setUp();
    started();
    receive(snap('e.1', [item('a', 'Suppe')]), live('e.1'), put('e.2', 'b', 'Salat'));
    double.last().drop();
    expect(seen.at(-1)).toBe('stale a=Suppe b=Salat');
    timers.advance(500);
    connect();
    expect(double.last().sent.at(-1)).toEqual({ op: 'sub', id: 'menu', topic: 'menu', cursor: 'e.2' });
    receive(put('e.2', 'b', 'Salat'), put('e.3', 'c', 'Reis'), live('e.3'));
    expect(seen.at(-1)).toBe('live a=Suppe b=Salat c=Reis');
  });

  it('shows the old menu until the fresh snapshot after a reset is whole', () => {
    const { seen, started, receive } = setUp();
    started();
    receive(snap('e.1', [item('a', 'Suppe')]), live('e.1'));
    receive({ op: 'reset', id: 'menu', reason: 'tooOld' }, put('e.9', 'x', 'verirrt'), snap('e.9', [item('b', 'Salat')]));
    expect(seen.at(-1)).toBe('stale a=Suppe');
    receive(live('e.9'));
    expect(seen.at(-1)).toBe('live b=Salat');
  });

  it('hides at once what the user may no longer see', () => {
    const { double, seen, timers, started, receive, connect } = setUp();
    started();
    receive(snap('e.1', [item('a', 'Suppe')]), live('e.1'));
    receive({ op: 'reset', id: 'menu', reason: 'rights' });
    expect(seen.at(-1)).toBe('connecting');
    receive({ op: 'err', id: 'menu', code: 'notFound' });
    expect(seen.at(-1)).toBe('gone');
    double.last().drop();
    timers.advance(500);
    connect();
    expect(double.last().sent).toHaveLength(1);
  });

  it('starts over when a delta counts another history', () => {
    const { double, seen, started, receive } = setUp();
    started();
    receive(snap('e.1', [item('a', 'Suppe')]), live('e.1'), put('f.2', 'b', 'Salat'));
    expect(double.last().sent.slice(-3)).toEqual([{ op: 'unsub', id: 'menu' }, { op: 'ping' }, { op: 'sub', id: 'menu', topic: 'menu' }]);
    expect(seen.at(-1)).toBe('stale a=Suppe');
  });

  it('begins a new connection when it said too much at once', () => {
    const { double, timers, started, receive } = setUp();
    started();
    receive({ op: 'err', code: 'rateLimited', retryMs: 1_000 });
    timers.advance(1_500);
    expect(double.ends).toHaveLength(2);
  });

  it.each([['tooManySubscriptions', 5_000, undefined], ['rateLimited', 1_200, 1_200]] as const)('asks again later after %s', (code, ms, retryMs) => {
    const { double, timers, started, receive } = setUp();
    started();
    receive({ op: 'err', id: 'menu', code, ...(retryMs === undefined ? {} : { retryMs }) });
    timers.advance(ms);
    expect(double.last().sent.filter(({ op }) => op === 'sub')).toHaveLength(2);
  });

  it('shares one subscription among many, and tells a late one what is there', () => {
    const { double, seen, watch, started, receive } = setUp();
    const stop = started();
    receive(snap('e.1', [item('a', 'Suppe')]), live('e.1'));
    const stopSecond = watch();
    expect(seen.at(-1)).toBe('live a=Suppe');
    stop();
    stop();
    expect(double.last().sent.filter(({ op }) => op === 'unsub')).toEqual([]);
    stopSecond();
    expect(double.last().sent.filter(({ op }) => op === 'unsub')).toHaveLength(1);
  });

  it('is not confused by frames of a subscription that was just ended', () => {
    const { client, double, seen, watch, connect, receive } = setUp({ answersPings: false });
    client.setToken('t1');
    connect();
    const stop = watch();
    receive(snap('e.1', [item('a', 'Suppe')], true));
    stop();
    watch();
    expect(double.last().sent.slice(-3)).toEqual([{ op: 'unsub', id: 'menu' }, { op: 'ping' }, { op: 'sub', id: 'menu', topic: 'menu' }]);
    receive(snap('e.1', [item('b', 'Salat')]), put('e.2', 'z', 'spät'), live('e.2'));
    expect(seen.at(-1)).toBe('connecting');
    receive({ op: 'pong' }, snap('e.3', [item('b', 'Salat')]), live('e.3'));
    expect(seen.at(-1)).toBe('live b=Salat');
  });

  it('A06 keeps nothing of a user who left', () => {
    const { client, double, seen, started, receive, connect } = setUp();
    started();
    receive(snap('e.1', [item('a', 'Suppe')]), live('e.1'));
    client.forgetUser();
    expect(seen.at(-1)).toBe('connecting');
    expect(double.last().isClosed).toBe(true);
    client.setToken('u1');
    connect();
    expect(double.last().sent).toEqual([{ op: 'hello', v: 1, token: 'u1' }, { op: 'sub', id: 'menu', topic: 'menu' }]);
  });

  it('lets a subscriber leave and join while it is being told', () => {
    const { client, double, started, receive } = setUp();
    started();
    const seen: string[] = [];
    const stop = client.subscribe('menu', (view) => {
      if (view.status !== 'live') return;
      stop();
      client.subscribe('other', (other) => seen.push(show(other)));
    });
    receive(snap('e.1', [item('a', 'Suppe')]), live('e.1'));
    expect(seen).toEqual(['connecting']);
    expect(double.last().sent.at(-1)).toEqual({ op: 'sub', id: 'other', topic: 'other' });
  });
});
