import {
  blockUsers,
  createChat,
  deleteContactGroup,
  meTopic,
  patchMe,
  putContactGroup,
  removeContacts,
  reportAbuse,
} from '@mahlzeit/contract';
import { aContact, aContactGroup, aUser } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, hang, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions, ScenarioTopic } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { byName, invitableMembers, membersOf } from '../features/contacts/contact-collections';
import { selectDraftState } from '../features/invitation-draft';
import { ContactTabs, contactEntries } from './contacts-screen';

describe('the order of people', () => {
  it('is the German alphabetical order', () => {
    const names = ['Zoe', 'Özlem', 'Ökuzhan', 'Oskar', 'anna', 'Ärmel'].map((name) => ({ name }));
    expect(names.sort(byName).map(({ name }) => name)).toEqual(['anna', 'Ärmel', 'Ökuzhan', 'Oskar', 'Özlem', 'Zoe']);
  });

  it('lists the members of a group, deleted ones last and without a name', () => {
    const group = aContactGroup({ members: ['weg', 'zoe', 'geloescht', 'anna'] });
    const contacts = [
      aContact({ key: 'zoe', name: 'Zoe' }),
      aContact({ key: 'anna', name: 'Anna', photoURL: '/media/anna' }),
      aContact({ key: 'geloescht', name: 'Dana', status: 'deleted' }),
    ];
    expect(membersOf(group, contacts)).toEqual([
      { key: 'anna', name: 'Anna', photoURL: '/media/anna' },
      { key: 'zoe', name: 'Zoe', photoURL: null },
      { key: 'weg', name: null, photoURL: null },
      { key: 'geloescht', name: null, photoURL: null },
    ]);
  });
});

it('S06 leaves blocked, deleted and unknown people out of an invited group', () => {
  const contacts = [
    aContact({ key: 'anna' }),
    aContact({ key: 'ben', uninvitable: true }),
    aContact({ key: 'cem', status: 'deleted' }),
    aContact({ key: 'other' }),
  ];
  expect(
    invitableMembers(aContactGroup({ members: ['anna', 'ben', 'cem', 'stranger'] }), contacts).map(({ key }) => key),
  ).toEqual(['anna']);
});

