/** @page */
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { createRouter } from './router';
import { fakeAddresses } from '../fake-entries';
import { createFakeBrowser } from '../fake-browser';

const startRouter = (address: string, entryState: unknown = null) => {
  const fakeBrowser = createFakeBrowser(address, entryState);
  const timers = createManualTimers();
  const router = createRouter(fakeBrowser.browser, timers, fakeAddresses());
  const seenModalKeys: (string | null)[] = [];
  router.subscribe(() => seenModalKeys.push(router.get().modal?.key ?? null));
  return { tab: fakeBrowser, timers, router, seen: seenModalKeys };
};

describe('opening', () => {
  it('pushes one entry and notifies about the new view', () => {
    const { tab, router, seen } = startRouter('/restaurants');
    router.open('details', 'mensa/süd', 'cart');
    expect(tab.trail()).toEqual(['/restaurants', '/restaurants#details/mensa%2Fs%C3%BCd/cart']);
    expect(router.get()).toEqual({
      page: { kind: 'main', placeId: null },
      modal: { key: 'details', params: ['mensa/süd', 'cart'] },
    });
    expect(seen).toEqual(['details']);
  });

  it('keeps the query and the place', () => {
    const { tab, router } = startRouter('/neustadt?utm=x');
    router.open('orders');
    expect(tab.address()).toBe('/neustadt?utm=x#orders');
  });

  it('pushes once for a double click', () => {
    const { tab, router } = startRouter('/restaurants');
    router.open('orders');
    router.open('orders');
    expect(tab.trail()).toEqual(['/restaurants', '/restaurants#orders']);
  });

  it('opens another restaurant above the first', () => {
    const { tab, router } = startRouter('/restaurants');
    router.open('details', 'a');
    router.open('details', 'b');
    expect(tab.trail()).toHaveLength(3);
  });

  it('replaces without a new entry', () => {
    const { tab, router } = startRouter('/restaurants');
    router.open('registration');
    router.replace('login', 'new');
    expect(tab.trail()).toEqual(['/restaurants', '/restaurants#login/new']);
  });

  it('ignores an empty key', () => {
    const { tab, router } = startRouter('/restaurants');
    router.open('');
    expect(tab.trail()).toEqual(['/restaurants']);
  });

  it('returns the same view until the address changes', () => {
    const { router } = startRouter('/restaurants#orders');
    expect(router.get()).toBe(router.get());
  });
});

describe('a link that people share', () => {
  it.each([
    ['/r/caf%C3%A9%2Fbar?utm=x', '/restaurants#details/caf%C3%A9%2Fbar'],
    ['/i/t0k3n', '/restaurants#sharedinvitation/t0k3n'],
  ])('opens the screen of %s above the list', (path, expectedEntry) => {
    const { tab, router } = startRouter(path);
    expect(tab.trail()).toEqual(['/restaurants', expectedEntry]);
    tab.press(-1);
    expect([tab.hasLeft(), router.get()]).toEqual([false, { page: { kind: 'main', placeId: null }, modal: null }]);
  });

  it('closes as if it had been opened from the list', () => {
    const { tab, router } = startRouter('/r/mensa');
    router.close();
    tab.arrive();
    expect([tab.trail(), tab.hasLeft(), router.get().modal]).toEqual([['/restaurants'], false, null]);
  });

  it('opens once, however often the page is reloaded', () => {
    const { tab } = startRouter('/r/mensa');
    const reloadedPage = startRouter('/restaurants#details/mensa', tab.state());
    expect(reloadedPage.tab.trail()).toEqual(['/restaurants#details/mensa']);
  });
});

describe('beside the offer of the app', () => {
  it('opens a screen above the bare page: the offer that opened by itself is answered', () => {
    const { tab, router } = startRouter('/restaurants');
    router.replace('download');
    router.open('details', 'mensa');
    expect(tab.trail()).toEqual(['/restaurants', '/restaurants#details/mensa']);
    router.close();
    tab.arrive();
    expect(tab.trail()).toEqual(['/restaurants']);
    expect(router.get().modal).toBeNull();
  });

  it('opens a screen above the offer that the user has opened', () => {
    const { tab, router } = startRouter('/restaurants');
    router.open('download');
    router.open('details', 'mensa');
    expect(tab.trail()).toEqual(['/restaurants', '/restaurants#details/mensa']);
    router.close();
    tab.arrive();
    expect(tab.trail()).toEqual(['/restaurants']);
  });

  it('keeps the offer when nothing else is opened', () => {
    const { tab, router } = startRouter('/restaurants');
    router.replace('download');
    router.open('download');
    router.open('');
    expect(tab.trail()).toEqual(['/restaurants#download']);
  });
});

