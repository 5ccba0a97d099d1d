import { err, ok } from '@mahlzeit/contract';
import { anAccount, aUser } from '@mahlzeit/contract/fixtures';
import { createTabbedBrowser, uidOrStatus } from '../../testing/session/tabbed-browser';
import { apiErrorOf } from '../api/api-error';

const friedaLogin = { email: 'frieda@mahlzeit.test', password: 'mittagspause' };

describe('a session', () => {
  it('starts an anonymous session on a first visit without a refresh request', async () => {
    const { auth, openTab } = createTabbedBrowser();
    const tab = openTab();
    expect(tab.get()).toEqual({ status: 'unknown' });
    expect(await tab.token()).toBe('anon-0#1');
    expect(auth.asked).toEqual(['anonymous']);
  });

  it('resumes the session of this browser', async () => {
    const { auth, openTab } = createTabbedBrowser();
    await openTab().token();
    const secondTab = openTab();
    await secondTab.token();
    expect(uidOrStatus(secondTab)).toBe('anon-0');
    expect(auth.asked).toEqual(['anonymous', 'refresh']);
  });

  it('starts a new session when the stored one has ended', async () => {
    const { auth, hint, openTab } = createTabbedBrowser();
    hint.set('frieda');
    const tab = openTab();
    await tab.token();
    expect(uidOrStatus(tab)).toBe('anon-0');
    expect(auth.asked).toEqual(['refresh', 'anonymous']);
  });

  it('fails without a gateway, has no token, and retries by itself', async () => {
    const { auth, timers, openTab, settle } = createTabbedBrowser();
    auth.setDown(true);
    const tab = openTab();
    expect(await tab.token()).toBeNull();
    expect(tab.get()).toEqual({ status: 'failed' });
    auth.setDown(false);
    timers.advance(1_000);
    await settle();
    expect(uidOrStatus(tab)).toBe('anon-0');
  });

  it('keeps a stored session over an outage at the start', async () => {
    const { auth, openTab, settle } = createTabbedBrowser();
    const firstTab = openTab();
    await firstTab.login(friedaLogin);
    auth.setDown(true);
    const tab = openTab();
    await tab.token();
    auth.setDown(false);
    tab.wake();
    await settle();
    expect(uidOrStatus(tab)).toBe(anAccount().uid);
  });

  it('retries on request', async () => {
    const { auth, openTab } = createTabbedBrowser();
    auth.setDown(true);
    const tab = openTab();
    await tab.token();
    auth.setDown(false);
    await tab.retry();
    expect(uidOrStatus(tab)).toBe('anon-0');
  });

  it('renews a minute before the end', async () => {
    const { timers, openTab, settle } = createTabbedBrowser();
    const tab = openTab();
    await tab.token();
    timers.advance(9 * 60_000 - 1);
    await settle();
    expect(await tab.token()).toBe('anon-0#1');
    timers.advance(1);
    await settle();
    expect(await tab.token()).toBe('anon-0#2');
  });

  it('stays known while a renewal fails, and renews when the network is back', async () => {
    const { auth, timers, openTab, settle } = createTabbedBrowser();
    const tab = openTab();
    await tab.token();
    auth.setDown(true);
    timers.advance(9 * 60_000);
    await settle();
    expect(uidOrStatus(tab)).toBe('anon-0');
    auth.setDown(false);
    tab.wake();
    await settle();
    expect(await tab.token()).toBe('anon-0#2');
  });

  it('renews once for many refused calls', async () => {
    const { auth, openTab } = createTabbedBrowser();
    const tab = openTab();
    const oldToken = (await tab.token()) ?? '';
    const renewedTokens = await Promise.all([tab.renew(oldToken), tab.renew(oldToken), tab.renew(oldToken)]);
    expect(renewedTokens).toEqual(['anon-0#2', 'anon-0#2', 'anon-0#2']);
    expect(auth.asked).toEqual(['anonymous', 'refresh']);
  });

  it('never repeats a call as another user: a session that ended elsewhere has no token', async () => {
    const { auth, openTab } = createTabbedBrowser();
    const tab = openTab();
    await tab.login(friedaLogin);
    const token = (await tab.token()) ?? '';
    auth.endSession();
    expect(await tab.renew(token)).toBeNull();
    expect(uidOrStatus(tab)).toMatch(/^anon-/);
  });

  it('never repeats a call as a user who logged in during the call', async () => {
    const { openTab } = createTabbedBrowser();
    const tab = openTab();
    const visitorToken = (await tab.token()) ?? '';
    await tab.login(friedaLogin);
    const friedaToken = (await tab.token()) ?? '';
    expect(await tab.renew(visitorToken)).toBeNull();
    await tab.logout();
    expect(await tab.renew(friedaToken)).toBeNull();
  });

  it('repeats a visitor’s call once they have registered, since they are the same person', async () => {
    const { openTab } = createTabbedBrowser();
    const tab = openTab();
    const visitorToken = (await tab.token()) ?? '';
    await tab.register({ email: 'neu@mahlzeit.test', password: 'mittagspause', visible: true, policyAccepted: true });
    expect(await tab.renew(visitorToken)).toBe(await tab.token());
  });

  it('keeps the uid when a visitor registers', async () => {
    const { openTab } = createTabbedBrowser();
    const tab = openTab();
    await tab.token();
    const registerAnswer = await tab.register({
      email: 'neu@mahlzeit.test',
      password: 'mittagspause',
      visible: true,
      policyAccepted: true,
    });
    expect(registerAnswer).toEqual(ok(expect.objectContaining({ uid: 'anon-0', isAnonymous: false })));
  });

  it('returns the error of a login and keeps the user', async () => {
    const { openTab } = createTabbedBrowser();
    const tab = openTab();
    const loginAnswer = await tab.login({ email: 'frieda@mahlzeit.test', password: 'falsch' });
    expect(loginAnswer).toEqual(err(expect.objectContaining({ code: 'ErrorPasswordIncorrect' })));
    expect(uidOrStatus(tab)).toBe('anon-0');
  });

  it('is a new anonymous visitor after logout', async () => {
    const { openTab } = createTabbedBrowser();
    const tab = openTab();
    await tab.login(friedaLogin);
    const userUids: (string | null)[] = [];
    tab.onUser((user) => userUids.push(user?.uid ?? null));
    expect(await tab.logout()).toEqual(ok(null));
    expect(userUids).toEqual([null, 'anon-2']);
  });

  it("returns the error of a logout that didn't reach the gateway, and stays logged in", async () => {
    const { auth, openTab } = createTabbedBrowser();
    const tab = openTab();
    await tab.login(friedaLogin);
    auth.setDown(true);
    expect(await tab.logout()).toEqual(err(apiErrorOf('offline')));
    expect(uidOrStatus(tab)).toBe(anAccount().uid);
  });
});

