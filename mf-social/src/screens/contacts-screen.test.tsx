import { meTopic } from '@mahlzeit/contract';
import { aContact, aContactGroup } from '@mahlzeit/contract/fixtures';
import { fakeShell, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions, ScenarioTopic } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { compareByName, invitableMembers, membersOf } from '../features/contacts/contact-collections';
import { selectDraftState } from '../features/invitation-draft';
import { ContactTabs, contactListEntries } from './contacts-screen';
import { snackbarTexts } from '../testing/open-contact';

describe('the order of people', () => {
  it('is the German alphabetical order', () => {
    const namedContacts = ['Zoe', 'Özlem', 'Ökuzhan', 'Oskar', 'anna', 'Ärmel'].map((name) => ({ name }));
    expect(namedContacts.sort(compareByName).map(({ name }) => name)).toEqual([
      'anna',
      'Ärmel',
      'Ökuzhan',
      'Oskar',
      'Özlem',
      'Zoe',
    ]);
  });

  it('lists the members of a group, deleted ones last and without a name', () => {
    const lunchGroup = aContactGroup({ members: ['weg', 'zoe', 'geloescht', 'anna'] });
    const contacts = [
      aContact({ key: 'zoe', name: 'Zoe' }),
      aContact({ key: 'anna', name: 'Anna', photoURL: '/media/anna' }),
      aContact({ key: 'geloescht', name: 'Dana', status: 'deleted' }),
    ];
    expect(membersOf(lunchGroup, contacts)).toEqual([
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
  const renderTabs = (userTopic: ScenarioTopic = {}) =>
    renderWithShell(<ContactTabs />, { session: 'verified', topics: { me: userTopic } });

  const rowTexts = () => screen.getAllByRole('listitem').map((listItem) => listItem.textContent);

  it('explain that there are no contacts, and link to the search', async () => {
    const { user, shell } = renderTabs();
    expect(await screen.findByRole('heading', { name: 'Noch keine Kontakte' })).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: /Alle Kontakte 0/ })).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByRole('button', { name: 'Kontakt suchen' }));
    expect(shell.recorded.navigation).toEqual([['open', 'addcontacts']]);
  });

  it('list favourites first, then people by name, with their status', async () => {
    renderTabs({
      contacts: [
        aContact({ key: 'zoe', name: 'Zoe', isFavorite: true }),
        aContact({ key: 'anna', name: 'Anna', uninvitable: true }),
        aContact({ key: 'weg', name: 'Karl', status: 'deleted', uninvitable: true }),
      ],
    });
    expect(await screen.findByRole('tab', { name: /Alle Kontakte 3/ })).toBeInTheDocument();
    expect(rowTexts()).toEqual([
      'Lieblingskontakte',
      'ZLieblingskontaktZoeEinladen',
      'Alle Kontakte',
      'AAnnaKannst du gerade nicht einladen.',
      'Gelöschtes Konto',
    ]);
  });

  it('start an invitation of a contact, and log the origin', async () => {
    const { user, shell } = renderTabs({ contacts: [aContact({ key: 'zoe', name: 'Zoe' })] });
    await user.click(await screen.findByRole('button', { name: 'Zoe einladen' }));
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['open', 'invitationrestaurant']]));
    expect(shell.recorded.events.map(({ name }) => name)).toContain('meetup_from_contactlist');
  });

  it('list groups with their members', async () => {
    const { user } = renderTabs({
      contacts: [aContact({ name: 'Mehmet' }), aContact({ key: 'ida', name: 'Ida' })],
      contactGroups: [
        aContactGroup({ name: 'Kollegen', isFavorite: true, members: ['uid-mehmet-01', 'ida', 'weg'] }),
        aContactGroup({ key: 'b', name: 'Chor', members: ['uid-mehmet-01', 'ida'] }),
      ],
    });
    await user.click(await screen.findByRole('tab', { name: /Gruppen 2/ }));
    expect(rowTexts()).toEqual([
      expect.stringContaining('ChorIda und Mehmet'),
      expect.stringContaining('LieblingsgruppeKollegenIda, Mehmet und Gelöschtes Konto'),
    ]);
  });

  it('tell of groups that have shrunk below two people', async () => {
    const { user } = renderTabs({
      contacts: [aContact({ name: 'Mehmet' })],
      contactGroups: [
        aContactGroup({ key: 'a', name: 'Chor', members: ['uid-mehmet-01'] }),
        aContactGroup({ key: 'b', name: 'Lauf', members: ['uid-mehmet-01', 'weg'] }),
        aContactGroup({ key: 'c', name: 'Skat', members: [] }),
      ],
    });
    await user.click(await screen.findByRole('tab', { name: /Gruppen 3/ }));
    expect(rowTexts()).toEqual([
      expect.stringContaining('ChorNur noch Mehmet'),
      expect.stringContaining('LaufNur noch Mehmet'),
      expect.stringContaining('SkatNiemand mehr dabei'),
    ]);
  });

  it('S06 start an invitation of a group without blocked people, and log the origin', async () => {
    const namedContacts = [
      aContact({ key: 'anna', name: 'Anna' }),
      aContact({ key: 'ben', name: 'Ben', uninvitable: true }),
      aContact({ key: 'zoe', name: 'Zoe' }),
    ];
    const { user, shell } = renderTabs({
      contacts: namedContacts,
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
    const { user } = renderTabs({
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
  ])('find groups by their name and by their members: „%s“', async (typedSearchText, expectedGroups) => {
    const namedContacts = ['Anna', 'Zoe'].map((name) => aContact({ key: name, name }));
    const { user } = renderTabs({
      contacts: namedContacts,
      contactGroups: [
        aContactGroup({ name: 'Kollegen', members: ['Anna', 'Zoe'] }),
        aContactGroup({ key: 'b', name: 'Chor', members: ['Anna'] }),
      ],
    });
    await user.click(await screen.findByRole('tab', { name: /Gruppen 2/ }));
    await user.type(screen.getByRole('searchbox', { name: 'In deinen Gruppen suchen' }), typedSearchText);
    expect(screen.getAllByRole('listitem').map((row) => within(row).getAllByRole('button')[0]?.textContent)).toEqual(
      expectedGroups,
    );
    await user.type(screen.getByRole('searchbox'), 'zzz');
    expect(screen.getByRole('heading', { name: 'Keine Gruppe gefunden' })).toBeInTheDocument();
  });

  it('say that there are no groups yet', async () => {
    const { user } = renderTabs();
    await user.click(screen.getByRole('tab', { name: /Gruppen/ }));
    expect(await screen.findByRole('heading', { name: 'Noch keine Gruppen' })).toBeInTheDocument();
  });

  it('show added and removed contacts at once', async () => {
    const { shell } = renderTabs({ contacts: [aContact({ key: 'anna', name: 'Anna' })] });
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

  it('keep the last state without a connection', async () => {
    const { shell } = renderTabs({ contacts: [aContact({ name: 'Anna' })] });
    await screen.findByText('Anna');
    shell.setOffline(true);
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
    // Advances the time by one step. The tests advance it in several steps, because React renders after each step and
    // components then start new timers.
    const advanceTime = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

    it('reports after a while that the contacts can not be loaded, and shows them once the connection is back', async () => {
      const shell = fakeShell({ session: 'verified', topics: { me: { contacts: [aContact({ name: 'Anna' })] } } });
      shell.setOffline(true);
      renderWithShell(<ContactTabs />, { shell });
      await advanceTime(11_000);
      expect(screen.getByRole('heading', { name: 'Deine Kontakte laden nicht' })).toBeInTheDocument();
      shell.setOffline(false);
      await advanceTime(1_000);
      await advanceTime(1_000);
      expect(screen.getByText('Anna')).toBeInTheDocument();
    });
  });
});

describe('the list', () => {
  it('has no heading without favourites', () => {
    expect(contactListEntries([aContact()])).toEqual([{ key: 'uid-mehmet-01', contact: aContact() }]);
    expect(contactListEntries([aContact({ isFavorite: true })]).map(({ key }) => key)).toEqual([
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

describe('the floating button', () => {
  const openSpeedDial = async (shellOptions: ScenarioShellOptions = {}) => {
    const renderedTabs = renderWithShell(<ContactTabs />, { session: 'verified', ...shellOptions });
    await renderedTabs.user.click(screen.getByRole('button', { name: 'Kontakt oder Gruppe hinzufügen' }));
    return renderedTabs;
  };

  it.each([
    ['Gruppe anlegen', 'editgroup'],
    ['Kontakt suchen', 'addcontacts'],
  ])('leads to %s', async (actionLabel, expectedScreenKey) => {
    const { user, shell } = await openSpeedDial();
    await user.click(screen.getAllByRole('button', { name: actionLabel }).at(-1) ?? document.body);
    expect(shell.recorded.navigation).toEqual([['open', expectedScreenKey]]);
  });

  it('shares the reader’s own link and code', async () => {
    const { user, shell } = await openSpeedDial({
      account: { connectionLink: 'https://mahlzeit.test/restaurants#addcontacts/7KQ4F2MD', connectionCode: '7KQ4F2MD' },
    });
    const copySpy = jest.spyOn(window.navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Eigenen Link teilen' }));
    const linkSheet = within(await screen.findByRole('dialog', { name: 'Dein Link' }));
    expect(linkSheet.getByText('7KQ4F2MD')).toBeVisible();
    expect(linkSheet.getByRole('img', { name: 'QR-Code mit deinem Link' })).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:image\/svg\+xml/),
    );
    expect(linkSheet.getByRole('button', { name: 'Link kopieren' })).toHaveTextContent('Link kopieren');
    await user.click(linkSheet.getByRole('button', { name: 'Link kopieren' }));
    await waitFor(() => expect(snackbarTexts(shell)).toEqual(['success: Der Link ist kopiert.']));
    expect(copySpy).toHaveBeenCalledWith('https://mahlzeit.test/restaurants#addcontacts/7KQ4F2MD');
  });

  it('opens the device’s share sheet if there is one', async () => {
    const shareMock = jest.fn(() => Promise.resolve());
    Object.defineProperty(window.navigator, 'share', { value: shareMock, configurable: true });
    const { user, shell } = await openSpeedDial({
      account: { connectionLink: 'https://mahlzeit.test/restaurants#addcontacts/7KQ4F2MD', connectionCode: '7KQ4F2MD' },
    });
    await user.click(screen.getByRole('button', { name: 'Eigenen Link teilen' }));
    await user.click(await screen.findByRole('button', { name: 'Link teilen' }));
    expect(shareMock).toHaveBeenCalledWith({
      title: 'Dein Link',
      text: 'Verbinde dich mit mir auf Mahlzeit. Mein Code ist 7KQ4F2MD.',
      url: 'https://mahlzeit.test/restaurants#addcontacts/7KQ4F2MD',
    });
    expect(snackbarTexts(shell)).toEqual([]);
    Reflect.deleteProperty(window.navigator, 'share');
  });

  it('shows an error when there is no link', async () => {
    const { user, shell } = await openSpeedDial({ account: { connectionLink: null, connectionCode: null } });
    await user.click(screen.getByRole('button', { name: 'Eigenen Link teilen' }));
    expect(snackbarTexts(shell)).toEqual(['error: Das hat nicht geklappt. Versuch es gleich noch einmal.']);
  });
});
