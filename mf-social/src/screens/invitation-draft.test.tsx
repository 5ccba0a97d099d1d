import { getRestaurant, putInvitation, searchNonPartners, searchPartners, sendChatMessage } from '@mahlzeit/contract';
import { aChatMessageView, aContact, aContactGroup, aFoundRestaurant, anAttendee, anInvitation, aRestaurant, aWorkingWeek } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, hang, refuse, renderWithShell, unreachable } from '@mahlzeit/shared-ui/testing';
import type { FakeShell, ScenarioAnswer, ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import startDraft from '../commands/start-draft';
import declaration from '../remote';
import { changeDraft, ContactsStep, DraftView, draftStarted, emptyDraft, isDatedDraft, isOpenDraft, placeChosenOn, PlaceStep, screenEntered, selectDraftState } from '../features/invitation-draft';
import type { InvitationDraft } from '../features/invitation-draft';

const place = aRestaurant({ openingHours: aWorkingWeek('11:00-17:00'), initialDistanceKm: 0.35 });
const anna = aContact({ key: 'anna', name: 'Anna Blum' });
const ben = aContact({ key: 'ben', name: 'Ben Voss' });
const cem = aContact({ key: 'cem', name: 'Cem Kaya', uninvitable: true });
const me = { contacts: [anna, ben, cem] };
const answers = [answer(getRestaurant, place)];
const at = { latitude: 53.55, longitude: 9.98 };
const whole: InvitationDraft = { ...emptyDraft, restaurant: place.key, date: '2026-06-24T10:30:00.000Z', attendees: [anAttendee({ key: 'anna', name: 'Anna Blum' })], isDirty: true, origin: { key: 'invitations', params: [] } };

const shellWith = (draft: InvitationDraft | null, options: ScenarioShellOptions = {}): FakeShell => {
  const shell = fakeShell({ session: 'verified', topics: { me }, commands: { 'discovery/place': () => Promise.resolve({ at }) }, ...options, answers: [...options.answers ?? [], ...answers] });
  if (draft !== null) changeDraft(shell, draftStarted(draft));
  return shell;
};

const held = (shell: FakeShell) => selectDraftState(shell.store.getState()).draft;

afterEach(() => window.sessionStorage.clear());

describe('a draft', () => {
  const start = (input: Partial<Parameters<typeof startDraft>[0]>, shell = shellWith(null)) => startDraft({ origin: null, ...input }, shell).then((answered) => ({ answered, shell }));

  it.each<[string, Partial<Parameters<typeof startDraft>[0]>, string]>([
    ['nothing', {}, 'invitationrestaurant'],
    ['a place', { restaurantKey: 'elbkantine' }, 'invitationcontacts'],
    ['a place and a date', { restaurantKey: 'elbkantine', date: '2026-06-24T12:30:00+02:00', forCart: true }, 'invitationcontacts'],
  ])('begins with what is known and opens what is missing: %s', async (_, input, key) => {
    const { answered, shell } = await start(input);
    expect(answered).toEqual({ hasStarted: true });
    expect(shell.recorded.navigation).toEqual([['open', key]]);
  });

  it('leads who isn’t verified to what they lack', async () => {
    const { answered, shell } = await start({}, shellWith(null, { session: 'unverified', commands: { 'account/callToAction': () => Promise.resolve({ mayGoOn: false }) } }));
    expect(answered).toEqual({ hasStarted: false });
    expect([held(shell), shell.recorded.navigation]).toEqual([null, []]);
  });

  it.each(['café/süd', 'a%2Fb', '100 % Mensa'])('R08 keeps the way back as it was, also over a reload: %s', async (routingName) => {
    const origin = { key: 'details', params: [routingName] };
    const { shell } = await start({ restaurantKey: 'elbkantine', origin });
    expect(held(shell)?.origin).toEqual(origin);
    const reloaded = shellWith(null);
    expect(isOpenDraft(reloaded)).toBe(true);
    expect(held(reloaded)?.origin).toEqual(origin);
  });

  it('A06 is nobody else’s after a reload', async () => {
    await start({ restaurantKey: 'elbkantine' });
    expect(isDatedDraft(shellWith(null, { account: { uid: 'uid-anders' } }))).toBe(false);
  });

  it.each<[string, InvitationDraft | null, readonly boolean[]]>([
    ['whole', whole, [true, true, true]], ['without a date', { ...whole, date: null }, [true, true, false]], ['saved', { ...whole, key: 'e1' }, [true, false, false]], ['none', null, [true, true, false]],
  ])('shows its screens only where they are valid: %s', async (_, draft, expected) => {
    const shell = shellWith(draft);
    const valid = ['invitationrestaurant', 'invitationcontacts', 'invitationdraft'].map((key) => declaration.screens.find((it) => it.key === key)?.isValid?.([], shell.session.get(), shell) ?? true);
    expect(await Promise.all(valid)).toEqual(expected);
  });
});

describe('the search for a place', () => {
  const found = [answer(searchPartners, [aFoundRestaurant({ key: 'weit', name: 'Kantine Weit', initialDistanceKm: 2 }), aFoundRestaurant({ key: 'fit', name: 'Kantine Fit', type: 'fitness', initialDistanceKm: 0.1 })]), answer(searchNonPartners, [aFoundRestaurant({ key: 'nah', name: 'Kantine Nah', type: 'NonPartner', initialDistanceKm: 0.2 })])];

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const passes = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  // An answer takes a few turns to be read, and one more to be drawn.
  const answered = async () => {
    for (let turn = 0; turn < 4; turn += 1) await passes(100);
  };
  const searches = (shell: FakeShell) => shell.requests.filter((request) => request.includes('/search/'));

  const search = async (text: string, given: readonly ScenarioAnswer[], draft: InvitationDraft = { ...whole, restaurant: null, date: null, attendees: [] }) => {
    const shell = shellWith(draft, { answers: given, commands: {} });
    const rendered = renderWithShell(<PlaceStep />, { shell });
    await answered();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Lokal suchen' }), { target: { value: text } });
    await passes(799);
    expect(searches(shell)).toEqual([]);
    await passes(50);
    await answered();
    return { ...rendered, shell };
  };

  it('asks once nobody has typed for 800 ms, partners and others, the nearest first', async () => {
    const { shell } = await search('kantine', found);
    expect(searches(shell)).toHaveLength(2);
    expect(screen.getAllByRole('button', { name: /^Kantine/ }).map(({ textContent }) => textContent)).toEqual(['Kantine Nah', 'Kantine Weit']);
  });

  it('asks for nothing below three characters', async () => {
    const { shell } = await search('ka', found);
    expect(searches(shell)).toEqual([]);
    expect(screen.getByRole('heading', { name: 'Deine Lieblingslokale' })).toBeInTheDocument();
  });

  it('says that there is none, or that it can’t be had', async () => {
    const { unmount } = await search('nirgends', [answer(searchPartners, []), answer(searchNonPartners, [])]);
    expect(screen.getByRole('heading', { name: 'Kein Lokal gefunden' })).toBeInTheDocument();
    unmount();
    await search('nirgends', [unreachable(searchPartners), unreachable(searchNonPartners)]);
    expect(screen.getByRole('heading', { name: 'Die Suche geht gerade nicht' })).toBeInTheDocument();
  });

  it('doesn’t say that there is none where half of the search can’t be had', async () => {
    const { shell, unmount } = await search('nirgends', [answer(searchPartners, []), unreachable(searchNonPartners)]);
    expect(screen.getByRole('heading', { name: 'Die Suche geht gerade nicht' })).toBeInTheDocument();
    expect(screen.queryByText('Kein Lokal gefunden')).not.toBeInTheDocument();
    shell.use(...found);
    fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    await answered();
    expect(screen.getByRole('button', { name: 'Kantine Nah' })).toBeInTheDocument();
    unmount();
    await search('kantine', [unreachable(searchPartners), ...found]);
    expect(screen.getByRole('button', { name: 'Kantine Nah' })).toBeInTheDocument();
  });

  it('asks for the date at once after a place was chosen on its page, and only then', async () => {
    const shell = shellWith({ ...whole, date: null });
    changeDraft(shell, screenEntered('invitationrestaurant'));
    const { unmount } = renderWithShell(<PlaceStep />, { shell });
    await answered();
    expect(screen.queryByRole('dialog', { name: 'Wann?' })).not.toBeInTheDocument();
    unmount();
    placeChosenOn(shell, 'nah');
    expect(shell.recorded.navigation).toEqual([['back', 1]]);
    renderWithShell(<PlaceStep />, { shell });
    await answered();
    expect(screen.getByRole('dialog', { name: 'Wann?' })).toBeInTheDocument();
  });

  it('goes on to the people', async () => {
    const { shell } = await search('kantine', found);
    fireEvent.click(screen.getByRole('button', { name: 'Kantine Nah' }));
    await answered();
    expect(held(shell)).toMatchObject({ restaurant: 'nah', isDirty: true });
    expect(shell.recorded.navigation).toEqual([['open', 'invitationcontacts']]);
  });

  it('asks for the date where there are people already, and goes on with it', async () => {
    const { shell } = await search('kantine', found, { ...whole, restaurant: null, date: null });
    fireEvent.click(screen.getByRole('button', { name: 'Kantine Nah' }));
    await answered();
    expect(screen.getByRole('dialog', { name: 'Wann?' })).toBeInTheDocument();
    fireEvent.click(screen.getByRole('radio', { name: '12:30' }));
    fireEvent.click(screen.getByRole('button', { name: 'Übernehmen' }));
    expect(held(shell)?.date).toBe('2026-06-24T10:30:00.000Z');
    expect(shell.recorded.navigation).toEqual([['open', 'invitationdraft']]);
  });
});

describe('the choice of people', () => {
  const open = (draft: Partial<InvitationDraft> = {}, options: ScenarioShellOptions = {}) => {
    const shell = shellWith({ ...emptyDraft, restaurant: place.key, ...draft }, options);
    return renderWithShell(<ContactsStep />, { shell });
  };

  it('S06 offers everybody but who blocks or is blocked, and says so', async () => {
    const { user, shell } = open();
    expect(await screen.findByRole('checkbox', { name: 'Cem Kaya' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByText(/Wen du blockierst oder wer dich blockiert/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Treffen vereinbaren' }));
    expect(screen.queryByRole('dialog', { name: 'Wann?' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'Ben Voss' }));
    expect(held(shell)?.attendees.map(({ key }) => key)).toEqual(['ben']);
    await user.click(screen.getByRole('button', { name: 'Treffen vereinbaren' }));
    expect(await screen.findByRole('dialog', { name: 'Wann?' })).toBeInTheDocument();
  });

  it('S05 takes a group by its people, blocked ones aside, and refuses what would be too many', async () => {
    const many = Array.from({ length: 9 }, (_, index) => aContact({ key: `p${index}`, name: `Person ${index}` }));
    const groups = [aContactGroup({ key: 'g1', name: 'Kollegen', members: ['anna', 'cem', 'weg'] }), aContactGroup({ key: 'g2', name: 'Alle', members: many.map(({ key }) => key) })];
    const { user, shell } = open({}, { topics: { me: { contacts: [anna, cem, ...many], contactGroups: groups } } });
    await user.click(await screen.findByRole('checkbox', { name: 'Kollegen' }));
    expect(held(shell)?.attendees.map(({ key }) => key)).toEqual(['anna']);
    expect(screen.getByRole('checkbox', { name: 'Alle' })).toHaveAccessibleDescription(/^Mit allen 9 wären es zu viele\./);
    await user.click(screen.getByRole('checkbox', { name: 'Alle' }));
    expect(held(shell)?.attendees).toHaveLength(1);
  });

  it('warns at nine others', async () => {
    const many = Array.from({ length: 10 }, (_, index) => aContact({ key: `p${index}`, name: `Person ${index}` }));
    const { user, shell } = open({ attendees: many.slice(0, 9).map(({ key, name }) => anAttendee({ key, name })), isDirty: true }, { topics: { me: { contacts: many } } });
    expect(await screen.findByText('Mehr Plätze gibt es nicht')).toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'Person 9' }));
    expect(held(shell)?.attendees).toHaveLength(9);
    expect(screen.getByRole('button', { name: 'Personen übernehmen' })).toBeInTheDocument();
  });

  it('says that all are invited who could be, while nothing was changed', async () => {
    const { user, shell } = open({ attendees: [anAttendee({ key: 'anna' })] }, { topics: { me: { contacts: [anna] } } });
    expect(await screen.findByRole('heading', { name: 'Alle sind schon eingeladen' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Kontakt suchen' }));
    expect(shell.recorded.navigation).toEqual([['open', 'addcontacts']]);
  });

  it('asks before what was chosen is dropped, and leads out of the draft', async () => {
    const { user, shell, unmount } = open();
    await user.click(screen.getByRole('button', { name: 'Zurück' }));
    expect(shell.recorded.navigation).toEqual([]);
    expect(shell.recorded.alerts).toMatchObject([{ title: 'Einladung verwerfen?' }]);
    shell.answerNextAlert('discard');
    await user.click(screen.getByRole('button', { name: 'Zurück' }));
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['back', 1]]));
    unmount();
    expect(held(shell)).toBeNull();
    expect(window.sessionStorage).toHaveLength(0);
  });
});

describe('the invitation before it goes out', () => {
  const open = (draft: Partial<InvitationDraft> = {}, options: ScenarioShellOptions = {}) => {
    const shell = shellWith({ ...whole, ...draft }, { address: { key: 'invitationdraft', params: [] }, ...options });
    return renderWithShell(<DraftView />, { shell });
  };
  const opened = async (...given: Parameters<typeof open>) => {
    const shown = open(...given);
    await screen.findByRole('link', { name: place.name });
    return shown;
  };
  /** Holds up what is sent until the test lets it go. */
  const heldUp = (shell: FakeShell) => {
    const { apiClient } = shell;
    const call = apiClient.call.bind(apiClient);
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    jest.spyOn(apiClient, 'call').mockImplementation(async (route, input, signal) => {
      if (route.name === putInvitation.name) await gate;
      return call(route, input, signal);
    });
    return { go: () => go() };
  };
  const send = () => screen.getByRole('button', { name: 'Einladung senden' });
  const said = ({ recorded }: FakeShell) => recorded.snackbars.map(({ tone, text }) => `${tone}: ${text}`);

  it('sums up where, when and with whom', async () => {
    open();
    expect(await screen.findByRole('link', { name: place.name })).toHaveAttribute('href', `#details/${place.routingName}/invitation`);
    expect(screen.getByText('Heute, 12:30')).toBeInTheDocument();
    expect(screen.getByText('Du und 1 Person')).toBeInTheDocument();
    expect(screen.getByText('350 m · offen bis 17:00')).toBeInTheDocument();
  });

  it('S07 goes out once, however often it is pressed; R07 the way back comes first, in one step', async () => {
    const { user, shell, unmount } = await opened({}, { answers: [answer(putInvitation, anInvitation())] });
    await user.dblClick(send());
    await waitFor(() => expect(said(shell)).toEqual(['success: Die Einladung ist raus.']));
    expect(shell.requests.filter((request) => request === 'PUT /api/invitations')).toHaveLength(1);
    expect(shell.recorded.navigation).toEqual([['back', 1]]);
    // It stays drawn until its origin shows, and can't be sent again.
    await user.click(screen.getByRole('button', { name: /Einladung senden|Lädt/ }));
    expect(shell.requests.filter((request) => request === 'PUT /api/invitations')).toHaveLength(1);
    unmount();
    expect(held(shell)).toBeNull();
    expect(window.sessionStorage).toHaveLength(0);
  });

  it('S07 is the same write where it is tried again, and another one once something was changed', async () => {
    const { user, shell } = await opened({}, { answers: [refuse(putInvitation, 'unavailable')] });
    await user.click(send());
    await waitFor(() => expect(said(shell)).toEqual(['error: Die Einladung ging nicht raus. Mahlzeit ist gerade nicht erreichbar. Versuch es gleich noch einmal.']));
    const first = held(shell)?.writeKey;
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(shell.recorded.events.map(({ name }) => name)).toContain('invitation_not_sent');
    await user.click(send());
    await waitFor(() => expect(said(shell)).toHaveLength(2));
    expect(held(shell)?.writeKey).toBe(first);
    await user.click(screen.getByRole('radio', { name: /Mitnehmen/ }));
    expect(held(shell)).toMatchObject({ isTakeAway: true, writeKey: null });
  });

  it('says in the chat what was to be said', async () => {
    const { user, shell } = await opened({}, { answers: [answer(putInvitation, anInvitation()), answer(sendChatMessage, aChatMessageView())] });
    await user.type(screen.getByRole('textbox', { name: /Nachricht dazu/ }), ' Bis gleich ');
    await user.click(send());
    await waitFor(() => expect(shell.requests.at(-1)).toBe('POST /api/chat/chat-01/messages'));
  });

  it('shows in red what can’t be, says why, and takes another time', async () => {
    const { user, shell } = open({ date: '2026-06-25T15:30:00.000Z' });
    expect(await screen.findByText('Um 17:30 ist dort zu')).toBeInTheDocument();
    expect(send()).toHaveAccessibleDescription('Wähle eine Zeit, zu der das Lokal offen hat.');
    await user.click(screen.getByRole('radio', { name: '12:15' }));
    expect(held(shell)?.date).toBe('2026-06-25T10:15:00.000Z');
    expect(send()).not.toHaveAttribute('aria-disabled');
  });

  it('notices that its time has passed while it is open', async () => {
    const { shell } = open();
    await screen.findByRole('link', { name: place.name });
    expect(send()).not.toHaveAttribute('aria-disabled');
    shell.setNow(Date.parse('2026-06-24T12:31:00+02:00'));
    expect(screen.getByText('Diese Zeit ist schon vorbei')).toBeInTheDocument();
    expect(send()).toHaveAccessibleDescription('Nimm eine spätere Zeit.');
  });

  it('goes to take away where there is nothing else', async () => {
    const { shell, user } = open({}, { answers: [answer(getRestaurant, { ...place, onlyTakeAway: true }), answer(putInvitation, anInvitation())] });
    expect(await screen.findByText('Hier gibt es alles nur zum Mitnehmen.')).toBeInTheDocument();
    expect(screen.queryByRole('radio', { name: /Vor Ort/ })).not.toBeInTheDocument();
    await user.click(send());
    await waitFor(() => expect(shell.recorded.navigation).toHaveLength(1));
    expect(held(shell)).toMatchObject({ isTakeAway: true });
  });

  it('can’t go out with nobody', async () => {
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Anna Blum wieder herausnehmen' }));
    expect(send()).toHaveAccessibleDescription('Wähl mindestens eine Person.');
  });

  it('R07 knows the way back however often place and people were changed', async () => {
    const { user, shell } = await opened({}, { answers: [answer(putInvitation, anInvitation())] });
    for (const [name, key] of [['Anderes Lokal wählen', 'invitationrestaurant'], ['Jemand mehr', 'invitationcontacts']] as const) {
      await user.click(await screen.findByRole('button', { name }));
      act(() => changeDraft(shell, screenEntered(key)));
      expect(selectDraftState(shell.store.getState()).trail).toEqual(['invitationdraft', key]);
      // Back.
      act(() => changeDraft(shell, screenEntered('invitationdraft')));
    }
    await user.click(send());
    await waitFor(() => expect(shell.recorded.navigation.at(-1)).toEqual(['back', 1]));
  });

  it('R07 isn’t left while it goes out: the answer leads back, once, however long the way is by then', async () => {
    const { user, shell } = await opened({}, { answers: [answer(putInvitation, anInvitation())] });
    const { go } = heldUp(shell);
    await user.click(send());
    await user.click(screen.getByRole('button', { name: 'Zurück' }));
    expect([shell.recorded.alerts, shell.recorded.navigation]).toEqual([[], []]);
    act(() => {
      shell.navigation.open('invitationcontacts');
      changeDraft(shell, screenEntered('invitationcontacts'));
    });
    go();
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['open', 'invitationcontacts'], ['back', 2]]));
  });

  it('R07 leaves whoever has gone elsewhere meanwhile where they are, without the draft', async () => {
    const { user, shell, unmount } = await opened({}, { answers: [answer(putInvitation, anInvitation())] });
    const { go } = heldUp(shell);
    await user.click(send());
    shell.navigation.open('contacts');
    unmount();
    go();
    await waitFor(() => expect(said(shell)).toEqual(['success: Die Einladung ist raus.']));
    await waitFor(() => expect(held(shell)).toBeNull());
    expect(shell.recorded.navigation).toEqual([['open', 'contacts']]);
  });

  it('leaves another draft alone that was begun meanwhile', async () => {
    const { user, shell, unmount } = await opened({}, { answers: [answer(putInvitation, anInvitation())] });
    const { go } = heldUp(shell);
    await user.click(send());
    unmount();
    changeDraft(shell, draftStarted({ ...emptyDraft, restaurant: 'andere' }));
    go();
    await waitFor(() => expect(said(shell)).toHaveLength(1));
    expect(held(shell)?.restaurant).toBe('andere');
    expect(shell.recorded.navigation).toEqual([]);
  });

  it('waits for the place before it goes out: nobody knows yet whether that is open', () => {
    open({}, { answers: [hang(getRestaurant)] });
    expect(send()).toHaveAccessibleDescription('Das Lokal lädt noch.');
  });

  it.each<[string, Parameters<typeof open>[0], ScenarioShellOptions, string]>([
    ['a place that is gone', {}, { answers: [refuse(getRestaurant, 'notFound')] }, 'Wähle erst ein Lokal.'],
    ['a time that has passed', { date: '2026-06-24T09:00:00.000Z' }, {}, 'Nimm eine spätere Zeit.'],
    ['a day too far ahead', { date: '2026-07-24T10:30:00.000Z' }, {}, 'Nimm einen Tag in den nächsten zwei Wochen.'],
  ])('says why it can’t go out: %s', async (_, draft, options, reason) => {
    open(draft, options);
    await waitFor(() => expect(send()).toHaveAccessibleDescription(reason));
  });

  it.each([
    ['notAContact', 'Jemand davon ist nicht mehr in deinen Kontakten.'],
    ['tooManyAttendees', 'Mit dir dürfen es höchstens 10 sein.'],
    ['ErrorDatePast', 'Nimm eine spätere Zeit.'],
    ['uninvitable', 'Diese Person kannst du nicht einladen.'],
    ['internal', 'Versuch es gleich noch einmal.'],
  ] as const)('says once why it didn’t go out: %s', async (code, reason) => {
    const { user, shell } = await opened({}, { answers: [refuse(putInvitation, code)] });
    await user.click(send());
    await waitFor(() => expect(said(shell)).toEqual([`error: Die Einladung ging nicht raus. ${reason}`]));
  });

  it('takes what there is only to take away as that, and is the same write where it is tried again', async () => {
    const { user, shell } = open({}, { answers: [answer(getRestaurant, { ...place, onlyTakeAway: true }), refuse(putInvitation, 'unavailable')] });
    await screen.findByText('Hier gibt es alles nur zum Mitnehmen.');
    await user.click(send());
    await waitFor(() => expect(said(shell)).toHaveLength(1));
    const first = held(shell);
    expect(first?.isTakeAway).toBe(true);
    await user.click(send());
    await waitFor(() => expect(said(shell)).toHaveLength(2));
    expect(held(shell)?.writeKey).toBe(first?.writeKey);
  });

  it('holds the page’s reload', () => {
    const { shell, unmount } = open();
    expect(shell.recorded.reloadHolds).toBe(1);
    unmount();
    expect(shell.recorded.reloadHolds).toBe(0);
  });
});
