import { addContacts, connectUsers, getRandomUsers, importContacts, searchContactableUsers } from '@mahlzeit/contract';
import { aContact, aPerson } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer, ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { AddContacts } from './add-contacts-screen';

const aNamedPerson = (key: string, displayName: string) => aPerson({ key, displayName });
const suggestionsAnswer = answer(getRandomUsers, [aNamedPerson('eva', 'Eva'), aNamedPerson('karl', 'Karl')]);

const renderAddContacts = (answers: readonly ScenarioAnswer[] = [], shellOptions: ScenarioShellOptions = {}) =>
  renderWithShell(<AddContacts />, { session: 'verified', ...shellOptions, answers: [...answers, suggestionsAnswer] });

type RenderedScreen = ReturnType<typeof renderAddContacts>;

const snackbarTexts = ({ shell }: RenderedScreen) =>
  shell.recorded.snackbars.map(({ tone, text }) => `${tone ?? ''}: ${text}`);

describe('choosing', () => {
  it('suggests people under a heading, and adds the chosen ones, once', async () => {
    const renderedScreen = renderAddContacts([
      answer(addContacts, { contacts: [aContact({ key: 'eva', name: 'Eva' })] }),
    ]);
    const { user, shell } = renderedScreen;
    await user.click(await screen.findByRole('checkbox', { name: 'Eva' }));
    expect(screen.getByRole('heading', { name: 'Vorschläge' })).toBeInTheDocument();
    expect(screen.getByText('1 Person gewählt')).toBeInTheDocument();
    await user.dblClick(screen.getByRole('button', { name: '1 Kontakt hinzufügen' }));
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['back', 1]]));
    expect(snackbarTexts(renderedScreen)).toEqual(['success: 1 Kontakt ist dazugekommen.']);
    expect(shell.requests.filter((request) => request === 'PATCH /api/contacts/add')).toHaveLength(1);
  });

  it('explains that nobody is chosen, and sends nothing', async () => {
    const { user, shell } = renderAddContacts();
    await user.click(
      screen.getByRole('button', { name: 'Kontakte hinzufügen', description: 'Wähle mindestens eine Person.' }),
    );
    expect(shell.requests).not.toContain('PATCH /api/contacts/add');
  });

  it.each([
    ['uninvitable', 'error: Diese Person kannst du nicht hinzufügen.'],
    ['listFull', 'error: Deine Kontaktliste ist voll. Entferne zuerst jemanden.'],
    ['ErrorTooManyAttempts', 'error: Das waren heute viele neue Kontakte. Morgen kannst du wieder welche hinzufügen.'],
  ] as const)('stays with the choice when the request fails: %s', async (errorCode, expectedText) => {
    const renderedScreen = renderAddContacts([refuse(addContacts, errorCode)]);
    await renderedScreen.user.click(await screen.findByRole('checkbox', { name: 'Eva' }));
    await renderedScreen.user.click(screen.getByRole('button', { name: '1 Kontakt hinzufügen' }));
    await waitFor(() => expect(snackbarTexts(renderedScreen)).toEqual([expectedText]));
    expect(screen.getByRole('checkbox', { name: 'Eva' })).toBeChecked();
    expect(renderedScreen.shell.recorded.navigation).toEqual([]);
  });
});

