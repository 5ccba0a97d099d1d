import {
  addContacts,
  blockUsers,
  getInvitationCalendar,
  meTopic,
  reportAbuse,
  revokeInvitationLink,
  shareInvitation,
  unblockUsers,
  chatTopic,
} from '@mahlzeit/contract';
import { aBlockedUser, aChat, aContact, anAttendee, anInvitation } from '@mahlzeit/contract/fixtures';
import { answer, refuse } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { Button } from '@mahlzeit/shared-ui/ui';
import { render, screen, waitFor, within } from '@testing-library/react';
import {
  receivedInvitation,
  buttonLabels,
  ownAttendee,
  mehmetAttendee,
  openInvitationMenu,
  ownInvitation,
  attendeeListIn,
  menuActionLabels,
  renderInvitations,
} from '../../testing/fake-invitations-view';

describe('the menu', () => {
  it('closes by Back, and leaves the list of meetups open', async () => {
    const { user, shell } = renderInvitations({
      invitations: [ownInvitation],
      address: { key: 'invitations', params: [] },
    });
    await openInvitationMenu(user);
    shell.navigation.pressBack();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Elbkantine' })).not.toBeInTheDocument());
    expect(shell.navigation.current()?.key).toBe('invitations');
  });

  it('has the owner’s actions', async () => {
    const { user } = renderInvitations({
      invitations: [{ ...ownInvitation, attendees: [ownAttendee, { ...mehmetAttendee, hasOrdered: true }] }],
      topics: { [meTopic]: { invitations: [ownInvitation], chats: [aChat()] }, [chatTopic('chat-01')]: {} },
    });
    const invitationMenu = await openInvitationMenu(user);
    await invitationMenu.findByRole('button', { name: /^Ans Bestellen erinnern/ });
    expect(menuActionLabels(invitationMenu)).toEqual([
      'Lokal ansehen',
      'Chat öffnen',
      'In den Kalender',
      'Link zum Treffen teilenAuch für Leute ohne Konto',
      'Ans Bestellen erinnernAlle, die noch nichts bestellt haben',
      'Treffen absagen',
    ]);
  });

  it('T12 greys out a decline that is too late, with the reason', async () => {
    const { user, shell } = renderInvitations({
      invitations: [receivedInvitation],
      now: Date.parse(receivedInvitation.date) - 60_000,
      topics: { [meTopic]: { invitations: [receivedInvitation], chats: [aChat()] } },
    });
    const menu = await openInvitationMenu(user);
    const declineRow = menu.getByRole('button', { name: 'Absagen Ab 15 Min. vorher nur noch per Nachricht' });
    expect(declineRow).toHaveAttribute('aria-disabled', 'true');
    await user.click(declineRow);
    expect(shell.recorded.alerts).toEqual([]);
    await user.click(menu.getByRole('button', { name: 'Chat öffnen' }));
    expect(shell.recorded.navigation).toEqual([['open', 'chatmessages', 'chat-01']]);
  });

  it('has the actions of a guest who isn’t in the chat', async () => {
    const { user } = renderInvitations({
      invitations: [{ ...receivedInvitation, status: 'accepted', attendees: [mehmetAttendee, ownAttendee] }],
    });
    expect(menuActionLabels(await openInvitationMenu(user))).toEqual([
      'Lokal ansehen',
      'In den Kalender',
      'Link zum Treffen teilenAuch für Leute ohne Konto',
      'Einladung melden',
      'Absagen',
    ]);
  });

  it('has neither link nor calendar for a guest who declined', async () => {
    const { user } = renderInvitations({
      invitations: [
        {
          ...receivedInvitation,
          status: 'accepted',
          attendees: [
            mehmetAttendee,
            { ...ownAttendee, status: 'declined' },
            anAttendee({ key: 'gast', status: 'accepted' }),
          ],
        },
      ],
    });
    expect(menuActionLabels(await openInvitationMenu(user))).toEqual(['Lokal ansehen', 'Einladung melden']);
  });

  it('lists all attendees by their answers', async () => {
    const eightAttendees = Array.from({ length: 8 }, (_, index) =>
      anAttendee({ key: `gast-${index}`, name: `Gast ${index}`, status: index < 2 ? 'declined' : 'accepted' }),
    );
    const { user } = renderInvitations({
      invitations: [
        {
          ...receivedInvitation,
          status: 'accepted',
          attendees: [mehmetAttendee, { ...ownAttendee, status: 'pending' }, ...eightAttendees],
        },
      ],
    });
    const attendeeNames = attendeeListIn(await openInvitationMenu(user))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(attendeeNames).toEqual([
      'Wer kommt',
      expect.stringMatching(/Mehmet AydınZugesagt$/),
      ...[2, 3, 4, 5, 6, 7].map((index) => expect.stringMatching(new RegExp(`Gast ${index}Zugesagt$`))),
      expect.stringMatching(/Frieda PetersenAntwort offen$/),
      ...[0, 1].map((index) => expect.stringMatching(new RegExp(`Gast ${index}Abgesagt$`))),
    ]);
  });

  it('links to the place', async () => {
    const { user, shell } = renderInvitations({ invitations: [receivedInvitation] });
    await user.click((await openInvitationMenu(user)).getByRole('button', { name: 'Lokal ansehen' }));
    expect(shell.recorded.navigation).toEqual([['open', 'details', 'elbkantine']]);
  });

  it.each([
    ['and offers to block who asks', receivedInvitation, 'verified', ['Mehmet Aydın auch blockieren?']],
    [
      'and offers it to whoever lacks a verified address too',
      receivedInvitation,
      'unverified',
      ['Mehmet Aydın auch blockieren?'],
    ],
    [
      'and asks nothing where that account is gone',
      { ...receivedInvitation, attendees: [{ ...mehmetAttendee, name: '' }, ownAttendee] },
      'verified',
      [],
    ],
  ] as const)('reports its message, %s', async (_caseName, invitation, session, expectedAlerts) => {
    const { user, shell } = renderInvitations({
      invitations: [{ ...invitation, attendees: [...invitation.attendees] }],
      session,
      answers: [answer(reportAbuse, { reportId: 'm1' })],
    });
    await user.click((await openInvitationMenu(user)).getByRole('button', { name: 'Einladung melden' }));
    await user.click(screen.getByRole('radio', { name: 'Werbung oder Betrug' }));
    await user.click(screen.getByRole('button', { name: 'Meldung abschicken' }));
    await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success' }]));
    expect(shell.recorded.alerts.map(({ title }) => title)).toEqual(expectedAlerts);
  });
});

