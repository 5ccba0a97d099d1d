import { getInvitations, getOrders, getPlaceSuggestions, searchNonPartners, searchPartners } from '@mahlzeit/contract';
import { aFoundRestaurant, anInvitation, anOrder, aSuggestedPlace, aTag, aUser } from '@mahlzeit/contract/fixtures';
import { answer, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { FakeShell, ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { changeDraft, chooseRestaurantForDraft, PlaceStep, screenEntered } from '../features/invitation-draft';
import type { InvitationDraft } from '../features/invitation-draft';
import { currentDraftOf, shellWithDraft, completeDraft } from '../testing/fake-draft-shell';

afterEach(() => window.sessionStorage.clear());

const searchAnswers = [
  answer(searchPartners, [
    aFoundRestaurant({ key: 'weit', name: 'Kantine Weit', initialDistanceKm: 2 }),
    aFoundRestaurant({ key: 'fit', name: 'Kantine Fit', type: 'fitness', initialDistanceKm: 0.1 }),
  ]),
  answer(searchNonPartners, [
    aFoundRestaurant({ key: 'nah', name: 'Kantine Nah', type: 'NonPartner', initialDistanceKm: 0.2 }),
  ]),
];

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const advanceTime = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
// Waits several turns of the event loop, in which responses are read and rendered.
const waitForAnswers = async () => {
  for (let attempt = 0; attempt < 4; attempt += 1) await advanceTime(100);
};
const searchRequestsOf = (shell: FakeShell) =>
  shell.requests.filter((requestLine) => /\/search\/(p|nonP)artners\//.test(requestLine));

const renderPlaceSearch = async (
  searchText: string,
  answers: readonly ScenarioAnswer[],
  draft: InvitationDraft = { ...completeDraft, restaurant: null, date: null, attendees: [] },
) => {
  const shell = shellWithDraft(draft, { answers, commands: {} });
  const renderedStep = renderWithShell(<PlaceStep />, { shell });
  await waitForAnswers();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Lokal suchen' }), { target: { value: searchText } });
  await advanceTime(799);
  expect(searchRequestsOf(shell)).toEqual([]);
  await advanceTime(50);
  await waitForAnswers();
  return { ...renderedStep, shell };
};

it('searches 800 ms after the last key, partners and others, nearest first', async () => {
  const { shell } = await renderPlaceSearch('kantine', searchAnswers);
  expect(searchRequestsOf(shell)).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: /^Kantine/ }).map(({ textContent }) => textContent)).toEqual([
    'Kantine Nah',
    'Kantine Weit',
  ]);
});

it('searches nothing below three characters', async () => {
  const { shell } = await renderPlaceSearch('ka', searchAnswers);
  expect(searchRequestsOf(shell)).toEqual([]);
  expect(screen.getByRole('heading', { name: 'Deine Lieblingslokale' })).toBeInTheDocument();
});

it('draws a suggestion by its cuisine, like its page', async () => {
  const tokioRestaurant = aSuggestedPlace({
    key: 'tokio',
    name: 'Pizzeria Tokio',
    midSizeFirstImage: null,
    tags: [aTag({ translations: { de: 'Japanisch' } })],
  });
  renderWithShell(<PlaceStep />, {
    shell: shellWithDraft(null, {
      answers: [answer(getPlaceSuggestions, { named: [], nearest: [tokioRestaurant] })],
    }),
  });
  await waitForAnswers();
  const suggestionRow = screen.getByRole('button', { name: 'Pizzeria Tokio' }).closest('li');
  expect(suggestionRow?.querySelector('[href$="#sushi"]')).toBeInTheDocument();
});

const placeNamed = (key: string) => aSuggestedPlace({ key, name: `Kantine ${key}` });

/** Returns the names of the suggested restaurants, below their headings. */
const suggestions = () =>
  Object.fromEntries(
    screen
      .getAllByRole('heading', { level: 2 })
      .filter(({ textContent }) => textContent !== 'Wo trefft ihr euch?')
      .map((heading) => [
        heading.textContent,
        within(heading.closest('section') ?? document.body)
          .getAllByRole('button')
          .map(({ textContent }) => textContent),
      ]),
  );

const renderSuggestions = async (answers: readonly ScenarioAnswer[], favorites: readonly string[] = []) => {
  const shell = shellWithDraft(null, {
    answers,
    topics: { me: { user: [aUser({ favorites: [...favorites] })] } },
  });
  const callSpy = jest.spyOn(shell.apiClient, 'callAny');
  renderWithShell(<PlaceStep />, { shell });
  await waitForAnswers();
  return { shell, callSpy };
};

it('suggests favourite places, recent ones and the nearest before a letter is typed, each place once', async () => {
  const { shell } = await renderSuggestions(
    [
      answer(getInvitations, [
        anInvitation({ restaurant: 'treff', date: '2026-06-22T12:00:00+02:00' }),
        anInvitation({ restaurant: 'lieblings', date: '2026-06-21T12:00:00+02:00' }),
      ]),
      answer(getOrders, [anOrder({ restaurantId: 'bestellt', meetUpDate: Date.parse('2026-06-23T12:00:00+02:00') })]),
      answer(getPlaceSuggestions, {
        named: ['bestellt', 'treff', 'lieblings'].map(placeNamed),
        nearest: ['nah', 'weiter'].map(placeNamed),
      }),
    ],
    ['lieblings', 'uid-anna-01'],
  );
  expect(suggestions()).toEqual({
    'Deine Lieblingslokale': ['Kantine lieblings'],
    'Zuletzt besucht': ['Kantine bestellt', 'Kantine treff'],
    'In deiner Nähe': ['Kantine nah', 'Kantine weiter'],
  });
  // The user's favourites contain a person, for whom the page must not request a restaurant.
  expect(shell.requests.filter((requestLine) => requestLine.includes('/api/restaurants/'))).toEqual([]);
});

