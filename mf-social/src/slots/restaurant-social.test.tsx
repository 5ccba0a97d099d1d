import { getRestaurant, putInvitation, sendContentMessage } from '@mahlzeit/contract';
import { aContact, anAttendee, anInvitation, aRestaurant, aWorkingWeek } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { changeDraft, draftStarted, emptyDraft, screenEntered, selectDraftState } from '../features/invitation-draft';
import { shareLink } from '../features/share-link';
import RestaurantSocial, { restaurantAddress } from './restaurant-social';

describe('sharing a link', () => {
  const link = { title: 'Elbkantine', text: 'Mittag im Lokal Elbkantine?', url: 'https://mahlzeit.test/r/elbkantine' };

  const clipboardThat = (outcome: () => Promise<void>) => {
    const written: string[] = [];
    const clipboard = Object.assign(new EventTarget(), {
      read: () => Promise.resolve([]),
      readText: () => Promise.resolve(''),
      write: () => Promise.resolve(),
      writeText: (text: string) => {
        written.push(text);
        return outcome();
      },
    });
    return { clipboard, written };
  };
  const takes = () => Promise.resolve();
  const refuses = () => Promise.reject(new DOMException('no', 'NotAllowedError'));

  it('uses the share sheet where there is one', async () => {
    const share = jest.fn(takes);
    const { clipboard, written } = clipboardThat(takes);
    expect(await shareLink(link, { share, clipboard })).toBe('shared');
    expect(share).toHaveBeenCalledWith(link);
    expect(written).toEqual([]);
  });

  it('says nothing of a share sheet that was closed again', async () => {
    const { clipboard, written } = clipboardThat(takes);
    expect(await shareLink(link, { share: () => Promise.reject(new DOMException('closed', 'AbortError')), clipboard })).toBe('cancelled');
    expect(written).toEqual([]);
  });

  it('copies the address where there is no share sheet, or it is forbidden', async () => {
    const { clipboard, written } = clipboardThat(takes);
    expect(await shareLink(link, { clipboard })).toBe('copied');
    expect(await shareLink(link, { share: refuses, clipboard })).toBe('copied');
    expect(written).toEqual([link.url, link.url]);
  });

  it('admits that it could do neither', async () => {
    expect(await shareLink(link, clipboardThat(refuses))).toBe('failed');
    expect(await shareLink(link, {})).toBe('failed');
  });

  it('makes an address that survives strange names', () => {
    expect(restaurantAddress('https://mahlzeit.test', 'café/süd')).toBe('https://mahlzeit.test/r/caf%C3%A9%2Fs%C3%BCd');
  });
});