describe('a session over tabs', () => {
  describe('while it is replaced', () => {
    /** Returns an object that holds the token which a call has received; undefined while the call is waiting. */
    const trackTokenOfCall = (tokenCall: Promise<string | null>): { readonly get: () => string | null | undefined } => {
      let token: string | null | undefined;
      void tokenCall.then((receivedToken) => {
        token = receivedToken;
      });
      return { get: () => token };
    };
    const waitTurns = async (): Promise<void> => {
      for (let microtask = 0; microtask < 20; microtask += 1) await Promise.resolve();
    };

    const openVisitorTab = async () => {
      const tabbedBrowser = createTabbedBrowser();
      const tab = tabbedBrowser.openTab();
      await tab.token();
      return { ...tabbedBrowser, tab };
    };

    it('gives no call a token that is about to end: a registering visitor’s call continues with the next one', async () => {
      const { auth, tab } = await openVisitorTab();
      const sendDelayedAnswer = auth.delay();
      const registerCall = tab.register({ ...friedaLogin, visible: true, policyAccepted: true });
      await waitTurns();
      const call = trackTokenOfCall(tab.token());
      await waitTurns();
      expect(call.get()).toBeUndefined();
      sendDelayedAnswer();
      await registerCall;
      await waitTurns();
      expect(call.get()).toBe('anon-0#2');
    });

    it.each(['login', 'logout'] as const)(
      'sends nothing as somebody else: a %s leaves the calls of who was there without a token',
      async (replacementKind) => {
        const { auth, tab } = await openVisitorTab();
        if (replacementKind === 'logout') await tab.login(friedaLogin);
        const sendAnswer = auth.delay();
        const replacingCall = replacementKind === 'login' ? tab.login(friedaLogin) : tab.logout();
        await waitTurns();
        const call = trackTokenOfCall(tab.token());
        sendAnswer();
        await replacingCall;
        await waitTurns();
        expect(call.get()).toBeNull();
        expect(await tab.token()).not.toBeNull();
      },
    );

    it('continues with the present token when the replacement fails', async () => {
      const { auth, tab } = await openVisitorTab();
      const sendAnswer = auth.delay();
      const loginCall = tab.login({ ...friedaLogin, password: 'falsch' });
      await waitTurns();
      const call = trackTokenOfCall(tab.token());
      await waitTurns();
      expect(call.get()).toBeUndefined();
      sendAnswer();
      expect(await loginCall).toMatchObject({ ok: false });
      await waitTurns();
      expect(call.get()).toBe('anon-0#1');
    });

    it('sends no call with the token that a login in another tab has ended', async () => {
      const { auth, openTab, settle, tab } = await openVisitorTab();
      const otherTab = openTab();
      await settle();
      await tab.login(friedaLogin);
      const sendAnswer = auth.delay();
      await waitTurns();
      const call = trackTokenOfCall(otherTab.token());
      await waitTurns();
      expect(call.get()).toBeUndefined();
      sendAnswer();
      await settle();
      expect(call.get()).toBeNull();
      expect(uidOrStatus(otherTab)).toBe(anAccount().uid);
    });

    it('delays calls by at most five seconds', async () => {
      const { auth, timers, tab } = await openVisitorTab();
      const sendAnswer = auth.delay();
      const loginCall = tab.login(friedaLogin);
      await waitTurns();
      const call = trackTokenOfCall(tab.token());
      await waitTurns();
      timers.advance(4_999);
      await waitTurns();
      expect(call.get()).toBeUndefined();
      timers.advance(1);
      await waitTurns();
      expect(call.get()).toBe('anon-0#1');
      sendAnswer();
      await loginCall;
    });
  });

  it('gives two tabs that open together the same visitor', async () => {
    const { auth, openTab } = createTabbedBrowser();
    const twoTabs = [openTab(), openTab()];
    await Promise.all(twoTabs.map((tab) => tab.token()));
    expect(twoTabs.map(uidOrStatus)).toEqual(['anon-0', 'anon-0']);
    expect(auth.asked).toEqual(['anonymous', 'refresh']);
  });

  it('follows a login in another tab', async () => {
    const { openTab, settle } = createTabbedBrowser();
    const [firstTab, secondTab] = [openTab(), openTab()];
    await firstTab.login(friedaLogin);
    await settle();
    expect(uidOrStatus(secondTab)).toBe(anAccount().uid);
  });

  it('A06 forgets the user immediately when another tab logs out', async () => {
    const { openTab, settle } = createTabbedBrowser();
    const [firstTab, secondTab] = [openTab(), openTab()];
    await firstTab.login(friedaLogin);
    await settle();
    const statusChanges: string[] = [];
    secondTab.subscribe(() => statusChanges.push(uidOrStatus(secondTab)));
    await firstTab.logout();
    await settle();
    expect(statusChanges[0]).toBe('unknown');
    expect(uidOrStatus(secondTab)).toBe(uidOrStatus(firstTab));
    expect(uidOrStatus(secondTab)).toMatch(/^anon-/);
  });

  it('starts a session itself when the tab that logged out was closed before it did', async () => {
    const { auth, timers, openTab, settle } = createTabbedBrowser();
    const [firstTab, secondTab] = [openTab(), openTab()];
    await firstTab.login(friedaLogin);
    await settle();
    const logoutCall = firstTab.logout();
    await Promise.resolve();
    auth.setDown(true);
    await logoutCall;
    auth.setDown(false);
    expect(secondTab.get().status).toBe('unknown');
    timers.advance(5_000);
    await settle();
    expect(uidOrStatus(secondTab)).toMatch(/^anon-/);
  });
});

