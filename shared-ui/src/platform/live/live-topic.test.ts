import { mealItem, viewAsText, menuFrames, openLiveClient } from '../../testing/live/live-client-harness';

const { snap, put, del, live } = menuFrames;

describe('live topics', () => {
  it('shows a snapshot whole and live, never by parts', () => {
    const { seen, started, receive } = openLiveClient();
    started();
    receive(snap('e.1', [mealItem('a', 'Suppe')], true), snap('e.1', [mealItem('b', 'Salat')]), live('e.1'));
    expect(seen).toEqual(['connecting', 'live a=Suppe b=Salat']);
  });

  it('applies each delta once and in order', () => {
    const { seen, started, receive } = openLiveClient();
    started();
    receive(snap('e.1', [mealItem('a', 'Suppe')]), live('e.1'));
    receive(put('e.2', 'a', 'Eintopf'), put('e.2', 'a', 'Eintopf'), put('e.1', 'a', 'Suppe'), del('e.3', 'a'));
    expect(seen.slice(1)).toEqual(['live a=Suppe', 'live a=Eintopf', 'live']);
  });

  it('keeps deltas between the parts of a snapshot until the last part', () => {
    const { seen, started, receive } = openLiveClient();
    started();
    receive(
      snap('e.5', [mealItem('a', 'Suppe')], true),
      put('e.4', 'b', 'alt'),
      put('e.6', 'b', 'neu'),
      snap('e.5', [mealItem('b', 'Salat')]),
      live('e.6'),
    );
    expect(seen.at(-1)).toBe('live a=Suppe b=neu');
  });

  it('keeps its data while the connection is lost, and resumes from its cursor', () => {
    const { double, seen, timers, started, receive, connect } = openLiveClient();
    started();
    receive(snap('e.1', [mealItem('a', 'Suppe')]), live('e.1'), put('e.2', 'b', 'Salat'));
    double.lastEnd().drop();
    expect(seen.at(-1)).toBe('stale a=Suppe b=Salat');
    timers.advance(500);
    connect();
    expect(double.lastEnd().sentFrames.at(-1)).toEqual({ op: 'sub', id: 'menu', topic: 'menu', cursor: 'e.2' });
    receive(put('e.2', 'b', 'Salat'), put('e.3', 'c', 'Reis'), live('e.3'));
    expect(seen.at(-1)).toBe('live a=Suppe b=Salat c=Reis');
  });

  it('shows the old menu until the new snapshot after a reset is complete', () => {
    const { seen, started, receive } = openLiveClient();
    started();
    receive(snap('e.1', [mealItem('a', 'Suppe')]), live('e.1'));
    receive(
      { op: 'reset', id: 'menu', reason: 'tooOld' },
      put('e.9', 'x', 'verirrt'),
      snap('e.9', [mealItem('b', 'Salat')]),
    );
    expect(seen.at(-1)).toBe('stale a=Suppe');
    receive(live('e.9'));
    expect(seen.at(-1)).toBe('live b=Salat');
  });

  it('hides immediately data that the user may no longer see', () => {
    const { seen, started, receive } = openLiveClient();
    started();
    receive(snap('e.1', [mealItem('a', 'Suppe')]), live('e.1'));
    receive({ op: 'reset', id: 'menu', reason: 'rights' });
    expect(seen.at(-1)).toBe('connecting');
    receive({ op: 'err', id: 'menu', code: 'notFound' });
    expect(seen.at(-1)).toBe('gone');
  });

  it.each<[string, (harness: ReturnType<typeof openLiveClient>) => void]>([
    ['a new token', ({ client }) => client.setToken('t2')],
    ['a page that is visible again', ({ client }) => client.reconnectSoon()],
    [
      'a new connection',
      ({ double, timers, connect }) => {
        double.lastEnd().drop();
        timers.advance(500);
        connect();
      },
    ],
  ])('asks once more for a refused topic after %s', (_, causeRequest) => {
    const harness = openLiveClient();
    const { double, seen, timers, started, receive } = harness;
    const sentSubscriptions = () =>
      double.ends.flatMap(({ sentFrames }) => sentFrames.filter(({ op }) => op === 'sub'));
    started();
    receive({ op: 'err', id: 'menu', code: 'notFound' });
    timers.advance(20_000);
    expect(sentSubscriptions()).toHaveLength(1);
    causeRequest(harness);
    expect(sentSubscriptions()).toHaveLength(2);
    receive({ op: 'err', id: 'menu', code: 'notFound' });
    timers.advance(20_000);
    expect([sentSubscriptions().length, new Set(seen)]).toEqual([2, new Set(['connecting', 'gone'])]);
    causeRequest(harness);
    harness.client.setToken('t3');
    receive(snap('e.1', [mealItem('a', 'Suppe')]));
    expect(seen.at(-1)).toBe('gone');
    receive(live('e.1'));
    expect(seen.at(-1)).toBe('live a=Suppe');
  });

  it('subscribes again when a delta belongs to another history', () => {
    const { double, seen, started, receive } = openLiveClient();
    started();
    receive(snap('e.1', [mealItem('a', 'Suppe')]), live('e.1'), put('f.2', 'b', 'Salat'));
    expect(double.lastEnd().sentFrames.slice(-3)).toEqual([
      { op: 'unsub', id: 'menu' },
      { op: 'ping' },
      { op: 'sub', id: 'menu', topic: 'menu' },
    ]);
    expect(seen.at(-1)).toBe('stale a=Suppe');
  });

  it('reconnects after it has sent too many frames at once', () => {
    const { double, timers, started, receive } = openLiveClient();
    started();
    receive({ op: 'err', code: 'rateLimited', retryMs: 1_000 });
    timers.advance(1_500);
    expect(double.ends).toHaveLength(2);
  });

  it.each([
    ['tooManySubscriptions', 5_000, undefined],
    ['rateLimited', 1_200, 1_200],
  ] as const)('asks again later after %s', (errorCode, delayMs, retryMs) => {
    const { double, timers, started, receive } = openLiveClient();
    started();
    receive({ op: 'err', id: 'menu', code: errorCode, ...(retryMs === undefined ? {} : { retryMs }) });
    timers.advance(delayMs);
    expect(double.lastEnd().sentFrames.filter(({ op }) => op === 'sub')).toHaveLength(2);
  });

  it('shares one subscription among many, and gives a late subscriber the present view', () => {
    const { double, seen, watch, started, receive } = openLiveClient();
    const stopFirstWatch = started();
    receive(snap('e.1', [mealItem('a', 'Suppe')]), live('e.1'));
    const stopSecondWatch = watch();
    expect(seen.at(-1)).toBe('live a=Suppe');
    stopFirstWatch();
    stopFirstWatch();
    expect(double.lastEnd().sentFrames.filter(({ op }) => op === 'unsub')).toEqual([]);
    stopSecondWatch();
    expect(double.lastEnd().sentFrames.filter(({ op }) => op === 'unsub')).toHaveLength(1);
  });

  it('is not confused by frames of a subscription that was just ended', () => {
    const { client, double, seen, watch, connect, receive } = openLiveClient({ answersPings: false });
    client.setToken('t1');
    connect();
    const stopWatching = watch();
    receive(snap('e.1', [mealItem('a', 'Suppe')], true));
    stopWatching();
    watch();
    expect(double.lastEnd().sentFrames.slice(-3)).toEqual([
      { op: 'unsub', id: 'menu' },
      { op: 'ping' },
      { op: 'sub', id: 'menu', topic: 'menu' },
    ]);
    receive(snap('e.1', [mealItem('b', 'Salat')]), put('e.2', 'z', 'spät'), live('e.2'));
    expect(seen.at(-1)).toBe('connecting');
    receive({ op: 'pong' }, snap('e.3', [mealItem('b', 'Salat')]), live('e.3'));
    expect(seen.at(-1)).toBe('live b=Salat');
  });

  it('A06 keeps no data of a departed user', () => {
    const { client, double, seen, started, receive, connect } = openLiveClient();
    started();
    receive(snap('e.1', [mealItem('a', 'Suppe')]), live('e.1'));
    client.forgetUser();
    expect(seen.at(-1)).toBe('connecting');
    expect(double.lastEnd().isClosed).toBe(true);
    client.setToken('u1');
    connect();
    expect(double.lastEnd().sentFrames).toEqual([
      { op: 'hello', v: 1, token: 'u1' },
      { op: 'sub', id: 'menu', topic: 'menu' },
    ]);
  });

  it('lets a subscriber unsubscribe and subscribe during a notification', () => {
    const { client, double, started, receive } = openLiveClient();
    started();
    const menuTexts: string[] = [];
    const stopMenu = client.subscribe('menu', (view) => {
      if (view.status !== 'live') return;
      stopMenu();
      client.subscribe('other', (otherView) => menuTexts.push(viewAsText(otherView)));
    });
    receive(snap('e.1', [mealItem('a', 'Suppe')]), live('e.1'));
    expect(menuTexts).toEqual(['connecting']);
    expect(double.lastEnd().sentFrames.at(-1)).toEqual({ op: 'sub', id: 'other', topic: 'other' });
  });
});