describe('searching', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const advanceTime = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  // Waits several turns of the event loop, in which responses are read and rendered.
  const waitForAnswers = async () => {
    for (let attempt = 0; attempt < 4; attempt += 1) await advanceTime(100);
  };
  const typeSearchText = (searchText: string) =>
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: searchText } });
  const searchRequests = ({ shell }: RenderedScreen) =>
    shell.requests.filter((request) => request.includes('contactableUsers'));

  it('S12 starts with two characters, 800 ms after the last key, in lower case', async () => {
    const renderedScreen = renderAddContacts([answer(searchContactableUsers, [aNamedPerson('sue', 'Sümeyye')])]);
    await waitForAnswers();
    typeSearchText(' S ');
    await advanceTime(2_000);
    expect(searchRequests(renderedScreen)).toEqual([]);
    typeSearchText(' Sü ');
    await advanceTime(799);
    expect(searchRequests(renderedScreen)).toEqual([]);
    await advanceTime(50);
    await waitForAnswers();
    expect(searchRequests(renderedScreen)).toEqual([`GET /api/search/contactableUsers/${encodeURIComponent('sü')}`]);
    expect(screen.getByRole('checkbox', { name: 'Sümeyye' })).toBeInTheDocument();
    expect(screen.queryByRole('checkbox', { name: 'Eva' })).not.toBeInTheDocument();
  });

  it('shows the results of the last name, and keeps chosen people as chips', async () => {
    const renderedScreen = renderAddContacts([
      answer(searchContactableUsers, [aNamedPerson('ana', 'Ana')], [aNamedPerson('ben', 'Ben')]),
    ]);
    await waitForAnswers();
    typeSearchText('an');
    await advanceTime(900);
    await waitForAnswers();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Ana' }));
    typeSearchText('be');
    expect(screen.queryByRole('checkbox', { name: 'Ana' })).not.toBeInTheDocument();
    await advanceTime(900);
    await waitForAnswers();
    expect(screen.getByRole('checkbox', { name: 'Ben' })).not.toBeChecked();
    fireEvent.click(screen.getByRole('button', { name: 'Ana wieder herausnehmen' }));
    expect(screen.getByText('Niemand gewählt')).toBeInTheDocument();
    expect(searchRequests(renderedScreen)).toHaveLength(2);
  });

  it('shows a running search, and the suggestions once the field is empty', async () => {
    renderAddContacts([neverRespond(searchContactableUsers)]);
    await waitForAnswers();
    typeSearchText('an');
    expect(screen.getByText('Sucht …')).toBeInTheDocument();
    typeSearchText('');
    expect(screen.getByRole('checkbox', { name: 'Eva' })).toBeInTheDocument();
  });

  it('treats a failure as no results, without a message, and logs it', async () => {
    const renderedScreen = renderAddContacts([refuse(searchContactableUsers, 'internal')]);
    await waitForAnswers();
    typeSearchText('an');
    await advanceTime(900);
    await waitForAnswers();
    expect(screen.getByRole('heading', { name: 'Niemand gefunden' })).toBeInTheDocument();
    expect(snackbarTexts(renderedScreen)).toEqual([]);
    const failureEvents = () =>
      renderedScreen.shell.recorded.events.filter(({ name }) => name === 'user_search_failed');
    expect(failureEvents()).toEqual([
      { name: 'user_search_failed', parameters: { search: 'contactable', code: 'internal' } },
    ]);
    // The search for another name fails, too, and its failure is logged as well.
    typeSearchText('ann');
    await advanceTime(900);
    await waitForAnswers();
    expect(failureEvents()).toHaveLength(2);
  });
});

