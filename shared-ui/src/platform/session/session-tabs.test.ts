/** @page */
import { ok } from '@mahlzeit/contract';
import { anAccount } from '@mahlzeit/contract/fixtures';
import { waitFor } from '@testing-library/react';
import { createTabbedBrowser, uidOrStatus } from '../../testing/session/tabbed-browser';
import type { SessionDriver } from './session-client';
import { createSessionHint, createTabChannel, createSessionLock } from './session-tabs';
import type { TabMessage } from './session-tabs';

describe('the line between tabs', () => {
  it('carries messages to other tabs and ignores anything else', async () => {
    const [ownChannel, otherChannel, foreignChannel] = [
      createTabChannel(),
      createTabChannel(),
      new BroadcastChannel('mahlzeit.session'),
    ];
    const receivedMessages: TabMessage[] = [];
    const stopListening = otherChannel.listen((message) => receivedMessages.push(message));
    const stopOwnListening = ownChannel.listen(() => undefined);
    foreignChannel.postMessage({ type: 'began' });
    foreignChannel.postMessage('ended');
    ownChannel.post({ type: 'began', uid: 'u1' });
    ownChannel.post({ type: 'ended' });
    await waitFor(() => expect(receivedMessages).toHaveLength(2));
    expect(receivedMessages).toEqual([{ type: 'began', uid: 'u1' }, { type: 'ended' }]);
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
    const withLock = createSessionLock(undefined);
    const taskSteps: string[] = [];
    const createTask =
      (taskName: string, shouldFail = false) =>
      async () => {
        taskSteps.push(`${taskName} begins`);
        await Promise.resolve();
        taskSteps.push(`${taskName} ends`);
        if (shouldFail) throw new Error(taskName);
        return taskName;
      };
    const taskOutcomes = await Promise.allSettled([withLock(createTask('a', true)), withLock(createTask('b'))]);
    expect(taskSteps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    expect(taskOutcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  const createFakeLocks = (requestLock: LockManager['request']): LockManager => ({
    request: requestLock,
    query: () => Promise.resolve({}),
  });

  it("holds the browser's lock while a task runs", async () => {
    const lockNames: string[] = [];
    const withLock = createSessionLock(
      createFakeLocks((lockName: string, _options: unknown, lockedWork?: unknown) => {
        lockNames.push(lockName);
        return Promise.resolve(typeof lockedWork === 'function' ? lockedWork(null) : undefined);
      }),
    );
    expect(await withLock(() => Promise.resolve(7))).toBe(7);
    expect(lockNames).toEqual(['mahlzeit.session']);
  });

  it('runs without the lock when a frozen tab holds it', async () => {
    const withLock = createSessionLock(
      createFakeLocks(() => Promise.reject(new DOMException('waited too long', 'TimeoutError'))),
    );
    expect(await withLock(() => Promise.resolve('trotzdem'))).toBe('trotzdem');
  });

  it("passes the task's own failure on", async () => {
    const withLock = createSessionLock(
      createFakeLocks((_name: string, _options: unknown, lockedWork?: unknown) =>
        Promise.resolve(typeof lockedWork === 'function' ? lockedWork(null) : undefined),
      ),
    );
    await expect(withLock(() => Promise.reject(new Error('eigener Fehler')))).rejects.toThrow('eigener Fehler');
  });
});

describe('cross-tab sync', () => {
  const friedaLogin = { email: 'frieda@mahlzeit.test', password: 'mittagspause' };

  /** Opens two tabs in which the user Frieda is logged in. The test can freeze the second tab. */
  const openFriedasTabs = async () => {
    const tabbedBrowser = createTabbedBrowser();
    let isTabFrozen = false;
    const [activeTab, frozenTab] = [tabbedBrowser.openTab(), tabbedBrowser.openTab({ isFrozen: () => isTabFrozen })];
    await activeTab.login(friedaLogin);
    await tabbedBrowser.settle();
    const setTabFrozen = (shouldFreeze: boolean): void => {
      isTabFrozen = shouldFreeze;
    };
    return { ...tabbedBrowser, here: activeTab, away: frozenTab, freeze: setTabFrozen };
  };

  const recordStatusesOf = (tab: SessionDriver): string[] => {
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
      const previousRequestCount = auth.asked.length;
      away.onVisible();
      await settle();
      expect(auth.asked).toHaveLength(previousRequestCount);
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
      const [firstTab, secondTab] = [openTab(), openTab()];
      await Promise.all([firstTab.token(), secondTab.token()]);
      await settle();
      const statuses = recordStatusesOf(secondTab);
      await firstTab.login(friedaLogin);
      await settle();
      expect(statuses).toEqual([anAccount().uid]);
    });
  });

  describe('a session that the gateway has ended', () => {
    it('A06 ends in every tab before the next one begins', async () => {
      const { auth, here, away, settle } = await openFriedasTabs();
      const [activeTabStatuses, frozenTabStatuses] = [recordStatusesOf(here), recordStatusesOf(away)];
      auth.endSession();
      await here.renew((await here.token()) ?? '');
      await settle();
      expect(activeTabStatuses[0]).toBe('unknown');
      expect(frozenTabStatuses[0]).toBe('unknown');
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