const googleProof = { provider: 'google', code: 'gut', verifier: 'v'.repeat(43) } as const;

const openTwoTabs = async () => {
  const tabbedBrowser = createTabbedBrowser();
  const [firstTab, secondTab] = [tabbedBrowser.openTab(), tabbedBrowser.openTab()];
  await Promise.all([firstTab.token(), secondTab.token()]);
  return { ...tabbedBrowser, here: firstTab, there: secondTab };
};

const loginAsFrieda = async () => {
  const tabs = await openTwoTabs();
  await tabs.here.login(friedaLogin);
  await tabs.settle();
  return tabs;
};

describe('proving who is there', () => {
  it('continues the same session with a new token, and informs no other tab', async () => {
    const { auth, here, settle } = await loginAsFrieda();
    const previousToken = await here.token();
    const users: unknown[] = [];
    here.onUser((user) => users.push(user));
    const previousRequestCount = auth.asked.length;
    expect(await here.reauthenticate('mittagspause')).toEqual(ok(anAccount()));
    await settle();
    expect(await here.token()).not.toBe(previousToken);
    expect(users).toEqual([]);
    expect(auth.asked.slice(previousRequestCount)).toEqual(['reauthenticate']);
  });

  it('keeps the user after a wrong password', async () => {
    const { here } = await loginAsFrieda();
    expect(await here.reauthenticate('falsch')).toEqual(err(apiErrorOf('ErrorPasswordIncorrect', 401)));
    expect(uidOrStatus(here)).toBe(anAccount().uid);
  });

  it('keeps the session after a proof by a third party', async () => {
    const { auth, here, settle } = await loginAsFrieda();
    const requestCount = auth.asked.length;
    expect(await here.completeThirdParty(googleProof)).toEqual(ok(anAccount()));
    await settle();
    expect(auth.asked.slice(requestCount)).toEqual(['completeThirdParty']);
  });
});

