import { geocode, getDiscounts, getPlace, getTags, globalTopic, loadByLocation, restaurantTopic } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { aDiscount, aGeocodeAnswer, anOffer, aPlace, aRestaurant } from '@mahlzeit/contract/fixtures';
import { answer, hang, refuse, renderWithShell, unreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { installBrowserDoubles } from '../browser-doubles';
import { startFilters } from '../features/filter-rules';
import type { ListFilters } from '../features/filter-rules';
import { selectFilters } from '../features/filters';
import { MainView, NothingPasses } from './main-view';

describe('a list that is narrowed down to nothing', () => {
  const places = (count: number, overrides: Partial<Restaurant> = {}) => Array.from({ length: count }, (_, index) => aRestaurant({ key: `r${index}`, ...overrides }));

  const show = (filters: Partial<ListFilters>, restaurants = places(23)) => {
    const chosen = { ...startFilters, ...filters };
    sessionStorage.setItem('mahlzeit.filters', JSON.stringify(chosen));
    return renderWithShell(<NothingPasses restaurants={restaurants} filters={chosen} />);
  };

  beforeEach(() => sessionStorage.clear());

  it('says how many filters exclude how many places, and takes them off', async () => {
    const { user, shell } = show({ texts: ['gibtesnicht'], properties: ['Open'] });
    expect(screen.getByRole('heading', { level: 1, name: 'Hier passt gerade nichts' })).toBeInTheDocument();
    expect(screen.getByText('Deine 2 Filter schließen alle 23 Lokale in der Nähe aus.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Filter zurücksetzen' }));
    expect(selectFilters(shell.store.getState())).toEqual(startFilters);
  });

  it.each([
    [1, 'Dein Filter schließt das einzige Lokal in der Nähe aus.'],
    [2, 'Dein Filter schließt alle 2 Lokale in der Nähe aus.'],
  ])('says it of one filter and %i places', (count, words) => {
    show({ texts: ['gibtesnicht'] }, places(count));
    expect(screen.getByText(words)).toBeInTheDocument();
  });

  it('counts only the places that the lunch list would show', () => {
    show({ texts: ['gibtesnicht'] }, [...places(3), ...places(5, { offers: [] })]);
    expect(screen.getByText('Dein Filter schließt alle 3 Lokale in der Nähe aus.')).toBeInTheDocument();
  });

  it('says that nobody has lunch, and shows all instead', async () => {
    const { user, shell } = show({ texts: ['gibtesnicht'] }, places(4, { offers: [] }));
    expect(screen.getByRole('heading', { name: 'Heute kein Mittagstisch in der Nähe' })).toBeInTheDocument();
    expect(screen.getByText('Keins der 4 Lokale hat für heute einen eingetragen.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Alle Lokale zeigen' }));
    expect(selectFilters(shell.store.getState())).toMatchObject({ tag: null, showLunchList: false });
  });

  it('says that nobody cooks what was chosen', () => {
    show({ tag: { key: 'martian', name: 'Marsianisch' }, showLunchList: false }, places(4));
    expect(screen.getByText('Keins der 4 Lokale in der Nähe passt zu „Marsianisch“.')).toBeInTheDocument();
  });
});

