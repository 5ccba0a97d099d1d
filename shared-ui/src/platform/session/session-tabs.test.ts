/** @page */
import { ok } from '@mahlzeit/contract';
import { anAccount } from '@mahlzeit/contract/fixtures';
import { waitFor } from '@testing-library/react';
import { createTabbedBrowser, uidOrStatus } from '../../testing/session/tabbed-browser';
import type { SessionDriver } from './session-client';
import { createSessionHint, createTabChannel, createWithLock } from './session-tabs';
import type { TabMessage } from './session-tabs';

describe('the line between tabs', () => {
  it('carries messages to other tabs and ignores anything else', async () => {
    const [ownChannel, otherChannel, foreignChannel] = [
      createTabChannel(),
      createTabChannel(),
      new BroadcastChannel('mahlzeit.session'),
    ];
    const messages: TabMessage[] = [];
    const stopListening = otherChannel.listen((message) => messages.push(message));
    const stopOwnListening = ownChannel.listen(() => undefined);
    foreignChannel.postMessage({ type: 'began' });
    foreignChannel.postMessage('ended');
    ownChannel.post({ type: 'began', uid: 'u1' });
    ownChannel.post({ type: 'ended' });
    await waitFor(() => expect(messages).toHaveLength(2));
    expect(messages).toEqual([{ type: 'began', uid: 'u1' }, { type: 'ended' }]);
    stopListening();
    stopOwnListening();
    foreignChannel.close();
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

  it('is never set in a browser that blocks its storage', () => {
    const hint = createSessionHint(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    hint.set('u1');
    hint.clear();
    expect(hint.owner()).toBeNull();
  });
});

describe('one at a time', () => {
  it('starts the next task when the former one has ended, failed or not', async () => {
    const withLock = createWithLock(undefined);
    const steps: string[] = [];
    const createTask =
      (name: string, fails = false) =>
      async () => {
        steps.push(`${name} begins`);
        await Promise.resolve();
        steps.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const outcomes = await Promise.allSettled([withLock(createTask('a', true)), withLock(createTask('b'))]);
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  const fakeLocks = (request: LockManager['request']): LockManager => ({ request, query: () => Promise.resolve({}) });

  it("holds the browser's lock while a task runs", async () => {
    const names: string[] = [];
    const withLock = createWithLock(
      fakeLocks((name: string, _options: unknown, work?: unknown) => {
        names.push(name);
        return Promise.resolve(typeof work === 'function' ? work(null) : undefined);
      }),
    );
    expect(await withLock(() => Promise.resolve(7))).toBe(7);
    expect(names).toEqual(['mahlzeit.session']);
  });

  it('runs without the lock when a frozen tab holds it', async () => {
    const withLock = createWithLock(
      fakeLocks(() => Promise.reject(new DOMException('waited too long', 'TimeoutError'))),
    );
    expect(await withLock(() => Promise.resolve('trotzdem'))).toBe('trotzdem');
  });

  it("passes the task's own failure on", async () => {
    const withLock = createWithLock(
      fakeLocks((_name: string, _options: unknown, work?: unknown) =>
        Promise.resolve(typeof work === 'function' ? work(null) : undefined),
      ),
    );
    await expect(withLock(() => Promise.reject(new Error('eigener Fehler')))).rejects.toThrow('eigener Fehler');
  });
});

describe('cross-tab sync', () => {
  const frieda = { email: 'frieda@mahlzeit.test', password: 'mittagspause' };

  /** Opens two tabs in which Frieda is logged in. The test can freeze the second tab. */
  const openFriedasTabs = async () => {
    const browser = createTabbedBrowser();
    let isTabFrozen = false;
    const [here, frozenTab] = [browser.openTab(), browser.openTab({ isFrozen: () => isTabFrozen })];
    await here.login(frieda);
    await browser.settle();
    const freeze = (shouldFreeze: boolean): void => {
      isTabFrozen = shouldFreeze;
    };
    return { ...browser, here, away: frozenTab, freeze };
  };

  const statusesOf = (tab: SessionDriver): string[] => {
    const statuses: string[] = [];
    tab.subscribe(() => statuses.push(uidOrStatus(tab)));
    return statuses;
  };

  describe('a tab that heard nothing', () => {
    it('A06 forgets a user who has left meanwhile as soon as it is visible again', async () => {
      const { here, away, freeze, settle } = await openFriedasTabs();
      freeze(true);
      await here.logout();
      expect(uidOrStatus(away)).toBe(anAccount().uid);
      freeze(false);
      away.onVisible();
      expect(uidOrStatus(away)).toBe('unknown');
      await settle();
      expect(uidOrStatus(away)).toBe(uidOrStatus(here));
    });

    it('sends no request when nothing has changed', async () => {
      const { auth, away, settle } = await openFriedasTabs();
      const requestCount = auth.asked.length;
      away.onVisible();
      await settle();
      expect(auth.asked).toHaveLength(requestCount);
    });

    it('treats a browser without a hint as one without a login', async () => {
      const { auth, hint, away, settle } = await openFriedasTabs();
      hint.clear();
      const requestCount = auth.asked.length;
      away.onVisible();
      await settle();
      expect(uidOrStatus(away)).toBe(anAccount().uid);
      expect(auth.asked).toHaveLength(requestCount);
    });

    it('A06 checks the session after a restore from the back-forward cache', async () => {
      const { auth, here, away, freeze, settle } = await openFriedasTabs();
      freeze(true);
      await here.logout();
      freeze(false);
      away.onPageShow();
      expect(uidOrStatus(away)).toBe('unknown');
      await settle();
      expect(uidOrStatus(away)).toBe(uidOrStatus(here));
      // While the page was in the back-forward cache, no timer ran. The token may have expired even though the user has
      // not logged out.
      const requestCount = auth.asked.length;
      away.onPageShow();
      await settle();
      expect(auth.asked.slice(requestCount)).toEqual(['refresh']);
    });

    it('keeps a visitor’s screens while another tab logs in', async () => {
      const { openTab, settle } = createTabbedBrowser();
      const [here, there] = [openTab(), openTab()];
      await Promise.all([here.token(), there.token()]);
      await settle();
      const statuses = statusesOf(there);
      await here.login(frieda);
      await settle();
      expect(statuses).toEqual([anAccount().uid]);
    });
  });

  describe('a session that the gateway has ended', () => {
    it('A06 ends in every tab before the next one begins', async () => {
      const { auth, here, away, settle } = await openFriedasTabs();
      const [statusesHere, statusesAway] = [statusesOf(here), statusesOf(away)];
      auth.endSession();
      await here.renew((await here.token()) ?? '');
      await settle();
      expect(statusesHere[0]).toBe('unknown');
      expect(statusesAway[0]).toBe('unknown');
      expect(uidOrStatus(here)).toMatch(/^anon-/);
      expect(uidOrStatus(away)).toBe(uidOrStatus(here));
    });

    it('A06 is noticed by a tab that was offline', async () => {
      const { auth, away, settle } = await openFriedasTabs();
      auth.setDown(true);
      const token = (await away.token()) ?? '';
      await away.renew(token);
      expect(uidOrStatus(away)).toBe(anAccount().uid);
      auth.endSession();
      auth.setDown(false);
      away.wake();
      await settle();
      expect(uidOrStatus(away)).toMatch(/^anon-/);
    });

    it('counts as ended for a later logout, which leaves the next visitor alone', async () => {
      const { auth, here, settle } = await openFriedasTabs();
      const token = (await here.token()) ?? '';
      auth.endSession();
      const [, logoutAnswer] = await Promise.all([here.renew(token), here.logout()]);
      await settle();
      expect(logoutAnswer).toEqual(ok(null));
      expect(auth.asked).not.toContain('logout');
    });

    it('fails, without any user, when the next session can’t be started', async () => {
      const { auth, here, away, freeze, settle } = await openFriedasTabs();
      freeze(true);
      await here.logout();
      freeze(false);
      auth.setDown(true);
      away.onVisible();
      await settle();
      expect(away.get()).toEqual({ status: 'failed' });
      auth.setDown(false);
      away.wake();
      await settle();
      expect(uidOrStatus(away)).toBe(uidOrStatus(here));
    });
  });
});
