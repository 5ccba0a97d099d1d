/** @page */
import {
  anonymousSession,
  getMe,
  getRestaurantByRoutingName,
  login,
  logout,
  meTopic,
  refresh,
} from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import {
  aContact,
  anAccount,
  anAnonymousAccount,
  aRestaurant,
  aSession,
  aUser,
  fixtureNow,
} from '@mahlzeit/contract/fixtures';
import { waitFor } from '@testing-library/react';
import { answer, createManualTimers } from '../testing';
import type { ScenarioAnswer } from '../testing';
import { createScenarioGateway } from '../testing/scenario/scenario-gateway';
import { createScenarioSocket } from '../testing/scenario/scenario-socket';
import { browserSignals, createPlatform } from './create-platform';
import type { PlatformDependencies } from './create-platform';
import { createOfflineParts } from './offline';
import type { CachedRow, OfflineDatabase } from './offline/offline-cache';
import type { CreateOfflineParts } from './offline/offline-parts';
import { reportError } from './events/event-log';
import type { TopicView } from './live/topic-view';
import { createSessionLock } from './session/session-tabs';
import { api, apiQuery } from './store/store';

describe('browser signals', () => {
  const dispatchPageShowEvent = (isRestored: boolean): void => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: isRestored }));
  };

  it('reports a page from the back-forward cache, and no page that was loaded', () => {
    let pageRestoreCount = 0;
    const unsubscribe = browserSignals.onPageShow(() => (pageRestoreCount += 1));
    dispatchPageShowEvent(false);
    expect(pageRestoreCount).toBe(0);
    dispatchPageShowEvent(true);
    expect(pageRestoreCount).toBe(1);
    unsubscribe();
    dispatchPageShowEvent(true);
    expect(pageRestoreCount).toBe(1);
  });
});