describe('the tabs', () => {
  const show = (me: ScenarioTopic = {}) => renderWithShell(<ContactTabs />, { session: 'verified', topics: { me } });

  const names = () => screen.getAllByRole('listitem').map((row) => row.textContent);

  it('explain that there are no contacts, and link to the search', async () => {
    const { user, shell } = show();
    expect(await screen.findByRole('heading', { name: 'Noch keine Kontakte' })).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: /Alle Kontakte 0/ })).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByRole('button', { name: 'Kontakt suchen' }));
    expect(shell.recorded.navigation).toEqual([['open', 'addcontacts']]);
  });

  it('list favourites first, then people by name, with their status', async () => {
    show({
      contacts: [
        aContact({ key: 'zoe', name: 'Zoe', isFavorite: true }),
        aContact({ key: 'anna', name: 'Anna', uninvitable: true }),
        aContact({ key: 'weg', name: 'Karl', status: 'deleted', uninvitable: true }),
      ],
    });
    expect(await screen.findByRole('tab', { name: /Alle Kontakte 3/ })).toBeInTheDocument();
    expect(names()).toEqual([
      'Lieblingskontakte',
      'ZLieblingskontaktZoeEinladen',
      'Alle Kontakte',
      'AAnnaKannst du gerade nicht einladen.',
      'GKGelöschtes Konto',
    ]);
  });

  it('start an invitation of a contact, and log the origin', async () => {
    const { user, shell } = show({ contacts: [aContact({ key: 'zoe', name: 'Zoe' })] });
    await user.click(await screen.findByRole('button', { name: 'Zoe einladen' }));
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['open', 'invitationrestaurant']]));
    expect(shell.recorded.events.map(({ name }) => name)).toContain('meetup_from_contactlist');
  });

  it('list groups with their members', async () => {
    const { user } = show({
      contacts: [aContact({ name: 'Mehmet' })],
      contactGroups: [
        aContactGroup({ name: 'Kollegen', isFavorite: true }),
        aContactGroup({ key: 'b', name: 'Chor', members: ['uid-mehmet-01'] }),
      ],
    });
    await user.click(await screen.findByRole('tab', { name: /Gruppen 2/ }));
    expect(names()).toEqual([
      expect.stringContaining('ChorMehmet'),
      expect.stringContaining('LieblingsgruppeKollegenMehmet und Gelöschtes Konto'),
    ]);
  });

  it('S06 start an invitation of a group without blocked people, and log the origin', async () => {
    const people = [
      aContact({ key: 'anna', name: 'Anna' }),
      aContact({ key: 'ben', name: 'Ben', uninvitable: true }),
      aContact({ key: 'zoe', name: 'Zoe' }),
    ];
    const { user, shell } = show({
      contacts: people,
      contactGroups: [aContactGroup({ name: 'Kollegen', members: ['zoe', 'ben', 'anna'] })],
    });
    await user.click(await screen.findByRole('tab', { name: /Gruppen 1/ }));
    await user.click(screen.getByRole('button', { name: 'Kollegen einladen' }));
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['open', 'invitationrestaurant']]));
    expect(selectDraftState(shell.store.getState()).draft?.attendees.map(({ key, status }) => [key, status])).toEqual([
      ['anna', 'pending'],
      ['zoe', 'pending'],
    ]);
    expect(shell.recorded.events.map(({ name }) => name)).toContain('meetup_from_contactlist');
  });

  it('have no invitation for a group of which nobody can be invited', async () => {
    const { user } = show({
      contacts: [aContact({ key: 'ben', uninvitable: true })],
      contactGroups: [aContactGroup({ name: 'Kollegen', members: ['ben', 'weg'] })],
    });
    await user.click(await screen.findByRole('tab', { name: /Gruppen 1/ }));
    expect(screen.getByRole('button', { name: 'Kollegen' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Kollegen einladen' })).not.toBeInTheDocument();
  });

  it.each([
    ['chor', ['Chor']],
    ['zoe', ['Kollegen']],
    ['anna zoe', ['Kollegen']],
  ])('find groups by their name and by their members: „%s“', async (words, expected) => {
    const people = ['Anna', 'Zoe'].map((name) => aContact({ key: name, name }));
    const { user } = show({
      contacts: people,
      contactGroups: [
        aContactGroup({ name: 'Kollegen', members: ['Anna', 'Zoe'] }),
        aContactGroup({ key: 'b', name: 'Chor', members: ['Anna'] }),
      ],
    });
    await user.click(await screen.findByRole('tab', { name: /Gruppen 2/ }));
    await user.type(screen.getByRole('searchbox', { name: 'In deinen Gruppen suchen' }), words);
    expect(screen.getAllByRole('listitem').map((row) => within(row).getAllByRole('button')[0]?.textContent)).toEqual(
      expected,
    );
    await user.type(screen.getByRole('searchbox'), 'zzz');
    expect(screen.getByRole('heading', { name: 'Keine Gruppe gefunden' })).toBeInTheDocument();
  });

  it('say that there are no groups yet', async () => {
    const { user } = show();
    await user.click(screen.getByRole('tab', { name: /Gruppen/ }));
    expect(await screen.findByRole('heading', { name: 'Noch keine Gruppen' })).toBeInTheDocument();
  });

  it('show added and removed contacts at once', async () => {
    const { shell } = show({ contacts: [aContact({ key: 'anna', name: 'Anna' })] });
    await screen.findByText('Anna');
    shell.change(meTopic, {
      kind: 'put',
      collection: 'contacts',
      key: 'ben',
      value: aContact({ key: 'ben', name: 'Ben' }),
    });
    expect(await screen.findByText('Ben')).toBeInTheDocument();
    shell.change(meTopic, { kind: 'del', collection: 'contacts', key: 'anna' });
    await waitFor(() => expect(screen.queryByText('Anna')).not.toBeInTheDocument());
  });

  it('keep the last state without a connection, and say so', async () => {
    const { shell } = show({ contacts: [aContact({ name: 'Anna' })] });
    await screen.findByText('Anna');
    shell.setOffline(true);
    expect(await screen.findByText('Keine Verbindung. Du siehst den letzten Stand.')).toBeInTheDocument();
    expect(screen.getByText('Anna')).toBeInTheDocument();
  });

  it('A06 show nothing of the former user', async () => {
    const shell = fakeShell({ session: 'verified', topics: { me: { contacts: [aContact({ name: 'Anna' })] } } });
    const { unmount } = renderWithShell(<ContactTabs />, { shell });
    await screen.findByText('Anna');
    unmount();
    shell.setSession('anonymous');
    expect(JSON.stringify(shell.store.getState())).not.toContain('Anna');
  });

  describe('without a connection from the start', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());
    // React renders, and components schedule new timers, at the end of each stretch.
    const passes = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

    it('reports after a while that the contacts can not be loaded, and shows them once the connection is back', async () => {
      const shell = fakeShell({ session: 'verified', topics: { me: { contacts: [aContact({ name: 'Anna' })] } } });
      shell.setOffline(true);
      renderWithShell(<ContactTabs />, { shell });
      await passes(11_000);
      expect(screen.getByRole('heading', { name: 'Deine Kontakte laden nicht' })).toBeInTheDocument();
      shell.setOffline(false);
      await passes(1_000);
      await passes(1_000);
      expect(screen.getByText('Anna')).toBeInTheDocument();
    });
  });
});

