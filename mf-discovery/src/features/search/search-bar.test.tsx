import {
  autocompletePlaces,
  getDiscounts,
  globalTopic,
  loadByLocation,
  ok,
  searchMeals,
  searchPartners,
} from '@mahlzeit/contract';
import { aDiscount, aFoundMeal, aFoundRestaurant, anOffer, aPlace, aRestaurant } from '@mahlzeit/contract/fixtures';
import type { ScenarioAnswer, ScenarioTopics } from '@mahlzeit/shared-ui/testing';
import { answer, createManualTimers, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { allResultAnswers, noResultAnswers, offlineSearchAnswers, failingSearchAnswers } from '../../alone-fixtures';
import { installBrowserDoubles } from '../../testing/browser-doubles';
import { useRequestPlaceSearch } from '../location/place-search';
import { SearchBar } from './search-bar';

const renderSearchBar = (
  answers: readonly ScenarioAnswer[] = allResultAnswers,
  scenarioTopics: ScenarioTopics = {},
) => {
  const timers = createManualTimers();
  const renderedSearchBar = renderWithShell(<SearchBar timers={timers} />, { answers, topics: scenarioTopics });
  return { ...renderedSearchBar, pause: () => act(() => timers.advance(800)) };
};

const searchField = () => screen.getByRole('combobox');
const findOption = (optionName: string | RegExp) => screen.findByRole('option', { name: optionName });
const optionTexts = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const readStoredFilters = () => JSON.parse(sessionStorage.getItem('mahlzeit.filters') ?? '{"texts":[]}');

const openPanel = async (user: ReturnType<typeof renderSearchBar>['user'], typedText = '') => {
  await user.click(searchField());
  await screen.findByRole('listbox');
  if (typedText !== '') await user.type(searchField(), typedText);
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  installBrowserDoubles();
});

it('shows the field at once, and loads the panel when the user approaches', async () => {
  const { user } = renderSearchBar(noResultAnswers);
  expect(searchField()).toHaveAttribute('aria-expanded', 'false');
  await openPanel(user);
  expect(searchField()).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('status')).toHaveTextContent(
    'Such nach einem Lokal, einem Gericht, einer Küche oder einem Ort.',
  );
});

it.each([
  ['closes a panel over the whole page of a phone', false],
  ['leaves a panel at the field of a wider page open', true],
])('Back %s', async (_effect, isWide) => {
  installBrowserDoubles({ isWide });
  const { user, shell } = renderSearchBar(noResultAnswers);
  await openPanel(user, 'Sup');
  await act(async () => shell.navigation.pressBack());
  expect(searchField()).toHaveAttribute('aria-expanded', String(isWide));
  expect(searchField()).toHaveValue('Sup');
});

it('D05 searches trimmed words of at least three letters, once, after a pause', async () => {
  const { user, shell, pause } = renderSearchBar();
  await openPanel(user, '  su');
  pause();
  expect(screen.getByRole('status')).toHaveTextContent('Gib mindestens drei Zeichen ein.');
  const initialRequests = ['GET /api/discounts', 'GET /api/search/popular'];
  expect(shell.requests).toEqual(initialRequests);
  await user.type(searchField(), 'ppe ');
  expect(screen.getByRole('status')).toHaveTextContent('Suche läuft …');
  expect(shell.requests).toEqual(initialRequests);
  pause();
  await findOption(/Kartoffelsuppe/);
  expect([...shell.requests].sort()).toEqual([
    'GET /api/discounts',
    'GET /api/places/autocomplete',
    'GET /api/search/meals/suppe',
    'GET /api/search/nonPartners/suppe',
    'GET /api/search/partners/suppe',
    'GET /api/search/popular',
    'GET /api/search/tags/suppe',
  ]);
});

it('D15 finds locations, partners, others, dishes and tags', async () => {
  const { user, pause } = renderSearchBar();
  await openPanel(user, 'suppe');
  pause();
  await findOption(/Kartoffelsuppe/);
  for (const name of ['Orte', 'Lokale', 'Gerichte von heute', 'Küchen und Stichwörter'])
    expect(await screen.findByRole('group', { name })).toBeInTheDocument();
  const restaurantOptions = within(screen.getByRole('group', { name: 'Lokale' })).getAllByRole('option');
  expect(restaurantOptions).toHaveLength(6);
  expect(restaurantOptions.at(-1)).toHaveTextContent(/Suppenstübchen.*Noch kein Partner/);
});

