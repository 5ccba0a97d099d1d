import { loadByLocation, restaurantTopic } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { installBrowserDoubles } from '../testing/browser-doubles';
import { initialListFilters } from '../features/filters/filter-rules';
import type { ListFilters } from '../features/filters/filter-rules';
import { selectFilters } from '../features/filters/filter-state';
import { NoMatches } from './main-view';
import { countListRequests, makeListedRestaurants, showMainView as show } from '../testing/show-main-view';

describe('an empty list', () => {
  const makeRestaurants = (restaurantCount: number, overrides: Partial<Restaurant> = {}) =>
    Array.from({ length: restaurantCount }, (_, index) => aRestaurant({ key: `r${index}`, ...overrides }));

  const renderNoMatches = (filters: Partial<ListFilters>, restaurants = makeRestaurants(23)) => {
    const chosenFilters = { ...initialListFilters, ...filters };
    sessionStorage.setItem('mahlzeit.filters', JSON.stringify(chosenFilters));
    return renderWithShell(<NoMatches restaurants={restaurants} filters={chosenFilters} />);
  };

  beforeEach(() => sessionStorage.clear());

  it('names the number of filters and of excluded places, and removes the filters', async () => {
    const { user, shell } = renderNoMatches({ texts: ['gibtesnicht'], properties: ['Open'] });
    expect(screen.getByRole('heading', { level: 1, name: 'Hier passt gerade nichts' })).toBeInTheDocument();
    expect(screen.getByText('Deine 2 Filter schließen alle 23 Lokale aus.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Filter zurücksetzen/ }));
    expect(selectFilters(shell.store.getState())).toEqual(initialListFilters);
  });

  it.each([
    [1, 'Dein Filter schließt das einzige Lokal aus.'],
    [2, 'Dein Filter schließt alle 2 Lokale aus.'],
  ])('names one filter and %i places', (restaurantCount, expectedText) => {
    renderNoMatches({ texts: ['gibtesnicht'] }, makeRestaurants(restaurantCount));
    expect(screen.getByText(expectedText)).toBeInTheDocument();
  });

  it('counts only the places of the lunch list', () => {
    renderNoMatches({ texts: ['gibtesnicht'] }, [...makeRestaurants(3), ...makeRestaurants(5, { offers: [] })]);
    expect(screen.getByText('Dein Filter schließt alle 3 Lokale aus.')).toBeInTheDocument();
  });

  it('says that no place has lunch, and shows all places', async () => {
    const { user, shell } = renderNoMatches({ texts: ['gibtesnicht'] }, makeRestaurants(4, { offers: [] }));
    expect(screen.getByRole('heading', { name: 'Heute kein Mittagstisch hier' })).toBeInTheDocument();
    expect(screen.getByText('Keins der 4 Lokale hat für heute einen eingetragen.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Alle Lokale zeigen/ }));
    expect(selectFilters(shell.store.getState())).toMatchObject({ tag: null, showLunchList: false });
  });

  it('says that no place has the chosen cuisine', () => {
    renderNoMatches({ tag: { key: 'martian', name: 'Marsianisch' }, showLunchList: false }, makeRestaurants(4));
    expect(screen.getByText('Keins der 4 Lokale passt zu „Marsianisch“.')).toBeInTheDocument();
  });
});

describe('list and map', () => {
  let browserDoubles: ReturnType<typeof installBrowserDoubles>;

  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    browserDoubles = installBrowserDoubles();
  });

  const locateBrowser = (): void => {
    const userPosition = { coords: { latitude: 53.55, longitude: 9.93 } };
    Object.defineProperty(navigator, 'geolocation', {
      configurable: true,
      value: { getCurrentPosition: (onSuccess: (position: typeof userPosition) => void) => onSuccess(userPosition) },
    });
  };

  describe('the list', () => {
    it('shows the places with distance, status, dishes and prices', async () => {
      show({ answers: [answer(loadByLocation, [aRestaurant()])] });
      const card = await screen.findByRole('article');
      expect(within(card).getByRole('link', { name: 'Elbkantine' })).toHaveAttribute('href', '#details/elbkantine');
      expect(card).toHaveTextContent(/Norddeutsch.*Hamburg.*Mittagstisch bis 14:30/);
      expect(within(card).getByRole('list', { name: 'Heute mittags' })).toHaveTextContent(
        /Rote-Linsen-Curry mit Basmatireis\s*8,90\s€/,
      );
      expect(screen.getByText(/^Ein Lokal offen/)).toBeInTheDocument();
    });

    it('has a title while the places load', async () => {
      show({ answers: [neverRespond(loadByLocation)] });
      expect(await screen.findByRole('heading', { level: 1, name: 'Lokale werden geladen' })).toBeInTheDocument();
    });

    it('shows no distances from the fallback location, names it, and offers the reader’s location', async () => {
      locateBrowser();
      const { user } = show({ answers: [answer(loadByLocation, [aRestaurant()])] });
      const card = await screen.findByRole('article');
      expect(screen.getByRole('heading', { level: 1, name: 'Mittag in Hamburg' })).toBeInTheDocument();
      expect(screen.getByText('ab Hamburg-Mitte')).toBeInTheDocument();
      expect(card).not.toHaveTextContent(/\sm\b|Min\.|zu Fuß/);
      await user.click(screen.getByRole('button', { name: 'Meinen Standort nehmen' }));
      expect(await screen.findByRole('heading', { level: 1, name: 'Mittag in deiner Nähe' })).toBeInTheDocument();
      expect(await screen.findByRole('article')).toHaveTextContent(/zu Fuß 6\sMin\./);
      expect(screen.queryByText('ab Hamburg-Mitte')).not.toBeInTheDocument();
    });

    it.each([
      ['the third place on phones', false, 8, 3],
      ['the sixth where the list is a pane', true, 8, 6],
      ['the last of a short list', false, 2, 2],
    ])('shows the teaser below %s', async (_caseName, isWide, restaurantCount, cardCountAbove) => {
      browserDoubles = installBrowserDoubles({ isWide });
      show({ answers: [answer(loadByLocation, makeListedRestaurants(restaurantCount))] });
      await screen.findAllByRole('article');
      const teaser = await screen.findByRole('link', { name: /^Mahlzeit als App/ });
      const cardsBeforeTeaser = screen
        .getAllByRole('article')
        .filter((card) => (card.compareDocumentPosition(teaser) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
      expect(cardsBeforeTeaser).toHaveLength(cardCountAbove);
    });

    it.each([
      ['beside the list', true, 'Listenansicht'],
      ['in place of the list', false, 'Kartenansicht'],
    ])('has a link past all places to the map, %s', async (_caseName, isWide, chosenView) => {
      browserDoubles = installBrowserDoubles({ isWide });
      const { user } = show({ answers: [answer(loadByLocation, makeListedRestaurants(8))] });
      await screen.findAllByRole('article');
      const skipLink = screen.getByRole('link', { name: 'Zur Karte springen' });
      expect(skipLink.compareDocumentPosition(screen.getAllByRole('article')[0] ?? document.body)).toBe(
        Node.DOCUMENT_POSITION_FOLLOWING,
      );
      skipLink.focus();
      await user.keyboard('{Enter}');
      // The test checks the label instead of the role: jsdom ignores the width of the window and treats the map beside
      // the list as hidden.
      expect(document.activeElement).toHaveAttribute('aria-label', 'Karte');
      expect(screen.getByRole('tab', { name: chosenView })).toHaveAttribute('aria-selected', 'true');
    });

    it('says that nothing is around, and offers the user’s location', async () => {
      show({ answers: [answer(loadByLocation, [])] });
      expect(await screen.findByRole('heading', { name: 'Hier ist gerade nichts' })).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Meinen Standort nehmen' })).toBeInTheDocument();
    });

    it('says that nothing is around the user, whose location it doesn’t offer once more', async () => {
      locateBrowser();
      const { user } = show({ answers: [answer(loadByLocation, [])] });
      await user.click(await screen.findByRole('button', { name: 'Meinen Standort nehmen' }));
      expect(await screen.findByText(/Such in einer anderen Stadt oder weiter weg\.$/)).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Meinen Standort nehmen' })).not.toBeInTheDocument();
    });

    it('names the town without places, and leads to another', async () => {
      localStorage.setItem(
        'mahlzeit.lastPlace',
        JSON.stringify({ placeId: 'geonames-2761369', name: 'Wien', coordinate: { latitude: 48.2, longitude: 16.4 } }),
      );
      const { user, shell } = show({ answers: [answer(loadByLocation, [])] });
      expect(await screen.findByRole('heading', { name: 'Wien: hier ist noch kein Lokal dabei' })).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Woanders suchen' }));
      expect(shell.store.getState()).toMatchObject({ 'discovery/placeSearch': { requests: 1 } });
    });

    it('expands the search area when nothing is near, up to the maximum', async () => {
      const { user, shell } = show({ answers: [answer(loadByLocation, [], [], [aRestaurant()])] });
      expect(await screen.findByText(/^Im Umkreis von 5 Kilometern/)).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Weiter weg suchen' }));
      expect(await screen.findByText(/^Im Umkreis von 15 Kilometern/)).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Weiter weg suchen' }));
      expect(await screen.findByText(/^Ein Lokal offen, .*im Umkreis von 50\skm$/)).toBeInTheDocument();
      expect(countListRequests(shell)).toBe(3);
    });

    it('expands the search area when no place passes, up to the maximum', async () => {
      const { user } = show({ answers: [answer(loadByLocation, [aRestaurant({ offers: [] })])] });
      await screen.findByRole('heading', { name: 'Heute kein Mittagstisch hier' });
      await user.click(screen.getByRole('button', { name: 'Weiter weg suchen' }));
      await user.click(await screen.findByRole('button', { name: 'Weiter weg suchen' }));
      expect(await screen.findByRole('heading', { name: 'Heute kein Mittagstisch hier' })).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Weiter weg suchen' })).not.toBeInTheDocument();
    });

    it('reports a failure, and loads by itself once the browser is online', async () => {
      const { shell } = show({ answers: [failAsUnreachable(loadByLocation)] });
      expect(await screen.findByRole('heading', { name: 'Die Lokale laden nicht' })).toBeInTheDocument();
      shell.use(answer(loadByLocation, makeListedRestaurants(2)));
      act(() => void window.dispatchEvent(new Event('online')));
      expect(await screen.findAllByRole('article')).toHaveLength(2);
    });

    it('shows only places while it is loading', async () => {
      show({ answers: [neverRespond(loadByLocation)] });
      expect(await screen.findByText('Lädt')).toBeInTheDocument();
      expect(screen.queryByRole('article')).not.toBeInTheDocument();
    });

    it.each([
      ['a rest day', { now: Date.parse('2026-06-28T12:00:00+02:00') }, /Ruhetag, wieder morgen ab 11:00/],
      [
        'a lunch that is over and a place that is shut',
        { now: Date.parse('2026-06-24T16:00:00+02:00') },
        /Mittagstisch vorbei.*Wieder morgen ab 11:00/,
      ],
      [
        'a lunch that is over',
        { now: Date.parse('2026-06-24T14:30:00+02:00') },
        /Mittagstisch vorbei.*Noch offen bis 15:00/,
      ],
      ['a lunch that ends soon', { now: Date.parse('2026-06-24T13:50:00+02:00') }, /Mittagstisch noch 40\sMin\./],
    ])('shows %s', async (_case, viewOptions, expectedText) => {
      const { user } = show({ ...viewOptions, answers: [answer(loadByLocation, [aRestaurant()])] });
      await user.click(screen.getByRole('button', { name: 'Alle' }));
      expect(await screen.findByRole('article')).toHaveTextContent(expectedText);
    });

    it('marks a place without dishes', async () => {
      const { user } = show({ answers: [answer(loadByLocation, [aRestaurant({ offers: [] })])] });
      await user.click(screen.getByRole('button', { name: 'Alle' }));
      expect(await screen.findByRole('article')).toHaveTextContent('Heute steht hier kein Mittagstisch drin.');
    });
  });

  describe('live changes', () => {
    const restaurantTopics = {
      [restaurantTopic('elbkantine')]: { restaurant: [aRestaurant({ offers: [] })], meals: [anOffer()] },
    };
    const stewDish = anOffer({ key: 'eintopf', name: 'Steckrübeneintopf', price: 650, order: 999 });

    it('add a dish to a visible card, without a request', async () => {
      const { shell } = show({ answers: [answer(loadByLocation, [aRestaurant()])], topics: restaurantTopics });
      await screen.findByRole('article');
      act(() => browserDoubles.setOnScreen(true));
      await waitFor(() => expect(shell.live.status()).toBe('online'));
      shell.change(restaurantTopic('elbkantine'), {
        kind: 'put',
        collection: 'meals',
        key: stewDish.key,
        value: { ...stewDish },
      });
      expect(await screen.findByText('Steckrübeneintopf')).toBeInTheDocument();
      expect(countListRequests(shell)).toBe(1);
    });

    it('stay on a card that leaves the screen', async () => {
      const { shell } = show({ answers: [answer(loadByLocation, [aRestaurant()])], topics: restaurantTopics });
      await screen.findByRole('article');
      act(() => browserDoubles.setOnScreen(true));
      await waitFor(() => expect(shell.live.status()).toBe('online'));
      shell.change(restaurantTopic('elbkantine'), {
        kind: 'put',
        collection: 'meals',
        key: stewDish.key,
        value: { ...stewDish },
      });
      await screen.findByText('Steckrübeneintopf');
      act(() => browserDoubles.setOnScreen(false));
      expect(await screen.findByText('Steckrübeneintopf')).toBeInTheDocument();
    });

    it('follow the clock', async () => {
      const { shell } = show({ answers: [answer(loadByLocation, [aRestaurant()])] });
      expect(await screen.findByRole('article')).toHaveTextContent('Mittagstisch bis 14:30');
      shell.setNow(Date.parse('2026-06-24T14:30:00+02:00'));
      expect(screen.getByRole('article')).toHaveTextContent('Mittagstisch vorbei');
      expect(await screen.findByText('14:30 Uhr, der Mittagstisch ist vorbei')).toBeInTheDocument();
      expect(screen.getByRole('heading', { level: 2, name: 'Was es stattdessen gibt' })).toBeInTheDocument();
      expect(screen.queryByText(/8,90/)).not.toBeInTheDocument();
    });
  });

  describe('the lunch list', () => {
    const restaurantWithoutLunch = aRestaurant({ key: 'ohne', name: 'Ohne Mittagstisch', offers: [] });

    it('is the initial list, and „Alle“ shows the other places, too', async () => {
      const { user } = show({ answers: [answer(loadByLocation, [aRestaurant(), restaurantWithoutLunch])] });
      expect(await screen.findAllByRole('article')).toHaveLength(1);
      await user.click(screen.getByRole('button', { name: 'Alle' }));
      expect(await screen.findByText(/^2 Lokale offen/)).toBeInTheDocument();
      expect(screen.getAllByRole('article')).toHaveLength(2);
    });

    it('announces the number of results to screen readers', async () => {
      const { user } = show({ answers: [answer(loadByLocation, [aRestaurant(), restaurantWithoutLunch])] });
      await screen.findAllByRole('article');
      const [resultStatus] = screen.getAllByRole('status');
      expect(resultStatus).toBeEmptyDOMElement();
      await user.click(screen.getByRole('button', { name: 'Alle' }));
      await waitFor(() => expect(resultStatus).toHaveTextContent('2 Lokale'), { timeout: 4_000 });
    });

    it('names the filters of an empty list, and removes them', async () => {
      const { user } = show({ answers: [answer(loadByLocation, [restaurantWithoutLunch])] });
      expect(
        await screen.findByRole('heading', { level: 1, name: 'Heute kein Mittagstisch hier' }),
      ).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: /^Alle Lokale zeigen/ }));
      expect(await screen.findByRole('article')).toHaveTextContent('Ohne Mittagstisch');
    });
  });
});
