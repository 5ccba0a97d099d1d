import { meTopic } from '@mahlzeit/contract';
import type { Invitation, RemoteDrawerEntry } from '@mahlzeit/contract';
import { aBlockedUser, aChat, anAttendee, anInvitation, fixtureNow } from '@mahlzeit/contract/fixtures';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { waitTurns } from '../fake-browser';
import { aDrawerEntry, drawerEntriesOfProduct, fakeAddresses } from '../fake-entries';
import { createFakeShellServices, renderWithServices } from '../fake-shell-services';
import { DrawerContent, DrawerFoot } from './drawer-content';
import { countUnansweredInvitations, countUnreadChats } from './waiting-counts';

describe('what waits behind a line', () => {
  const me = 'uid-frieda-01';
  const later = new Date(fixtureNow + 3_600_000).toISOString();
  const earlier = new Date(fixtureNow - 60_000).toISOString();
  const anInvitationToAnswer = (overrides: Partial<Invitation> = {}): Invitation =>
    anInvitation({
      isOwn: false,
      date: later,
      attendees: [anAttendee({ key: me, status: 'pending' }), anAttendee()],
      ...overrides,
    });

  it.each<[string, Invitation, number]>([
    ['waits for my answer', anInvitationToAnswer(), 1],
    ['is accepted by somebody else, not by me', anInvitationToAnswer({ status: 'accepted' }), 1],
    ['is my own', anInvitationToAnswer({ isOwn: true }), 0],
    ['is canceled', anInvitationToAnswer({ status: 'canceled' }), 0],
    ['is over', anInvitationToAnswer({ date: earlier }), 0],
    ['begins this very moment', anInvitationToAnswer({ date: new Date(fixtureNow).toISOString() }), 1],
    ['is accepted by me', anInvitationToAnswer({ attendees: [anAttendee({ key: me, status: 'accepted' })] }), 0],
    ['is declined by me', anInvitationToAnswer({ attendees: [anAttendee({ key: me, status: 'declined' })] }), 0],
    ['waits for somebody else', anInvitationToAnswer({ attendees: [anAttendee()] }), 0],
  ])('of an invitation that %s it counts %#', (_what, invitation, expected) => {
    expect(countUnansweredInvitations([invitation], { uid: me, now: fixtureNow })).toBe(expected);
  });

  it('counts the chats with unread messages of others', () => {
    const chats = [aChat({ key: 'a' }), aChat({ key: 'b' }), aChat({ key: 'c', lastMessage: null })];
    const read = { key: 'a', messageKey: 'nachricht-01', timestamp: fixtureNow };
    expect(countUnreadChats({ chats, chatReads: [], blockedUsers: [] }, { uid: me })).toBe(2);
    expect(countUnreadChats({ chats, chatReads: [read], blockedUsers: [] }, { uid: me })).toBe(1);
    expect(
      countUnreadChats(
        { chats, chatReads: [read], blockedUsers: [aBlockedUser({ key: 'uid-mehmet-01' })] },
        { uid: me },
      ),
    ).toBe(0);
  });
});

