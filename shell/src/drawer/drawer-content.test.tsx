import { meTopic } from '@mahlzeit/contract';
import type { Invitation, RemoteDrawerEntry } from '@mahlzeit/contract';
import { aBlockedUser, aChat, anAccount, anAttendee, anInvitation, fixtureNow } from '@mahlzeit/contract/fixtures';
import { UNSENT_MESSAGES, userStorageKey } from '@mahlzeit/shared-ui/platform';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { waitTurns } from '../fake-browser';
import { aDrawerEntry, drawerEntriesOfProduct, fakeAddresses } from '../fake-entries';
import { createFakeShellServices, renderWithServices } from '../fake-shell-services';
import { DrawerContent, DrawerFoot } from './drawer-content';
import { countUnansweredInvitations, countUnreadChats } from './waiting-counts';

const ownUid = 'uid-frieda-01';

describe('what waits behind a line', () => {
  const laterDate = new Date(fixtureNow + 3_600_000).toISOString();
  const earlierDate = new Date(fixtureNow - 60_000).toISOString();
  const anInvitationToAnswer = (overrides: Partial<Invitation> = {}): Invitation =>
    anInvitation({
      isOwn: false,
      date: laterDate,
      attendees: [anAttendee({ key: ownUid, status: 'pending' }), anAttendee()],
      ...overrides,
    });

  it.each<[string, Invitation, number]>([
    ['waits for my answer', anInvitationToAnswer(), 1],
    ['is accepted by somebody else, not by me', anInvitationToAnswer({ status: 'accepted' }), 1],
    ['is my own', anInvitationToAnswer({ isOwn: true }), 0],
    ['is canceled', anInvitationToAnswer({ status: 'canceled' }), 0],
    ['is over', anInvitationToAnswer({ date: earlierDate }), 0],
    ['begins this very moment', anInvitationToAnswer({ date: new Date(fixtureNow).toISOString() }), 1],
    ['is accepted by me', anInvitationToAnswer({ attendees: [anAttendee({ key: ownUid, status: 'accepted' })] }), 0],
    ['is declined by me', anInvitationToAnswer({ attendees: [anAttendee({ key: ownUid, status: 'declined' })] }), 0],
    ['waits for somebody else', anInvitationToAnswer({ attendees: [anAttendee()] }), 0],
  ])('of an invitation that %s it counts %#', (_what, invitation, expectedCount) => {
    expect(countUnansweredInvitations([invitation], { uid: ownUid, now: fixtureNow })).toBe(expectedCount);
  });

  it('counts the chats with unread messages of others', () => {
    const chats = [aChat({ key: 'a' }), aChat({ key: 'b' }), aChat({ key: 'c', lastMessage: null })];
    const chatRead = { key: 'a', messageKey: 'nachricht-01', timestamp: fixtureNow };
    expect(countUnreadChats({ chats, chatReads: [], blockedUsers: [] }, { uid: ownUid })).toBe(2);
    expect(countUnreadChats({ chats, chatReads: [chatRead], blockedUsers: [] }, { uid: ownUid })).toBe(1);
    expect(
      countUnreadChats(
        { chats, chatReads: [chatRead], blockedUsers: [aBlockedUser({ key: 'uid-mehmet-01' })] },
        { uid: ownUid },
      ),
    ).toBe(0);
  });
});

