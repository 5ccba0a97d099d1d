import { fixtureNow } from '@mahlzeit/contract/fixtures';
import { mealItem, menuFrames, openLiveClient } from '../../testing/live/live-client-harness';

const { snap, live } = menuFrames;

describe('stored topics', () => {
  const storedSoup = [mealItem('a', 'Suppe')];

  it('stores what is live, and removes what the user may no longer read', () => {
    const { cachedTopics, started, receive } = openLiveClient();
    started();
    receive(snap('x.1', storedSoup));
    expect(cachedTopics.size).toBe(0);
    receive(live('x.1'));
    expect([...(cachedTopics.get('menu')?.get('meals')?.keys() ?? [])]).toEqual(['a']);
    receive({ op: 'err', id: 'menu', code: 'notFound' });
    expect(cachedTopics.size).toBe(0);
  });

  it('shows stored items as outdated while the gateway can’t be reached, and asks for everything later', async () => {
    const { client, double, seen, watch, connect, receive } = openLiveClient({ storedItems: storedSoup });
    watch();
    await Promise.resolve();
    expect(seen).toEqual(['connecting']);
    client.beginOffline();
    expect(client.status()).toBe('offline');
    await Promise.resolve();
    expect(seen.at(-1)).toBe('stale a=Suppe');
    client.setToken('t1');
    connect();
    expect(double.lastEnd().sentFrames.at(-1)).toEqual({ op: 'sub', id: 'menu', topic: 'menu' });
    receive(snap('x.1', [mealItem('b', 'Salat')]), live('x.1'));
    expect(seen.at(-1)).toBe('live b=Salat');
  });

  it('shows stored items of a topic that is opened while the connection is lost, and none that came late', async () => {
    const { client, double, seen, started, watch, connect, receive } = openLiveClient({ storedItems: storedSoup });
    started()();
    double.lastEnd().drop();
    watch();
    await Promise.resolve();
    expect(seen.at(-1)).toBe('stale a=Suppe');
    client.reconnectSoon();
    connect();
    receive(snap('x.1', []), live('x.1'));
    client.beginOffline();
    await Promise.resolve();
    expect(seen.at(-1)).toBe('live');
  });
});

