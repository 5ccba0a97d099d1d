import { getDiscounts, getPlace, globalTopic, loadByLocation } from '@mahlzeit/contract';
import { aDiscount, aPlace, aRestaurant, aWorkingWeek } from '@mahlzeit/contract/fixtures';
import { answer, refuse } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { installBrowserDoubles } from '../testing/browser-doubles';
import showPlaceCommand from '../commands/show-place';
import { countListRequests, makeListedRestaurants, showMainView as show } from '../testing/show-main-view';

describe('list and map', () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    installBrowserDoubles();
  });

  describe('the order', () => {
    it('puts paid places first at equal distance, labels them „Anzeige“, and explains the order', async () => {
      const orderedRestaurants = [
        aRestaurant({ key: 'a', name: 'Erstes', premiumStart: '2026-06-01', premiumEnd: '2026-06-30' }),
        aRestaurant({ key: 'b', name: 'Zweites' }),
      ];
      const { user, shell } = show({ answers: [answer(loadByLocation, orderedRestaurants)] });
      const [firstCard, secondCard] = await screen.findAllByRole('article');
      expect(firstCard).toHaveTextContent(/Anzeige.*Erstes/);
      expect(secondCard).not.toHaveTextContent('Anzeige');
      await user.click(screen.getByRole('button', { name: 'Zur Reihenfolge' }));
      expect(shell.recorded.alerts).toMatchObject([
        {
          title: 'So entsteht die Reihenfolge',
          text: expect.stringMatching(/250 Metern.*Unter ihnen stehen bezahlte Plätze vorn.*Anzeige/),
        },
      ]);
    });

    describe('the order over time', () => {
      const earlyLunchPlace = aRestaurant({
        key: 'a',
        name: 'Frühes',
        routingName: 'a',
        initialDistanceKm: 0.1,
        openingHours: aWorkingWeek('11:00-14:00'),
        lunchTimes: aWorkingWeek('11:00-13:00'),
      });
      const lateLunchPlace = aRestaurant({
        key: 'b',
        name: 'Spätes',
        routingName: 'b',
        initialDistanceKm: 0.9,
        openingHours: aWorkingWeek('11:00-16:00'),
        lunchTimes: aWorkingWeek('11:30-15:00'),
      });
      const afterEarlyLunch = Date.parse('2026-06-24T13:00:00+02:00');
      const getCardNames = () =>
        screen.getAllByRole('article').map((card) => within(card).getByRole('link').textContent);

      const setScrollTop = (scrollTop: number): void =>
        void Object.defineProperty(document, 'scrollingElement', { configurable: true, value: { scrollTop } });

      it('is the current one while the list is not scrolled', async () => {
        setScrollTop(0);
        const { shell } = show({ answers: [answer(loadByLocation, [earlyLunchPlace, lateLunchPlace])] });
        await screen.findAllByRole('article');
        expect(getCardNames()).toEqual(['Frühes', 'Spätes']);
        shell.setNow(afterEarlyLunch);
        await waitFor(() => expect(getCardNames()).toEqual(['Spätes', 'Frühes']));
        expect(screen.queryByRole('button', { name: 'Neu sortieren' })).not.toBeInTheDocument();
        expect(screen.getByRole('heading', { name: 'Was es stattdessen gibt' })).toBeInTheDocument();
      });

      it('stays after scrolling, until the user asks for the current one', async () => {
        setScrollTop(0);
        const { shell, user } = show({ answers: [answer(loadByLocation, [earlyLunchPlace, lateLunchPlace])] });
        await screen.findAllByRole('article');
        setScrollTop(400);
        shell.setNow(afterEarlyLunch);
        const sortButton = await screen.findByRole('button', { name: 'Neu sortieren' });
        expect(getCardNames()).toEqual(['Frühes', 'Spätes']);
        expect(screen.queryByRole('heading', { name: 'Was es stattdessen gibt' })).not.toBeInTheDocument();
        await user.click(sortButton);
        expect(getCardNames()).toEqual(['Spätes', 'Frühes']);
        expect(document.scrollingElement?.scrollTop).toBe(0);
        expect(sortButton).not.toBeInTheDocument();
        expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
      });

      it('stays while a card has the focus', async () => {
        setScrollTop(0);
        const { shell } = show({ answers: [answer(loadByLocation, [earlyLunchPlace, lateLunchPlace])] });
        await screen.findAllByRole('article');
        act(() => screen.getByRole('link', { name: 'Spätes' }).focus());
        shell.setNow(afterEarlyLunch);
        expect(await screen.findByRole('button', { name: 'Neu sortieren' })).toBeInTheDocument();
        expect(getCardNames()).toEqual(['Frühes', 'Spätes']);
        expect(screen.getByRole('link', { name: 'Spätes' })).toHaveFocus();
      });

      it.each([
        ['stays as it is for whose pointer is on a card', true, ['Frühes', 'Spätes']],
        [
          'is the present one for who has touched a card, though it counts as hovered since',
          false,
          ['Spätes', 'Frühes'],
        ],
      ] as const)('%s', async (_case, canHover, expectedNames) => {
        installBrowserDoubles({ canHover });
        setScrollTop(0);
        const { shell, user } = show({ answers: [answer(loadByLocation, [earlyLunchPlace, lateLunchPlace])] });
        const [, card] = await screen.findAllByRole('article');
        if (card !== undefined) await user.hover(card);
        shell.setNow(afterEarlyLunch);
        expect(
          await screen.findByRole(canHover ? 'button' : 'heading', {
            name: canHover ? 'Neu sortieren' : 'Was es stattdessen gibt',
          }),
        ).toBeInTheDocument();
        expect(getCardNames()).toEqual(expectedNames);
      });

      it('is the same for a place in another list', async () => {
        setScrollTop(0);
        const { shell, user } = show({ answers: [answer(loadByLocation, [earlyLunchPlace, lateLunchPlace])] });
        await screen.findAllByRole('article');
        shell.setNow(afterEarlyLunch);
        await waitFor(() => expect(getCardNames()).toEqual(['Spätes', 'Frühes']));
        await user.click(screen.getByRole('button', { name: 'Alle' }));
        await waitFor(() => expect(getCardNames()).toEqual(['Frühes', 'Spätes']));
        expect(screen.queryByRole('heading', { name: 'Was es stattdessen gibt' })).not.toBeInTheDocument();
      });
    });

    it('D15 leaves out places without a contract', async () => {
      show({ answers: [answer(loadByLocation, [aRestaurant(), aRestaurant({ key: 'x', type: 'NonPartner' })])] });
      expect(await screen.findAllByRole('article')).toHaveLength(1);
    });
  });

  describe('the place of the path', () => {
    const altonaPlace = aPlace({ placeId: 'altona', name: 'Altona', coordinate: { latitude: 53.55, longitude: 9.93 } });

    it('R01 is the center of the list', async () => {
      const { shell } = show(
        { answers: [answer(getPlace, altonaPlace), answer(loadByLocation, [aRestaurant()])] },
        'altona',
      );
      await screen.findByRole('article');
      expect(shell.requests).toContain('GET /api/places/altona');
      expect(countListRequests(shell)).toBe(1);
    });

    it('R01 is Hamburg for an unknown id, with a message', async () => {
      const { shell } = show(
        { answers: [refuse(getPlace, 'notFound'), answer(loadByLocation, [aRestaurant()])] },
        'nirgends',
      );
      expect(await screen.findByRole('article')).toBeInTheDocument();
      expect(shell.recorded.snackbars).toEqual([
        { text: expect.stringMatching(/kennen wir noch nicht.*Hamburg/), tone: 'error' },
      ]);
    });
  });

  it('shows discounts on a card', async () => {
    const discount = aDiscount({
      restaurantRef: 'elbkantine',
      discountType: 'percent',
      value: 20,
      forAllMeals: true,
      mealRef: null,
    });
    show({
      answers: [answer(loadByLocation, [aRestaurant()]), answer(getDiscounts, [discount])],
      topics: { [globalTopic]: { discounts: [discount] } },
    });
    expect(await screen.findByRole('article')).toBeInTheDocument();
    expect(await screen.findByText(/^7,12\s€$/)).toBeInTheDocument();
  });

  it('starts with the list on phones and switches to the map', async () => {
    const { user } = show({ answers: [answer(loadByLocation, [])] });
    expect(screen.getByRole('tab', { name: 'Listenansicht' })).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByRole('tab', { name: 'Kartenansicht' }));
    expect(screen.getByRole('tab', { name: 'Kartenansicht' })).toHaveAttribute('aria-selected', 'true');
  });

  it('leads from the map back to the list by Back, and forward to the map again', async () => {
    window.history.replaceState(null, '');
    const { user } = show({ answers: [answer(loadByLocation, [])] });
    const entryCount = window.history.length;
    await user.click(screen.getByRole('tab', { name: 'Kartenansicht' }));
    expect(window.history.length).toBe(entryCount + 1);
    act(() => window.history.back());
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: 'Listenansicht' })).toHaveAttribute('aria-selected', 'true'),
    );
    act(() => window.history.forward());
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: 'Kartenansicht' })).toHaveAttribute('aria-selected', 'true'),
    );
    await user.click(screen.getByRole('tab', { name: 'Listenansicht' }));
    await waitFor(() => expect(window.history.state).toBeNull());
    expect(screen.getByRole('tab', { name: 'Listenansicht' })).toHaveAttribute('aria-selected', 'true');
  });

  it('restores half and scroll position after a reload', async () => {
    Object.defineProperty(document, 'scrollingElement', { configurable: true, value: { scrollTop: 640 } });
    const firstVisit = show({ answers: [answer(loadByLocation, makeListedRestaurants(3))] });
    await screen.findAllByRole('article');
    await firstVisit.user.click(screen.getByRole('tab', { name: 'Kartenansicht' }));
    window.dispatchEvent(new Event('pagehide'));
    firstVisit.unmount();
    const listScroller = { scrollTop: 0 };
    Object.defineProperty(document, 'scrollingElement', { configurable: true, value: listScroller });
    installBrowserDoubles({ navigationType: 'reload' });
    show({ answers: [answer(loadByLocation, makeListedRestaurants(3))] });
    expect(screen.getByRole('tab', { name: 'Kartenansicht' })).toHaveAttribute('aria-selected', 'true');
    await waitFor(() => expect(listScroller.scrollTop).toBe(640));
  });

  it('names a place on request of a screen beside the map, inside or outside of the list, and keeps the list’s selection', async () => {
    installBrowserDoubles({ isWide: true });
    const nearRestaurants = [
      aRestaurant({ key: 'a', name: 'Lokal A', routingName: 'a', location: { latitude: 53.55, longitude: 9.99 } }),
      aRestaurant({ key: 'b', name: 'Lokal B', routingName: 'b', location: { latitude: 53.55, longitude: 9.993 } }),
    ];
    const { user, shell } = show({ answers: [answer(loadByLocation, nearRestaurants)] });
    await screen.findAllByRole('article');
    // jsdom ignores media queries, so either the list or the map counts as hidden. The tab „Kartenansicht“ shows the
    // map.
    await user.click(screen.getByRole('tab', { name: 'Kartenansicht' }));
    const mapRegion = screen.getByRole('region', { name: 'Karte' });
    const getPinByName = (name: RegExp) => within(mapRegion).getByRole('button', { name });
    await user.click(await within(mapRegion).findByRole('button', { name: /^Lokal A/ }, { timeout: 10_000 }));
    for (const key of ['b', 'elsewhere']) {
      await act(() =>
        showPlaceCommand(
          {
            restaurant: aRestaurant({
              key,
              name: `Lokal ${key.toUpperCase()}`,
              location: { latitude: 53.551, longitude: 9.993 },
            }),
          },
          shell,
        ),
      );
      expect(getPinByName(new RegExp(`^Lokal ${key.toUpperCase()}`))).toHaveAttribute('aria-pressed', 'true');
      expect(getPinByName(/^Lokal A/)).not.toHaveAttribute('aria-pressed', 'true');
    }
    await act(() => showPlaceCommand({ restaurant: null }, shell));
    expect(getPinByName(/^Lokal A/)).toHaveAttribute('aria-pressed', 'true');
    expect(within(mapRegion).queryByRole('button', { name: /^Lokal ELSEWHERE/ })).not.toBeInTheDocument();
  });

  it('keeps the chosen place while the focus passes other markers of a phone’s map', async () => {
    const nearRestaurants = [
      aRestaurant({ key: 'a', name: 'Lokal A', routingName: 'a', location: { latitude: 53.55, longitude: 9.99 } }),
      aRestaurant({ key: 'b', name: 'Lokal B', routingName: 'b', location: { latitude: 53.55, longitude: 9.993 } }),
    ];
    const { user } = show({ answers: [answer(loadByLocation, nearRestaurants)] });
    await screen.findAllByRole('article');
    await user.click(screen.getByRole('tab', { name: 'Kartenansicht' }));
    const mapRegion = screen.getByRole('region', { name: 'Karte' });
    // The timeout is long, because the map's script contains a package that loads slowly.
    await user.click(await within(mapRegion).findByRole('button', { name: /^Lokal A/ }, { timeout: 10_000 }));
    expect(within(mapRegion).getByRole('article')).toHaveTextContent('Lokal A');
    act(() =>
      within(mapRegion)
        .getByRole('button', { name: /^Lokal B/ })
        .focus(),
    );
    expect(within(mapRegion).getByRole('article')).toHaveTextContent('Lokal A');
  });
});
