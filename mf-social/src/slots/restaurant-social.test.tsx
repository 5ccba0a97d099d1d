import { getRestaurant, putInvitation, sendContentMessage } from '@mahlzeit/contract';
import {
  aBlockedUser,
  aChat,
  aContact,
  anAttendee,
  anInvitation,
  aPerson,
  aRestaurant,
  aTag,
  aWorkingWeek,
} from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { FakeShell, ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { changeDraft, draftStarted, emptyDraft, screenEntered, selectDraftState } from '../features/invitation-draft';
import { shareLink } from '../features/links/share-link';
import RestaurantSocial, { restaurantUrl } from './restaurant-social';

describe('sharing a link', () => {
  const sharedLink = {
    title: 'Elbkantine',
    text: 'Mittag im Lokal Elbkantine?',
    url: 'https://mahlzeit.test/r/elbkantine',
  };

  const createClipboard = (writeOutcome: () => Promise<void>) => {
    const writtenValues: string[] = [];
    const clipboard = Object.assign(new EventTarget(), {
      read: () => Promise.resolve([]),
      readText: () => Promise.resolve(''),
      write: () => Promise.resolve(),
      writeText: (writtenText: string) => {
        writtenValues.push(writtenText);
        return writeOutcome();
      },
    });
    return { clipboard, written: writtenValues };
  };
  const acceptCopying = () => Promise.resolve();
  const refuseCopying = () => Promise.reject(new DOMException('no', 'NotAllowedError'));

  it('opens the share sheet if there is one', async () => {
    const shareMock = jest.fn(acceptCopying);
    const { clipboard, written } = createClipboard(acceptCopying);
    expect(await shareLink(sharedLink, { share: shareMock, clipboard })).toBe('shared');
    expect(shareMock).toHaveBeenCalledWith(sharedLink);
    expect(written).toEqual([]);
  });

  it('shows no message after a closed share sheet', async () => {
    const { clipboard, written } = createClipboard(acceptCopying);
    expect(
      await shareLink(sharedLink, { share: () => Promise.reject(new DOMException('closed', 'AbortError')), clipboard }),
    ).toBe('cancelled');
    expect(written).toEqual([]);
  });

  it('copies the address without a share sheet, or when it is forbidden', async () => {
    const { clipboard, written } = createClipboard(acceptCopying);
    expect(await shareLink(sharedLink, { clipboard })).toBe('copied');
    expect(await shareLink(sharedLink, { share: refuseCopying, clipboard })).toBe('copied');
    expect(written).toEqual([sharedLink.url, sharedLink.url]);
  });

  it('reports when neither is possible', async () => {
    expect(await shareLink(sharedLink, createClipboard(refuseCopying))).toBe('failed');
    expect(await shareLink(sharedLink, {})).toBe('failed');
  });

  it('escapes special names in the address', () => {
    expect(restaurantUrl('https://mahlzeit.test', 'café/süd')).toBe('https://mahlzeit.test/r/caf%C3%A9%2Fs%C3%BCd');
  });
});

describe('the actions of the restaurant page', () => {
  const renderSocialSlot = ({ answers = [], ...options }: ScenarioShellOptions) =>
    renderWithShell(<RestaurantSocial restaurantKey="k" routingName="elbkantine" restaurantName="Elbkantine" />, {
      ...options,
      answers: [...answers, answer(getRestaurant, aRestaurant({ key: 'k', name: 'Elbkantine' }))],
    });
  const writeRequestsOf = (shell: FakeShell) => shell.requests.filter((request) => !request.startsWith('GET'));

  const openSheet = async (user: ReturnType<typeof renderSocialSlot>['user']) => {
    await user.click(screen.getByRole('button', { name: 'Teilen' }));
    return screen.findByRole('dialog', { name: 'Lokal teilen' });
  };

  it('copy the restaurant’s address with a message', async () => {
    const { user, shell } = renderSocialSlot({ session: 'anonymous' });
    const copySpy = jest.spyOn(window.navigator.clipboard, 'writeText');
    await openSheet(user);
    await user.click(screen.getByRole('button', { name: 'Link kopieren' }));
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Der Link ist kopiert.' }]),
    );
    expect(copySpy).toHaveBeenCalledWith('http://localhost/r/elbkantine');
  });

  it('open the sheet by themselves when another app has shared the restaurant into this one', async () => {
    renderSocialSlot({ session: 'verified', address: { key: 'details', params: ['elbkantine', 'share'] } });
    expect(await screen.findByRole('dialog', { name: 'Lokal teilen' })).toBeVisible();
  });

  it('show the address as a QR code, and return to the sheet', async () => {
    const { user } = renderSocialSlot({ session: 'verified' });
    await openSheet(user);
    await user.click(screen.getByRole('button', { name: 'QR-Code' }));
    const qrCodeSheet = within(await screen.findByRole('dialog', { name: 'QR-Code' }));
    expect(qrCodeSheet.getByRole('img', { name: 'QR-Code zum Lokal Elbkantine' })).toBeVisible();
    expect(qrCodeSheet.getByText('localhost/r/elbkantine')).toBeVisible();
    await user.click(qrCodeSheet.getByRole('button', { name: 'Schließen' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'QR-Code' })).toHaveFocus());
    expect(screen.getByRole('dialog', { name: 'Lokal teilen' })).toBeVisible();
  });

  it('share in the chat of the chosen people, once, and open it', async () => {
    const contacts = [aContact(), aContact({ key: 'uid-friederike-01', name: 'Friederike Hof' })];
    const { user, shell } = renderSocialSlot({
      session: 'verified',
      topics: { me: { contacts } },
      answers: [answer(sendContentMessage, { chatId: 'chat-01' })],
    });
    await openSheet(user);
    const sendButton = screen.getByRole('button', {
      name: 'In einem Chat teilen',
      description: 'Wähle erst jemanden aus.',
    });
    await user.click(sendButton);
    expect(writeRequestsOf(shell)).toEqual([]);
    await user.click(await screen.findByRole('checkbox', { name: 'Mehmet Aydın' }));
    await user.dblClick(sendButton);
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['open', 'chatmessages', 'chat-01']]));
    expect(writeRequestsOf(shell)).toEqual(['POST /api/chat/sendContentMessage']);
  });

  it.each([
    ['picture', { midSizeFirstImage: '/media/theke.jpg' }, 'img[src="/media/theke.jpg"]'],
    [
      'drawing, by its kitchen',
      { midSizeFirstImage: null, tags: [aTag({ translations: { de: 'Japanisch' } })] },
      '[href$="#sushi"]',
    ],
  ])('show the place by the same %s as its page', async (_, restaurantOverrides, expectedSelector) => {
    const { user } = renderSocialSlot({
      session: 'verified',
      answers: [answer(getRestaurant, aRestaurant({ key: 'k', ...restaurantOverrides }))],
    });
    const sheet = await openSheet(user);
    await waitFor(() => expect(sheet.querySelector(expectedSelector)).toBeInTheDocument());
  });

  describe('in a chat of many', () => {
    const [mehmetPerson, tobiasPerson, dieterPerson] = [
      aPerson(),
      aPerson({ key: 'uid-tobias-01', displayName: 'Tobias Krüger' }),
      aPerson({ key: 'uid-dieter-01', displayName: 'Dieter Dorn' }),
    ];
    const createChatOf = (key: string, ...participants: readonly (typeof mehmetPerson)[]) =>
      aChat({
        key,
        participants: [...participants],
        participantKeys: ['uid-frieda-01', ...participants.map((person) => person.key)],
      });
    const contacts = [aContact(), aContact({ key: 'uid-anna-01', name: 'Anna Blume' })];
    const rowNames = () => screen.getAllByRole('checkbox').map((checkbox) => checkbox.closest('li')?.textContent);

    it('chooses all its people at once, contacts or not, above the contacts; a chat of two is the contact itself', async () => {
      const { user, shell } = renderSocialSlot({
        session: 'verified',
        topics: {
          me: {
            contacts,
            chats: [
              createChatOf('zu-dritt', mehmetPerson, tobiasPerson, dieterPerson),
              createChatOf('zu-zweit', mehmetPerson),
            ],
          },
        },
        answers: [answer(sendContentMessage, { chatId: 'zu-dritt' })],
      });
      const callSpy = jest.spyOn(shell.apiClient, 'call');
      await openSheet(user);
      const chatCheckbox = await screen.findByRole('checkbox', {
        name: 'Mehmet Aydın (+\u00a02)',
        description: '3 Personen',
      });
      expect(rowNames().slice(0, 3)).toEqual([
        expect.stringContaining('Mehmet Aydın (+\u00a02)'),
        expect.stringContaining('Anna Blume'),
        expect.stringContaining('Mehmet Aydın'),
      ]);
      await user.click(chatCheckbox);
      expect(screen.getByText('3 von 9 gewählt')).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'In einem Chat teilen' }));
      await waitFor(() => expect(shell.recorded.navigation).toEqual([['open', 'chatmessages', 'zu-dritt']]));
      expect(callSpy).toHaveBeenCalledWith(
        sendContentMessage,
        expect.objectContaining({
          body: { userKeys: ['uid-mehmet-01', 'uid-tobias-01', 'uid-dieter-01'], type: 'restaurant', contentId: 'k' },
        }),
      );
      await user.click(screen.getByRole('button', { name: 'Tobias Krüger wieder herausnehmen' }));
      expect(chatCheckbox).not.toBeChecked();
    });

    it('S06 leaves out blocked people, in either direction, also later', async () => {
      const ownAttendee = {
        contacts,
        chats: [
          createChatOf(
            'zu-viert',
            mehmetPerson,
            tobiasPerson,
            dieterPerson,
            aPerson({ key: 'uid-eva-01', displayName: 'Eva Vogelsang' }),
          ),
        ],
        blockedUsers: [aBlockedUser({ key: 'uid-dieter-01' })],
      };
      const { user, shell } = renderSocialSlot({ session: 'verified', topics: { me: ownAttendee } });
      await openSheet(user);
      await user.click(
        await screen.findByRole('checkbox', { name: 'Mehmet Aydın (+\u00a02)', description: '3 Personen' }),
      );
      shell.change('me', { kind: 'put', collection: 'isBlockedBy', key: 'uid-eva-01', value: { key: 'uid-eva-01' } });
      expect(
        await screen.findByRole('checkbox', { name: 'Mehmet Aydın (+\u00a01)', description: '2 Personen' }),
      ).toBeChecked();
      expect(screen.getByText('2 von 9 gewählt')).toBeInTheDocument();
      expect(shell.recorded.snackbars.map(({ text }) => text)).toEqual([
        'Eva Vogelsang ist nicht mehr wählbar und nicht mehr dabei.',
      ]);
    });

    it('shows the last three, and finds the others by their people', async () => {
      const chats = Array.from({ length: 5 }, (_, index) => ({
        ...createChatOf(`chat-${index}`, aPerson({ key: `a${index}`, displayName: `Ann Nr${index}` }), tobiasPerson),
        updatedAt: 100 - index,
      }));
      const { user } = renderSocialSlot({ session: 'verified', topics: { me: { contacts, chats } } });
      await openSheet(user);
      await screen.findByRole('checkbox', { name: 'Ann Nr0 (+\u00a01)' });
      expect(screen.getAllByRole('checkbox', { name: /\(\+\s1\)$/ })).toHaveLength(3);
      await user.type(screen.getByRole('searchbox'), 'nr4 tobias');
      expect(rowNames()[0]).toContain('Ann Nr4 (+\u00a01)');
      expect(screen.queryByRole('heading', { name: 'Niemand gefunden' })).not.toBeInTheDocument();
    });
  });

  it('explains a failure', async () => {
    const { user, shell } = renderSocialSlot({
      session: 'verified',
      topics: { me: { contacts: [aContact()] } },
      answers: [refuse(sendContentMessage, 'uninvitable')],
    });
    await openSheet(user);
    await user.click(await screen.findByRole('checkbox', { name: 'Mehmet Aydın' }));
    await user.click(screen.getByRole('button', { name: 'In einem Chat teilen' }));
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([
        { tone: 'error', text: 'Diese Person kannst du nicht einladen.' },
      ]),
    );
  });

  it.each(['anonymous', 'unverified'] as const)(
    'leads a user %s who shares in a chat to the account',
    async (sessionKind) => {
      const callToActionReasons: string[] = [];
      const { user } = renderSocialSlot({
        session: sessionKind,
        commands: {
          'account/callToAction': ({ reason }) => {
            callToActionReasons.push(reason);
            return Promise.resolve({ mayGoOn: false });
          },
        },
      });
      await openSheet(user);
      await user.click(screen.getByRole('button', { name: 'In einem Chat teilen' }));
      expect(callToActionReasons).toEqual(['invite']);
    },
  );

  it.each(['anonymous', 'unverified'] as const)(
    'runs the account’s command when a user %s invites',
    async (sessionKind) => {
      const callToActionReasons: string[] = [];
      const { user, shell } = renderSocialSlot({
        session: sessionKind,
        commands: {
          'account/callToAction': ({ reason }) => {
            callToActionReasons.push(reason);
            return Promise.resolve({ mayGoOn: false });
          },
        },
      });
      await user.click(screen.getByRole('button', { name: 'Einladen' }));
      expect(callToActionReasons).toEqual(['invite']);
      expect(shell.recorded.snackbars).toEqual([]);
    },
  );

  it('reports that inviting is unavailable without the remote account', async () => {
    const { user, shell } = renderSocialSlot({ session: 'anonymous' });
    await user.click(screen.getByRole('button', { name: 'Einladen' }));
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([
        { tone: 'error', text: 'Einladen geht gerade nicht. Versuch es gleich noch einmal.' },
      ]),
    );
  });

  it('starts the invitation of a verified member, and knows the way back', async () => {
    const { user, shell } = renderSocialSlot({
      session: 'verified',
      address: { key: 'details', params: ['elb%2Fkantine'] },
    });
    await user.click(screen.getByRole('button', { name: 'Einladen' }));
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['open', 'invitationcontacts']]));
    expect(selectDraftState(shell.store.getState()).draft).toMatchObject({
      restaurant: 'k',
      origin: { key: 'details', params: ['elb%2Fkantine'] },
    });
  });

  it('takes the place for the draft from which its page was opened', async () => {
    const shell = fakeShell({ session: 'verified', address: { key: 'details', params: ['elbkantine', 'invitation'] } });
    changeDraft(shell, draftStarted(emptyDraft));
    changeDraft(shell, screenEntered('invitationrestaurant'));
    const { user } = renderWithShell(
      <RestaurantSocial restaurantKey="k" routingName="elbkantine" restaurantName="Elbkantine" />,
      { shell },
    );
    await user.click(screen.getByRole('button', { name: 'Hier treffen' }));
    expect(selectDraftState(shell.store.getState()).draft?.restaurant).toBe('k');
    expect(shell.recorded.navigation).toEqual([['replace', 'invitationcontacts']]);
    expect(screen.queryByRole('button', { name: 'Hier treffen' })).not.toBeInTheDocument();
  });

  it('finds that draft after a reload, too, and prevents further reloads', async () => {
    const restaurantAddress = { key: 'details', params: ['elbkantine', 'invitation'] };
    const initialShell = fakeShell({ session: 'verified', address: restaurantAddress });
    changeDraft(initialShell, draftStarted({ ...emptyDraft, attendees: [anAttendee()] }));
    changeDraft(initialShell, screenEntered('invitationrestaurant'));
    const { shell } = renderSocialSlot({ session: 'verified', address: restaurantAddress });
    expect(await screen.findByRole('button', { name: 'Hier treffen' })).toBeInTheDocument();
    expect(selectDraftState(shell.store.getState()).trail).toEqual(['invitationrestaurant']);
    expect(shell.recorded.reloadHolds).toBe(1);
    window.sessionStorage.clear();
  });

  describe('shared as a meetup', () => {
    const shareWithPerson = async (answers: ScenarioShellOptions['answers'] = [], personName = 'Mehmet Aydın') => {
      const renderedSlot = renderSocialSlot({
        session: 'verified',
        topics: {
          me: {
            contacts: [aContact()],
            chats: [
              aChat({
                participants: [aPerson(), aPerson({ key: 'fremd', displayName: 'Tobias Krüger' })],
                participantKeys: ['uid-frieda-01', 'uid-mehmet-01', 'fremd'],
              }),
            ],
          },
        },
        answers: [...answers, answer(getRestaurant, aRestaurant({ openingHours: aWorkingWeek('11:00-17:00') }))],
      });
      await openSheet(renderedSlot.user);
      await renderedSlot.user.click(await screen.findByRole('checkbox', { name: personName }));
      await renderedSlot.user.click(screen.getByRole('checkbox', { name: 'Gleich als Treffen mit Tag und Uhrzeit' }));
      await renderedSlot.user.click(screen.getByRole('button', { name: 'Weiter zu Tag und Uhrzeit' }));
      await renderedSlot.user.click(await screen.findByRole('radio', { name: '12:30' }));
      return renderedSlot;
    };

    it('asks for the date, sends it once, and opens its chat', async () => {
      const { user, shell } = await shareWithPerson([answer(putInvitation, anInvitation({ chatKey: 'chat-07' }))]);
      await user.dblClick(screen.getByRole('button', { name: 'Übernehmen' }));
      await waitFor(() => expect(shell.recorded.navigation).toEqual([['open', 'chatmessages', 'chat-07']]));
      expect(shell.requests.filter((request) => request === 'PUT /api/invitations')).toHaveLength(1);
      expect(shell.requests).not.toContain('POST /api/chat/sendContentMessage');
    });

    it('invites everybody of a chat, contacts or not', async () => {
      const { user, shell } = await shareWithPerson(
        [answer(putInvitation, anInvitation({ chatKey: 'chat-07' }))],
        'Mehmet Aydın (+\u00a01)',
      );
      const callSpy = jest.spyOn(shell.apiClient, 'call');
      await user.click(screen.getByRole('button', { name: 'Übernehmen' }));
      await waitFor(() =>
        expect(callSpy).toHaveBeenCalledWith(
          putInvitation,
          expect.objectContaining({ body: expect.objectContaining({ attendees: ['uid-mehmet-01', 'fremd'] }) }),
        ),
      );
    });

    it('keeps all input when the request fails', async () => {
      const { user, shell } = await shareWithPerson([refuse(putInvitation, 'unavailable')]);
      await user.click(screen.getByRole('button', { name: 'Übernehmen' }));
      await waitFor(() =>
        expect(shell.recorded.snackbars).toMatchObject([
          {
            tone: 'error',
            text: 'Die Einladung ging nicht raus. Mahlzeit ist gerade nicht erreichbar. Versuch es gleich noch einmal.',
          },
        ]),
      );
      expect(screen.getByRole('radio', { name: '12:30' })).toBeChecked();
      expect(shell.recorded.navigation).toEqual([]);
    });
  });
});
