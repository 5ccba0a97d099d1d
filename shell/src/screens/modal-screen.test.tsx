import { anAccount } from '@mahlzeit/contract/fixtures';
import type { ScreenAccess, SessionView } from '@mahlzeit/shared-ui/platform';
import { fakeShell } from '@mahlzeit/shared-ui/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeShellServices, renderWithServices } from '../fake-shell-services';
import { checkAccess, ModalHost, ownNavigation } from './modal-screen';
import type { AccessDecision } from './modal-screen';

describe('who may enter a screen', () => {
  const known = (account: Parameters<typeof anAccount>[0]): SessionView => ({ status: 'known', account: anAccount(account) });
  const sessions = {
    unknown: { status: 'unknown' },
    failed: { status: 'failed' },
    anonymous: known({ isAnonymous: true, loggedIn: false, verified: false }),
    unverified: known({ isAnonymous: false, loggedIn: true, verified: false }),
    verified: known({ isAnonymous: false, loggedIn: true, verified: true }),
  } satisfies Record<string, SessionView>;

  it.each<[ScreenAccess, Record<keyof typeof sessions, AccessDecision>]>([
    ['anyone', { unknown: 'wait', failed: 'wait', anonymous: 'allowed', unverified: 'allowed', verified: 'allowed' }],
    ['notLoggedIn', { unknown: 'wait', failed: 'wait', anonymous: 'allowed', unverified: 'refused', verified: 'refused' }],
    ['loggedIn', { unknown: 'wait', failed: 'wait', anonymous: 'refused', unverified: 'allowed', verified: 'allowed' }],
    ['verified', { unknown: 'wait', failed: 'wait', anonymous: 'refused', unverified: 'refused', verified: 'allowed' }],
  ])('R06 decides on a screen for %s by the session, and not before it is known', (access, expected) => {
    const verdicts = Object.fromEntries(Object.entries(sessions).map(([name, session]) => [name, checkAccess({ access }, [], session)]));
    expect(verdicts).toEqual(expected);
  });

  it('R06 asks the screen about its parameters only once the session is known and may enter', () => {
    const asked: string[] = [];
    const isValid = (params: readonly string[]) => {
      asked.push(params.join('/'));
      return params[0] === 'gut';
    };
    expect(checkAccess({ access: 'loggedIn', isValid }, ['gut'], sessions.unknown)).toBe('wait');
    expect(checkAccess({ access: 'loggedIn', isValid }, ['gut'], sessions.anonymous)).toBe('refused');
    expect(asked).toEqual([]);
    expect(checkAccess({ access: 'loggedIn', isValid }, ['gut'], sessions.unverified)).toBe('allowed');
    expect(checkAccess({ access: 'loggedIn', isValid }, ['schlecht'], sessions.unverified)).toBe('refused');
  });
});

describe('the navigation of a screen', () => {
  const PAGE = { kind: 'main', placeId: null } as const;

  const start = (shown: { key: string | null }) => {
    const { navigation, recorded } = fakeShell();
    const router = { get: () => ({ page: PAGE, modal: shown.key === null ? null : { key: shown.key, params: [] } }) };
    return { own: ownNavigation(router, navigation, 'editname'), recorded };
  };

  const goEverywhere = ({ own }: ReturnType<typeof start>): void => {
    own.replace('profile', 'neu');
    own.back(2);
    own.close();
  };

  it('leads back while the address names the screen', () => {
    const started = start({ key: 'editname' });
    goEverywhere(started);
    expect(started.recorded.navigation).toEqual([['replace', 'profile', 'neu'], ['back', 2], ['close']]);
  });

  it.each([['another screen', 'settings'], ['the page alone', null]])('leaves %s alone that the reader went to meanwhile', (_where, key) => {
    const started = start({ key });
    goEverywhere(started);
    expect(started.recorded.navigation).toEqual([]);
  });

  it('opens a screen above whatever is there', () => {
    const { own, recorded } = start({ key: null });
    own.open('login');
    expect(recorded.navigation).toEqual([['open', 'login']]);
  });

  it('still tells addresses for links', () => expect(start({ key: null }).own.hrefOf('profile')).toBe('#profile'));
});

