import { act, fireEvent, screen } from '@testing-library/react';
import { mockModalDialogs, renderModalHost, waitTurns } from './fake-modal-host';
import type { ServicesOptions } from './fake-modal-host';

describe('a modal screen', () => {
  beforeAll(mockModalDialogs);

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
});