describe('list and map', () => {
  const places = (count: number, from = 0): Restaurant[] =>
    Array.from({ length: count }, (_, index) => aRestaurant({ key: `r${from + index}`, name: `Lokal ${from + index}`, routingName: `lokal-${from + index}` }));

  const quiet = [answer(getTags, []), answer(getDiscounts, []), answer(geocode, aGeocodeAnswer())];

  const show = ({ answers = [], ...options }: ScenarioShellOptions, placeId?: string) => renderWithShell(<MainView placeId={placeId} />, { ...options, answers: [...answers, ...quiet] });

  const listCalls = ({ requests }: { readonly requests: readonly string[] }): number => requests.filter((request) => request.endsWith('/loadByLocation')).length;

  let browser: ReturnType<typeof installBrowserDoubles>;

  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    browser = installBrowserDoubles();
  });

  describe('the list', () => {
    it('shows the places around with distance, status, dishes and prices', async () => {
      show({ answers: [answer(loadByLocation, [aRestaurant()])] });
      const card = await screen.findByRole('article');
      expect(within(card).getByRole('link', { name: 'Elbkantine' })).toHaveAttribute('href', '#details/elbkantine');
      expect(card).toHaveTextContent(/Norddeutsch.*400\sm.*6\sMin\..*Geöffnet bis 15:00/);
      expect(within(card).getByRole('list', { name: 'Heute mittags' })).toHaveTextContent(/Rote-Linsen-Curry mit Basmatireis\s*8,90\s€/);
      expect(screen.getByRole('heading', { level: 1, name: '1 Lokal in der Nähe' })).toBeInTheDocument();
      expect(screen.getByText('1 offen')).toBeInTheDocument();
    });

    it('says where nothing is around, and offers the own position', async () => {
      show({ answers: [answer(loadByLocation, [])] });
      expect(await screen.findByRole('heading', { name: 'Hier ist gerade nichts' })).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Meinen Standort nehmen' })).toBeInTheDocument();
    });

    it('looks farther around where nothing is near, as far as may be asked', async () => {
      const { user, shell } = show({ answers: [answer(loadByLocation, [], [], [aRestaurant()])] });
      expect(await screen.findByText(/^Im Umkreis von 5 Kilometern/)).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Weiter weg suchen' }));
      expect(await screen.findByText(/^Im Umkreis von 15 Kilometern/)).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Weiter weg suchen' }));
      expect(await screen.findByRole('heading', { level: 1, name: '1 Lokal im Umkreis von 50\u00a0km' })).toBeInTheDocument();
      expect(listCalls(shell)).toBe(3);
    });

    it('looks farther around where nothing passes, too, until there is no farther', async () => {
      const { user } = show({ answers: [answer(loadByLocation, [aRestaurant({ offers: [] })])] });
      await screen.findByRole('heading', { name: 'Heute kein Mittagstisch in der Nähe' });
      await user.click(screen.getByRole('button', { name: 'Weiter weg suchen' }));
      await user.click(await screen.findByRole('button', { name: 'Weiter weg suchen' }));
      expect(await screen.findByRole('heading', { name: 'Heute kein Mittagstisch in der Nähe' })).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Weiter weg suchen' })).not.toBeInTheDocument();
    });

    it('says that it can not be had, and comes by itself once the browser is back online', async () => {
      const { shell } = show({ answers: [unreachable(loadByLocation)] });
      expect(await screen.findByRole('heading', { name: 'Die Lokale laden nicht' })).toBeInTheDocument();
      shell.use(answer(loadByLocation, places(2)));
      act(() => void window.dispatchEvent(new Event('online')));
      expect(await screen.findAllByRole('article')).toHaveLength(2);
    });

    it('shows nothing but places while it loads', async () => {
      show({ answers: [hang(loadByLocation)] });
      expect(await screen.findByText('Lädt')).toBeInTheDocument();
      expect(screen.queryByRole('article')).not.toBeInTheDocument();
    });

    it.each([
      ['a rest day', { now: Date.parse('2026-06-28T12:00:00+02:00') }, /Ruhetag wieder morgen ab 11:00/],
      ['a day that is over', { now: Date.parse('2026-06-24T16:00:00+02:00') }, /Geschlossen wieder morgen ab 11:00/],
      ['a place that closes soon', { now: Date.parse('2026-06-24T14:30:00+02:00') }, /Schließt in 30\sMin\. um 15:00/],
    ])('tells %s', async (_case, options, words) => {
      const { user } = show({ ...options, answers: [answer(loadByLocation, [aRestaurant()])] });
      await user.click(screen.getByRole('button', { name: 'Alle' }));
      expect(await screen.findByRole('article')).toHaveTextContent(words);
    });

    it('says that a place without dishes has none today', async () => {
      const { user } = show({ answers: [answer(loadByLocation, [aRestaurant({ offers: [] })])] });
      await user.click(screen.getByRole('button', { name: 'Alle' }));
      expect(await screen.findByRole('article')).toHaveTextContent('Heute steht hier kein Mittagstisch drin.');
    });
  });

  describe('what changes while it is shown', () => {
    const topics = { [restaurantTopic('elbkantine')]: { restaurant: [aRestaurant({ offers: [] })], meals: [anOffer()] } };
    const stew = anOffer({ key: 'eintopf', name: 'Steckrübeneintopf', price: 650, order: 999 });

    it('brings a new dish onto a card that is seen, without asking again', async () => {
      const { shell } = show({ answers: [answer(loadByLocation, [aRestaurant()])], topics });
      await screen.findByRole('article');
      act(() => browser.setOnScreen(true));
      await waitFor(() => expect(shell.live.status()).toBe('online'));
      shell.change(restaurantTopic('elbkantine'), { kind: 'put', collection: 'meals', key: stew.key, value: { ...stew } });
      expect(await screen.findByText('Steckrübeneintopf')).toBeInTheDocument();
      expect(listCalls(shell)).toBe(1);
    });

    it('keeps what a card learned when it is seen no more', async () => {
      const { shell } = show({ answers: [answer(loadByLocation, [aRestaurant()])], topics });
      await screen.findByRole('article');
      act(() => browser.setOnScreen(true));
      await waitFor(() => expect(shell.live.status()).toBe('online'));
      shell.change(restaurantTopic('elbkantine'), { kind: 'put', collection: 'meals', key: stew.key, value: { ...stew } });
      await screen.findByText('Steckrübeneintopf');
      act(() => browser.setOnScreen(false));
      expect(await screen.findByText('Steckrübeneintopf')).toBeInTheDocument();
    });

    it('follows the clock', async () => {
      const { shell } = show({ answers: [answer(loadByLocation, [aRestaurant()])] });
      expect(await screen.findByRole('article')).toHaveTextContent('Geöffnet bis 15:00');
      shell.setNow(Date.parse('2026-06-24T15:00:00+02:00'));
      expect(screen.getByRole('article')).toHaveTextContent('Geschlossen wieder morgen ab 11:00');
      expect(await screen.findByText('keins offen')).toBeInTheDocument();
    });
  });

  describe('the lunch list', () => {
    const withoutLunch = aRestaurant({ key: 'ohne', name: 'Ohne Mittagstisch', offers: [] });

    it('is on at the start, and „Alle“ shows the others, too', async () => {
      const { user } = show({ answers: [answer(loadByLocation, [aRestaurant(), withoutLunch])] });
      expect(await screen.findAllByRole('article')).toHaveLength(1);
      expect(screen.getByRole('heading', { level: 1, name: '1 Lokal in der Nähe' })).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Alle' }));
      expect(await screen.findByRole('heading', { level: 1, name: '2 Lokale in der Nähe' })).toBeInTheDocument();
    });

    it('tells what a change has left to who can’t see the list', async () => {
      const { user } = show({ answers: [answer(loadByLocation, [aRestaurant(), withoutLunch])] });
      await screen.findAllByRole('article');
      const [announced] = screen.getAllByRole('status');
      expect(announced).toBeEmptyDOMElement();
      await user.click(screen.getByRole('button', { name: 'Alle' }));
      await waitFor(() => expect(announced).toHaveTextContent('2 Lokale in der Nähe'), { timeout: 4_000 });
    });

    it('says what shuts out everything, and takes it off', async () => {
      const { user } = show({ answers: [answer(loadByLocation, [withoutLunch])] });
      expect(await screen.findByRole('heading', { level: 1, name: 'Heute kein Mittagstisch in der Nähe' })).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Alle Lokale zeigen' }));
      expect(await screen.findByRole('article')).toHaveTextContent('Ohne Mittagstisch');
    });
  });

  describe('the order', () => {
    it('is the gateway\'s: paid places carry „Anzeige“, and a press tells what decides', async () => {
      const ordered = [aRestaurant({ key: 'a', name: 'Erstes', premiumStart: '2026-06-01', premiumEnd: '2026-06-30' }), aRestaurant({ key: 'b', name: 'Zweites' })];
      const { user, shell } = show({ answers: [answer(loadByLocation, ordered)] });
      const [first, second] = await screen.findAllByRole('article');
      expect(first).toHaveTextContent(/Anzeige.*Erstes/);
      expect(second).not.toHaveTextContent('Anzeige');
      await user.click(screen.getByRole('button', { name: 'Zur Reihenfolge' }));
      expect(shell.recorded.alerts).toMatchObject([{ title: 'So entsteht die Reihenfolge', text: expect.stringContaining('bezahlte Plätze') }]);
    });

    it('D15 leaves out places without a contract', async () => {
      show({ answers: [answer(loadByLocation, [aRestaurant(), aRestaurant({ key: 'x', type: 'NonPartner' })])] });
      expect(await screen.findAllByRole('article')).toHaveLength(1);
    });
  });

  describe('the place of the path', () => {
    const altona = aPlace({ placeId: 'altona', name: 'Altona', coordinate: { latitude: 53.55, longitude: 9.93 } });

    it('R01 is what the list is asked around', async () => {
      const { shell } = show({ answers: [answer(getPlace, altona), answer(loadByLocation, [aRestaurant()])] }, 'altona');
      await screen.findByRole('article');
      expect(shell.requests).toContain('GET /api/places/altona');
      expect(listCalls(shell)).toBe(1);
    });

    it('R01 is Hamburg where there is none of that id, and says so', async () => {
      const { shell } = show({ answers: [refuse(getPlace, 'notFound'), answer(loadByLocation, [aRestaurant()])] }, 'nirgends');
      expect(await screen.findByRole('article')).toBeInTheDocument();
      expect(shell.recorded.snackbars).toEqual([{ text: expect.stringMatching(/kennen wir nicht.*Hamburg/), tone: 'error' }]);
    });
  });

  it('shows what is saved on a card', async () => {
    const discount = aDiscount({ restaurantRef: 'elbkantine', discountType: 'percent', value: 20, forAllMeals: true, mealRef: null });
    show({ answers: [answer(loadByLocation, [aRestaurant()]), answer(getDiscounts, [discount])], topics: { [globalTopic]: { discounts: [discount] } } });
    expect(await screen.findByRole('article')).toBeInTheDocument();
    expect(await screen.findByText('−20 %')).toBeInTheDocument();
  });

  it('starts with the list on phones and changes to the map', async () => {
    const { user } = show({ answers: [answer(loadByLocation, [])] });
    expect(screen.getByRole('tab', { name: 'Listenansicht' })).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByRole('tab', { name: 'Kartenansicht' }));
    expect(screen.getByRole('tab', { name: 'Kartenansicht' })).toHaveAttribute('aria-selected', 'true');
  });

  it('is back where it was after a reload: the same half, and the list where it stood', async () => {
    Object.defineProperty(document, 'scrollingElement', { configurable: true, value: { scrollTop: 640 } });
    const first = show({ answers: [answer(loadByLocation, places(3))] });
    await screen.findAllByRole('article');
    await first.user.click(screen.getByRole('tab', { name: 'Kartenansicht' }));
    window.dispatchEvent(new Event('pagehide'));
    first.unmount();
    const scroller = { scrollTop: 0 };
    Object.defineProperty(document, 'scrollingElement', { configurable: true, value: scroller });
    installBrowserDoubles({ arrival: 'reload' });
    show({ answers: [answer(loadByLocation, places(3))] });
    expect(screen.getByRole('tab', { name: 'Kartenansicht' })).toHaveAttribute('aria-selected', 'true');
    await waitFor(() => expect(scroller.scrollTop).toBe(640));
  });

  it('keeps the chosen place while the focus passes other markers of a phone’s map', async () => {
    const near = [aRestaurant({ key: 'a', name: 'Lokal A', routingName: 'a', location: { latitude: 53.55, longitude: 9.99 } }), aRestaurant({ key: 'b', name: 'Lokal B', routingName: 'b', location: { latitude: 53.55, longitude: 9.993 } })];
    const { user } = show({ answers: [answer(loadByLocation, near)] });
    await screen.findAllByRole('article');
    await user.click(screen.getByRole('tab', { name: 'Kartenansicht' }));
    const map = screen.getByRole('region', { name: 'Karte' });
    // The map is a chunk of its own, with a package that takes its time.
    await user.click(await within(map).findByRole('button', { name: /^Lokal A/ }, { timeout: 10_000 }));
    expect(within(map).getByRole('article')).toHaveTextContent('Lokal A');
    act(() => within(map).getByRole('button', { name: /^Lokal B/ }).focus());
    expect(within(map).getByRole('article')).toHaveTextContent('Lokal A');
  });
});