describe('the actions of the restaurant page', () => {
  const show = (options: ScenarioShellOptions) =>
    renderWithShell(<RestaurantSocial restaurantKey="k" routingName="elbkantine" restaurantName="Elbkantine" />, options);

  const openSheet = async (user: ReturnType<typeof show>['user']) => {
    await user.click(screen.getByRole('button', { name: 'Teilen' }));
    return screen.findByRole('dialog', { name: 'Lokal teilen' });
  };

  it('copies the address that opens the restaurant anywhere, and says so', async () => {
    const { user, shell } = show({ session: 'anonymous' });
    const copy = jest.spyOn(window.navigator.clipboard, 'writeText');
    await openSheet(user);
    await user.click(screen.getByRole('button', { name: 'Link kopieren' }));
    await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Der Link ist kopiert.' }]));
    expect(copy).toHaveBeenCalledWith('http://localhost/r/elbkantine');
  });

  it('shows the address as a QR code for the camera of somebody else, and gives the sheet back', async () => {
    const { user } = show({ session: 'verified' });
    await openSheet(user);
    await user.click(screen.getByRole('button', { name: 'QR-Code' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'QR-Code' }));
    expect(sheet.getByRole('img', { name: 'QR-Code zum Lokal Elbkantine' })).toBeVisible();
    expect(sheet.getByText('localhost/r/elbkantine')).toBeVisible();
    await user.click(sheet.getByRole('button', { name: 'Schließen' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'QR-Code' })).toHaveFocus());
    expect(screen.getByRole('dialog', { name: 'Lokal teilen' })).toBeVisible();
  });

  it('shares in the chat of those who were chosen, once, and goes there', async () => {
    const contacts = [aContact(), aContact({ key: 'uid-friederike-01', name: 'Friederike Hof' })];
    const { user, shell } = show({ session: 'verified', topics: { me: { contacts } }, answers: [answer(sendContentMessage, { chatId: 'chat-01' })] });
    await openSheet(user);
    const send = screen.getByRole('button', { name: 'In einem Chat teilen', description: 'Wähle erst jemanden aus.' });
    await user.click(send);
    expect(shell.requests).toEqual([]);
    await user.click(await screen.findByRole('checkbox', { name: 'Mehmet Aydın' }));
    await user.dblClick(send);
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['open', 'chatmessages', 'chat-01']]));
    expect(shell.requests).toEqual(['POST /api/chat/sendContentMessage']);
  });

  it('says why it could not be shared', async () => {
    const { user, shell } = show({ session: 'verified', topics: { me: { contacts: [aContact()] } }, answers: [refuse(sendContentMessage, 'uninvitable')] });
    await openSheet(user);
    await user.click(await screen.findByRole('checkbox', { name: 'Mehmet Aydın' }));
    await user.click(screen.getByRole('button', { name: 'In einem Chat teilen' }));
    await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error', text: 'Diese Person kannst du nicht einladen.' }]));
  });

  it.each(['anonymous', 'unverified'] as const)('leads somebody %s who would share in a chat to what they lack', async (session) => {
    const reasons: string[] = [];
    const { user } = show({ session, commands: { 'account/callToAction': ({ reason }) => {
      reasons.push(reason);
      return Promise.resolve({ mayGoOn: false });
    } } });
    await openSheet(user);
    await user.click(screen.getByRole('button', { name: 'In einem Chat teilen' }));
    expect(reasons).toEqual(['invite']);
  });

  it.each(['anonymous', 'unverified'] as const)('asks account what to do when somebody %s invites', async (session) => {
    const reasons: string[] = [];
    const { user, shell } = show({ session, commands: { 'account/callToAction': ({ reason }) => {
      reasons.push(reason);
      return Promise.resolve({ mayGoOn: false });
    } } });
    await user.click(screen.getByRole('button', { name: 'Einladen' }));
    expect(reasons).toEqual(['invite']);
    expect(shell.recorded.snackbars).toEqual([]);
  });

  it('says that inviting can not be had without account', async () => {
    const { user, shell } = show({ session: 'anonymous' });
    await user.click(screen.getByRole('button', { name: 'Einladen' }));
    await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error', text: 'Einladen geht gerade nicht. Versuch es gleich noch einmal.' }]));
  });

  it('begins the invitation of a verified person there, and knows the way back', async () => {
    const { user, shell } = show({ session: 'verified', address: { key: 'details', params: ['elb%2Fkantine'] } });
    await user.click(screen.getByRole('button', { name: 'Einladen' }));
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['open', 'invitationcontacts']]));
    expect(selectDraftState(shell.store.getState()).draft).toMatchObject({ restaurant: 'k', origin: { key: 'details', params: ['elb%2Fkantine'] } });
  });

  it('takes the place for the draft that its page was opened from', async () => {
    const shell = fakeShell({ session: 'verified', address: { key: 'details', params: ['elbkantine', 'invitation'] } });
    changeDraft(shell, draftStarted(emptyDraft));
    changeDraft(shell, screenEntered('invitationrestaurant'));
    const { user } = renderWithShell(<RestaurantSocial restaurantKey="k" routingName="elbkantine" restaurantName="Elbkantine" />, { shell });
    await user.click(screen.getByRole('button', { name: 'Hier treffen' }));
    expect(selectDraftState(shell.store.getState()).draft?.restaurant).toBe('k');
    expect(shell.recorded.navigation).toEqual([['replace', 'invitationcontacts']]);
    expect(screen.queryByRole('button', { name: 'Hier treffen' })).not.toBeInTheDocument();
  });

  it('has the draft that its page was opened from after a reload, too, and holds the next one', async () => {
    const address = { key: 'details', params: ['elbkantine', 'invitation'] };
    const before = fakeShell({ session: 'verified', address });
    changeDraft(before, draftStarted({ ...emptyDraft, attendees: [anAttendee()] }));
    changeDraft(before, screenEntered('invitationrestaurant'));
    const { shell } = show({ session: 'verified', address });
    expect(await screen.findByRole('button', { name: 'Hier treffen' })).toBeInTheDocument();
    expect(selectDraftState(shell.store.getState()).trail).toEqual(['invitationrestaurant']);
    expect(shell.recorded.reloadHolds).toBe(1);
    window.sessionStorage.clear();
  });

  describe('shared as a meetup', () => {
    const share = async (given: ScenarioShellOptions['answers'] = []) => {
      const shown = show({ session: 'verified', topics: { me: { contacts: [aContact()] } }, answers: [...given, answer(getRestaurant, aRestaurant({ openingHours: aWorkingWeek('11:00-17:00') }))] });
      await openSheet(shown.user);
      await shown.user.click(await screen.findByRole('checkbox', { name: 'Mehmet Aydın' }));
      await shown.user.click(screen.getByRole('checkbox', { name: 'Gleich als Treffen mit Tag und Uhrzeit' }));
      await shown.user.click(screen.getByRole('button', { name: 'Weiter zu Tag und Uhrzeit' }));
      await shown.user.click(await screen.findByRole('radio', { name: '12:30' }));
      return shown;
    };

    it('asks for the date, sends it once, and goes to its chat', async () => {
      const { user, shell } = await share([answer(putInvitation, anInvitation({ chatKey: 'chat-07' }))]);
      await user.dblClick(screen.getByRole('button', { name: 'Übernehmen' }));
      await waitFor(() => expect(shell.recorded.navigation).toEqual([['open', 'chatmessages', 'chat-07']]));
      expect(shell.requests.filter((request) => request === 'PUT /api/invitations')).toHaveLength(1);
      expect(shell.requests).not.toContain('POST /api/chat/sendContentMessage');
    });

    it('keeps all of it where that fails', async () => {
      const { user, shell } = await share([refuse(putInvitation, 'unavailable')]);
      await user.click(screen.getByRole('button', { name: 'Übernehmen' }));
      await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error', text: 'Die Einladung ging nicht raus. Mahlzeit ist gerade nicht erreichbar. Versuch es gleich noch einmal.' }]));
      expect(screen.getByRole('radio', { name: '12:30' })).toBeChecked();
      expect(shell.recorded.navigation).toEqual([]);
    });
  });
});