describe('the list', () => {
  it('has no heading without favourites', () => {
    expect(contactEntries([aContact()])).toEqual([{ key: 'uid-mehmet-01', contact: aContact() }]);
    expect(contactEntries([aContact({ isFavorite: true })]).map(({ key }) => key)).toEqual([
      '#favorites',
      'uid-mehmet-01',
    ]);
  });

  it('is searched by words of any length', async () => {
    const { user } = renderWithShell(<ContactTabs />, {
      session: 'verified',
      topics: { me: { contacts: [aContact({ name: 'Mehmet Aydın' }), aContact({ key: 'b', name: 'Ben Adam' })] } },
    });
    await user.type(await screen.findByRole('searchbox'), 'a m');
    expect(screen.getByRole('button', { name: 'Mehmet Aydın' })).toBeInTheDocument();
    await user.type(screen.getByRole('searchbox'), 'e');
    expect(screen.queryByRole('button', { name: 'Ben Adam' })).not.toBeInTheDocument();
    await user.type(screen.getByRole('searchbox'), 'zz');
    expect(screen.getByRole('heading', { name: 'Niemand gefunden' })).toBeInTheDocument();
  });
});

const anna = aContact({ key: 'anna', name: 'Anna' });

const open = async (options: ScenarioShellOptions, me: ScenarioTopic = { contacts: [anna] }) => {
  const rendered = renderWithShell(<ContactTabs />, { session: 'verified', topics: { me }, ...options });
  await rendered.user.click(await screen.findByRole('button', { name: 'Anna' }));
  return { ...rendered, press: (name: string) => rendered.user.click(screen.getByRole('button', { name })) };
};

const snackbarTexts = (shell: {
  readonly recorded: { readonly snackbars: readonly { readonly text: string; readonly tone?: string }[] };
}) => shell.recorded.snackbars.map(({ tone, text }) => `${tone ?? ''}: ${text}`);