describe('closing', () => {
  it('goes back to the page the modal was opened from, so that Back does not open it again', () => {
    const { tab, router, seen } = startRouter('/restaurants');
    router.open('details', 'a');
    router.open('registration');
    router.close();
    tab.arrive();
    expect(tab.trail()).toEqual(['/restaurants']);
    expect(seen).toEqual(['details', 'registration', null]);
  });

  it('clears the hash in place when the visit started with the modal', () => {
    const { tab, router } = startRouter('/restaurants?x=1#details/a');
    router.close();
    expect(tab.address()).toBe('/restaurants?x=1');
    expect(router.get().modal).toBeNull();
    expect(tab.hasLeft()).toBe(false);
  });

  it('does nothing without an open modal', () => {
    const { tab, router } = startRouter('/restaurants');
    router.close();
    tab.arrive();
    expect(tab.trail()).toEqual(['/restaurants']);
    expect(tab.hasLeft()).toBe(false);
  });

  it('opens a screen requested directly after closing once the browser has arrived', () => {
    const { tab, router } = startRouter('/restaurants');
    router.open('orders');
    router.close();
    router.open('contacts');
    tab.arrive();
    expect(tab.trail()).toEqual(['/restaurants', '/restaurants#contacts']);
  });

  it('clears the hash in place when the browser swallows the step', () => {
    const { tab, timers, router } = startRouter('/restaurants');
    router.open('orders');
    router.close();
    tab.swallow();
    timers.advance(700);
    expect(tab.address()).toBe('/restaurants');
    expect(router.get().modal).toBeNull();
  });
});

describe('going back', () => {
  it('R05 goes back two steps to the entry below registration and login', () => {
    const { tab, router, seen } = startRouter('/restaurants');
    router.open('details', 'a');
    router.open('registration', 'prompt');
    router.open('login');
    router.back(2);
    tab.arrive();
    expect(tab.address()).toBe('/restaurants#details/a');
    expect(seen).toEqual(['details', 'registration', 'login', 'details']);
  });

  it('R05 closes a login that the visit started with instead of leaving the app', () => {
    const { tab, router } = startRouter('/restaurants#login');
    router.back(2);
    tab.arrive();
    expect(tab.address()).toBe('/restaurants');
    expect(tab.hasLeft()).toBe(false);
  });

  it('R05 goes back to its first own entry and closes its modal, without showing it', () => {
    const { tab, router, seen } = startRouter('/restaurants#registration');
    router.open('login');
    router.back(2);
    tab.arrive();
    expect(tab.trail()).toEqual(['/restaurants']);
    expect(tab.hasLeft()).toBe(false);
    expect(seen).toEqual(['login', null]);
  });

  it('goes one step by default', () => {
    const { tab, router } = startRouter('/restaurants');
    router.open('details', 'a');
    router.open('orders');
    router.back();
    tab.arrive();
    expect(tab.address()).toBe('/restaurants#details/a');
  });

  it('R05 still knows its own entries after a reload', () => {
    const firstSession = startRouter('/restaurants');
    firstSession.router.open('orders');
    const { tab, router } = startRouter('/restaurants#orders', firstSession.tab.state());
    router.back(3);
    expect(tab.hasLeft()).toBe(false);
    router.dispose();
    expect(firstSession.tab.state()).toEqual({ depth: 1, closedDepth: 0 });
  });

  it.each([[null], ['text'], [{ depth: 'x' }], [{ depth: -1 }], [{ other: 1 }]])(
    'takes the foreign history state %j for the start of a visit',
    (historyState) => {
      const { tab } = startRouter('/restaurants#orders', historyState);
      expect(tab.state()).toEqual({ depth: 0, closedDepth: null });
    },
  );
});

describe("the browser's own buttons", () => {
  it('follows Back and Forward', () => {
    const { tab, router, seen } = startRouter('/restaurants');
    router.open('details', 'a');
    tab.press(-1);
    expect(router.get().modal).toBeNull();
    tab.press(1);
    expect(router.get().modal).toEqual({ key: 'details', params: ['a'] });
    expect(seen).toEqual(['details', null, 'details']);
  });

  it('goes back to the page after Forward has led into a modal again', () => {
    const { tab, router } = startRouter('/restaurants');
    router.open('orders');
    tab.press(-1);
    tab.press(1);
    router.close();
    tab.arrive();
    expect(tab.trail()).toEqual(['/restaurants']);
  });

  it('counts a hash typed into the address bar as a separate entry', () => {
    const { tab, router } = startRouter('/restaurants');
    tab.typeHash('#orders');
    expect(router.get().modal).toEqual({ key: 'orders', params: [] });
    router.close();
    tab.arrive();
    expect(tab.trail()).toEqual(['/restaurants']);
    expect(tab.hasLeft()).toBe(false);
  });

  it('ends the second of two steps at its own arrival', () => {
    const { tab, router } = startRouter('/restaurants');
    router.open('details', 'a');
    router.open('details', 'b');
    router.open('details', 'c');
    router.back();
    router.back();
    tab.arrive();
    expect(tab.address()).toBe('/restaurants#details/b');
    tab.arrive();
    expect(tab.address()).toBe('/restaurants#details/a');
  });

  it("disables the browser's scroll restoration", () => {
    const { tab } = startRouter('/restaurants');
    expect(tab.browser.history.scrollRestoration).toBe('manual');
  });
});

