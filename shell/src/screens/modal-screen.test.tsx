import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeShellServices, renderWithServices } from '../fake-shell-services';
import { ModalHost } from './modal-screen';

describe('a modal screen', () => {
  type ServicesOptions = Parameters<typeof createFakeShellServices>[0];

  const screens = [
    { key: 'details' },
    { key: 'orders', access: 'loggedIn' },
    { key: 'login', access: 'notLoggedIn' },
    { key: 'invitationdraft', access: 'verified', isValid: ([draft]: readonly string[]) => draft === 'neu' },
    { key: 'main', region: 'main' },
  ] as const;

  const waitTurns = () =>
    act(async () => {
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    });

  const renderModalHost = async (options: ServicesOptions) => {
    const fakeServices = createFakeShellServices({ screens, ...options });
    const { container } = renderWithServices(fakeServices, <ModalHost services={fakeServices.services} />);
    await waitTurns();
    return {
      ...fakeServices,
      container,
      visibleScreens: () => screen.queryAllByRole('region').map((region) => region.getAttribute('aria-label')),
    };
  };

  beforeAll(() => {
    // jsdom doesn't implement modal dialogs.
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function close() {
      this.open = false;
    };
  });

  describe('what is shown', () => {
    it.each([['/restaurants'], ['/restaurants#nirgends'], ['/restaurants#main'], ['/restaurants#__proto__']])(
      'shows nothing for %s',
      async (address) => {
        const { container, shell } = await renderModalHost({ address });
        expect(container).toBeEmptyDOMElement();
        expect(shell.recorded.events).toEqual([]);
      },
    );

    it('shows the screen that the hash names, with its parameters', async () => {
      await renderModalHost({ address: '/restaurants#details/caf%C3%A9%2Fbar/cart' });
      expect(screen.getByRole('region', { name: 'details' })).toHaveTextContent('café/bar, cart');
    });

    it('passes new parameters to the present screen', async () => {
      const { services, shell } = await renderModalHost({ address: '/restaurants#details/a' });
      const detailsRegionBefore = screen.getByRole('region', { name: 'details' });
      act(() => services.router.open('details', 'b'));
      await waitTurns();
      expect(screen.getByRole('region', { name: 'details' })).toBe(detailsRegionBefore);
      expect(detailsRegionBefore).toHaveTextContent('b');
      expect(shell.recorded.events.map(({ name }) => name)).toEqual(['show_details']);
    });

    it('removes the former screen when the key changes', async () => {
      const { services, visibleScreens: visibleRegionNames } = await renderModalHost({
        address: '/restaurants#details/a',
      });
      act(() => services.router.open('login'));
      await waitTurns();
      expect(visibleRegionNames()).toEqual(['login']);
    });
  });

  describe('who may see it', () => {
    it('R06 shows nothing before the session is known, and then the orders of a logged-in user', async () => {
      const {
        shell,
        container,
        visibleScreens: visibleRegionNames,
      } = await renderModalHost({ address: '/restaurants#orders', session: 'unknown' });
      expect(container).toBeEmptyDOMElement();
      shell.setSession('verified');
      await waitTurns();
      expect(visibleRegionNames()).toEqual(['orders']);
    });

    it('R06 never flashes the login screen to a logged-in user', async () => {
      jest.useFakeTimers();
      const { shell, container } = await renderModalHost({ address: '/restaurants#login', session: 'unknown' });
      act(() => jest.advanceTimersByTime(5_000));
      expect(container).toBeEmptyDOMElement();
      shell.setSession('verified');
      await waitTurns();
      act(() => jest.advanceTimersByTime(5_000));
      expect(container).toBeEmptyDOMElement();
      expect(shell.recorded.events).toEqual([]);
      jest.useRealTimers();
    });

    it('shows nothing before the version is checked', async () => {
      const {
        setAccess,
        container,
        visibleScreens: visibleRegionNames,
      } = await renderModalHost({ address: '/restaurants#details/mensa', access: 'unknown' });
      expect(container).toBeEmptyDOMElement();
      act(() => setAccess('open'));
      await waitTurns();
      expect(visibleRegionNames()).toEqual(['details']);
    });

    it('R06 removes a screen when the diner may no longer see it', async () => {
      const { shell, visibleScreens: visibleRegionNames } = await renderModalHost({
        address: '/restaurants#orders',
        session: 'verified',
      });
      expect(visibleRegionNames()).toEqual(['orders']);
      shell.setSession('anonymous');
      await waitTurns();
      expect(visibleRegionNames()).toEqual([]);
    });

    it.each(['unknown', 'anonymous'] as const)(
      'A06 leaves no address of a member’s screen behind when %s comes',
      async (nextSession) => {
        const { services, tab, shell } = await renderModalHost({ session: 'verified' });
        act(() => services.router.open('orders', 'von-frieda'));
        await waitTurns();
        shell.setSession(nextSession);
        shell.setSession('anonymous');
        await waitTurns();
        act(() => tab.arrive());
        expect(tab.address()).toBe('/restaurants');
      },
    );

    it('A06 closes a screen for verified users once the address has to be verified again', async () => {
      const { tab, shell } = await renderModalHost({
        address: '/restaurants#invitationdraft/neu',
        session: 'verified',
      });
      shell.setSession('unverified');
      await waitTurns();
      act(() => tab.arrive());
      expect(tab.address()).toBe('/restaurants');
    });

    it('leaves the next screen after a login to the login screen', async () => {
      const {
        tab,
        shell,
        visibleScreens: visibleRegionNames,
      } = await renderModalHost({ address: '/restaurants#login' });
      shell.setSession('verified');
      await waitTurns();
      expect(visibleRegionNames()).toEqual([]);
      expect(tab.address()).toBe('/restaurants#login');
    });

    it('keeps the address of a screen that never showed, for the next login', async () => {
      const { tab } = await renderModalHost({ address: '/restaurants#orders' });
      expect(tab.address()).toBe('/restaurants#orders');
    });

    it("shows nothing when the screen's validation fails", async () => {
      const { visibleScreens: visibleRegionNames } = await renderModalHost({
        address: '/restaurants#invitationdraft/alt',
        session: 'verified',
      });
      expect(visibleRegionNames()).toEqual([]);
    });
  });

  describe('a screen for members', () => {
    const screensWithSignIn = [
      ...screens,
      { key: 'addcontacts', access: 'verified' },
      { key: 'registration', access: 'notLoggedIn' },
      { key: 'profile', access: 'loggedIn' },
    ] as const;

    it.each([
      ['anonymous', '#orders', '#registration/prompt'],
      ['anonymous', '#invitationdraft/neu', '#registration/prompt'],
      ['anonymous', '#addcontacts/7KQ4F2MD', '#registration/prompt/7KQ4F2MD'],
      ['unverified', '#invitationdraft/neu', '#profile'],
      ['unverified', '#addcontacts/7KQ4F2MD', '#profile'],
    ] as const)(
      "leads %s from %s to %s, and doesn't log the refused screen",
      async (session, wantedHash, requirementHash) => {
        const {
          tab,
          shell,
          visibleScreens: visibleRegionNames,
        } = await renderModalHost({ address: `/restaurants${wantedHash}`, session, screens: screensWithSignIn });
        expect(tab.trail()).toEqual([`/restaurants${wantedHash}`, `/restaurants${requirementHash}`]);
        expect(visibleRegionNames()).toHaveLength(1);
        expect(shell.recorded.events.map(({ name }) => name)).toEqual([`show_${visibleRegionNames()[0]}`]);
      },
    );

    it('shows itself to a user who returns as a member', async () => {
      const {
        tab,
        shell,
        visibleScreens: visibleRegionNames,
      } = await renderModalHost({ address: '/restaurants#orders', screens: screensWithSignIn });
      shell.setSession('verified');
      act(() => tab.press(-1));
      await waitTurns();
      expect(visibleRegionNames()).toEqual(['orders']);
    });

    it('leads a user who returns with one of two requirements to the other', async () => {
      const { tab, shell } = await renderModalHost({
        address: '/restaurants#invitationdraft/neu',
        screens: screensWithSignIn,
      });
      shell.setSession('unverified');
      act(() => tab.press(-1));
      await waitTurns();
      expect(tab.trail()).toEqual(['/restaurants#invitationdraft/neu', '/restaurants#profile']);
    });

    it('leaves a user who returns without it on the bare page, and leads them again at the next opening', async () => {
      const {
        services,
        tab,
        visibleScreens: visibleRegionNames,
      } = await renderModalHost({ address: '/restaurants#orders', screens: screensWithSignIn });
      act(() => tab.press(-1));
      await waitTurns();
      expect([tab.address(), visibleRegionNames()]).toEqual(['/restaurants', []]);
      act(() => services.router.open('orders'));
      await waitTurns();
      expect(tab.address()).toBe('/restaurants#registration/prompt');
    });
  });

  describe('a screen whose validity is asked of others', () => {
    type ValidityCallback = (isValid: boolean | Error) => void;

    const renderValidatedScreen = async (options: ServicesOptions = {}) => {
      const validityCallbacks: ValidityCallback[] = [];
      const requestedOrders: string[] = [];
      const isValid = ([order = '']: readonly string[]) => {
        requestedOrders.push(order);
        return new Promise<boolean>((resolve, reject) => {
          validityCallbacks.push((validity) => (validity instanceof Error ? reject(validity) : resolve(validity)));
        });
      };
      const modalHost = await renderModalHost({
        address: '/restaurants#order/1',
        session: 'verified',
        screens: [{ key: 'order', access: 'loggedIn', isValid }, { key: 'details' }],
        ...options,
      });
      const answerRequest = async (requestIndex: number, validationResult: boolean | Error) => {
        validityCallbacks[requestIndex]?.(validationResult);
        await waitTurns();
      };
      return {
        ...modalHost,
        asked: requestedOrders,
        give: answerRequest,
        events: () => modalHost.shell.recorded.events.map(({ name }) => name),
      };
    };
    const isErrorShown = () => screen.queryByRole('dialog', { name: 'Das kommt gerade nicht' }) !== null;

    beforeEach(() => void jest.useFakeTimers());
    afterEach(() => void jest.useRealTimers());

    it('waits behind the loading sheet, and is neither shown nor logged nor named before the result', async () => {
      const { give, visibleScreens: visibleRegionNames, events } = await renderValidatedScreen();
      act(() => void jest.advanceTimersByTime(150));
      expect(screen.getByRole('status')).toHaveTextContent('Wird geladen');
      expect([visibleRegionNames(), events(), document.title]).toEqual([
        [],
        [],
        'Mahlzeit: Mittagstisch in deiner Nähe',
      ]);
      await give(0, true);
      expect([visibleRegionNames(), events()]).toEqual([['order'], ['show_order']]);
      expect(screen.queryByRole('status')).not.toBeInTheDocument();
    });

    it('shows nothing and logs nothing for an invalid address', async () => {
      const { give, container, events } = await renderValidatedScreen();
      await give(0, false);
      expect(container).toBeEmptyDOMElement();
      expect(events()).toEqual([]);
    });

    it('is not validated before the session is known', async () => {
      const { asked, shell } = await renderValidatedScreen({ session: 'unknown' });
      expect(asked).toEqual([]);
      shell.setSession('verified');
      await waitTurns();
      expect(asked).toEqual(['1']);
    });

    it.each([
      ['by Back', (tab: { press(delta: -1): void }) => tab.press(-1)],
      ['by the address bar', (tab: { typeHash(hash: string): void }) => tab.typeHash('')],
    ])('ignores a result after the diner has left %s', async (_how, leaveOrderScreen) => {
      const { give, tab, services, container, events } = await renderValidatedScreen({ address: '/restaurants' });
      act(() => services.router.open('order', '1'));
      await waitTurns();
      act(() => leaveOrderScreen(tab));
      await give(0, true);
      expect(container).toBeEmptyDOMElement();
      expect(events()).toEqual([]);
    });

    it('shows the present address, whichever result comes first', async () => {
      const { give, services, visibleScreens: visibleRegionNames } = await renderValidatedScreen();
      act(() => services.router.open('order', '2'));
      await waitTurns();
      await give(1, true);
      await give(0, false);
      expect(visibleRegionNames()).toEqual(['order']);
      expect(screen.getByRole('region', { name: 'order' })).toHaveTextContent('2');
    });

    it.each([
      [
        'it can’t be found out',
        (answerRequest: (requestIndex: number, failureReason: Error) => Promise<void>) =>
          answerRequest(0, new Error('offline')),
      ],
      ['it takes too long', async () => act(() => void jest.advanceTimersByTime(30_000))],
    ])('shows an error when %s, and retries', async (_what, failRequest) => {
      const { give, asked, visibleScreens: visibleRegionNames, events } = await renderValidatedScreen();
      await failRequest(give);
      expect(isErrorShown()).toBe(true);
      fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
      await waitTurns();
      expect([isErrorShown(), asked]).toEqual([false, ['1', '1']]);
      await give(1, true);
      expect([visibleRegionNames(), events()]).toEqual([['order'], ['show_order']]);
    });

    it('shows by itself after a late result', async () => {
      const { give, visibleScreens: visibleRegionNames } = await renderValidatedScreen();
      act(() => void jest.advanceTimersByTime(30_000));
      await give(0, true);
      expect([isErrorShown(), visibleRegionNames()]).toEqual([false, ['order']]);
    });

    it('breaks nothing else when it throws', async () => {
      const isValid = () => {
        throw new Error('kaputt');
      };
      await renderValidatedScreen({ screens: [{ key: 'order', isValid }] });
      expect(isErrorShown()).toBe(true);
    });

    it('stays during another validation for the same user, and closes when that is invalid', async () => {
      const { give, shell, visibleScreens: visibleRegionNames, tab } = await renderValidatedScreen();
      await give(0, true);
      const sessionView = shell.session.get();
      if (sessionView.status !== 'known') throw new Error('known in this scenario');
      act(() => shell.setSession({ ...sessionView, account: { ...sessionView.account, displayName: 'Anna' } }));
      await waitTurns();
      expect(visibleRegionNames()).toEqual(['order']);
      await give(1, new Error('offline'));
      expect(visibleRegionNames()).toEqual(['order']);
      act(() => shell.setSession({ ...sessionView, account: { ...sessionView.account, displayName: 'Änne' } }));
      await waitTurns();
      await give(2, false);
      expect([visibleRegionNames(), tab.address()]).toEqual([[], '/restaurants']);
    });
  });

  describe('name and log', () => {
    it('logs a visible screen once and names the page after it', async () => {
      const { services, tab, shell } = await renderModalHost({ address: '/restaurants' });
      act(() => services.router.open('orders'));
      shell.setSession('verified');
      await waitTurns();
      expect(shell.recorded.events.map(({ name }) => name)).toEqual(['show_orders']);
      expect(document.title).toBe('Bestellungen · Mahlzeit');
      act(() => services.router.close());
      act(() => tab.arrive());
      expect(document.title).toBe('Mahlzeit: Mittagstisch in deiner Nähe');
    });

    it('takes the name of a screen', async () => {
      const { services, tab } = await renderModalHost({ address: '/restaurants#details/mensa' });
      const removeName = services.title.name('Elbkantine');
      expect(document.title).toBe('Elbkantine · Mahlzeit');
      act(() => services.router.close());
      act(() => tab.arrive());
      removeName();
      expect(document.title).toBe('Mahlzeit: Mittagstisch in deiner Nähe');
    });
  });

  describe('on the way', () => {
    it('shows a placeholder after 150 ms that Escape closes', async () => {
      jest.useFakeTimers();
      const fakeServices = createFakeShellServices({ address: '/restaurants#details/a', screens });
      const servicesThatNeverLoad = {
        ...fakeServices.services,
        loader: { ...fakeServices.services.loader, declaration: () => new Promise<never>(() => undefined) },
      };
      renderWithServices({ services: servicesThatNeverLoad }, <ModalHost services={servicesThatNeverLoad} />);
      act(() => jest.advanceTimersByTime(149));
      expect(screen.queryByRole('button', { name: 'Schließen' })).not.toBeInTheDocument();
      act(() => jest.advanceTimersByTime(1));
      expect(screen.getByRole('button', { name: 'Schließen' })).toBeInTheDocument();
      expect(screen.getByRole('status')).toHaveTextContent('Wird geladen');
      act(() => jest.advanceTimersByTime(3_850));
      expect(screen.getByRole('status')).toHaveTextContent('Das dauert länger als sonst.');
      fireEvent.keyDown(document, { key: 'Escape' });
      expect(screen.queryByRole('status')).not.toBeInTheDocument();
      expect(fakeServices.tab.address()).toBe('/restaurants');
      jest.useRealTimers();
    });
  });

  describe('what cannot be had', () => {
    const FAILED_LOAD = { address: '/restaurants#details/a', failureCount: 1 };

    it('shows a German error, and the screen after a retry', async () => {
      const { visibleScreens: visibleRegionNames } = await renderModalHost(FAILED_LOAD);
      const errorDialog = screen.getByRole('dialog', { name: 'Das kommt gerade nicht' });
      expect(errorDialog).toHaveAccessibleDescription(/Der Rest von Mahlzeit funktioniert weiter/);
      await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
      await waitTurns();
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      expect(visibleRegionNames()).toEqual(['details']);
    });

    it('shows the error where the loaded release doesn’t have the screen any more', async () => {
      await renderModalHost({ address: '/restaurants#details/a', declaredScreens: [{ key: 'orders' }] });
      expect(screen.getByRole('dialog', { name: 'Das kommt gerade nicht' })).toBeVisible();
    });

    it('speaks of the connection where the browser is offline', async () => {
      jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      await renderModalHost(FAILED_LOAD);
      expect(screen.getByRole('dialog', { name: 'Keine Verbindung' })).toHaveTextContent(
        /Prüf deine Internetverbindung/,
      );
      jest.restoreAllMocks();
    });

    it.each(['online', 'arrived'] as const)('shows the screen by itself when its remote is %s', async (news) => {
      const { visibleScreens: visibleRegionNames, arrive } = await renderModalHost(FAILED_LOAD);
      act(() => (news === 'arrived' ? arrive() : void window.dispatchEvent(new Event('online'))));
      await waitTurns();
      expect(visibleRegionNames()).toEqual(['details']);
    });

    it('closes on Escape and by its button', async () => {
      const { tab } = await renderModalHost({ address: '/restaurants#details/a', failureCount: 9 });
      fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
      expect(tab.address()).toBe('/restaurants');
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  });

  it('keeps an open alert in front of a screen that mounts later', async () => {
    const { services } = await renderModalHost({});
    services.alerts.show({ title: 'Unsere Datenschutzerklärung', text: '', actions: [] }, () => undefined);
    act(() => services.router.open('details', 'a'));
    await waitTurns();
    expect(services.alerts.get()).toMatchObject({ raiseCount: 1 });
  });

  it('returns the focus to the opener', async () => {
    const fakeServices = createFakeShellServices({ screens });
    renderWithServices(
      fakeServices,
      <>
        <button type="button">Öffnen</button>
        <ModalHost services={fakeServices.services} />
      </>,
    );
    const openButton = screen.getByRole('button', { name: 'Öffnen' });
    openButton.focus();
    act(() => fakeServices.services.router.open('details', 'a'));
    await waitTurns();
    openButton.blur();
    act(() => fakeServices.services.router.close());
    act(() => fakeServices.tab.arrive());
    act(() => fakeServices.timers.advance(1_000));
    expect(openButton).toHaveFocus();
  });
});
