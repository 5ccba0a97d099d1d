import { ok } from '@mahlzeit/contract';
import { anAccount } from '@mahlzeit/contract/fixtures';
import { createTabbedBrowser, uidOf } from '../../testing/session/tabbed-browser';
import type { SessionDriver } from './session-client';

const frieda = { email: 'frieda@mahlzeit.test', password: 'mittagspause' };

/** Two tabs of Frieda; the second one can be frozen. */
const friedasTabs = async () => {
  const browser = createTabbedBrowser();
  let isAway = false;
  const [here, away] = [browser.openTab(), browser.openTab({ isFrozen: () => isAway })];
  await here.login(frieda);
  await browser.settle();
  const freeze = (is: boolean): void => {
    isAway = is;
  };
  return { ...browser, here, away, freeze };
};

const statusesOf = (tab: SessionDriver): string[] => {
  const seen: string[] = [];
  tab.subscribe(() => seen.push(uidOf(tab)));
  return seen;
};

describe('a tab that heard nothing', () => {
  it('A06 forgets the user who left meanwhile as soon as it is seen again', async () => {
    const { here, away, freeze, settle } = await friedasTabs();
    freeze(true);
    await here.logout();
    expect(uidOf(away)).toBe(anAccount().uid);
    freeze(false);
    away.onVisible();
    expect(uidOf(away)).toBe('unknown');
    await settle();
    expect(uidOf(away)).toBe(uidOf(here));
  });

  it('asks nobody where nothing has changed', async () => {
    const { auth, away, settle } = await friedasTabs();
    const asked = auth.asked.length;
    away.onVisible();
    await settle();
    expect(auth.asked).toHaveLength(asked);
  });

  it('takes a browser that remembers nothing for one in which nobody came', async () => {
    const { auth, hint, away, settle } = await friedasTabs();
    hint.clear();
    const asked = auth.asked.length;
    away.onVisible();
    await settle();
    expect(uidOf(away)).toBe(anAccount().uid);
    expect(auth.asked).toHaveLength(asked);
  });

  it('A06 asks who is there when it comes back out of the browser’s memory', async () => {
    const { auth, here, away, freeze, settle } = await friedasTabs();
    freeze(true);
    await here.logout();
    freeze(false);
    away.onPageShow();
    expect(uidOf(away)).toBe('unknown');
    await settle();
    expect(uidOf(away)).toBe(uidOf(here));
    // Time stood still there: a token may be over without anybody having left.
    const asked = auth.asked.length;
    away.onPageShow();
    await settle();
    expect(auth.asked.slice(asked)).toEqual(['refresh']);
  });

  it('lets a visitor’s screens stand while it learns that he has logged in elsewhere', async () => {
    const { openTab, settle } = createTabbedBrowser();
    const [here, there] = [openTab(), openTab()];
    await Promise.all([here.token(), there.token()]);
    await settle();
    const seen = statusesOf(there);
    await here.login(frieda);
    await settle();
    expect(seen).toEqual([anAccount().uid]);
  });
});

describe('a session that the gateway has ended', () => {
  it('A06 is over in every tab before the next one begins', async () => {
    const { auth, here, away, settle } = await friedasTabs();
    const [seenHere, seenAway] = [statusesOf(here), statusesOf(away)];
    auth.endSession();
    await here.renew((await here.token()) ?? '');
    await settle();
    expect(seenHere[0]).toBe('unknown');
    expect(seenAway[0]).toBe('unknown');
    expect(uidOf(here)).toMatch(/^anon-/);
    expect(uidOf(away)).toBe(uidOf(here));
  });

  it('A06 is noticed by a tab that was offline', async () => {
    const { auth, away, settle } = await friedasTabs();
    auth.setDown(true);
    const token = (await away.token()) ?? '';
    await away.renew(token);
    expect(uidOf(away)).toBe(anAccount().uid);
    auth.endSession();
    auth.setDown(false);
    away.wake();
    await settle();
    expect(uidOf(away)).toMatch(/^anon-/);
  });

  it('counts as ended for a logout that comes later, and leaves the next visitor alone', async () => {
    const { auth, here, settle } = await friedasTabs();
    const token = (await here.token()) ?? '';
    auth.endSession();
    const [, ended] = await Promise.all([here.renew(token), here.logout()]);
    await settle();
    expect(ended).toEqual(ok(null));
    expect(auth.asked).not.toContain('logout');
  });

  it('fails, and shows nobody, where the next one can’t be had', async () => {
    const { auth, here, away, freeze, settle } = await friedasTabs();
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
    expect(uidOf(away)).toBe(uidOf(here));
  });
});