describe('an attendee', () => {
  const wandaAttendee = anAttendee({ key: 'uid-wanda', name: 'Wanda Fremd', status: 'accepted' });
  const lunchInvitation = anInvitation({
    status: 'accepted',
    attendees: [ownAttendee, wandaAttendee, anAttendee({ key: 'weg', name: '', status: 'declined' })],
  });
  const openPersonSheet = async (user: ReturnType<typeof renderInvitations>['user'], name = wandaAttendee.name) => {
    await user.click(attendeeListIn(await openInvitationMenu(user)).getByRole('button', { name }));
    return within(await screen.findByRole('dialog', { name }));
  };
  const topicWithCollections = (collections: Readonly<Record<string, readonly object[]>>) => ({
    invitations: [lunchInvitation],
    topics: { [meTopic]: { invitations: [lunchInvitation], ...collections } },
  });

  it('opens their actions; the reader and deleted accounts don’t', async () => {
    const { user } = renderInvitations({ invitations: [lunchInvitation] });
    expect(buttonLabels(attendeeListIn(await openInvitationMenu(user)).getAllByRole('button'))).toEqual([
      wandaAttendee.name,
    ]);
  });

  it.each([
    ['a stranger', {}, ['Person melden', 'Wanda Fremd als Kontakt hinzufügen', 'Wanda Fremd blockieren']],
    [
      'a contact',
      { contacts: [aContact({ key: wandaAttendee.key, name: wandaAttendee.name })] },
      ['Person melden', 'Wanda Fremd blockieren'],
    ],
    [
      'blocked',
      { blockedUsers: [aBlockedUser({ key: wandaAttendee.key, name: wandaAttendee.name })] },
      [
        'Person melden',
        'Wanda Fremd nicht mehr blockieren',
        'Wanda Fremd nicht mehr blockieren und als Kontakt hinzufügen',
      ],
    ],
  ])('has the fitting actions: %s', async (_, personCollections, expectedRows) => {
    const { user } = renderInvitations(topicWithCollections(personCollections));
    expect(buttonLabels((await openPersonSheet(user)).getAllByRole('button'))).toEqual(expectedRows);
  });

  it('is blocked after a question, and so removed by the owner', async () => {
    const { user, shell } = renderInvitations({ ...topicWithCollections({}), answers: [answer(blockUsers, {})] });
    shell.answerNextAlert('block');
    await user.click((await openPersonSheet(user)).getByRole('button', { name: 'Wanda Fremd blockieren' }));
    await waitFor(() =>
      expect(shell.recorded.snackbars).toEqual([{ tone: 'success', text: 'Wanda Fremd ist blockiert.' }]),
    );
    expect(shell.recorded.alerts).toMatchObject([{ title: 'Wanda Fremd blockieren?' }]);
    expect(screen.queryByRole('dialog', { name: wandaAttendee.name })).not.toBeInTheDocument();
  });

  it.each<{
    caseName: string;
    collections: Readonly<Record<string, readonly object[]>>;
    row: string;
    scenarioAnswer: ScenarioAnswer;
    message: string;
  }>([
    {
      caseName: 'added',
      collections: {},
      row: 'Wanda Fremd als Kontakt hinzufügen',
      scenarioAnswer: answer(addContacts, {
        contacts: [aContact({ key: wandaAttendee.key, name: wandaAttendee.name })],
      }),
      message: '1 Kontakt ist dazugekommen.',
    },
    {
      caseName: 'unblocked',
      collections: { blockedUsers: [aBlockedUser({ key: wandaAttendee.key, name: wandaAttendee.name })] },
      row: 'Wanda Fremd nicht mehr blockieren',
      scenarioAnswer: answer(unblockUsers, {}),
      message: 'Wanda Fremd ist nicht mehr blockiert.',
    },
  ])('is $caseName', async ({ collections, row, scenarioAnswer, message }) => {
    const { user, shell } = renderInvitations({ ...topicWithCollections(collections), answers: [scenarioAnswer] });
    await user.click((await openPersonSheet(user)).getByRole('button', { name: row }));
    await waitFor(() => expect(shell.recorded.snackbars).toEqual([{ tone: 'success', text: message }]));
  });

  it('is reported, and can be blocked as well', async () => {
    const { user, shell } = renderInvitations({
      ...topicWithCollections({}),
      answers: [answer(reportAbuse, { reportId: 'm1' })],
    });
    await user.click((await openPersonSheet(user)).getByRole('button', { name: 'Person melden' }));
    await user.click(screen.getByRole('radio', { name: 'Werbung oder Betrug' }));
    await user.click(screen.getByRole('button', { name: 'Meldung abschicken' }));
    await waitFor(() => expect(shell.recorded.alerts).toMatchObject([{ title: 'Wanda Fremd auch blockieren?' }]));
  });
});

