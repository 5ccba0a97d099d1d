import { createManualTimers, fakeShell } from '@mahlzeit/shared-ui/testing';
import { createFakeBrowser } from '../fake-browser';
import { offerDownload, resetPassword, takeFromAddress } from './landing';
import { createRouter } from './router';

describe('what somebody comes back with', () => {
  const open = (address: string) => {
    const tab = createFakeBrowser(address);
    createRouter(tab.browser, createManualTimers());
    return { tab, taken: takeFromAddress(tab.browser, 'resetToken') };
  };

  it.each([
    ['/restaurants?resetToken=r1', 'r1', '/restaurants'],
    ['/restaurants?resetToken=r1#details/caf%C3%A9', 'r1', '/restaurants#details/caf%C3%A9'],
    ['/restaurants?utm=brief&resetToken=r%2B1#login/reset', 'r+1', '/restaurants?utm=brief#login/reset'],
    ['/?resetToken=r1', 'r1', '/restaurants'],
    ['/restaurants?resetToken=', '', '/restaurants'],
    ['/restaurants?resetToken=r1&resetToken=r2', 'r1', '/restaurants'],
    ['/restaurants?utm=brief', null, '/restaurants?utm=brief'],
  ])('R10 takes out of %s the token %j and leaves %s', (address, token, left) => {
    const { tab, taken } = open(address);
    expect(taken).toBe(token);
    expect(tab.address()).toBe(left);
    expect(tab.trail()).toHaveLength(1);
  });

  it('R10 finds nothing a second time, as after a reload, and keeps the entry’s place in the history', () => {
    const { tab } = open('/restaurants?resetToken=r1');
    const state = tab.state();
    expect(takeFromAddress(tab.browser, 'resetToken')).toBeNull();
    expect(tab.state()).toEqual(state);
    expect(state).not.toBeNull();
  });
});

describe('a mailed link for a new password', () => {
  it('hands the token to who asks for the new password', async () => {
    const tokens: string[] = [];
    const shell = fakeShell({ commands: { 'account/resetPassword': ({ token }) => Promise.resolve({}).finally(() => tokens.push(token)) } });
    await resetPassword(shell, 'r1');
    expect(tokens).toEqual(['r1']);
    expect(shell.recorded.snackbars).toEqual([]);
  });

  it('says so in German where nobody can be had, and tries again with the same token', async () => {
    const tokens: string[] = [];
    const shell = fakeShell();
    let isDown = true;
    const remotes: typeof shell.remotes = {
      ...shell.remotes,
      runCommand(name, input) {
        tokens.push(JSON.stringify(input));
        return isDown ? Promise.resolve({ ok: false, error: 'unavailable' }) : fakeShell({ commands: { 'account/resetPassword': () => Promise.resolve({}) } }).remotes.runCommand(name, input);
      },
    };
    await resetPassword({ ...shell, remotes }, 'r1');
    const [said] = shell.recorded.snackbars;
    expect(said).toMatchObject({ tone: 'error', text: expect.stringContaining('Passwort'), action: { label: 'Erneut versuchen' } });
    isDown = false;
    said?.action?.run();
    expect(tokens).toEqual(['{"token":"r1"}', '{"token":"r1"}']);
  });
});

describe('the offer to download the app', () => {
  interface Options {
    readonly address?: string;
    readonly width?: number;
    readonly screens?: readonly string[];
    readonly storage?: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  }

  const createStorage = () => {
    const stored = new Map<string, string>();
    return { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => void stored.set(key, value), removeItem: (key: string) => void stored.delete(key) };
  };

  const open = ({ address = '/restaurants', width = 499, screens = ['download'], storage = createStorage }: Options = {}) => {
    const tab = createFakeBrowser(address);
    const router = createRouter(tab.browser, createManualTimers());
    const stored = storage();
    const browser = {
      matchMedia: (query: string) => ({ matches: query === '(width < 500px)' && width < 500 }),
    };
    offerDownload({ browser, search: tab.browser.location.search, router, storage: () => stored, hasScreen: (key) => screens.includes(key) });
    return { tab, router };
  };

  it('R04 opens the download screen at start below 500 px and replaces the bare address', () => {
    const { tab } = open();
    expect(tab.trail()).toEqual(['/restaurants#download']);
  });

  it('R04 opens it for a place of its own, too', () => {
    expect(open({ address: '/altona' }).tab.address()).toBe('/altona#download');
  });

  it('R04 leaves 500 px alone', () => {
    expect(open({ width: 500 }).tab.address()).toBe('/restaurants');
  });

  it.each([
    '/restaurants#orders', '/restaurants?utm=x#details/mensa', '/restaurants?token=EC-1&PayerID=P', '/restaurants?transactionId=7',
    '/restaurants?preAuthorizationId=7', '/restaurants?resetToken=r', '/restaurants?token=', '/empty',
  ])('R04 never disturbs %s', (address) => {
    expect(open({ address }).tab.address()).toBe(address);
  });

  it('R04 keeps the rest of the query', () => {
    expect(open({ address: '/restaurants?utm=aushang' }).tab.address()).toBe('/restaurants?utm=aushang#download');
  });

  it('R04 opens once: not at each navigation, and not after a reload', () => {
    const stored = createStorage();
    const { tab, router } = open({ storage: () => stored });
    router.close();
    tab.arrive();
    router.open('details', 'mensa');
    router.close();
    tab.arrive();
    expect(tab.address()).toBe('/restaurants');
    expect(open({ storage: () => stored }).tab.address()).toBe('/restaurants');
  });

  it('R04 opens where the browser forbids storage', () => {
    const forbidden = () => {
      throw new Error('SecurityError');
    };
    expect(open({ storage: () => ({ getItem: forbidden, setItem: forbidden, removeItem: forbidden }) }).tab.address()).toBe('/restaurants#download');
  });

  it('opens nothing where no remote has the screen', () => {
    expect(open({ screens: [] }).tab.address()).toBe('/restaurants');
  });
});