it('asks for the latest places and favourites in one request', async () => {
  const { callSpy } = await renderSuggestions(
    [
      answer(getInvitations, [anInvitation({ restaurant: 'treff' })]),
      answer(getPlaceSuggestions, { named: [], nearest: [] }),
    ],
    ['alt', 'treff', 'neu'],
  );
  const requests = callSpy.mock.calls.filter(([route]) => route === getPlaceSuggestions);
  expect(requests.at(-1)?.[1]).toMatchObject({
    query: { keys: ['treff', 'neu', 'alt'], latitude: 53.55, longitude: 9.98 },
  });
  expect(screen.getByText('Such ein Lokal nach seinem Namen.')).toBeInTheDocument();
});

it('suggests the nearest places even when the history can not be loaded, and a search when nothing can', async () => {
  await renderSuggestions([
    failAsUnreachable(getInvitations),
    failAsUnreachable(getOrders),
    answer(getPlaceSuggestions, { named: [], nearest: [placeNamed('nah')] }),
  ]);
  expect(suggestions()).toEqual({ 'In deiner Nähe': ['Kantine nah'] });
  cleanup();
  await renderSuggestions([failAsUnreachable(getPlaceSuggestions)]);
  expect(screen.getByText('Such ein Lokal nach seinem Namen.')).toBeInTheDocument();
});

it('shows that there is no result, or an error', async () => {
  const { unmount } = await renderPlaceSearch('nirgends', [answer(searchPartners, []), answer(searchNonPartners, [])]);
  expect(screen.getByRole('heading', { name: 'Kein Lokal gefunden' })).toBeInTheDocument();
  unmount();
  await renderPlaceSearch('nirgends', [failAsUnreachable(searchPartners), failAsUnreachable(searchNonPartners)]);
  expect(screen.getByRole('heading', { name: 'Die Suche geht gerade nicht' })).toBeInTheDocument();
});

it('shows an error when half of the search failed and the other half is empty', async () => {
  const { shell, unmount } = await renderPlaceSearch('nirgends', [
    answer(searchPartners, []),
    failAsUnreachable(searchNonPartners),
  ]);
  expect(screen.getByRole('heading', { name: 'Die Suche geht gerade nicht' })).toBeInTheDocument();
  expect(screen.queryByText('Kein Lokal gefunden')).not.toBeInTheDocument();
  shell.use(...searchAnswers);
  fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  await waitForAnswers();
  expect(screen.getByRole('button', { name: 'Kantine Nah' })).toBeInTheDocument();
  unmount();
  await renderPlaceSearch('kantine', [failAsUnreachable(searchPartners), ...searchAnswers]);
  expect(screen.getByRole('button', { name: 'Kantine Nah' })).toBeInTheDocument();
});

it('asks for the date at once after a choice on the place’s page, and only then', async () => {
  const shell = shellWithDraft({ ...completeDraft, date: null }, { commands: {} });
  changeDraft(shell, screenEntered('invitationrestaurant'));
  const { unmount } = renderWithShell(<PlaceStep />, { shell });
  await waitForAnswers();
  expect(screen.queryByRole('dialog', { name: 'Wann?' })).not.toBeInTheDocument();
  unmount();
  chooseRestaurantForDraft(shell, 'nah');
  expect(shell.recorded.navigation).toEqual([['back', 1]]);
  renderWithShell(<PlaceStep />, { shell });
  await waitForAnswers();
  expect(screen.getByRole('dialog', { name: 'Wann?' })).toBeInTheDocument();
});

it('continues with the people', async () => {
  const { shell } = await renderPlaceSearch('kantine', searchAnswers);
  fireEvent.click(screen.getByRole('button', { name: 'Kantine Nah' }));
  await waitForAnswers();
  expect(currentDraftOf(shell)).toMatchObject({ restaurant: 'nah', isDirty: true });
  expect(shell.recorded.navigation).toEqual([['open', 'invitationcontacts']]);
});

it('asks for the date when people are chosen already, and continues with it', async () => {
  const { shell } = await renderPlaceSearch('kantine', searchAnswers, {
    ...completeDraft,
    restaurant: null,
    date: null,
  });
  fireEvent.click(screen.getByRole('button', { name: 'Kantine Nah' }));
  await waitForAnswers();
  expect(screen.getByRole('dialog', { name: 'Wann?' })).toBeInTheDocument();
  fireEvent.click(screen.getByRole('radio', { name: '12:30' }));
  fireEvent.click(screen.getByRole('button', { name: 'Übernehmen' }));
  expect(currentDraftOf(shell)?.date).toBe('2026-06-24T10:30:00.000Z');
  expect(shell.recorded.navigation).toEqual([['open', 'invitationdraft']]);
});
