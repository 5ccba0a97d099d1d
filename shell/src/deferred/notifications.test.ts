/** @page */
import { closeNotifications, meTopic } from '@mahlzeit/contract';
import type { Notification } from '@mahlzeit/contract';
import { aNotification, aUser } from '@mahlzeit/contract/fixtures';
import { answer, createManualTimers, fakeShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import { fakeAddresses } from '../fake-entries';
import { createFakeBrowser, waitTurns } from '../fake-browser';
import { createAnnouncedNotifications, createCloseQueue, planNotifications, watchNotifications } from './notifications';
import type { NotificationSituation } from './notifications';
import { createRouter } from '../router/router';
import { createSnackbars } from '../messages/snackbars';

beforeEach(() => localStorage.clear());

const notificationEndOf = (notificationKind: string): 'shown' | 'visited' =>
  notificationKind === 'message' ? 'visited' : 'shown';

describe('planning notifications', () => {
  const contactNotification = aNotification({ key: 'n1', kind: 'contact', route: 'contacts', sent: 2 });
  const messageNotification = aNotification({ key: 'n2', kind: 'message', route: 'chatmessages/k%2F1', sent: 1 });

  const noScreen = null;

  const planOfKeys = (
    announcedKeys: readonly string[] = [],
    currentScreen: NotificationSituation['here'] = noScreen,
    seenKeys = announcedKeys,
  ) => {
    const { toAnnounce, keysToClose } = planNotifications([contactNotification, messageNotification], {
      isAnnounced: (key) => announcedKeys.includes(key),
      isMessageGone: (key) => seenKeys.includes(key),
      endOf: notificationEndOf,
      isQuiet: ({ key }) => key === 'paymentoptions',
      here: currentScreen,
    });
    return { announce: toAnnounce.map(({ key }) => key), close: keysToClose };
  };

  it('announces new notifications, the first one sent first', () =>
    expect(planOfKeys()).toEqual({ announce: ['n2', 'n1'], close: [] }));

  it('keeps visible ones', () => expect(planOfKeys(['n1', 'n2'], noScreen, [])).toEqual({ announce: [], close: [] }));

  it('closes seen ones, and keeps a message open until it is read', () =>
    expect(planOfKeys(['n1', 'n2'])).toEqual({ announce: [], close: ['n1'] }));

  it('closes those that lead to the visible screen, announced or not', () => {
    expect(planOfKeys([], { key: 'chatmessages', params: ['k/1'] })).toEqual({ announce: ['n1'], close: ['n2'] });
    expect(planOfKeys(['n2'], { key: 'contacts', params: [] })).toEqual({ announce: [], close: ['n1'] });
  });

  it('announces nothing over a quiet screen, such as the cards, and everything once it is left', () => {
    expect(planOfKeys([], { key: 'paymentoptions', params: [] })).toEqual({ announce: [], close: [] });
    expect(planOfKeys([], { key: 'orders', params: [] })).toEqual({ announce: ['n2', 'n1'], close: [] });
  });

  it('keeps those without a target while no screen shows', () => {
    const notificationWithoutRoute = aNotification({ key: 'n3', route: null });
    expect(
      planNotifications([notificationWithoutRoute], {
        isAnnounced: () => false,
        isMessageGone: () => false,
        endOf: notificationEndOf,
        isQuiet: () => false,
        here: noScreen,
      }),
    ).toEqual({
      toAnnounce: [notificationWithoutRoute],
      keysToClose: [],
    });
  });
});

describe('announced notifications', () => {
  const blockedStorage = () => {
    throw new Error('SecurityError');
  };

  it('stores keys for every tab of the browser, and over a reload', () => {
    const [firstTabStore, secondTabStore] = [
      createAnnouncedNotifications(() => localStorage),
      createAnnouncedNotifications(() => localStorage),
    ];
    firstTabStore.add(['n1']);
    secondTabStore.add(['n2']);
    for (const key of ['n1', 'n2'])
      expect([
        firstTabStore.has(key),
        secondTabStore.has(key),
        createAnnouncedNotifications(() => localStorage).has(key),
      ]).toEqual([true, true, true]);
    expect(firstTabStore.has('n3')).toBe(false);
    expect(firstTabStore.persistedKeys()).toEqual(['n1', 'n2']);
  });

  it('forgets the oldest of very many', () => {
    const announcedNotifications = createAnnouncedNotifications(() => localStorage);
    announcedNotifications.add(Array.from({ length: 201 }, (_, index) => `n${index}`));
    const reloadedStore = createAnnouncedNotifications(() => localStorage);
    expect([reloadedStore.has('n0'), reloadedStore.has('n1'), reloadedStore.has('n200')]).toEqual([false, true, true]);
  });

  it('remembers in this page with a blocked storage', () => {
    const announcedNotifications = createAnnouncedNotifications(blockedStorage);
    announcedNotifications.add(['n1']);
    expect([announcedNotifications.has('n1'), announcedNotifications.has('n2')]).toEqual([true, false]);
  });

  it.each(['{"n1":1}', 'half a te', '[1,null]'])('ignores %s', (storedText) => {
    localStorage.setItem('mahlzeit.toldNotifications', storedText);
    expect(createAnnouncedNotifications(() => localStorage).has('n1')).toBe(false);
  });
});

describe('announcing notifications', () => {
  const contactNotification = aNotification({
    key: 'n1',
    kind: 'contact',
    title: 'Neuer Kontakt',
    text: 'Ben hat dich hinzugefügt.',
    route: 'contacts',
    sent: 1,
  });
  const messageNotification = aNotification({
    key: 'n2',
    kind: 'message',
    title: 'Ben',
    text: 'Heute Mittag?',
    route: 'chatmessages/k1',
    sent: 2,
  });
  const notificationsOf = (count: number): Notification[] =>
    Array.from({ length: count }, (_, index) =>
      aNotification({ key: `m${index}`, title: `Meldung ${index}`, text: '', route: null, sent: 10 + index }),
    );

  class FakeTabDocument extends EventTarget {
    visibilityState: DocumentVisibilityState = 'visible';
    show(nextState: DocumentVisibilityState): void {
      this.visibilityState = nextState;
      this.dispatchEvent(new Event('visibilitychange'));
    }
  }

  const openPage = async (
    initialNotifications: readonly Notification[],
    { page = new FakeTabDocument(), answers = [answer(closeNotifications, {})] } = {},
  ) => {
    const shell = fakeShell({
      session: 'verified',
      answers,
      topics: { [meTopic]: { user: [aUser()], notifications: initialNotifications } },
    });
    const timers = createManualTimers();
    const snackbars = createSnackbars(timers);
    const { browser } = createFakeBrowser('/restaurants');
    const router = createRouter(browser, timers, fakeAddresses());
    const announcedNotifications = createAnnouncedNotifications(() => localStorage);
    const hasScreen = (key: string) => key === 'contacts';
    const stopWatching = watchNotifications({
      store: shell.store,
      router,
      snackbars,
      page,
      announcedNotifications,
      closeQueue: createCloseQueue({ apiClient: shell.apiClient, timers }),
      endOf: notificationEndOf,
      isQuiet: ({ key, params }) => key === 'details' && params[1] === 'cart',
      hasScreen,
    });
    await waitTurns();
    const passTime = async (ms: number) => {
      timers.advance(ms);
      await waitTurns();
    };
    const closeRequestCount = () =>
      shell.requests.filter((request) => request === 'PATCH /api/users/me/notifications').length;
    return {
      shell,
      router,
      page,
      stop: stopWatching,
      wait: passTime,
      closings: closeRequestCount,
      texts: () =>
        [snackbars.get()].flatMap((shownSnackbar) => (shownSnackbar === null ? [] : [shownSnackbar.message.text])),
      visibleSnackbar: snackbars.get,
      put: (notification: Notification) =>
        shell.change(meTopic, {
          kind: 'put',
          collection: 'notifications',
          key: notification.key,
          value: { ...notification },
        }),
      remove: (key: string) => shell.change(meTopic, { kind: 'del', collection: 'notifications', key }),
    };
  };

  it('announces open ones, and then new ones', async () => {
    const { texts, put, wait } = await openPage([contactNotification]);
    expect(texts()).toEqual(['Neuer Kontakt: Ben hat dich hinzugefügt.']);
    put(messageNotification);
    expect(texts()).toEqual(['Neuer Kontakt: Ben hat dich hinzugefügt.']);
    await wait(10_000);
    expect(texts()).toEqual(['Ben: Heute Mittag?']);
  });

  it('announces nothing over the cart, and afterwards what came meanwhile', async () => {
    const { texts, put, router, closings, wait } = await openPage([]);
    router.open('details', 'mensa', 'cart');
    put(contactNotification);
    await wait(60_000);
    expect([texts(), closings()]).toEqual([[], 0]);
    router.replace('details', 'mensa');
    expect(texts()).toEqual(['Neuer Kontakt: Ben hat dich hinzugefügt.']);
  });

  it('takes messages away from the cart, and shows them again once it is left, also those that had waited', async () => {
    const { texts, router, closings, wait } = await openPage([contactNotification, messageNotification]);
    router.open('details', 'mensa', 'cart');
    await wait(60_000);
    expect([texts(), closings()]).toEqual([[], 0]);
    router.replace('details', 'mensa');
    expect(texts()).toEqual(['Neuer Kontakt: Ben hat dich hinzugefügt.']);
    await wait(10_000);
    expect(texts()).toEqual(['Ben: Heute Mittag?']);
  });

  it('closes none that is still queued', async () => {
    const { closings, wait } = await openPage([
      contactNotification,
      { ...contactNotification, key: 'n9', text: 'Cem hat dich hinzugefügt.' },
    ]);
    await wait(10_500);
    expect(closings()).toBe(1);
    await wait(10_500);
    expect(closings()).toBe(2);
  });

  it('links to the screen, if some remote declares it', async () => {
    const {
      visibleSnackbar: currentSnackbar,
      router,
      wait,
    } = await openPage([contactNotification, messageNotification]);
    const snackbarAction = currentSnackbar()?.message.action;
    expect(snackbarAction?.label).toBe('Ansehen');
    snackbarAction?.run();
    expect(router.get().modal).toEqual({ key: 'contacts', params: [] });
    await wait(10_000);
    expect(currentSnackbar()?.message).toMatchObject({ text: 'Ben: Heute Mittag?', action: undefined });
  });

  it('announces many at once as one', async () => {
    const { texts } = await openPage(notificationsOf(4));
    expect(texts()).toEqual(['Meldung 3 Und 3 weitere Meldungen.']);
  });

  it('closes seen ones together, with one request', async () => {
    const { closings, wait, put } = await openPage(notificationsOf(4));
    await wait(4_999);
    expect(closings()).toBe(0);
    await wait(501);
    expect(closings()).toBe(1);
    put(contactNotification);
    await wait(1_000);
    expect(closings()).toBe(1);
  });

  it('keeps a message open until its chat is opened', async () => {
    const { closings, wait, router } = await openPage([messageNotification]);
    await wait(10_000);
    expect(closings()).toBe(0);
    router.open('chatmessages', 'k1');
    await wait(500);
    expect(closings()).toBe(1);
  });

  it('announces none whose target is visible', async () => {
    const { texts, put, router, wait, closings } = await openPage([]);
    router.open('chatmessages', 'k1');
    put(messageNotification);
    expect(texts()).toEqual([]);
    await wait(500);
    expect(closings()).toBe(1);
  });

  it('announces none twice: not after a reload, and not in another tab', async () => {
    const firstPage = await openPage([contactNotification]);
    firstPage.stop();
    const secondPage = await openPage([contactNotification]);
    expect(secondPage.texts()).toEqual([]);
    await secondPage.wait(500);
    expect(secondPage.closings()).toBe(1);
  });

  it('leaves a notification that another tab is announcing to that tab', async () => {
    const [firstTabPage, secondTabPage] = [await openPage([]), await openPage([])];
    firstTabPage.put(contactNotification);
    secondTabPage.put(contactNotification);
    expect([firstTabPage.texts().length, secondTabPage.texts().length]).toEqual([1, 0]);
    await secondTabPage.wait(60_000);
    expect(secondTabPage.closings()).toBe(0);
  });

  it('waits in a hidden tab until it is visible', async () => {
    const page = new FakeTabDocument();
    page.show('hidden');
    const { texts } = await openPage([contactNotification], { page });
    expect(texts()).toEqual([]);
    page.show('visible');
    expect(texts()).toHaveLength(1);
  });

  it('removes the announcement of one that was closed on another device', async () => {
    const { texts, remove } = await openPage([contactNotification]);
    remove('n1');
    expect(texts()).toEqual([]);
  });

  it('A06 removes the announcements to the former user', async () => {
    const { shell, texts } = await openPage([contactNotification, messageNotification]);
    shell.setSession('anonymous');
    await waitTurns();
    expect(texts()).toEqual([]);
  });

  it('closes again after a failure', async () => {
    const { shell, wait, closings, put } = await openPage([contactNotification], {
      answers: [failAsUnreachable(closeNotifications)],
    });
    await wait(10_500);
    expect(closings()).toBe(1);
    shell.use(answer(closeNotifications, {}));
    put(messageNotification);
    await wait(500);
    expect(closings()).toBe(2);
  });

  it('announces nothing after its stop', async () => {
    const { stop, put, texts } = await openPage([]);
    stop();
    put(contactNotification);
    expect(texts()).toEqual([]);
  });
});
