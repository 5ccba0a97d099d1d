import { meTopic } from '@mahlzeit/contract';
import { aContact, aContactGroup } from '@mahlzeit/contract/fixtures';
import { fakeShell, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioTopic } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { byName, membersOf } from '../contacts';
import { ContactTabs, contactEntries } from './contact-tabs';

describe('the order of people', () => {
  it('orders names as Germans do', () => {
    const names = ['Zoe', 'Özlem', 'Ökuzhan', 'Oskar', 'anna', 'Ärmel'].map((name) => ({ name }));
    expect(names.sort(byName).map(({ name }) => name)).toEqual(['anna', 'Ärmel', 'Ökuzhan', 'Oskar', 'Özlem', 'Zoe']);
  });

  it('names the people of a group, deleted ones last and without a name', () => {
    const group = aContactGroup({ members: ['weg', 'zoe', 'geloescht', 'anna'] });
    const contacts = [aContact({ key: 'zoe', name: 'Zoe' }), aContact({ key: 'anna', name: 'Anna', photoURL: '/media/anna' }), aContact({ key: 'geloescht', name: 'Dana', status: 'deleted' })];
    expect(membersOf(group, contacts)).toEqual([
      { key: 'anna', name: 'Anna', photoURL: '/media/anna' },
      { key: 'zoe', name: 'Zoe', photoURL: null },
      { key: 'weg', name: null, photoURL: null },
      { key: 'geloescht', name: null, photoURL: null },
    ]);
  });
});

describe('the tabs', () => {
  const show = (me: ScenarioTopic = {}) => renderWithShell(<ContactTabs />, { session: 'verified', topics: { me } });

  const names = () => screen.getAllByRole('listitem').map((row) => row.textContent);

  it('says that there is nobody yet, why, and where to go', async () => {
    const { user, shell } = show();
    expect(await screen.findByRole('heading', { name: 'Noch keine Kontakte' })).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: /Alle Kontakte 0/ })).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByRole('button', { name: 'Lokale ansehen' }));
    expect(shell.recorded.navigation).toEqual([['close']]);
  });

  it('lists people by name and says of each what holds', async () => {
    show({
      contacts: [
        aContact({ key: 'zoe', name: 'Zoe', isFavorite: true }),
        aContact({ key: 'anna', name: 'Anna', uninvitable: true }),
        aContact({ key: 'weg', name: 'Karl', status: 'deleted', uninvitable: true }),
      ],
    });
    expect(await screen.findByRole('tab', { name: /Alle Kontakte 3/ })).toBeInTheDocument();
    expect(names()).toEqual(['AAnnaKannst du gerade nicht einladen.', 'GKGelöschtes Konto', 'ZZoeLieblingskontakt']);
  });

  it('lists groups with their people', async () => {
    const { user } = show({ contacts: [aContact({ name: 'Mehmet' })], contactGroups: [aContactGroup({ name: 'Kollegen', isFavorite: true }), aContactGroup({ key: 'b', name: 'Chor', members: ['uid-mehmet-01'] })] });
    await user.click(await screen.findByRole('tab', { name: /Gruppen 2/ }));
    expect(names()).toEqual([expect.stringContaining('Chor1 Person · Mehmet'), expect.stringContaining('Kollegen2 Personen · Mehmet, Gelöschtes KontoLieblingskontakt')]);
  });

  it('says that there are no groups yet', async () => {
    const { user } = show();
    await user.click(screen.getByRole('tab', { name: /Gruppen/ }));
    expect(await screen.findByRole('heading', { name: 'Noch keine Gruppen' })).toBeInTheDocument();
  });

  it('shows who comes and goes at once', async () => {
    const { shell } = show({ contacts: [aContact({ key: 'anna', name: 'Anna' })] });
    await screen.findByText('Anna');
    shell.change(meTopic, { kind: 'put', collection: 'contacts', key: 'ben', value: aContact({ key: 'ben', name: 'Ben' }) });
    expect(await screen.findByText('Ben')).toBeInTheDocument();
    shell.change(meTopic, { kind: 'del', collection: 'contacts', key: 'anna' });
    await waitFor(() => expect(screen.queryByText('Anna')).not.toBeInTheDocument());
  });

  it('keeps what it knows while there is no connection, and says so', async () => {
    const { shell } = show({ contacts: [aContact({ name: 'Anna' })] });
    await screen.findByText('Anna');
    shell.setOffline(true);
    expect(await screen.findByText('Keine Verbindung. Du siehst den letzten Stand.')).toBeInTheDocument();
    expect(screen.getByText('Anna')).toBeInTheDocument();
  });

  it('A06 shows nothing of the person before once somebody else is logged in', async () => {
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
    // What is drawn, and asks for more, is drawn at the end of each stretch.
    const passes = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

    it('says after a while that they can not be had, and shows them once it is back', async () => {
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