describe('the calendar', () => {
  it('is saved as a file that the session loads', async () => {
    const savedBlobs: Blob[] = [];
    const downloadNames: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      downloadNames.push(this.download);
    });
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${savedBlobs.push(blob)}`,
      revokeObjectURL: () => undefined,
    });
    const { user } = renderInvitations({
      invitations: [receivedInvitation],
      answers: [
        answer(getInvitationCalendar, {
          bytes: Uint8Array.from('BEGIN:VCALENDAR', (character) => character.charCodeAt(0)),
          name: null,
        }),
      ],
    });
    await user.click((await openInvitationMenu(user)).getByRole('button', { name: 'In den Kalender' }));
    await waitFor(() => expect(downloadNames).toEqual(['Treffen Elbkantine.ics']));
    expect([savedBlobs[0]?.type, savedBlobs[0]?.size]).toEqual(['text/calendar', 15]);
    jest.restoreAllMocks();
  });

  it('shows an error when it can’t be loaded', async () => {
    const { user, shell } = renderInvitations({
      invitations: [receivedInvitation],
      answers: [refuse(getInvitationCalendar, 'internal')],
    });
    await user.click((await openInvitationMenu(user)).getByRole('button', { name: 'In den Kalender' }));
    await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error', text: /Termin/ }]));
  });
});

describe('the link', () => {
  const linkUrl = 'https://mahlzeit.example/i/k3Jx9mQvT2sLr8Yb5Wc7Zd';
  const openLink = async (user: ReturnType<typeof renderInvitations>['user']) => {
    await user.click((await openInvitationMenu(user)).getByRole('button', { name: /^Link zum Treffen teilen/ }));
    return within(await screen.findByRole('dialog', { name: 'Link zum Treffen' }));
  };

  it('shows as a QR code, can be copied, and is withdrawn by its owner', async () => {
    const { user, shell } = renderInvitations({
      invitations: [ownInvitation],
      answers: [answer(shareInvitation, { url: linkUrl }), answer(revokeInvitationLink, {})],
    });
    const linkSheet = await openLink(user);
    expect(await linkSheet.findByRole('img', { name: 'QR-Code zum Treffen' })).toBeInTheDocument();
    const copySpy = jest.spyOn(window.navigator.clipboard, 'writeText');
    expect(linkSheet.getByRole('button', { name: 'Link kopieren' })).toHaveTextContent('Link kopieren');
    await user.click(linkSheet.getByRole('button', { name: 'Link kopieren' }));
    expect(copySpy).toHaveBeenCalledWith(linkUrl);
    shell.answerNextAlert('revoke');
    await user.click(linkSheet.getByRole('button', { name: 'Link zurückziehen' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(shell.requests).toContain('DELETE /api/invitations/einladung-01/share');
    expect(shell.recorded.snackbars.at(-1)).toEqual({ tone: 'success', text: 'Der Link gilt nicht mehr.' });
  });

  it('is copied by the main button of its sheet, and withdrawn by a quiet one', async () => {
    const { user } = renderInvitations({
      invitations: [ownInvitation],
      answers: [answer(shareInvitation, { url: linkUrl })],
    });
    const linkSheet = await openLink(user);
    const copyButton = await linkSheet.findByRole('button', { name: 'Link kopieren' });
    const classNameOf = (variant: 'primary' | 'quiet'): string => {
      const { container, unmount } = render(
        <Button isBlock variant={variant}>
          Muster
        </Button>,
      );
      const className = container.querySelector('button')?.className ?? '';
      unmount();
      return className;
    };
    expect(copyButton.className).toBe(classNameOf('primary'));
    expect(linkSheet.getByRole('button', { name: 'Link zurückziehen' }).className).toBe(classNameOf('quiet'));
  });

  it('can’t be withdrawn by a guest, and opens the share sheet if there is one', async () => {
    const shareMock = jest.fn(() => Promise.resolve());
    Object.defineProperty(window.navigator, 'share', { value: shareMock, configurable: true });
    const { user } = renderInvitations({
      invitations: [receivedInvitation],
      answers: [answer(shareInvitation, { url: linkUrl })],
    });
    const sheet = await openLink(user);
    await user.click(await sheet.findByRole('button', { name: 'Link teilen' }));
    expect(shareMock).toHaveBeenCalledWith({
      title: 'Link zum Treffen',
      text: 'Kommst du mit zum Mittag? Mi. 24. Juni, 12:30, Elbkantine',
      url: linkUrl,
    });
    expect(sheet.queryByRole('button', { name: 'Link zurückziehen' })).not.toBeInTheDocument();
    Reflect.deleteProperty(window.navigator, 'share');
  });

  it('says that the owner has withdrawn it, without a retry', async () => {
    const { user } = renderInvitations({
      invitations: [receivedInvitation],
      answers: [refuse(shareInvitation, 'notAllowed')],
    });
    const sheet = await openLink(user);
    expect(await sheet.findByRole('heading', { name: 'Den Link gibt es nicht mehr' })).toBeInTheDocument();
    expect(sheet.queryByRole('button', { name: /Erneut/ })).not.toBeInTheDocument();
  });

  it('shows a retry when it can’t be loaded', async () => {
    const { user, shell } = renderInvitations({
      invitations: [ownInvitation],
      answers: [refuse(shareInvitation, 'internal')],
    });
    const sheet = await openLink(user);
    expect(await sheet.findByRole('heading', { name: /lässt sich gerade nicht holen/ })).toBeInTheDocument();
    shell.use(answer(shareInvitation, { url: linkUrl }));
    await user.click(sheet.getByRole('button', { name: /Erneut/ }));
    expect(await sheet.findByRole('img', { name: 'QR-Code zum Treffen' })).toBeInTheDocument();
  });
});