describe('redirects', () => {
  it.each([
    ['/', '/restaurants'],
    ['/?a=1', '/restaurants?a=1'],
    ['/restaurants/mensa?a=1', '/restaurants?a=1#details/mensa'],
    ['/search/details/x', '/restaurants#details/x'],
  ])('R03 replaces %s by %s, so that Back does not bounce', (originalUrl, redirectedUrl) => {
    const { tab } = startRouter(originalUrl);
    expect(tab.address()).toBe(redirectedUrl);
    expect(tab.trail()).toHaveLength(1);
  });

  it('R03 closes a redirected restaurant without leaving the app', () => {
    const { tab, router } = startRouter('/restaurants/mensa?a=1');
    router.close();
    expect(tab.address()).toBe('/restaurants?a=1');
    expect(tab.hasLeft()).toBe(false);
  });
});

describe('the brand', () => {
  it('opens the main screen from a place, and Back leads to the place', () => {
    const { tab, router } = startRouter('/neustadt#orders');
    router.openMain();
    expect(tab.trail()).toEqual(['/neustadt#orders', '/restaurants']);
    expect(router.get()).toEqual({ page: { kind: 'main', placeId: null }, modal: null });
    tab.press(-1);
    expect(router.get()).toEqual({ page: { kind: 'main', placeId: 'neustadt' }, modal: { key: 'orders', params: [] } });
  });

  it('closes the modal above the main screen', () => {
    const { tab, router } = startRouter('/restaurants');
    router.open('orders');
    router.openMain();
    tab.arrive();
    expect(tab.trail()).toEqual(['/restaurants']);
  });

  it('goes back to the main screen that it pushed itself', () => {
    const { tab, router } = startRouter('/neustadt');
    router.openMain();
    router.open('orders');
    router.close();
    tab.arrive();
    expect(tab.trail()).toEqual(['/neustadt', '/restaurants']);
  });
});