it('moves by arrow keys in a cycle, and opens an entry by Enter', async () => {
  const { user, shell, pause } = renderSearchBar();
  await openPanel(user, 'suppe');
  pause();
  await findOption(/Kartoffelsuppe/);
  await user.keyboard('{ArrowUp}');
  expect(searchField()).toHaveAttribute('aria-activedescendant', (await findOption(/^Suppe\s*nur/)).id);
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(shell.recorded.navigation).toEqual([['open', 'details', 'elbkantine']]);
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  expect(searchField()).toHaveFocus();
  expect(searchField()).toHaveValue('');
});

it('filters by the typed words at Enter, and keeps them in the field', async () => {
  const { user } = renderSearchBar();
  await openPanel(user, ' Suppe ');
  await user.keyboard('{Enter}');
  expect(readStoredFilters().texts).toEqual(['Suppe']);
  expect(searchField()).toHaveValue('Suppe');
});

it('D05 removes the words at once when the field is emptied', async () => {
  const { user } = renderSearchBar();
  await openPanel(user, 'Suppe');
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'Suche leeren' }));
  expect(readStoredFilters().texts).toEqual([]);
});

it('shows the words again after a reload', async () => {
  sessionStorage.setItem('mahlzeit.filters', JSON.stringify({ texts: ['Suppe'] }));
  renderSearchBar();
  await screen.findAllByRole('button', { name: 'Mittag ab Hamburg-Mitte' });
  expect(searchField()).toHaveValue('Suppe');
});

it('applies a tag', async () => {
  const { user, pause } = renderSearchBar();
  await openPanel(user, 'suppe');
  pause();
  await user.click(await findOption(/^Suppe\s*nur/));
  expect(readStoredFilters()).toMatchObject({ tag: { key: 'soup', name: 'Suppe' }, showLunchList: false });
});

it('U04 leaves Enter to the input method during a composition', async () => {
  const { user } = renderSearchBar();
  await openPanel(user, 'Suppe');
  fireEvent.keyDown(searchField(), { key: 'Enter', isComposing: true });
  expect(readStoredFilters().texts).toEqual([]);
  fireEvent.keyDown(searchField(), { key: 'Enter' });
  expect(readStoredFilters().texts).toEqual(['Suppe']);
});

it('closes one level for each Escape', async () => {
  const { user } = renderSearchBar();
  await openPanel(user, 'suppe');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  expect(searchField()).toHaveValue('suppe');
  await user.keyboard('{Escape}');
  expect(searchField()).toHaveValue('');
});

it('closes when the focus or a press goes elsewhere', async () => {
  const { user } = renderSearchBar();
  await openPanel(user);
  await user.tab();
  await user.tab();
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  await openPanel(user);
  await user.click(document.body);
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
});

it('stores chosen entries, and removes one or all', async () => {
  const { user } = renderSearchBar(noResultAnswers);
  for (const searchText of ['Suppe', 'Pizza', 'Curry']) {
    await user.clear(searchField());
    await openPanel(user, searchText);
    await user.keyboard('{Enter}');
  }
  await user.clear(searchField());
  await findOption(/Curry/);
  expect(optionTexts()).toEqual([
    expect.stringContaining('Curry'),
    expect.stringContaining('Pizza'),
    expect.stringContaining('Suppe'),
    'Verlauf löschen',
  ]);
  await user.keyboard('{ArrowDown}{Delete}');
  expect(optionTexts()).toEqual([
    expect.stringContaining('Pizza'),
    expect.stringContaining('Suppe'),
    'Verlauf löschen',
  ]);
  await user.keyboard('{ArrowUp}{Enter}');
  expect(screen.queryByRole('option')).not.toBeInTheDocument();
});

