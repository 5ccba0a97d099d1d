import { blockUsers, meTopic, reportAbuse, searchBlockableUsers, unblockUsers } from '@mahlzeit/contract';
import { aBlockedUser, aPerson } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { AddBlockedUsers } from './add-blocked-users-screen';
import { BlockedUsers } from './blocked-users-screen';

type RenderedScreen = ReturnType<typeof renderWithShell>;

const snackbarTexts = ({ shell }: RenderedScreen) =>
  shell.recorded.snackbars.map(({ tone, text }) => `${tone ?? ''}: ${text}`);

describe('the blocked users', () => {
  const renderBlockedUsers = (
    answers: readonly ScenarioAnswer[] = [],
    blockedUsers: readonly object[] = [aBlockedUser()],
  ) => renderWithShell(<BlockedUsers />, { session: 'verified', answers, topics: { me: { blockedUsers } } });

  const unblockDieter = async (renderedScreen: RenderedScreen, actionLabel: string): Promise<void> => {
    await renderedScreen.user.click(await screen.findByRole('button', { name: 'Dieter Dorn' }));
    await renderedScreen.user.click(screen.getByRole('button', { name: actionLabel }));
  };

  it('are replaced by a text and a link when there are none', async () => {
    const { user, shell } = renderBlockedUsers([], []);
    expect(await screen.findByRole('heading', { name: 'Niemand blockiert' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Personen blockieren' }));
    expect(shell.recorded.navigation).toEqual([['open', 'addblockedusers']]);
  });

  it('show at once that one is being unblocked, and ignore a second press', async () => {
    const renderedScreen = renderBlockedUsers([neverRespond(unblockUsers)]);
    await unblockDieter(renderedScreen, 'Nicht mehr blockieren');
    expect(await screen.findByText('Wird freigegeben')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Dieter Dorn' })).not.toBeInTheDocument();
  });

  it.each(['Nicht mehr blockieren', 'Nicht mehr blockieren und als Kontakt hinzufügen'])(
    'are unblocked: %s',
    async (actionLabel) => {
      const renderedScreen = renderBlockedUsers([answer(unblockUsers, {})]);
      await unblockDieter(renderedScreen, actionLabel);
      await waitFor(() =>
        expect(snackbarTexts(renderedScreen)).toEqual(['success: Dieter Dorn ist nicht mehr blockiert.']),
      );
      renderedScreen.shell.change(meTopic, { kind: 'del', collection: 'blockedUsers', key: 'uid-dieter-01' });
      expect(await screen.findByRole('heading', { name: 'Niemand blockiert' })).toBeInTheDocument();
    },
  );

  it('A09 show no name of a deleted account, and list it last', async () => {
    const { user } = renderBlockedUsers(
      [],
      [aBlockedUser({ key: 'weg', name: '', status: 'deleted' }), aBlockedUser()],
    );
    expect(
      (await screen.findAllByRole('button', { name: /Dieter Dorn|Gelöschtes Konto/ })).map(
        ({ textContent }) => textContent,
      ),
    ).toEqual([expect.stringContaining('Dieter Dorn'), expect.stringContaining('Gelöschtes Konto')]);
    await user.click(screen.getByRole('button', { name: 'Gelöschtes Konto' }));
    expect(screen.getByRole('dialog', { name: 'Gelöschtes Konto' })).toBeInTheDocument();
  });

  it('stay blocked when the request fails', async () => {
    const renderedScreen = renderBlockedUsers([refuse(unblockUsers, 'internal')]);
    await unblockDieter(renderedScreen, 'Nicht mehr blockieren');
    await waitFor(() =>
      expect(snackbarTexts(renderedScreen)).toEqual([
        'error: Freigeben hat nicht geklappt. Versuch es gleich noch einmal.',
      ]),
    );
    expect(screen.getByRole('button', { name: 'Dieter Dorn' })).toBeInTheDocument();
  });

  it('keep a newer state when the request fails', async () => {
    const renderedScreen = renderBlockedUsers([refuse(unblockUsers, 'internal')]);
    const { shell } = renderedScreen;
    const { call } = shell.apiClient;
    jest.spyOn(shell.apiClient, 'call').mockImplementationOnce((route, input) => {
      const renamedUser = aBlockedUser({ name: 'Dieter Distel' });
      shell.change(meTopic, { kind: 'put', collection: 'blockedUsers', key: renamedUser.key, value: renamedUser });
      return call(route, input);
    });
    await unblockDieter(renderedScreen, 'Nicht mehr blockieren');
    await waitFor(() => expect(snackbarTexts(renderedScreen)).toEqual([expect.stringMatching(/^error: /)]));
    expect(screen.getByRole('button', { name: 'Dieter Distel' })).toBeInTheDocument();
  });
});

it.each([
  ['Person melden', 'Dieter Dorn melden'],
  ['Profilbild melden', 'Profilbild von Dieter Dorn melden'],
])('can be reported, without an offer to block: %s', async (actionLabel, expectedTitle) => {
  const { user, shell } = renderWithShell(<BlockedUsers />, {
    session: 'verified',
    answers: [answer(reportAbuse, { reportId: 'm1' })],
    topics: { me: { blockedUsers: [aBlockedUser({ photoURL: '/media/dieter' })] } },
  });
  await user.click(await screen.findByRole('button', { name: 'Dieter Dorn' }));
  await user.click(screen.getByRole('button', { name: actionLabel }));
  expect(await screen.findByRole('dialog', { name: expectedTitle })).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Werbung oder Betrug' }));
  await user.click(screen.getByRole('button', { name: 'Meldung abschicken' }));
  await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success' }]));
  expect(shell.recorded.alerts).toEqual([]);
});

describe('the search for users to block', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const advanceTime = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  // Waits several turns of the event loop, in which responses are read and rendered.
  const waitForAnswers = async () => {
    for (let attempt = 0; attempt < 4; attempt += 1) await advanceTime(100);
  };
  const typeSearchText = (searchText: string) =>
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: searchText } });
  const renderUserSearch = (scenarioAnswer: ScenarioAnswer) =>
    renderWithShell(<AddBlockedUsers />, {
      session: 'verified',
      answers: [answer(searchBlockableUsers, [aPerson({ key: 'eva', displayName: 'Eva' })]), scenarioAnswer],
    });

  it('S12 requires three characters', async () => {
    const { shell } = renderUserSearch(answer(blockUsers, {}));
    typeSearchText('ev');
    await advanceTime(2_000);
    expect(screen.getByText('Tipp mindestens 3 Buchstaben eines Namens.')).toBeInTheDocument();
    expect(shell.requests).toEqual([]);
    typeSearchText('eva');
    await advanceTime(900);
    await waitForAnswers();
    expect(shell.requests).toEqual(['GET /api/search/blockableUsers/eva']);
    expect(screen.getByRole('checkbox', { name: 'Eva' })).toBeInTheDocument();
  });

  it.each([
    [answer(blockUsers, {}), 'success: 1 Person ist blockiert.', [['back', 1]]],
    [refuse(blockUsers, 'listFull'), 'error: Deine Liste der Blockierten ist voll. Gib zuerst jemanden frei.', []],
    [refuse(blockUsers, 'internal'), 'error: Blockieren hat nicht geklappt. Versuch es gleich noch einmal.', []],
  ])('blocks the chosen ones, and shows the result', async (scenarioResponse, expectedSnackbar, expectedNavigation) => {
    const renderedScreen = renderUserSearch(scenarioResponse);
    typeSearchText('eva');
    await advanceTime(900);
    await waitForAnswers();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Eva' }));
    fireEvent.click(screen.getByRole('button', { name: '1 Person blockieren' }));
    await waitForAnswers();
    expect(snackbarTexts(renderedScreen)).toEqual([expectedSnackbar]);
    expect(renderedScreen.shell.recorded.navigation).toEqual(expectedNavigation);
  });
});