describe('signing in at a third party', () => {
  it('keeps a new member’s uid and informs the other tabs', async () => {
    const { here, there, settle } = await openTwoTabs();
    const currentUid = uidOrStatus(here);
    expect(await here.completeThirdParty(googleProof)).toEqual(
      ok(expect.objectContaining({ uid: currentUid, isAnonymous: false, thirdParty: 'google' })),
    );
    await settle();
    expect(there.get()).toEqual(here.get());
  });

  it('returns the error and stays a visitor', async () => {
    const { here } = await openTwoTabs();
    expect(await here.completeThirdParty({ ...googleProof, code: 'alt' })).toEqual(
      err(apiErrorOf('signInCodeInvalid', 401)),
    );
    expect(uidOrStatus(here)).toBe('anon-0');
  });
});

describe('the account', () => {
  it('is unverified after a change of the e-mail', async () => {
    const { here } = await loginAsFrieda();
    const changeEmailAnswer = await here.changeEmail({ ...friedaLogin, email: 'neu@mahlzeit.test' });
    expect(changeEmailAnswer).toEqual(ok(anAccount({ email: 'neu@mahlzeit.test', verified: false })));
    expect(here.get()).toEqual({
      status: 'known',
      account: anAccount({ email: 'neu@mahlzeit.test', verified: false }),
    });
  });

  it('applies the user of a response, and notifies listeners only of changes', async () => {
    const { here } = await loginAsFrieda();
    let notificationCount = 0;
    here.subscribe(() => {
      notificationCount += 1;
    });
    const user = aUser({
      displayName: 'Frieda P.',
      photoURL: '/media/avatar/1.webp',
      visible: false,
      selectedDiscountId: 'lunch10',
    });
    here.applyUser(user);
    here.applyUser({ ...user });
    expect(notificationCount).toBe(1);
    expect(here.get()).toEqual({
      status: 'known',
      account: anAccount({
        displayName: 'Frieda P.',
        photoURL: '/media/avatar/1.webp',
        visible: false,
        selectedDiscountId: 'lunch10',
      }),
    });
  });

  it('A06 applies no document of a departed user', async () => {
    const { here } = await loginAsFrieda();
    await here.logout();
    const visitorView = here.get();
    here.applyUser(aUser({ displayName: 'Frieda P.' }));
    expect(here.get()).toBe(visitorView);
  });
});
