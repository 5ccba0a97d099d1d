import { act } from '@testing-library/react';
import { mockModalDialogs, renderModalHost, screens, waitTurns } from './fake-modal-host';

describe('a modal screen', () => {
  beforeAll(mockModalDialogs);

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
});