describe('the lines of the drawer', () => {
  const show = async (
    session: 'anonymous' | 'unverified' | 'verified' | 'unknown',
    entries: readonly RemoteDrawerEntry[] = drawerEntriesOfProduct,
  ) => {
    const fake = createFakeShellServices({ session });
    const calls: string[] = [];
    const props = {
      navigation: fake.services.router,
      deployment: { ...fake.shell.deployment, helpUrl: null, partnerSignupUrl: 'https://partner.test/' },
      lookup: fakeAddresses(),
      entries,
      onLogout: () => void calls.push('logout'),
      onLeave: () => void calls.push('leave'),
    };
    renderWithServices(
      fake,
      <>
        <DrawerContent {...props} />
        <DrawerFoot {...props} />
      </>,
    );
    await act(waitTurns);
    return { calls, shell: fake.shell };
  };

  const linksIn = (element: HTMLElement) =>
    within(element)
      .getAllByRole('link')
      .map((link) => `${link.textContent} ${link.getAttribute('href')}`);

  it('invites an anonymous visitor to sign in, and leads them there from every personal entry', async () => {
    await show('anonymous');
    expect(screen.getByRole('link', { name: 'Anmelden oder registrieren' })).toHaveAttribute('href', '#registration');
    expect(linksIn(screen.getByRole('navigation', { name: 'Menü' }))).toEqual([
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
    await show('verified');
    expect(screen.getByText(/^Für andere (un)?sichtbar$/)).toBeInTheDocument();
    expect(linksIn(screen.getByRole('navigation', { name: 'Menü' })).slice(0, 5)).toEqual([
      'Nachrichten #chatinbox',
      'Bestellungen #orders',
      'Einladungen #invitations',
      'Kontakte #contacts',
      'Gutscheine #vouchers',
    ]);
    expect(screen.queryByText('E-Mail bestätigen')).not.toBeInTheDocument();
  });

  it('draws the icon of a further remote, and no count that this shell does not know', async () => {
    const icon = [{ tag: 'circle', attributes: { cx: '12', cy: '12', r: '5' } }];
    await show('verified', [aDrawerEntry({ screen: 'probe', label: 'Probe', icon, count: 'openProbes' })]);
    const line = screen.getByRole('link', { name: 'Probe' });
    expect(line).toHaveAttribute('href', '#probe');
    expect(line.querySelector('svg > circle')).toHaveAttribute('r', '5');
    expect(line).toHaveTextContent(/^Probe$/);
  });

  it('reminds users with an unverified e-mail', async () => {
    await show('unverified');
    expect(screen.getByRole('link', { name: /E-Mail bestätigen/ })).toHaveAttribute('href', '#profile');
  });

  it('closes the drawer before it logs out', async () => {
    const { calls } = await show('verified');
    await userEvent.click(screen.getByRole('button', { name: 'Abmelden' }));
    expect(calls).toEqual(['leave', 'logout']);
  });

  it('closes after a typed address', async () => {
    const { calls } = await show('anonymous');
    window.dispatchEvent(new Event('hashchange'));
    expect(calls).toEqual(['leave']);
  });

  it('has the legal pages at its foot', async () => {
    await show('unknown');
    expect(screen.getByRole('link', { name: 'Impressum' })).toHaveAttribute('href', '#settings/imprint');
    expect(screen.getByRole('link', { name: 'Datenschutz' })).toHaveAttribute('href', '#settings/privacy');
  });

  it('counts the unanswered invitations live', async () => {
    const { shell } = await show('verified');
    const line = () => screen.getByRole('link', { name: /^Einladungen/ });
    expect(line()).toHaveAccessibleName('Einladungen');
    const asking = (status: 'pending' | 'accepted') =>
      anInvitation({
        isOwn: false,
        date: new Date(fixtureNow + 60_000).toISOString(),
        attendees: [anAttendee({ key: 'uid-frieda-01', status })],
      });
    const put = (value: object) =>
      shell.change(meTopic, { kind: 'put', collection: 'invitations', key: 'einladung-01', value: { ...value } });
    put(asking('pending'));
    expect(line()).toHaveAccessibleName(/^Einladungen ?1 wartet auf deine Antwort$/);
    put(asking('accepted'));
    expect(line()).toHaveAccessibleName('Einladungen');
    put(asking('pending'));
    shell.advance(120_000);
    expect(line()).toHaveAccessibleName('Einladungen');
  });

  it('counts unread chats, without one that was read on another device', async () => {
    const { shell } = await show('verified');
    const line = () => screen.getByRole('link', { name: /^Nachrichten/ });
    const chat = aChat();
    shell.change(meTopic, { kind: 'put', collection: 'chats', key: chat.key, value: { ...chat } });
    expect(line()).toHaveAccessibleName(/^Nachrichten ?1 ungelesener Chat$/);
    shell.change(meTopic, {
      kind: 'put',
      collection: 'chatReads',
      key: chat.key,
      value: { key: chat.key, messageKey: 'nachricht-01', timestamp: chat.updatedAt },
    });
    expect(line()).toHaveAccessibleName('Nachrichten');
  });
});