describe('adding by code and by address', () => {
  const openCodeDialog = async (answers: readonly ScenarioAnswer[], options?: ScenarioShellOptions) => {
    const renderedScreen = renderAddContacts(answers, options);
    await renderedScreen.user.click(await screen.findByRole('button', { name: /^Code eingeben/ }));
    return { ...renderedScreen, dialog: await screen.findByRole('dialog', { name: 'Code oder E-Mail' }) };
  };

  it('connects by a code in any format', async () => {
    const renderedScreen = await openCodeDialog([answer(connectUsers, { contacts: [aContact({ name: 'Tobias' })] })]);
    await renderedScreen.user.type(screen.getByRole('textbox', { name: 'Code' }), ' 7kq4 f2md ');
    await renderedScreen.user.click(screen.getByRole('button', { name: 'Verbinden' }));
    await waitFor(() =>
      expect(snackbarTexts(renderedScreen)).toEqual(['success: Du bist jetzt mit Tobias verbunden.']),
    );
    expect(renderedScreen.shell.recorded.navigation).toEqual([['back', 1]]);
  });

  it.each([
    ['connectionCodeUnknown', 'error: Diesen Code gibt es nicht. Frag noch einmal nach.'],
    ['uninvitable', 'error: Mit dieser Person kannst du dich nicht verbinden.'],
    ['listFull', 'error: Eine eurer Kontaktlisten ist voll. Dort muss zuerst jemand heraus.'],
    ['internal', 'error: Hinzufügen hat nicht geklappt. Versuch es gleich noch einmal.'],
  ] as const)('explains the error of a code: %s', async (errorCode, expectedText) => {
    const renderedScreen = await openCodeDialog([refuse(connectUsers, errorCode)]);
    await renderedScreen.user.type(screen.getByRole('textbox', { name: 'Code' }), '7KQ4F2MD');
    await renderedScreen.user.click(screen.getByRole('button', { name: 'Verbinden' }));
    await waitFor(() => expect(snackbarTexts(renderedScreen)).toEqual([expectedText]));
    expect(screen.getByRole('textbox', { name: 'Code' })).toHaveValue('7KQ4F2MD');
  });

  it('replaces a wrong code by another one that is pasted', async () => {
    const { user } = await openCodeDialog([refuse(connectUsers, 'connectionCodeUnknown')]);
    const codeField = screen.getByRole('textbox', { name: 'Code' });
    await user.type(codeField, '7KQ4F2MX{Enter}');
    await user.click(codeField);
    await user.paste('7kq4-f2md');
    expect(codeField).toHaveValue('7kq4-f2md');
  });

  it('refuses the reader’s own code', async () => {
    const renderedScreen = await openCodeDialog([], {
      account: { connectionLink: 'https://x.test/#addcontacts/7KQ4F2MD', connectionCode: '7KQ4F2MD' },
    });
    await renderedScreen.user.type(screen.getByRole('textbox', { name: 'Code' }), '7kq4-f2md');
    await renderedScreen.user.click(screen.getByRole('button', { name: 'Verbinden' }));
    await waitFor(() => expect(snackbarTexts(renderedScreen)).toEqual(['error: Das ist dein eigener Code.']));
    expect(renderedScreen.shell.requests).not.toContain('PUT /api/users/connect');
  });

  it('imports addresses, counts them and names an invalid one', async () => {
    const renderedScreen = await openCodeDialog([answer(importContacts, { added: 2 })]);
    const addressField = screen.getByRole('textbox', { name: /^Adressen/ });
    await renderedScreen.user.type(addressField, 'a@b.de, ana@');
    await renderedScreen.user.tab();
    expect(screen.getByText('„ana@“ ist keine Adresse.')).toBeInTheDocument();
    expect(screen.getByText(/^2\/200/)).toBeInTheDocument();
    await renderedScreen.user.click(
      screen.getByRole('button', { name: '2 Adressen importieren', description: 'Verbessere erst die 2. Adresse.' }),
    );
    await renderedScreen.user.type(addressField, 'b.de');
    await renderedScreen.user.click(
      screen.getByRole('button', { name: '2 Adressen importieren', description: /^Nimm mindestens 5 Adressen/ }),
    );
    await renderedScreen.user.type(addressField, ' ben@b.de cem@b.de dana@b.de');
    await renderedScreen.user.click(screen.getByRole('button', { name: '5 Adressen importieren' }));
    await waitFor(() => expect(snackbarTexts(renderedScreen)).toEqual(['success: 2 Kontakte sind dazugekommen.']));
  });

  it.each([
    [answer(importContacts, { added: 0 }), ': Unter diesen Adressen ist niemand Neues zu finden.'],
    [refuse(importContacts, 'ErrorTooManyAttempts'), 'error: '],
  ])('stays when no account was found', async (scenarioResponse, expectedText) => {
    const renderedScreen = await openCodeDialog([scenarioResponse]);
    await renderedScreen.user.type(
      screen.getByRole('textbox', { name: /^Adressen/ }),
      'a@b.de b@b.de c@b.de d@b.de e@b.de',
    );
    await renderedScreen.user.click(screen.getByRole('button', { name: '5 Adressen importieren' }));
    await waitFor(() => expect(snackbarTexts(renderedScreen)).toEqual([expect.stringContaining(expectedText)]));
    expect(renderedScreen.shell.recorded.navigation).toEqual([]);
  });
});