describe('the location', () => {
  const placeSearchAnswers = [
    answer(getDiscounts, []),
    answer(autocompletePlaces, [
      aPlace({ placeId: 'altona', name: 'Altona', coordinate: { latitude: 53.55, longitude: 9.93 } }),
    ]),
  ];

  const openPlaceSearch = async (user: ReturnType<typeof renderSearchBar>['user']) => {
    const [placeButton] = await screen.findAllByRole('button', { name: 'Mittag ab Hamburg-Mitte' });
    if (placeButton !== undefined) await user.click(placeButton);
    await findOption('Meinen Standort nehmen');
  };

  it('is searched in the same field, without other results', async () => {
    const { user, shell, pause } = renderSearchBar(placeSearchAnswers);
    await openPlaceSearch(user);
    expect(screen.getByRole('combobox', { name: 'Ort suchen' })).toHaveFocus();
    await user.keyboard('alto');
    pause();
    await findOption('Altona');
    expect(shell.requests).toEqual(['GET /api/discounts', 'GET /api/places/autocomplete']);
    await user.keyboard('{Enter}');
    expect(await screen.findAllByRole('button', { name: 'Mittag rund um Altona' })).not.toHaveLength(0);
    expect(screen.getByRole('combobox', { name: 'Suche' })).toHaveValue('');
  });

  it('is searched on request of another part of the page, once for each request', async () => {
    const PlaceSearchButton = () => <button onClick={useRequestPlaceSearch()}>Woanders</button>;
    const { user } = renderWithShell(
      <>
        <SearchBar />
        <PlaceSearchButton />
      </>,
      { answers: placeSearchAnswers },
    );
    expect(screen.getByRole('combobox', { name: 'Suche' })).toBeInTheDocument();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await user.click(screen.getByRole('button', { name: 'Woanders' }));
      expect(screen.getByRole('combobox', { name: 'Ort suchen' })).toHaveFocus();
      await user.keyboard('{Escape}');
      expect(screen.getByRole('combobox', { name: 'Suche' })).toBeInTheDocument();
    }
  });

  it('keeps the words that filter the list', async () => {
    sessionStorage.setItem('mahlzeit.filters', JSON.stringify({ texts: ['Suppe'] }));
    const { user } = renderSearchBar(placeSearchAnswers);
    await openPlaceSearch(user);
    await user.keyboard('al{Backspace}{Backspace}{Escape}');
    expect(sessionStorage.getItem('mahlzeit.filters')).toContain('Suppe');
  });
});

it('offers suggestions after a search without results', async () => {
  const { user, pause } = renderSearchBar(noResultAnswers);
  await openPanel(user);
  await user.paste('lasanje');
  pause();
  expect(await screen.findByText('Zu „lasanje“ haben wir heute nichts.')).toBeInTheDocument();
  expect(await findOption(/^Meintest du „Lasagne“\? 1 Gericht, ab/)).toBeInTheDocument();
  expect(screen.queryByRole('option', { name: /filtern/ })).not.toBeInTheDocument();
});

it('searches a corrected spelling at once, and stores it', async () => {
  const { user, pause, shell } = renderSearchBar(noResultAnswers);
  await openPanel(user);
  await user.paste('lasanje');
  pause();
  const suggestionOption = await findOption(/^Meintest du/);
  shell.use(...allResultAnswers);
  await user.click(suggestionOption);
  expect(searchField()).toHaveValue('Lasagne');
  expect(await findOption(/Kartoffelsuppe/)).toBeInTheDocument();
  await user.clear(searchField());
  expect(await findOption(/^Lasagne/)).toBeInTheDocument();
});

describe('the order of the results', () => {
  const foundMeals = [
    aFoundMeal({ key: 'near', name: 'Linsensuppe', price: 890 }),
    aFoundMeal({ key: 'cheap', name: 'Linseneintopf', price: 590 }),
  ];
  const twoMealAnswers = [answer(searchMeals, foundMeals), ...noResultAnswers];
  const getChipByName = (chipName: string) => screen.getByRole('button', { name: chipName });

  it('changes on a press, which keeps the focus in the field', async () => {
    const { user, pause } = renderSearchBar(twoMealAnswers);
    await openPanel(user, 'linse');
    pause();
    await findOption(/^Linsensuppe/);
    expect(optionTexts().slice(1)).toEqual([
      expect.stringContaining('Linsensuppe'),
      expect.stringContaining('Linseneintopf'),
    ]);
    // The user's location is unknown, so the first chip is called „Zentral“.
    expect(getChipByName('Zentral')).toHaveAttribute('aria-pressed', 'true');
    await user.click(getChipByName('Günstig'));
    expect(optionTexts().slice(1)).toEqual([
      expect.stringContaining('Linseneintopf'),
      expect.stringContaining('Linsensuppe'),
    ]);
    expect(searchField()).toHaveFocus();
  });

  it('is reached from the field by Tab, and left by Escape or Shift+Tab', async () => {
    const { user, pause } = renderSearchBar(twoMealAnswers);
    await openPanel(user, 'linse');
    pause();
    await findOption(/^Linsensuppe/);
    await user.tab();
    expect(getChipByName('Zentral')).toHaveFocus();
    await user.tab();
    await user.keyboard('{Enter}');
    expect(getChipByName('Günstig')).toHaveAttribute('aria-pressed', 'true');
    await user.keyboard('{Escape}');
    expect(searchField()).toHaveFocus();
    expect(screen.getByRole('listbox')).toBeInTheDocument();
    await user.tab();
    await user.tab({ shift: true });
    expect(searchField()).toHaveFocus();
  });

  it('is missing for a single dish', async () => {
    const { user, pause } = renderSearchBar([answer(searchMeals, foundMeals.slice(0, 1)), ...noResultAnswers]);
    await openPanel(user, 'linse');
    pause();
    await findOption(/^Linsensuppe/);
    expect(screen.queryByRole('group', { name: 'Sortieren' })).not.toBeInTheDocument();
  });
});

