import { anAccount, aUser } from '@mahlzeit/contract/fixtures';
import { createTabbedBrowser, uidOrStatus } from '../../testing/session/tabbed-browser';

describe('a session of an earlier page', () => {
  const storedSession = { account: anAccount(), user: aUser(), policyVersion: 2 };
  const openStored = ({ startsOffline = false, isDown = true, owner = anAccount().uid } = {}) => {
    const browser = createTabbedBrowser();
    browser.hint.set(owner);
    browser.auth.setDown(isDown);
    const cache = {
      put: jest.fn(),
      find: (asked: string) => Promise.resolve(asked === anAccount().uid ? storedSession : undefined),
      erase: jest.fn(),
    };
    return { ...browser, cache, tab: browser.openTab({ cache, startsOffline }) };
  };

  it('goes on without a token while the gateway is out of reach, and gets one when it is back', async () => {
    const { auth, tab, settle, cache } = openStored();
    expect(await tab.token()).toBeNull();
    expect(tab.get()).toEqual({ status: 'known', ...storedSession });
    expect(tab.isResumed()).toBe(true);
    auth.setDown(false);
    tab.wake();
    await settle();
    expect(uidOrStatus(tab)).toMatch(/^anon-/);
    expect(cache.erase).toHaveBeenCalledTimes(1);
  });

  it('is known at once on a page from the worker, before the gateway answers', async () => {
    const { auth, tab, settle } = openStored({ startsOffline: true, isDown: false });
    const endDelay = auth.delay();
    await tab.token();
    expect(uidOrStatus(tab)).toBe(anAccount().uid);
    endDelay();
    await settle();
    // The gateway no longer knows this session.
    expect(uidOrStatus(tab)).toMatch(/^anon-/);
  });

  it('A06 is not shown to another user', async () => {
    const { tab } = openStored({ owner: 'uid-ben-01' });
    await tab.token();
    expect(uidOrStatus(tab)).toBe('failed');
  });

  it('is stored with each answer, and erased at the logout', async () => {
    const { hint, tab, cache } = openStored({ isDown: false });
    await tab.login({ email: 'frieda@mahlzeit.test', password: 'mittagspause' });
    expect(cache.put).toHaveBeenLastCalledWith(expect.objectContaining({ account: anAccount() }));
    expect(hint.owner()).toBe(anAccount().uid);
    cache.erase.mockClear();
    await tab.logout();
    expect(cache.erase).toHaveBeenCalledTimes(1);
  });
});
