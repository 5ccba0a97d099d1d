import { waitFor } from '@testing-library/react';
import { createWithLock, createSessionHint, createTabChannel } from './browser-session-ports';
import type { TabMessage } from './session-ports';

describe('one at a time', () => {
  it('begins the next piece of work when the former has ended, failed or not', async () => {
    const withLock = createWithLock(undefined);
    const seen: string[] = [];
    const work = (name: string, fails = false) => async () => {
      seen.push(`${name} begins`);
      await Promise.resolve();
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
    const outcomes = await Promise.allSettled([withLock(work('a', true)), withLock(work('b'))]);
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  const locksOf = (request: LockManager['request']): LockManager => ({ request, query: () => Promise.resolve({}) });

  it('holds the browser\'s lock while it works', async () => {
    const names: string[] = [];
    const withLock = createWithLock(locksOf((name: string, _options: unknown, work?: unknown) => {
      names.push(name);
      return Promise.resolve(typeof work === 'function' ? work(null) : undefined);
    }));
    expect(await withLock(() => Promise.resolve(7))).toBe(7);
    expect(names).toEqual(['mahlzeit.session']);
  });

  it('works without the lock when a frozen tab keeps it', async () => {
    const withLock = createWithLock(locksOf(() => Promise.reject(new DOMException('waited too long', 'TimeoutError'))));
    expect(await withLock(() => Promise.resolve('trotzdem'))).toBe('trotzdem');
  });

  it('passes the work\'s own failure on', async () => {
    const withLock = createWithLock(locksOf((_name: string, _options: unknown, work?: unknown) => Promise.resolve(typeof work === 'function' ? work(null) : undefined)));
    await expect(withLock(() => Promise.reject(new Error('eigener Fehler')))).rejects.toThrow('eigener Fehler');
  });
});

describe('the hint', () => {
  it('is remembered until it is cleared', () => {
    const hint = createSessionHint(() => localStorage);
    hint.set('u1');
    expect(createSessionHint(() => localStorage).owner()).toBe('u1');
    hint.clear();
    expect(hint.owner()).toBeNull();
  });

  it('is never set in a browser that forbids storage', () => {
    const hint = createSessionHint(() => { throw new DOMException('denied', 'SecurityError'); });
    hint.set('u1');
    hint.clear();
    expect(hint.owner()).toBeNull();
  });
});

describe('the line between tabs', () => {
  it('carries messages to other tabs and ignores what is none', async () => {
    const [here, there, stranger] = [createTabChannel(), createTabChannel(), new BroadcastChannel('mahlzeit.session')];
    const heard: TabMessage[] = [];
    const stop = there.listen((message) => heard.push(message));
    const stopHere = here.listen(() => undefined);
    stranger.postMessage({ type: 'began' });
    stranger.postMessage('ended');
    here.post({ type: 'began', uid: 'u1' });
    here.post({ type: 'ended' });
    await waitFor(() => expect(heard).toHaveLength(2));
    expect(heard).toEqual([{ type: 'began', uid: 'u1' }, { type: 'ended' }]);
    stop();
    stopHere();
    stranger.close();
  });
});