describe('a way to what is missing', () => {
  const REGISTRATION_SCREEN = { key: 'registration', params: ['prompt'] };
  const startDetour = (address = '/restaurants#orders') => {
    const startedRouter = startRouter(address);
    startedRouter.router.detour('login', REGISTRATION_SCREEN);
    return startedRouter;
  };

  it('lies above the refused screen: Back leads there, from any depth', () => {
    const { tab, router } = startDetour();
    expect(tab.trail()).toEqual(['/restaurants#orders', '/restaurants#registration/prompt']);
    router.open('login');
    router.back(2);
    tab.arrive();
    expect([tab.address(), router.missingStep()]).toEqual(['/restaurants#orders', null]);
  });

  it.each([
    ['/restaurants', 'orders'],
    ['/restaurants#orders', null],
  ])('from %s closes with the refused screen, without an entry between', (address, openedKey) => {
    const { tab, router } = startRouter(address);
    if (openedKey !== null) router.open(openedKey);
    router.detour('login', REGISTRATION_SCREEN);
    router.open('login');
    router.close();
    tab.arrive();
    expect([tab.address(), router.get().modal]).toEqual(['/restaurants', null]);
  });

  describe.each([
    ['/restaurants', 1],
    ['/restaurants#sharedinvitation/k3J', 0],
  ] as const)('above a screen that was refused above another one, from %s', (address, entriesBelow) => {
    const startRefusedScreen = () => {
      const startedRouter = startRouter(address);
      if (entriesBelow > 0) startedRouter.router.open('sharedinvitation', 'k3J');
      startedRouter.router.open('joininvitation', 'k3J');
      startedRouter.router.detour('login', REGISTRATION_SCREEN);
      return startedRouter;
    };
    const expectSharedInvitation = ({ tab, router }: ReturnType<typeof startRefusedScreen>) => {
      expect([tab.address(), router.get().modal?.key, router.missingStep()]).toEqual([
        '/restaurants#sharedinvitation/k3J',
        'sharedinvitation',
        null,
      ]);
    };

    it('leads back to that screen on Back, and again at the next try', () => {
      const startedRouter = startRefusedScreen();
      const { tab, router } = startedRouter;
      for (let attemptIndex = 0; attemptIndex < 2; attemptIndex += 1) {
        tab.press(-1);
        router.detour('login', REGISTRATION_SCREEN);
        tab.arrive();
        expectSharedInvitation(startedRouter);
        router.open('joininvitation', 'k3J');
        router.detour('login', REGISTRATION_SCREEN);
        expect(router.missingStep()).toBe('login');
      }
    });

    it('leads back to that screen when it is closed, from any depth', () => {
      const startedRouter = startRefusedScreen();
      const { tab, router } = startedRouter;
      router.open('login');
      router.close();
      tab.arrive();
      tab.arrive();
      expectSharedInvitation(startedRouter);
      router.close();
      if (entriesBelow > 0) tab.arrive();
      expect([tab.address(), router.get().modal]).toEqual(['/restaurants', null]);
    });
  });

  it("doesn't start for a screen that is being closed", () => {
    const { tab, router } = startRouter('/restaurants');
    router.open('orders');
    router.close();
    router.detour('login', REGISTRATION_SCREEN);
    tab.arrive();
    expect([tab.address(), router.get().modal, router.missingStep()]).toEqual(['/restaurants', null, null]);
  });

  it('starts once for each entry and step: the next time the entry below shows', () => {
    const { tab, router } = startDetour();
    tab.press(-1);
    router.detour('login', REGISTRATION_SCREEN);
    expect(tab.trail()).toEqual(['/restaurants']);
    router.open('orders');
    router.detour('login', REGISTRATION_SCREEN);
    tab.press(-1);
    router.detour('verification', { key: 'profile', params: [] });
    expect(tab.address()).toBe('/restaurants#profile');
  });

  it('is forgotten by an entry that now shows another screen', () => {
    const { tab, router } = startDetour();
    tab.press(-1);
    router.replace('contacts');
    router.detour('login', REGISTRATION_SCREEN);
    expect(tab.trail()).toEqual(['/restaurants#contacts', '/restaurants#registration/prompt']);
  });

  it('knows the missing step, and leads back on resume', () => {
    const { tab, router } = startDetour();
    router.open('login');
    router.open('settings', 'privacy');
    expect(router.missingStep()).toBe('login');
    router.resume();
    tab.arrive();
    expect([tab.address(), router.missingStep()]).toEqual(['/restaurants#orders', null]);
    router.open('details', 'mensa');
    expect(router.missingStep()).toBeNull();
    router.resume();
    tab.arrive();
    expect(tab.address()).toBe('/restaurants#details/mensa');
  });

  it('survives a reload', () => {
    const { tab } = startDetour();
    const reloadedRouter = startRouter('/restaurants#registration/prompt', tab.state());
    expect(reloadedRouter.router.missingStep()).toBe('login');
  });

  it.each([{ step: 'login' }, { step: 'other', depth: 0 }, { step: 'login', depth: -1 }, 'login', null])(
    'is none where the entry’s state holds %j instead',
    (state) => {
      expect(
        startRouter('/restaurants#login', { depth: 1, closedDepth: null, detour: state }).router.missingStep(),
      ).toBeNull();
    },
  );
});

it.each([
  ['/restaurants', null],
  ['/restaurants#details/mensa%252Fs%C3%BCd%2Fb/cart', { key: 'details', params: ['mensa%2Fsüd/b', 'cart'] }],
])('R08 returns the address of %s, and leads back to it', (address, expectedAddress) => {
  const { tab, router } = startRouter(address);
  const origin = router.current();
  expect(origin).toEqual(expectedAddress);
  router.open('orders');
  if (origin !== null) router.replace(origin.key, ...origin.params);
  tab.arrive();
  expect(tab.address()).toBe(origin === null ? '/restaurants#orders' : address);
});

it('writes links as the router reads them', () => {
  const { router } = startRouter('/restaurants');
  expect(router.hrefOf('details', 'a/b')).toBe('#details/a%2Fb');
});

it('removes its listeners and timers', () => {
  const { tab, timers, router } = startRouter('/restaurants');
  router.open('orders');
  router.close();
  router.dispose();
  expect(tab.listenerCount()).toBe(0);
  expect(timers.pendingCount()).toBe(0);
});

it('works on a real window', async () => {
  window.history.replaceState(null, '', '/restaurants');
  const router = createRouter(window, createManualTimers(), fakeAddresses());
  const arrival = new Promise<void>((resolve) => {
    router.open('orders');
    router.subscribe(resolve);
  });
  expect(window.location.hash).toBe('#orders');
  router.close();
  await arrival;
  expect(window.location.hash).toBe('');
  router.dispose();
});