describe('a modal screen', () => {
  type Options = Parameters<typeof createFakeShellServices>[0];

  const screens = [
    { key: 'details' },
    { key: 'orders', access: 'loggedIn' },
    { key: 'login', access: 'notLoggedIn' },
    { key: 'invitationdraft', access: 'verified', isValid: ([draft]: readonly string[]) => draft === 'neu' },
    { key: 'main', region: 'main' },
  ] as const;

  const settle = () => act(async () => { for (let turn = 0; turn < 5; turn += 1) await Promise.resolve(); });

  const show = async (options: Options) => {
    const fake = createFakeShellServices({ screens, ...options });
    const { container } = renderWithServices(fake, <ModalHost services={fake.services} />);
    await settle();
    return { ...fake, container, shown: () => screen.queryAllByRole('region').map((region) => region.getAttribute('aria-label')) };
  };

  beforeAll(() => {
    // jsdom has no modal dialogs.
    HTMLDialogElement.prototype.showModal = function showModal() { this.open = true; };
    HTMLDialogElement.prototype.close = function close() { this.open = false; };
  });

  describe('what is shown', () => {
    it.each([['/restaurants'], ['/restaurants#nirgends'], ['/restaurants#main'], ['/restaurants#__proto__']])('shows nothing for %s', async (address) => {
      const { container, shell } = await show({ address });
      expect(container).toBeEmptyDOMElement();
      expect(shell.recorded.events).toEqual([]);
    });

    it('shows the screen that the hash names, with its parameters', async () => {
      await show({ address: '/restaurants#details/caf%C3%A9%2Fbar/cart' });
      expect(screen.getByRole('region', { name: 'details' })).toHaveTextContent('café/bar, cart');
    });

    it('hands new parameters to the screen that is there', async () => {
      const { services, shell } = await show({ address: '/restaurants#details/a' });
      const before = screen.getByRole('region', { name: 'details' });
      act(() => services.router.open('details', 'b'));
      await settle();
      expect(screen.getByRole('region', { name: 'details' })).toBe(before);
      expect(before).toHaveTextContent('b');
      expect(shell.recorded.events.map(({ name }) => name)).toEqual(['show_details']);
    });

    it('takes the former screen away when the key changes', async () => {
      const { services, shown } = await show({ address: '/restaurants#details/a' });
      act(() => services.router.open('login'));
      await settle();
      expect(shown()).toEqual(['login']);
    });
  });

  describe('who may see it', () => {
    it('R06 shows nothing before the session is known, and then the orders of who is logged in', async () => {
      const { shell, container, shown } = await show({ address: '/restaurants#orders', session: 'unknown' });
      expect(container).toBeEmptyDOMElement();
      shell.setSession('verified');
      await settle();
      expect(shown()).toEqual(['orders']);
    });

    it('R06 never flashes the login screen to who is logged in', async () => {
      jest.useFakeTimers();
      const { shell, container } = await show({ address: '/restaurants#login', session: 'unknown' });
      act(() => jest.advanceTimersByTime(5_000));
      expect(container).toBeEmptyDOMElement();
      shell.setSession('verified');
      await settle();
      act(() => jest.advanceTimersByTime(5_000));
      expect(container).toBeEmptyDOMElement();
      expect(shell.recorded.events).toEqual([]);
      jest.useRealTimers();
    });

    it('shows nothing before the version is checked', async () => {
      const { setAccess, container, shown } = await show({ address: '/restaurants#details/mensa', access: 'unknown' });
      expect(container).toBeEmptyDOMElement();
      act(() => setAccess('open'));
      await settle();
      expect(shown()).toEqual(['details']);
    });

    it('R06 takes a screen away when the diner may no longer see it', async () => {
      const { shell, shown } = await show({ address: '/restaurants#orders', session: 'verified' });
      expect(shown()).toEqual(['orders']);
      shell.setSession('anonymous');
      await settle();
      expect(shown()).toEqual([]);
    });

    it.each(['unknown', 'anonymous'] as const)('A06 leaves no address of a member’s screen behind when %s comes', async (next) => {
      const { services, tab, shell } = await show({ session: 'verified' });
      act(() => services.router.open('orders', 'von-frieda'));
      await settle();
      shell.setSession(next);
      shell.setSession('anonymous');
      await settle();
      act(() => tab.arrive());
      expect(tab.address()).toBe('/restaurants');
    });

    it('A06 closes a screen for the verified once the address has to be verified anew', async () => {
      const { tab, shell } = await show({ address: '/restaurants#invitationdraft/neu', session: 'verified' });
      shell.setSession('unverified');
      await settle();
      act(() => tab.arrive());
      expect(tab.address()).toBe('/restaurants');
    });

    it('leaves it to the login screen where to go once somebody has logged in', async () => {
      const { tab, shell, shown } = await show({ address: '/restaurants#login' });
      shell.setSession('verified');
      await settle();
      expect(shown()).toEqual([]);
      expect(tab.address()).toBe('/restaurants#login');
    });

    it('lets the address of a screen stand that never showed, for who logs in next', async () => {
      const { tab } = await show({ address: '/restaurants#orders' });
      expect(tab.address()).toBe('/restaurants#orders');
    });

    it('shows nothing where the screen calls itself invalid', async () => {
      const { shown } = await show({ address: '/restaurants#invitationdraft/alt', session: 'verified' });
      expect(shown()).toEqual([]);
    });
  });

  describe('name and log', () => {
    it('logs a shown screen once and names the page after it', async () => {
      const { services, tab, shell } = await show({ address: '/restaurants' });
      act(() => services.router.open('orders'));
      shell.setSession('verified');
      await settle();
      expect(shell.recorded.events.map(({ name }) => name)).toEqual(['show_orders']);
      expect(document.title).toBe('Bestellungen · Mahlzeit');
      act(() => services.router.close());
      act(() => tab.arrive());
      expect(document.title).toBe('Mahlzeit: Mittagstisch in deiner Nähe');
    });

    it('takes the name that a screen gives itself', async () => {
      const { services, tab } = await show({ address: '/restaurants#details/mensa' });
      const takeBack = services.title.name('Elbkantine');
      expect(document.title).toBe('Elbkantine · Mahlzeit');
      act(() => services.router.close());
      act(() => tab.arrive());
      takeBack();
      expect(document.title).toBe('Mahlzeit: Mittagstisch in deiner Nähe');
    });
  });

  describe('on the way', () => {
    it('shows a frame after 150 ms that Escape closes', async () => {
      jest.useFakeTimers();
      const fake = createFakeShellServices({ address: '/restaurants#details/a', screens });
      const never = { ...fake.services, loader: { ...fake.services.loader, declaration: () => new Promise<never>(() => undefined) } };
      renderWithServices({ services: never }, <ModalHost services={never} />);
      act(() => jest.advanceTimersByTime(149));
      expect(screen.queryByRole('button', { name: 'Schließen' })).not.toBeInTheDocument();
      act(() => jest.advanceTimersByTime(1));
      expect(screen.getByRole('button', { name: 'Schließen' })).toBeInTheDocument();
      expect(screen.getByRole('status')).toHaveTextContent('Wird geladen');
      fireEvent.keyDown(document, { key: 'Escape' });
      expect(screen.queryByRole('status')).not.toBeInTheDocument();
      expect(fake.tab.address()).toBe('/restaurants');
      jest.useRealTimers();
    });
  });

  describe('what cannot be had', () => {
    it('says so in German and shows the screen on another try', async () => {
      const { shown } = await show({ address: '/restaurants#details/a', failures: 1 });
      expect(screen.getByRole('dialog', { name: 'Das lädt gerade nicht' })).toHaveAccessibleDescription(/Der Rest von Mahlzeit funktioniert weiter/);
      await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
      await settle();
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      expect(shown()).toEqual(['details']);
    });

    it('tries again by itself when the network is back', async () => {
      const { shown } = await show({ address: '/restaurants#details/a', failures: 1 });
      act(() => void window.dispatchEvent(new Event('online')));
      await settle();
      expect(shown()).toEqual(['details']);
    });

    it('shows the screen by itself when its remote comes after all', async () => {
      const { shown, arrive } = await show({ address: '/restaurants#details/a', failures: 1 });
      act(arrive);
      await settle();
      expect(shown()).toEqual(['details']);
    });

    it('closes on Escape and by its button', async () => {
      const { tab } = await show({ address: '/restaurants#details/a', failures: 9 });
      fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
      expect(tab.address()).toBe('/restaurants');
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  });

  it('leaves an open alert in front of a screen that comes later', async () => {
    const { services } = await show({});
    services.alerts.show({ title: 'Unsere Datenschutzerklärung', text: '', actions: [] }, () => undefined);
    act(() => services.router.open('details', 'a'));
    await settle();
    expect(services.alerts.get()).toMatchObject({ raiseCount: 1 });
  });

  it('gives focus back to the opener', async () => {
    const fake = createFakeShellServices({ screens });
    renderWithServices(fake, <><button type="button">Öffnen</button><ModalHost services={fake.services} /></>);
    const opener = screen.getByRole('button', { name: 'Öffnen' });
    opener.focus();
    act(() => fake.services.router.open('details', 'a'));
    await settle();
    opener.blur();
    act(() => fake.services.router.close());
    act(() => fake.tab.arrive());
    act(() => fake.timers.advance(1_000));
    expect(opener).toHaveFocus();
  });
});