it('shows suggestions with today’s prices', async () => {
  const discounts = [
    aDiscount({ discountType: 'absolute', value: 50, restaurantRef: 'elbkantine', mealRef: null, forAllMeals: true }),
  ];
  const { user, pause } = renderSearchBar(
    [
      ...noResultAnswers.slice(0, -1),
      answer(loadByLocation, [aRestaurant({ offers: [anOffer({ name: 'Labskaus', price: 540 })] })]),
    ],
    { [globalTopic]: { discounts } },
  );
  await openPanel(user, 'labskus');
  pause();
  expect(await findOption(/^Meintest du „Labskaus“\? 1 Gericht, ab 4,90\s€/)).toBeInTheDocument();
});

it('leads to other locations after a search without results', async () => {
  const { user, pause } = renderSearchBar(noResultAnswers);
  await openPanel(user, 'xyz');
  pause();
  await user.click(await findOption(/^Woanders suchen/));
  expect(screen.getByRole('combobox', { name: 'Ort suchen' })).toHaveValue('');
});

it('narrows the list to a diet whose name was typed', async () => {
  const { user, pause } = renderSearchBar([
    ...noResultAnswers.slice(0, -1),
    answer(loadByLocation, [aRestaurant({ offers: [anOffer({ diets: ['vegan'] })] })]),
  ]);
  await openPanel(user);
  await user.paste('Labskaus vegan');
  pause();
  await user.click(await findOption(/^Alles mit „Vegan“ zeigen 1 Gericht/));
  expect(JSON.parse(localStorage.getItem('mahlzeit.lastingFilters') ?? '{}')).toMatchObject({ diets: ['vegan'] });
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
});

it('treats a failure as no results', async () => {
  const { user, pause } = renderSearchBar(failingSearchAnswers);
  await openPanel(user, 'xyz');
  pause();
  expect(await screen.findByText('Zu „xyz“ haben wir heute nichts.')).toBeInTheDocument();
});

it('starts with popular dishes nearby, and searches for one at once', async () => {
  const { user } = renderSearchBar();
  await openPanel(user);
  expect(
    within(await screen.findByRole('group', { name: 'Beliebt heute rund um Hamburg-Mitte' })).getAllByRole('option'),
  ).toHaveLength(2);
  await user.click(await findOption(/^Linsensuppe ab 5,52\s€ 6 Lokale$/));
  expect(searchField()).toHaveValue('Linsensuppe');
  expect(await findOption(/Kartoffelsuppe/)).toBeInTheDocument();
});

it('reports a missing connection, and searches by itself once it is back', async () => {
  const { user, pause, shell } = renderSearchBar(offlineSearchAnswers);
  shell.setOffline(true);
  await openPanel(user, 'suppe');
  pause();
  expect(await screen.findByText('Keine Verbindung. Wir versuchen es weiter.')).toBeInTheDocument();
  shell.use(...allResultAnswers);
  shell.setOffline(false);
  expect(await findOption(/Kartoffelsuppe/)).toBeInTheDocument();
});

it('D05 keeps the newer answer when the older one arrives late', async () => {
  const partnersWithName = (partnerName: string) => [
    aFoundRestaurant({ key: partnerName, name: partnerName, routingName: partnerName }),
  ];
  const { user, pause, shell } = renderSearchBar();
  let resolveLateAnswer = (): void => undefined;
  jest.spyOn(shell.apiClient, 'callAny').mockImplementation(({ name }, requestInput) => {
    if (name !== searchPartners.name) return Promise.resolve(ok([]));
    if (JSON.stringify(requestInput).includes('neu')) return Promise.resolve(ok(partnersWithName('Neu')));
    return new Promise((resolve) => {
      resolveLateAnswer = () => resolve(ok(partnersWithName('Alt')));
    });
  });
  await openPanel(user, 'alt');
  pause();
  await user.clear(searchField());
  await user.type(searchField(), 'neu');
  pause();
  await findOption(/^Neu/);
  await act(async () => resolveLateAnswer());
  expect(optionTexts()).toEqual([expect.stringContaining('neu'), expect.stringContaining('Neu')]);
});