describe('the lines of the drawer', () => {
  const showDrawer = async (
    session: 'anonymous' | 'unverified' | 'verified' | 'unknown',
    entries: readonly RemoteDrawerEntry[] = drawerEntriesOfProduct,
  ) => {
    const fakeServices = createFakeShellServices({ session });
    const callbackCalls: string[] = [];
    const props = {
      navigation: fakeServices.services.router,
      deployment: { ...fakeServices.shell.deployment, helpUrl: null, partnerSignupUrl: 'https://partner.test/' },
      lookup: fakeAddresses(),
      entries,
      onLogout: () => void callbackCalls.push('logout'),
      onLeave: () => void callbackCalls.push('leave'),
    };
    renderWithServices(
      fakeServices,
      <>
        <DrawerContent {...props} />
        <DrawerFoot {...props} />
      </>,
    );
    await act(waitTurns);
    return { calls: callbackCalls, shell: fakeServices.shell };
  };

  const linkTextsIn = (element: HTMLElement) =>
    within(element)
      .getAllByRole('link')
      .map((link) => `${link.textContent} ${link.getAttribute('href')}`);

  it('invites an anonymous visitor to sign in, and leads them there from every personal entry', async () => {
    await showDrawer('anonymous');
    expect(screen.getByRole('link', { name: 'Anmelden oder registrieren' })).toHaveAttribute('href', '#registration');
    expect(linkTextsIn(screen.getByRole('navigation', { name: 'Menü' }))).toEqual([
      'Nachrichten #registration',
      'Bestellungen #registration',
      'Einladungen #registration',
      'Kontakte #registration',
      'Gutscheine #registration',
      'Einstellungen #settings',
      'Hilfe #support',
      'Partner werden https://partner.test/',
    ]);
    expect(screen.queryByText('Abmelden')).not.toBeInTheDocument();
  });

  it('shows the logged-in user, their visibility and their entries', async () => {
    await showDrawer('verified');
    expect(screen.getByText(/^Für andere (un)?sichtbar$/)).toBeInTheDocument();
    expect(linkTextsIn(screen.getByRole('navigation', { name: 'Menü' })).slice(0, 5)).toEqual([
      'Nachrichten #chatinbox',
      'Bestellungen #orders',
      'Einladungen #invitations',
      'Kontakte #contacts',
      'Gutscheine #vouchers',
    ]);
    expect(screen.queryByText('E-Mail bestätigen')).not.toBeInTheDocument();
  });

  it('shows of a user without a chosen name what others see, and no part of the e-mail address', async () => {
    const { shell } = await showDrawer('verified');
    const namelessAccount = anAccount({ displayName: 'frieda.p', named: false });
    await act(async () => shell.setSession({ status: 'known', account: namelessAccount }));
    expect(screen.getByText('Ohne Namen')).toBeInTheDocument();
    expect(screen.getByText('Für andere sichtbar als „Jemand“')).toBeInTheDocument();
    expect(screen.queryByText(/frieda/)).not.toBeInTheDocument();
  });

  it('draws the icon of a further remote, and no count that this shell does not know', async () => {
    const iconShapes = [{ tag: 'circle', attributes: { cx: '12', cy: '12', r: '5' } }];
    await showDrawer('verified', [
      aDrawerEntry({ screen: 'probe', label: 'Probe', icon: iconShapes, count: 'openProbes' }),
    ]);
    const entryLink = screen.getByRole('link', { name: 'Probe' });
    expect(entryLink).toHaveAttribute('href', '#probe');
    expect(entryLink.querySelector('svg > circle')).toHaveAttribute('r', '5');
    expect(entryLink).toHaveTextContent(/^Probe$/);
  });

  it('reminds users with an unverified e-mail', async () => {
    await showDrawer('unverified');
    expect(screen.getByRole('link', { name: /E-Mail bestätigen/ })).toHaveAttribute('href', '#profile');
  });

  it('closes the drawer before it logs out', async () => {
    const { calls } = await showDrawer('verified');
    await userEvent.click(screen.getByRole('button', { name: 'Abmelden' }));
    expect(calls).toEqual(['leave', 'logout']);
  });

  it('closes after a typed address', async () => {
    const { calls } = await showDrawer('anonymous');
    window.dispatchEvent(new Event('hashchange'));
    expect(calls).toEqual(['leave']);
  });

  it('has the legal pages at its foot', async () => {
    await showDrawer('unknown');
    expect(screen.getByRole('link', { name: 'Impressum' })).toHaveAttribute('href', '#settings/imprint');
    expect(screen.getByRole('link', { name: 'Datenschutz' })).toHaveAttribute('href', '#settings/privacy');
  });

  it('counts the unanswered invitations live', async () => {
    const { shell } = await showDrawer('verified');
    const invitationsLink = () => screen.getByRole('link', { name: /^Einladungen/ });
    expect(invitationsLink()).toHaveAccessibleName('Einladungen');
    const invitationWithStatus = (status: 'pending' | 'accepted') =>
      anInvitation({
        isOwn: false,
        date: new Date(fixtureNow + 60_000).toISOString(),
        attendees: [anAttendee({ key: 'uid-frieda-01', status })],
      });
    const putInvitation = (value: object) =>
      shell.change(meTopic, { kind: 'put', collection: 'invitations', key: 'einladung-01', value: { ...value } });
    putInvitation(invitationWithStatus('pending'));
    expect(invitationsLink()).toHaveAccessibleName(/^Einladungen ?1 wartet auf deine Antwort$/);
    putInvitation(invitationWithStatus('accepted'));
    expect(invitationsLink()).toHaveAccessibleName('Einladungen');
    putInvitation(invitationWithStatus('pending'));
    shell.advance(120_000);
    expect(invitationsLink()).toHaveAccessibleName('Einladungen');
  });

  it('counts unread chats, without one that was read on another device', async () => {
    const { shell } = await showDrawer('verified');
    const messagesLink = () => screen.getByRole('link', { name: /^Nachrichten/ });
    const chat = aChat();
    shell.change(meTopic, { kind: 'put', collection: 'chats', key: chat.key, value: { ...chat } });
    expect(messagesLink()).toHaveAccessibleName(/^Nachrichten ?1 ungelesener Chat$/);
    shell.change(meTopic, {
      kind: 'put',
      collection: 'chatReads',
      key: chat.key,
      value: { key: chat.key, messageKey: 'nachricht-01', timestamp: chat.updatedAt },
    });
    expect(messagesLink()).toHaveAccessibleName('Nachrichten');
  });

  describe('while messages wait to be sent', () => {
    const storageKey = userStorageKey(ownUid, UNSENT_MESSAGES);
    const storeUnsentMessages = (key = storageKey): void => window.localStorage.setItem(key, '[]');
    const dispatchStorageEvent = () =>
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key: storageKey })));
    beforeEach(() => void jest.useFakeTimers({ advanceTimers: true }));
    afterEach(() => {
      jest.useRealTimers();
      window.localStorage.clear();
    });
    const passTime = (ms: number) => act(() => jest.advanceTimersByTime(ms));

    it('marks the messages after two seconds, until they are sent', async () => {
      await showDrawer('verified');
      const messagesLink = () => screen.getByRole('link', { name: /^Nachrichten/ });
      storeUnsentMessages();
      dispatchStorageEvent();
      expect(messagesLink()).toHaveAccessibleName('Nachrichten');
      passTime(2_000);
      expect(messagesLink()).toHaveAccessibleName(/^Nachrichten ?Du hast ungesendete Nachrichten\.$/);
      window.localStorage.clear();
      dispatchStorageEvent();
      expect(messagesLink()).toHaveAccessibleName('Nachrichten');
    });

    it('A06 marks nothing of another user', async () => {
      storeUnsentMessages(userStorageKey('uid-mehmet-01', UNSENT_MESSAGES));
      await showDrawer('verified');
      passTime(2_000);
      expect(screen.queryByText('Du hast ungesendete Nachrichten.')).not.toBeInTheDocument();
    });
  });
});
