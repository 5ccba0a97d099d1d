import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeShellServices, renderWithServices } from '../fake-shell-services';
import { mockModalDialogs, renderModalHost, screens, waitTurns } from './fake-modal-host';
import { ModalHost } from './modal-screen';

describe('a modal screen', () => {
  beforeAll(mockModalDialogs);

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
