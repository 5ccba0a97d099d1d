import { sendContentMessage } from '@mahlzeit/contract';
import { aContact } from '@mahlzeit/contract/fixtures';
import { answer, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
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
    expect(sheet.getByText('localhost/restaurants/elbkantine')).toBeVisible();
    await user.click(sheet.getByRole('button', { name: 'Schließen' }));
    expect(await screen.findByRole('button', { name: 'QR-Code' })).toHaveFocus();
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

  it('offers a verified person nothing that leads nowhere yet', () => {
    show({ session: 'verified' });
    expect(screen.queryByRole('button', { name: 'Einladen' })).not.toBeInTheDocument();
  });
});
