import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { shareLink } from '../features/share-link';
import RestaurantSocial, { restaurantAddress } from './restaurant-social';

describe('sharing a link', () => {
  const link = { title: 'Elbkantine', text: 'Mittag im Lokal Elbkantine?', url: 'https://mahlzeit.test/restaurants/elbkantine' };

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
    expect(restaurantAddress('https://mahlzeit.test', 'café/süd')).toBe('https://mahlzeit.test/restaurants/caf%C3%A9%2Fs%C3%BCd');
  });
});

describe('the actions of the restaurant page', () => {
  const show = (options: ScenarioShellOptions) =>
    renderWithShell(<RestaurantSocial restaurantKey="k" routingName="elbkantine" restaurantName="Elbkantine" />, options);

  it('copies the address of the restaurant and says so', async () => {
    const { user, shell } = show({ session: 'verified' });
    const copy = jest.spyOn(window.navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Teilen' }));
    await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Der Link ist kopiert.' }]));
    expect(copy).toHaveBeenCalledWith('http://localhost/restaurants/elbkantine');
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
