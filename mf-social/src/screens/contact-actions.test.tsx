import {
  blockUsers,
  createChat,
  deleteContactGroup,
  meTopic,
  patchMe,
  putContactGroup,
  reportAbuse,
} from '@mahlzeit/contract';
import { aContact, aContactGroup, aUser } from '@mahlzeit/contract/fixtures';
import { answer, failAsUnreachable, neverRespond, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ContactTabs } from './contacts-screen';
import { annaContact, openContact as open, snackbarTexts } from '../testing/open-contact';

afterEach(() => window.localStorage.clear());

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
    const callSpy = jest.spyOn(shell.apiClient, 'call');
    expect(
      within(screen.getByRole('dialog', { name: 'Anna' }))
        .getAllByRole('button')
        .map((row) => row.textContent)
        .filter((rowText) => rowText !== '')[0],
    ).toBe('Nachricht schreiben');
    await user.dblClick(screen.getByRole('button', { name: 'Nachricht schreiben' }));
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['open', 'chatmessages', 'chat-07']]));
    expect(callSpy.mock.calls).toEqual([[createChat, { body: { participantKeys: ['anna'] } }]]);
  });

  it('explain why a chat can not be started', async () => {
    const { press, shell } = await open({ answers: [refuse(createChat, 'uninvitable')] });
    await press('Nachricht schreiben');
    await waitFor(() => expect(snackbarTexts(shell)).toEqual([expect.stringMatching(/^error: /)]));
    expect(shell.recorded.navigation).toEqual([]);
  });

  it.each([{ uninvitable: true }, { status: 'deleted' as const }])(
    'contain no chat with blocked people and deleted accounts: %j',
    async (contactChange) => {
      const { user } = renderWithShell(<ContactTabs />, {
        session: 'verified',
        topics: { me: { contacts: [{ ...annaContact, ...contactChange }] } },
      });
      await user.click(await screen.findByRole('button', { name: /Anna|Gelöschtes Konto/ }));
      expect(screen.getByRole('button', { name: 'Aus den Kontakten entfernen' })).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Nachricht schreiben' })).not.toBeInTheDocument();
    },
  );

  it('mark a favourite before the gateway’s answer', async () => {
    const { press } = await open({ answers: [neverRespond(patchMe)] });
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

  it('show a favourite without a network as waiting, and take it back while it waits', async () => {
    const { press, shell, user } = await open({ answers: [failAsUnreachable(patchMe)] });
    await press('Als Lieblingskontakt merken');
    expect(await screen.findByText('Wartet auf Verbindung')).toBeInTheDocument();
    expect(snackbarTexts(shell)).toEqual([expect.stringMatching(/Keine Verbindung\. Gemerkt wird es, sobald/)]);
    shell.use(answer(patchMe, aUser()));
    await user.click(screen.getByRole('button', { name: 'Anna' }));
    await press('Nicht mehr Lieblingskontakt');
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(screen.queryByText('Wartet auf Verbindung')).not.toBeInTheDocument());
    expect(window.localStorage).toHaveLength(0);
  });

  it('keep a newer state of the contact when a favourite is refused', async () => {
    const { press, shell } = await open({ answers: [refuse(patchMe, 'internal')] });
    const { callAny } = shell.apiClient;
    jest.spyOn(shell.apiClient, 'callAny').mockImplementationOnce((route, input) => {
      const storedElsewhere = { ...annaContact, isFavorite: true };
      shell.change(meTopic, { kind: 'put', collection: 'contacts', key: 'anna', value: storedElsewhere });
      return callAny(route, input);
    });
    await press('Als Lieblingskontakt merken');
    await waitFor(() => expect(snackbarTexts(shell)).toEqual([expect.stringMatching(/^error: /)]));
    expect(screen.getByRole('heading', { name: 'Lieblingskontakte' })).toBeInTheDocument();
  });

  it('confirm a removed favourite', async () => {
    const { press, shell } = await open(
      { answers: [answer(patchMe, aUser())] },
      { contacts: [{ ...annaContact, isFavorite: true }] },
    );
    await press('Nicht mehr Lieblingskontakt');
    await waitFor(() => expect(snackbarTexts(shell)).toEqual(['success: Kein Lieblingskontakt mehr.']));
    expect(screen.queryByRole('heading', { name: 'Lieblingskontakte' })).not.toBeInTheDocument();
  });

  it('block only after a question, and not after a no', async () => {
    const { press, shell, user } = await open({ answers: [answer(blockUsers, {})] });
    await press('Blockieren');
    await waitFor(() =>
      expect(shell.recorded.alerts).toMatchObject([
        {
          title: 'Anna blockieren?',
          text: expect.stringContaining('nicht einladen und dir nicht einzeln schreiben.'),
          actions: [{ tone: 'safe' }, { tone: 'danger' }],
        },
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
  ] as const)('explain why the person could not be blocked: %s', async (errorCode, expectedText) => {
    const { press, shell } = await open({ answers: [refuse(blockUsers, errorCode)] });
    shell.answerNextAlert('block');
    await press('Blockieren');
    await waitFor(() => expect(snackbarTexts(shell)).toEqual([expectedText]));
  });

  it('unblock a blocked user', async () => {
    await open(
      {},
      {
        contacts: [{ ...annaContact, uninvitable: true }],
        blockedUsers: [{ key: 'anna', name: 'Anna', photoURL: null, pending: false }],
      },
    );
    expect(screen.getByRole('button', { name: 'Nicht mehr blockieren' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Blockieren' })).not.toBeInTheDocument();
  });

  it('lead unverified readers to the verification before they block', async () => {
    const callToActionReasons: string[] = [];
    const { press, shell } = await open({
      session: 'unverified',
      commands: {
        'account/callToAction': ({ reason }) => {
          callToActionReasons.push(reason);
          return Promise.resolve({ mayGoOn: false });
        },
      },
    });
    await press('Blockieren');
    await waitFor(() => expect(callToActionReasons).toEqual(['other']));
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
    expect(shell.requests.filter((requestLine) => requestLine === 'POST /api/reports')).toHaveLength(1);
    expect(shell.recorded.alerts).toMatchObject([{ title: 'Anna auch blockieren?' }]);
  });
});

describe('reporting a person', () => {
  const openReportSheet = async (
    reportLabel: string,
    shellOptions: ScenarioShellOptions = {},
    contact = annaContact,
  ) => {
    const renderedContact = await open(
      { answers: [answer(reportAbuse, { reportId: 'm1' }), answer(blockUsers, {})], ...shellOptions },
      { contacts: [contact] },
    );
    const callSpy = jest.spyOn(renderedContact.shell.apiClient, 'call');
    await renderedContact.press(reportLabel);
    await renderedContact.user.click(await screen.findByRole('radio', { name: 'Werbung oder Betrug' }));
    return { ...renderedContact, calls: callSpy, send: () => renderedContact.press('Meldung abschicken') };
  };

  it('reports the picture, and offers to block its owner', async () => {
    const { shell, calls, send } = await openReportSheet(
      'Profilbild melden',
      {},
      { ...annaContact, photoURL: '/media/anna' },
    );
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
    const { shell, send } = await openReportSheet('Person melden', {}, { ...annaContact, uninvitable: true });
    shell.answerNextAlert('block');
    await send();
    await waitFor(() => expect(snackbarTexts(shell).at(-1)).toBe('success: Anna ist blockiert.'));
  });

  it('is possible for unverified readers, and leads only those who want to block to the verification', async () => {
    const reasons: string[] = [];
    const { shell, send } = await openReportSheet('Person melden', {
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
    const renderedTabs = renderWithShell(<ContactTabs />, {
      session: 'verified',
      answers,
      topics: {
        me: { contacts: [annaContact], contactGroups: [aContactGroup({ key: 'g', name: 'Chor', isFavorite })] },
      },
    });
    await renderedTabs.user.click(await screen.findByRole('tab', { name: /Gruppen 1/ }));
    await renderedTabs.user.click(screen.getByRole('button', { name: 'Chor' }));
    return {
      ...renderedTabs,
      press: (buttonName: string) => renderedTabs.user.click(screen.getByRole('button', { name: buttonName })),
    };
  };

  it.each([
    ['Namen ändern', 'editgroupname'],
    ['Mitglieder ändern', 'editgroup'],
  ])('open its editor: %s', async (actionLabel, expectedScreenKey) => {
    const { press, shell } = await openGroup();
    await press(actionLabel);
    expect(shell.recorded.navigation).toEqual([['open', expectedScreenKey, 'g']]);
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
  ])(
    'mark a favourite, or none, and show the result: %#',
    async (isFavorite, scenarioResponse, actionLabel, expectedSnackbar) => {
      const { press, shell } = await openGroup([scenarioResponse], isFavorite);
      await press(actionLabel);
      await waitFor(() => expect(snackbarTexts(shell)).toEqual([expectedSnackbar]));
    },
  );
});