describe('live connection', () => {
  it('waits for a token, then sends hello and subscribes to its topics after the welcome', () => {
    const { client, double, watch, connect } = openLiveClient();
    watch();
    expect(double.ends).toHaveLength(0);
    client.setToken('t1');
    expect(client.status()).toBe('connecting');
    connect();
    expect(double.lastEnd().sentFrames).toEqual([
      { op: 'hello', v: 1, token: 't1' },
      { op: 'sub', id: 'menu', topic: 'menu' },
    ]);
    expect(client.status()).toBe('online');
  });

  it('follows the time of the welcome and of a moved clock', () => {
    const { log, started, receive } = openLiveClient();
    started();
    receive({ op: 'clock', now: fixtureNow + 1 });
    expect(log).toEqual([`time ${fixtureNow}`, `moved ${fixtureNow + 1}`]);
  });

  it('sends a new token over the open connection, once', () => {
    const { client, double, started } = openLiveClient();
    started();
    client.setToken('t2');
    client.setToken('t2');
    expect(double.lastEnd().sentFrames.filter(({ op }) => op === 'auth')).toEqual([{ op: 'auth', token: 't2' }]);
  });

  it('requests a new token when the server demands one', async () => {
    const { double, log, started, receive } = openLiveClient({ renewedToken: 't2' });
    started();
    receive({ op: 'auth_required', beforeMs: 60_000 });
    await Promise.resolve();
    expect(log).toContain('renew t1');
    expect(double.lastEnd().sentFrames.at(-1)).toEqual({ op: 'auth', token: 't2' });
  });

  it("connects with a new token after a refusal, and doesn't loop when that token is refused too", async () => {
    const { double, timers, started } = openLiveClient({ renewedToken: 't2' });
    started();
    double.lastEnd().drop(4401);
    await Promise.resolve();
    expect(double.ends).toHaveLength(2);
    double.lastEnd().drop(4401);
    await Promise.resolve();
    expect(double.ends).toHaveLength(2);
    timers.advance(15_000);
    expect(double.ends).toHaveLength(3);
  });

  it('retries later when there is no new token', async () => {
    const { double, timers, started } = openLiveClient();
    started();
    double.lastEnd().drop(4401);
    await Promise.resolve();
    timers.advance(1_000);
    expect(double.ends).toHaveLength(2);
  });

  it('backs off with increasing delay, and starts small again after a stable connection', () => {
    const { client, double, timers, connect } = openLiveClient();
    client.setToken('t1');
    for (const delayMs of [500, 1_000, 2_000]) {
      double.lastEnd().drop();
      expect(client.status()).toBe('offline');
      const previousEndCount = double.ends.length;
      timers.advance(delayMs - 1);
      expect(double.ends).toHaveLength(previousEndCount);
      timers.advance(1);
      expect(double.ends).toHaveLength(previousEndCount + 1);
    }
    connect();
    timers.advance(5_000);
    double.lastEnd().drop();
    timers.advance(500);
    expect(double.ends).toHaveLength(5);
  });

  it('keeps the delay that the server requests', () => {
    const { double, timers, started, receive } = openLiveClient();
    started();
    receive({ op: 'bye', retryMs: 3_000 });
    double.lastEnd().drop(1001);
    timers.advance(3_499);
    expect(double.ends).toHaveLength(1);
    timers.advance(1);
    expect(double.ends).toHaveLength(2);
  });

  it('waits long where this user has too many connections', () => {
    const { double, timers, started } = openLiveClient();
    started();
    double.lastEnd().drop(4409);
    timers.advance(30_000);
    expect(double.ends).toHaveLength(1);
    timers.advance(500);
    expect(double.ends).toHaveLength(2);
  });

  it('drops a connection without a welcome', () => {
    const { client, double, timers } = openLiveClient();
    client.setToken('t1');
    double.lastEnd().open();
    timers.advance(10_000);
    expect(double.ends[0]?.isClosed).toBe(true);
    timers.advance(500);
    expect(double.ends).toHaveLength(2);
  });

  it('pings after long silence and drops a connection without a pong', () => {
    const { client, double, timers, connect } = openLiveClient({ answersPings: false });
    client.setToken('t1');
    connect();
    timers.advance(50_000);
    expect(double.lastEnd().sentFrames.at(-1)).toEqual({ op: 'ping' });
    timers.advance(5_000);
    expect(client.status()).toBe('offline');
  });

  it('keeps a connection whose ping is answered', () => {
    const { client, double, timers, started } = openLiveClient();
    started();
    timers.advance(50_000);
    expect(double.lastEnd().sentFrames.at(-1)).toEqual({ op: 'ping' });
    timers.advance(5_000);
    expect(client.status()).toBe('online');
  });

  it('pings when the page is visible again, and connects immediately when it was waiting', () => {
    const { client, double, started } = openLiveClient();
    started();
    client.reconnectSoon();
    expect(double.lastEnd().sentFrames.at(-1)).toEqual({ op: 'ping' });
    double.lastEnd().drop();
    client.reconnectSoon();
    expect(double.ends).toHaveLength(2);
  });

  it('ignores operations of a newer gateway and reads everything again after a broken frame', () => {
    const { client, double, seen, log, timers, started, receive, connect } = openLiveClient();
    started();
    receive(snap('e.1', [mealItem('a', 'Suppe')]), live('e.1'));
    double.lastEnd().receiveText('{"op":"confetti"}');
    expect(client.status()).toBe('online');
    double.lastEnd().receiveText('{"op":"delta","id":"menu"}');
    expect(log).toContain('live_complaint garbled');
    timers.advance(500);
    connect();
    expect(double.lastEnd().sentFrames.at(-1)).toEqual({ op: 'sub', id: 'menu', topic: 'menu' });
    expect(seen.at(-1)).toBe('stale a=Suppe');
  });

  it('leaves nothing running when it stops', () => {
    const { client, double, timers, started } = openLiveClient();
    started();
    client.stop();
    expect(timers.pendingCount()).toBe(0);
    expect(double.lastEnd().isClosed).toBe(true);
  });
});