describe('the actions on a person', () => {
  it('open in a dialog with the person’s name, and return the focus', async () => {
    const { user } = await open({});
    expect(screen.getByRole('dialog', { name: 'Anna' })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Anna' })).toHaveFocus());
  });

  it('start a chat at one press, even after several presses', async () => {
    const { shell, user } = await open({ answers: [answer(createChat, { chatId: 'chat-07' })] });
    const calls = jest.spyOn(shell.apiClient, 'call');
    expect(
      within(screen.getByRole('dialog', { name: 'Anna' }))
        .getAllByRole('button')
        .map((row) => row.textContent)
        .filter((words) => words !== '')[0],
    ).toBe('Nachricht schreiben');
    await user.dblClick(screen.getByRole('button', { name: 'Nachricht schreiben' }));
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['open', 'chatmessages', 'chat-07']]));
    expect(calls.mock.calls).toEqual([[createChat, { body: { participantKeys: ['anna'] } }]]);
  });

  it('explain why a chat can not be started', async () => {
    const { press, shell } = await open({ answers: [refuse(createChat, 'uninvitable')] });
    await press('Nachricht schreiben');
    await waitFor(() => expect(snackbarTexts(shell)).toEqual([expect.stringMatching(/^error: /)]));
    expect(shell.recorded.navigation).toEqual([]);
  });

  it.each([{ uninvitable: true }, { status: 'deleted' as const }])(
    'contain no chat with blocked people and deleted accounts: %j',
    async (change) => {
      const { user } = renderWithShell(<ContactTabs />, {
        session: 'verified',
        topics: { me: { contacts: [{ ...anna, ...change }] } },
      });
      await user.click(await screen.findByRole('button', { name: /Anna|Gelöschtes Konto/ }));
      expect(screen.getByRole('button', { name: 'Aus den Kontakten entfernen' })).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Nachricht schreiben' })).not.toBeInTheDocument();
    },
  );

  it('mark a favourite before the gateway’s answer', async () => {
    const { press } = await open({ answers: [hang(patchMe)] });
    await press('Als Lieblingskontakt merken');
    expect(await screen.findByRole('heading', { name: 'Lieblingskontakte' })).toBeInTheDocument();
  });

  it('confirm a stored favourite, and revert a refused one', async () => {
    const { press, shell, user } = await open({ answers: [answer(patchMe, aUser())] });
    await press('Als Lieblingskontakt merken');
    await waitFor(() => expect(snackbarTexts(shell)).toEqual(['success: Als Lieblingskontakt gemerkt.']));
    shell.use(refuse(patchMe, 'internal'));
    await user.click(screen.getByRole('button', { name: 'Anna' }));
    await press('Nicht mehr Lieblingskontakt');
    await waitFor(() =>
      expect(snackbarTexts(shell).at(-1)).toBe('error: Das ließ sich nicht merken. Versuch es gleich noch einmal.'),
    );
    expect(screen.getByRole('heading', { name: 'Lieblingskontakte' })).toBeInTheDocument();
  });

  it('confirm a removed favourite', async () => {
    const { press, shell } = await open(
      { answers: [answer(patchMe, aUser())] },
      { contacts: [{ ...anna, isFavorite: true }] },
    );
    await press('Nicht mehr Lieblingskontakt');
    await waitFor(() => expect(snackbarTexts(shell)).toEqual(['success: Kein Lieblingskontakt mehr.']));
    expect(screen.queryByRole('heading', { name: 'Lieblingskontakte' })).not.toBeInTheDocument();
  });

  it.each([
    [answer(removeContacts, {}), 'success: Anna ist nicht mehr in deinen Kontakten.'],
    [refuse(removeContacts, 'internal'), 'error: Entfernen hat nicht geklappt. Versuch es gleich noch einmal.'],
  ])('remove the contact, and show the result', async (response, expected) => {
    const { press, shell } = await open({ answers: [response] });
    await press('Aus den Kontakten entfernen');
    await waitFor(() => expect(snackbarTexts(shell)).toEqual([expected]));
  });

  it('block only after a question, and not after a no', async () => {
    const { press, shell, user } = await open({ answers: [answer(blockUsers, {})] });
    await press('Blockieren');
    await waitFor(() =>
      expect(shell.recorded.alerts).toMatchObject([
        { title: 'Anna blockieren?', actions: [{ tone: 'safe' }, { tone: 'danger' }] },
      ]),
    );
    expect(shell.requests).not.toContain('PATCH /api/users/block');
    shell.answerNextAlert('block');
    await user.click(screen.getByRole('button', { name: 'Anna' }));
    await press('Blockieren');
    await waitFor(() => expect(snackbarTexts(shell)).toEqual(['success: Anna ist blockiert.']));
  });

  it.each([
    ['internal', 'error: Blockieren hat nicht geklappt. Versuch es gleich noch einmal.'],
    ['listFull', 'error: Deine Liste der Blockierten ist voll. Gib zuerst jemanden frei.'],
  ] as const)('explain why the person could not be blocked: %s', async (code, expected) => {
    const { press, shell } = await open({ answers: [refuse(blockUsers, code)] });
    shell.answerNextAlert('block');
    await press('Blockieren');
    await waitFor(() => expect(snackbarTexts(shell)).toEqual([expected]));
  });

  it('unblock a blocked user', async () => {
    await open(
      {},
      {
        contacts: [{ ...anna, uninvitable: true }],
        blockedUsers: [{ key: 'anna', name: 'Anna', photoURL: null, pending: false }],
      },
    );
    expect(screen.getByRole('button', { name: 'Nicht mehr blockieren' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Blockieren' })).not.toBeInTheDocument();
  });

  it('lead unverified readers to the verification before they block', async () => {
    const reasons: string[] = [];
    const { press, shell } = await open({
      session: 'unverified',
      commands: {
        'account/callToAction': ({ reason }) => {
          reasons.push(reason);
          return Promise.resolve({ mayGoOn: false });
        },
      },
    });
    await press('Blockieren');
    await waitFor(() => expect(reasons).toEqual(['other']));
    expect(shell.recorded.alerts).toEqual([]);
  });

  it('A09 only remove a deleted account', async () => {
    const { user } = renderWithShell(<ContactTabs />, {
      session: 'verified',
      topics: { me: { contacts: [aContact({ status: 'deleted' })] } },
    });
    await user.click(await screen.findByRole('button', { name: 'Gelöschtes Konto' }));
    expect(screen.getByRole('button', { name: 'Aus den Kontakten entfernen' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Blockieren' })).not.toBeInTheDocument();
  });

  it('report the person with a reason, and offer to block afterwards', async () => {
    const { press, shell, user } = await open({
      answers: [answer(reportAbuse, { reportId: 'm1' }), answer(blockUsers, {})],
    });
    await press('Person melden');
    expect(
      within(await screen.findByRole('dialog', { name: 'Anna melden' })).getByText(
        /Du bekommst eine Bestätigung per E-Mail\./,
      ),
    ).toBeInTheDocument();
    await press('Meldung abschicken');
    expect(shell.requests).not.toContain('POST /api/reports');
    await user.click(screen.getByRole('radio', { name: 'Werbung oder Betrug' }));
    shell.answerNextAlert('block');
    await user.dblClick(screen.getByRole('button', { name: 'Meldung abschicken' }));
    await waitFor(() =>
      expect(snackbarTexts(shell)).toEqual([
        'success: Danke für die Meldung. Wir sehen sie uns an.',
        'success: Anna ist blockiert.',
      ]),
    );
    expect(shell.requests.filter((request) => request === 'POST /api/reports')).toHaveLength(1);
    expect(shell.recorded.alerts).toMatchObject([{ title: 'Anna auch blockieren?' }]);
  });
});

describe('reporting a person', () => {
  const reportIn = async (name: string, options: ScenarioShellOptions = {}, contact = anna) => {
    const rendered = await open(
      { answers: [answer(reportAbuse, { reportId: 'm1' }), answer(blockUsers, {})], ...options },
      { contacts: [contact] },
    );
    const calls = jest.spyOn(rendered.shell.apiClient, 'call');
    await rendered.press(name);
    await rendered.user.click(await screen.findByRole('radio', { name: 'Werbung oder Betrug' }));
    return { ...rendered, calls, send: () => rendered.press('Meldung abschicken') };
  };

  it('reports the picture, and offers to block its owner', async () => {
    const { shell, calls, send } = await reportIn('Profilbild melden', {}, { ...anna, photoURL: '/media/anna' });
    expect(screen.getByRole('dialog', { name: 'Profilbild von Anna melden' })).toBeInTheDocument();
    await send();
    await waitFor(() => expect(shell.recorded.alerts.map(({ title }) => title)).toEqual(['Anna auch blockieren?']));
    expect(calls).toHaveBeenCalledWith(reportAbuse, { body: { kind: 'picture', key: 'anna', reason: 'spam' } });
  });

  it('reports no picture when there is none', async () => {
    await open({});
    expect(screen.getByRole('button', { name: 'Person melden' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Profilbild melden' })).not.toBeInTheDocument();
  });

  it('offers to block a user who blocks the reader, too', async () => {
    const { shell, send } = await reportIn('Person melden', {}, { ...anna, uninvitable: true });
    shell.answerNextAlert('block');
    await send();
    await waitFor(() => expect(snackbarTexts(shell).at(-1)).toBe('success: Anna ist blockiert.'));
  });

  it('is possible for unverified readers, and leads only those who want to block to the verification', async () => {
    const reasons: string[] = [];
    const { shell, send } = await reportIn('Person melden', {
      session: 'unverified',
      commands: {
        'account/callToAction': ({ reason }) => {
          reasons.push(reason);
          return Promise.resolve({ mayGoOn: true });
        },
      },
    });
    shell.answerNextAlert('block');
    await send();
    await waitFor(() => expect(snackbarTexts(shell).at(-1)).toBe('success: Anna ist blockiert.'));
    expect(reasons).toEqual(['other']);
  });
});

describe('the actions on a group', () => {
  const openGroup = async (answers: ScenarioShellOptions['answers'] = [], isFavorite = false) => {
    const rendered = renderWithShell(<ContactTabs />, {
      session: 'verified',
      answers,
      topics: { me: { contacts: [anna], contactGroups: [aContactGroup({ key: 'g', name: 'Chor', isFavorite })] } },
    });
    await rendered.user.click(await screen.findByRole('tab', { name: /Gruppen 1/ }));
    await rendered.user.click(screen.getByRole('button', { name: 'Chor' }));
    return { ...rendered, press: (name: string) => rendered.user.click(screen.getByRole('button', { name })) };
  };

  it.each([
    ['Namen ändern', 'editgroupname'],
    ['Mitglieder ändern', 'editgroup'],
  ])('open its editor: %s', async (name, key) => {
    const { press, shell } = await openGroup();
    await press(name);
    expect(shell.recorded.navigation).toEqual([['open', key, 'g']]);
  });

  it('remove it after a question', async () => {
    const { press, shell } = await openGroup([answer(deleteContactGroup, {})]);
    shell.answerNextAlert('remove');
    await press('Gruppe entfernen');
    await waitFor(() => expect(snackbarTexts(shell)).toEqual(['success: Die Gruppe „Chor“ ist entfernt.']));
  });

  it('report a failed removal', async () => {
    const { press, shell } = await openGroup([refuse(deleteContactGroup, 'internal')]);
    shell.answerNextAlert('remove');
    await press('Gruppe entfernen');
    await waitFor(() =>
      expect(snackbarTexts(shell)).toEqual([
        'error: Die Gruppe ließ sich nicht entfernen. Versuch es gleich noch einmal.',
      ]),
    );
  });

  it.each([
    [
      false,
      answer(putContactGroup, aContactGroup()),
      'Als Lieblingsgruppe merken',
      'success: Als Lieblingsgruppe gemerkt.',
    ],
    [
      true,
      answer(putContactGroup, aContactGroup()),
      'Nicht mehr Lieblingsgruppe',
      'success: Keine Lieblingsgruppe mehr.',
    ],
    [
      false,
      refuse(putContactGroup, 'internal'),
      'Als Lieblingsgruppe merken',
      'error: Das ließ sich nicht merken. Versuch es gleich noch einmal.',
    ],
  ])('mark a favourite, or none, and show the result: %#', async (isFavorite, response, name, expected) => {
    const { press, shell } = await openGroup([response], isFavorite);
    await press(name);
    await waitFor(() => expect(snackbarTexts(shell)).toEqual([expected]));
  });
});

describe('the floating button', () => {
  const dial = async (options: ScenarioShellOptions = {}) => {
    const rendered = renderWithShell(<ContactTabs />, { session: 'verified', ...options });
    await rendered.user.click(screen.getByRole('button', { name: 'Kontakt oder Gruppe hinzufügen' }));
    return rendered;
  };

  it.each([
    ['Gruppe anlegen', 'editgroup'],
    ['Kontakt suchen', 'addcontacts'],
  ])('leads to %s', async (name, key) => {
    const { user, shell } = await dial();
    await user.click(screen.getAllByRole('button', { name }).at(-1) ?? document.body);
    expect(shell.recorded.navigation).toEqual([['open', key]]);
  });

  it('shares the reader’s own link and code', async () => {
    const { user, shell } = await dial({
      account: { connectionLink: 'https://mahlzeit.test/restaurants#addcontacts/7KQ4F2MD', connectionCode: '7KQ4F2MD' },
    });
    const copy = jest.spyOn(window.navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Eigenen Link teilen' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Dein Link' }));
    expect(sheet.getByText('7KQ4F2MD')).toBeVisible();
    expect(sheet.getByRole('img', { name: 'QR-Code mit deinem Link' })).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:image\/svg\+xml/),
    );
    await user.click(sheet.getByRole('button', { name: 'Link kopieren' }));
    await waitFor(() => expect(snackbarTexts(shell)).toEqual(['success: Der Link ist kopiert.']));
    expect(copy).toHaveBeenCalledWith('https://mahlzeit.test/restaurants#addcontacts/7KQ4F2MD');
  });

  it('opens the device’s share sheet if there is one', async () => {
    const share = jest.fn(() => Promise.resolve());
    Object.defineProperty(window.navigator, 'share', { value: share, configurable: true });
    const { user, shell } = await dial({
      account: { connectionLink: 'https://mahlzeit.test/restaurants#addcontacts/7KQ4F2MD', connectionCode: '7KQ4F2MD' },
    });
    await user.click(screen.getByRole('button', { name: 'Eigenen Link teilen' }));
    await user.click(await screen.findByRole('button', { name: 'Link teilen' }));
    expect(share).toHaveBeenCalledWith({
      title: 'Dein Link',
      text: 'Verbinde dich mit mir auf Mahlzeit. Mein Code ist 7KQ4F2MD.',
      url: 'https://mahlzeit.test/restaurants#addcontacts/7KQ4F2MD',
    });
    expect(snackbarTexts(shell)).toEqual([]);
    Reflect.deleteProperty(window.navigator, 'share');
  });

  it('shows an error when there is no link', async () => {
    const { user, shell } = await dial({ account: { connectionLink: null, connectionCode: null } });
    await user.click(screen.getByRole('button', { name: 'Eigenen Link teilen' }));
    expect(snackbarTexts(shell)).toEqual(['error: Das hat nicht geklappt. Versuch es gleich noch einmal.']);
  });
});
