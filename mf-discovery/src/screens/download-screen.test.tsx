import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { AppButton } from '../slots/search-and-app';
import { DownloadSheet } from './download-screen';

const linksOf = (dialog: HTMLElement) => within(dialog).getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

it('leads to the app in both stores, by the addresses of the deployment', async () => {
  renderWithShell(<DownloadSheet />, { deployment: { appStoreUrl: 'https://apps.mahlzeit.test/ios', playStoreUrl: 'https://apps.mahlzeit.test/android' } });
  const dialog = await screen.findByRole('dialog', { name: 'Lade dir jetzt die App herunter' });
  expect(linksOf(dialog)).toEqual([
    ['Laden im App Store', 'https://apps.mahlzeit.test/ios'],
    ['Jetzt bei Google Play', 'https://apps.mahlzeit.test/android'],
  ]);
});

it('leads to the search of the stores where the deployment names no address', async () => {
  renderWithShell(<DownloadSheet />);
  const dialog = await screen.findByRole('dialog');
  expect(linksOf(dialog).map(([, href]) => new URL(href ?? '').host)).toEqual(['apps.apple.com', 'play.google.com']);
});

it('opens new pages that know nothing of this one', async () => {
  renderWithShell(<DownloadSheet />);
  for (const link of await screen.findAllByRole('link')) {
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  }
});

it('is closed by its button', async () => {
  const { user, shell } = renderWithShell(<DownloadSheet />);
  await user.click(await screen.findByRole('button', { name: 'Schließen' }));
  expect(shell.recorded.navigation).toEqual([['close']]);
});

it('is where the button of the top bar leads', () => {
  renderWithShell(<AppButton />);
  expect(screen.getByRole('link', { name: 'App laden' })).toHaveAttribute('href', '#download');
});