describe('a platform', () => {
  const anonymousAccount = anAnonymousAccount();
  const friedaAccount = anAccount();

  const { endpoints } = api.injectEndpoints({
    endpoints: (build) => ({ whoAmI: build.query<object, void>(apiQuery(getMe, () => ({}))) }),
  });

  const createFakeSignals = () => {
    const visibleListeners = new Set<() => void>();
    const onlineListeners = new Set<() => void>();
    const pageShowListeners = new Set<() => void>();
    const createListenerAdder = (listeners: Set<() => void>) => (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    return {
      signals: {
        onVisible: createListenerAdder(visibleListeners),
        onOnline: createListenerAdder(onlineListeners),
        onPageShow: createListenerAdder(pageShowListeners),
      },
      goOnline: () => onlineListeners.forEach((listener) => listener()),
      comeBack: () => pageShowListeners.forEach((listener) => listener()),
      comeToSight: () => visibleListeners.forEach((listener) => listener()),
      listening: () => visibleListeners.size + onlineListeners.size + pageShowListeners.size,
    };
  };

  const setUpPlatform = (
    scenarioAnswers: readonly ScenarioAnswer[],
    offlineDeps: Pick<PlatformDependencies, 'loadOffline' | 'startsOffline'> = {},
  ) => {
    const timers = createManualTimers();
    const scenarioGateway = createScenarioGateway(scenarioAnswers);
    const scenarioSocket = createScenarioSocket({}, () => fixtureNow + 5_000);
    const fakeSignals = createFakeSignals();
    let hintOwner: string | null = null;
    let isGatewayDown = false;
    const platform = createPlatform({
      origin: 'http://127.0.0.1:4000',
      sendRequest: (request) =>
        isGatewayDown ? Promise.reject(new TypeError('Failed to fetch')) : scenarioGateway.sendRequest(request),
      openSocket: scenarioSocket.open,
      hint: {
        owner: () => hintOwner,
        set: (nextOwner) => {
          hintOwner = nextOwner;
        },
        clear: () => {
          hintOwner = null;
        },
      },
      tabs: { post: () => undefined, listen: () => () => undefined },
      withLock: createSessionLock(undefined),
      loadLive: () => import('./live/live-client'),
      timers,
      elapsed: timers.elapsedMs,
      firstTime: { now: fixtureNow, elapsedAtMs: 0 },
      signals: fakeSignals.signals,
      random: () => 0.5,
      storage: () => window.localStorage,
      ...offlineDeps,
    });
    return {
      platform,
      timers,
      gateway: scenarioGateway,
      socket: scenarioSocket,
      browser: fakeSignals,
      setDown: (isDown: boolean) => {
        isGatewayDown = isDown;
      },
      setOwner: (next: string) => {
        hintOwner = next;
      },
    };
  };

  const sessionAnswers = [
    answer(anonymousSession, aSession({ account: anonymousAccount, idToken: 'anonym' })),
    answer(login, aSession({ account: friedaAccount, idToken: 'frieda' })),
    answer(refresh, aSession({ account: anonymousAccount, idToken: 'anonym-2' })),
    answer(logout, {}),
    answer(getMe, aUser(), aUser({ displayName: 'anonym' })),
  ];

  it("begins the session, connects with its token and takes the server's time", async () => {
    const { platform, gateway } = setUpPlatform(sessionAnswers);
    expect(gateway.requests).toEqual([]);
    platform.start();
    await waitFor(() => expect(platform.live.status()).toBe('online'));
    expect(platform.session.get()).toEqual({ status: 'known', account: anonymousAccount });
    expect(platform.clock.now()).toBe(fixtureNow + 5_000);
    platform.stop();
  });

  it('A06 drops all data of a user at logout: cache, live data and slices', async () => {
    const { platform } = setUpPlatform(sessionAnswers);
    const queryStates: string[] = [];
    platform.start();
    await waitFor(() => expect(platform.session.get().status).toBe('known'));
    await platform.session.login({ email: 'frieda@mahlzeit.test', password: 'mittagspause' });
    const whoAmIQuery = platform.store.dispatch(endpoints.whoAmI.initiate());
    await whoAmIQuery;
    platform.store.subscribe(() => queryStates.push(JSON.stringify(platform.store.getState().api.queries)));
    await platform.session.logout();
    expect(queryStates.at(-1)).not.toContain('Frieda');
    expect(endpoints.whoAmI.select()(platform.store.getState()).data).toBeUndefined();
    expect(platform.session.get()).toEqual({ status: 'known', account: anonymousAccount });
    whoAmIQuery.unsubscribe();
    platform.stop();
  });

  it('retries immediately when the network is back', async () => {
    const { platform, browser, setDown } = setUpPlatform(sessionAnswers);
    setDown(true);
    platform.start();
    await waitFor(() => expect(platform.session.get().status).toBe('failed'));
    setDown(false);
    browser.goOnline();
    await waitFor(() => expect(platform.live.status()).toBe('online'));
    platform.stop();
  });

  describe('with a database for pages without a network', () => {
    const mensa = aRestaurant({ routingName: 'mensa' });
    const routingName = 'mensa';
    const memberAnswers = [
      answer(refresh, aSession({ account: friedaAccount, idToken: 'frieda' })),
      answer(getRestaurantByRoutingName, mensa),
      ...sessionAnswers,
    ];
    const { endpoints: placeEndpoints } = api.injectEndpoints({
      endpoints: (build) => ({
        place: build.query<Restaurant, void>(apiQuery(getRestaurantByRoutingName, () => ({ params: { routingName } }))),
      }),
    });

    const createDatabase = (): OfflineDatabase => {
      let [rowsOwner, rows] = ['', new Map<string, CachedRow>()];
      return {
        read: (owner, { group, name }) =>
          Promise.resolve(owner === rowsOwner ? rows.get(`${group.name} ${name}`) : undefined),
        write(owner, rowWrites) {
          if (owner !== rowsOwner) [rowsOwner, rows] = [owner, new Map()];
          for (const { group, name, row } of rowWrites) if (row !== null) rows.set(`${group.name} ${name}`, row);
          return Promise.resolve();
        },
        erase: () => Promise.resolve(rows.clear()),
      };
    };
    const loaderWith = (database: OfflineDatabase) => async (): Promise<CreateOfflineParts> => (deps) =>
      createOfflineParts(deps, database);
    /** Lets Frieda look at the Mensa and at her contacts with a network. */
    const lookWithNetwork = async (database: OfflineDatabase): Promise<void> => {
      const { platform, timers, socket, setOwner } = setUpPlatform(memberAnswers, {
        loadOffline: loaderWith(database),
      });
      setOwner(friedaAccount.uid);
      socket.replace(meTopic, { contacts: [aContact()] });
      platform.start();
      await waitFor(() => expect(platform.live.status()).toBe('online'));
      await platform.store.dispatch(placeEndpoints.place.initiate());
      platform.startOffline();
      await waitFor(async () => {
        timers.advance(1_000);
        expect(
          await database.read(friedaAccount.uid, { group: { name: 'me', maxRows: 1 }, name: meTopic }),
        ).toBeDefined();
      });
      platform.stop();
    };
    const startWithoutNetwork = async (database: OfflineDatabase, owner = friedaAccount.uid, startsOffline = false) => {
      const page = setUpPlatform(memberAnswers, {
        loadOffline: loaderWith(database),
        startsOffline,
      });
      page.setOwner(owner);
      page.setDown(true);
      page.socket.setOffline(true);
      page.platform.start();
      await waitFor(() => expect(page.platform.session.get().status).not.toBe('unknown'));
      const contactViews: TopicView[] = [];
      page.platform.live.subscribe(meTopic, (view) => contactViews.push(view));
      return { ...page, contacts: () => contactViews.at(-1)?.collections.get('contacts')?.size };
    };

    it.each([false, true])(
      'shows what its user has seen without a network, and newer data with one (from the worker: %s)',
      async (startsOffline) => {
        const database = createDatabase();
        await lookWithNetwork(database);
        const page = await startWithoutNetwork(database, friedaAccount.uid, startsOffline);
        const { platform, contacts, setDown, socket, browser } = page;
        expect(platform.session.get()).toMatchObject({ status: 'known', account: friedaAccount });
        expect(platform.live.status()).toBe('offline');
        await waitFor(() => expect(contacts()).toBe(1));
        const place = platform.store.dispatch(placeEndpoints.place.initiate());
        expect((await place).data).toEqual(mensa);
        expect(platform.shownOffline.get().map(({ group }) => group.name)).toEqual([
          'me',
          'getRestaurantByRoutingName',
        ]);

        setDown(false);
        socket.setOffline(false);
        socket.replace(meTopic, { contacts: [aContact(), aContact({ key: 'uid-neu' })] });
        page.gateway.useAnswers(answer(getRestaurantByRoutingName, aRestaurant({ ...mensa, name: 'Neu' })));
        browser.goOnline();
        await waitFor(() => expect(contacts()).toBe(2));
        await waitFor(() =>
          expect(placeEndpoints.place.select()(platform.store.getState()).data).toMatchObject({ name: 'Neu' }),
        );
        expect(platform.shownOffline.get()).toEqual([]);
        place.unsubscribe();
        platform.stop();
      },
    );

    it('A06 shows nothing to another user of this browser', async () => {
      const database = createDatabase();
      await lookWithNetwork(database);
      const { platform, contacts } = await startWithoutNetwork(database, 'uid-ben-01');
      expect(platform.session.get()).toEqual({ status: 'failed' });
      expect((await platform.store.dispatch(placeEndpoints.place.initiate())).isError).toBe(true);
      expect(contacts()).toBeUndefined();
      platform.stop();
    });

    it('A06 has nothing left after a logout', async () => {
      const database = createDatabase();
      await lookWithNetwork(database);
      const online = setUpPlatform(memberAnswers, { loadOffline: loaderWith(database) });
      online.setOwner(friedaAccount.uid);
      online.platform.start();
      await waitFor(() => expect(online.platform.session.get().status).toBe('known'));
      await online.platform.session.logout();
      online.platform.stop();
      const { platform } = await startWithoutNetwork(database);
      expect(platform.session.get()).toEqual({ status: 'failed' });
      platform.stop();
    });
  });

  it('A09 asks again for refused topics after the account is restored', async () => {
    const deletedAccount = anAccount({ deleted: true });
    const { platform, socket } = setUpPlatform([
      answer(login, aSession({ account: deletedAccount, idToken: 'frieda' })),
      ...sessionAnswers,
    ]);
    platform.start();
    await waitFor(() => expect(platform.live.status()).toBe('online'));
    await platform.session.login({ email: 'frieda@mahlzeit.test', password: 'mittagspause' });
    await waitFor(() => expect(platform.live.status()).toBe('online'));
    const seenStatuses: string[] = [];
    const unsubscribe = platform.live.subscribe(meTopic, ({ status }) => seenStatuses.push(status));
    socket.refuseTopic(meTopic);
    expect(seenStatuses.at(-1)).toBe('gone');
    socket.replace(meTopic, { user: [aUser()] });
    platform.session.applyUser(aUser());
    expect(seenStatuses.at(-1)).toBe('live');
    unsubscribe();
    platform.stop();
  });

  it('has the user document of the session’s answer without live data, and drops it with the user', async () => {
    const { platform, socket } = setUpPlatform([
      answer(login, aSession({ account: friedaAccount, idToken: 'frieda', user: aUser(), policyVersion: 2 })),
      ...sessionAnswers,
    ]);
    socket.setOffline(true);
    platform.start();
    await waitFor(() => expect(platform.session.get().status).toBe('known'));
    await platform.session.login({ email: 'frieda@mahlzeit.test', password: 'mittagspause' });
    expect(platform.session.get()).toMatchObject({ user: aUser(), policyVersion: 2 });
    platform.session.applyUser(aUser({ displayName: 'Frieda Q.' }));
    expect(platform.session.get()).toMatchObject({ user: { displayName: 'Frieda Q.' }, policyVersion: 2 });
    await platform.session.logout();
    expect(platform.session.get()).toEqual({ status: 'known', account: anonymousAccount });
    platform.stop();
  });

  it('keeps the account equal to the live document', async () => {
    const { platform, socket } = setUpPlatform(sessionAnswers);
    platform.start();
    await waitFor(() => expect(platform.live.status()).toBe('online'));
    await platform.session.login({ email: 'frieda@mahlzeit.test', password: 'mittagspause' });
    await waitFor(() => expect(platform.live.status()).toBe('online'));
    socket.change(meTopic, {
      kind: 'put',
      collection: 'user',
      key: friedaAccount.uid,
      value: aUser({ displayName: 'Frieda P.' }),
    });
    await waitFor(() =>
      expect(platform.session.get()).toEqual({
        status: 'known',
        account: { ...friedaAccount, displayName: 'Frieda P.' },
      }),
    );
    platform.session.applyUser(aUser({ displayName: 'Frieda Q.' }));
    // The live topic now emits its older data again. This data must not overwrite the newer account.
    socket.setOffline(true);
    expect(platform.session.get()).toEqual({
      status: 'known',
      account: { ...friedaAccount, displayName: 'Frieda Q.' },
    });
    platform.stop();
  });

  it.each(['comeToSight', 'goOnline'] as const)(
    'A06 asks who is there where another tab has changed it before %s',
    async (signal) => {
      const { platform, gateway, browser, setOwner } = setUpPlatform(sessionAnswers);
      platform.start();
      await waitFor(() => expect(platform.live.status()).toBe('online'));
      browser[signal]();
      setOwner('uid-mehmet-01');
      expect(gateway.requests).not.toContain('POST /api/auth/refresh');
      browser[signal]();
      await waitFor(() => expect(gateway.requests.at(-1)).toBe('POST /api/auth/refresh'));
      platform.stop();
    },
  );

  it('checks the session after a restore from the back-forward cache', async () => {
    const { platform, gateway, browser } = setUpPlatform(sessionAnswers);
    platform.start();
    await waitFor(() => expect(platform.live.status()).toBe('online'));
    browser.comeBack();
    await waitFor(() => expect(gateway.requests.at(-1)).toBe('POST /api/auth/refresh'));
    platform.stop();
  });

  it('passes each new token to the live connection', async () => {
    const { platform, timers } = setUpPlatform(sessionAnswers);
    const loggedEvents: string[] = [];
    platform.eventLog.subscribe((eventName) => loggedEvents.push(eventName));
    platform.start();
    await waitFor(() => expect(platform.live.status()).toBe('online'));
    timers.advance(9 * 60_000);
    await waitFor(() => expect(platform.session.get().status).toBe('known'));
    expect(platform.live.status()).toBe('online');
    platform.stop();
  });

  it('logs reported errors, and listens to no event after its stop', async () => {
    const { platform, browser, timers } = setUpPlatform(sessionAnswers);
    const events: string[] = [];
    platform.eventLog.subscribe((eventName) => events.push(eventName));
    platform.start();
    await waitFor(() => expect(platform.live.status()).toBe('online'));
    reportError('missing_text', { key: 'X' });
    expect(events).toEqual(['missing_text']);
    platform.stop();
    expect(browser.listening()).toBe(0);
    expect(timers.pendingCount()).toBe(0);
  });
});
