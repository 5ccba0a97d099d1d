import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { installBrowserDoubles } from '../testing/browser-doubles';
import { AppButton } from '../slots/frame-search';
import { DownloadSheet } from './download-screen';

beforeEach(() => void installBrowserDoubles());

const SHEET_TITLE = 'Lade dir jetzt die App herunter';

const linksOf = (downloadDialog: HTMLElement) =>
  within(downloadDialog)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

it('links to the app in both stores, by the deployment’s addresses', async () => {
  renderWithShell(<DownloadSheet />, {
    deployment: { appStoreUrl: 'https://apps.mahlzeit.test/ios', playStoreUrl: 'https://apps.mahlzeit.test/android' },
  });
  const dialog = await screen.findByRole('dialog', { name: SHEET_TITLE });
  expect(linksOf(dialog)).toEqual([
    ['Laden im App Store', 'https://apps.mahlzeit.test/ios'],
    ['Jetzt bei Google Play', 'https://apps.mahlzeit.test/android'],
  ]);
});

it('links to the search of the stores without addresses', async () => {
  renderWithShell(<DownloadSheet />);
  const dialog = await screen.findByRole('dialog');
  expect(linksOf(dialog).map(([, storeHref]) => new URL(storeHref ?? '').host)).toEqual([
    'apps.apple.com',
    'play.google.com',
  ]);
});

it('offers the installation where the browser can and no store is known', async () => {
  const installApp = jest.fn();
  const { user } = renderWithShell(<DownloadSheet />, { installApp });
  await user.click(await screen.findByRole('button', { name: 'App installieren' }));
  expect(installApp).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

it('links to the stores that the deployment knows, also where the browser can install the app', async () => {
  renderWithShell(<DownloadSheet />, {
    installApp: jest.fn(),
    deployment: { appStoreUrl: 'https://apps.mahlzeit.test/ios' },
  });
  expect(linksOf(await screen.findByRole('dialog'))).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'App installieren' })).not.toBeInTheDocument();
});

it('opens new tabs without a reference to this page', async () => {
  renderWithShell(<DownloadSheet />);
  for (const link of await screen.findAllByRole('link')) {
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  }
});

describe('on a phone', () => {
  const openSheetOverList = async () => {
    const renderedSheet = renderWithShell(
      <>
        <a href="#details/mensa">Mensa</a>
        <input aria-label="Suche" />
        <DownloadSheet />
      </>,
    );
    return {
      ...renderedSheet,
      sheet: await screen.findByRole('dialog', { name: SHEET_TITLE }),
      closings: () => renderedSheet.shell.recorded.navigation,
    };
  };

  it('keeps the list visible, usable and focused', async () => {
    const { user, sheet } = await openSheetOverList();
    expect(sheet).not.toHaveAttribute('aria-modal');
    expect(document.body).toHaveFocus();
    for (const name of ['Schließen', 'Laden im App Store', 'Jetzt bei Google Play', 'Mensa']) {
      await user.tab();
      expect(document.activeElement).toHaveAccessibleName(name);
    }
  });

  it('takes the focus when the user has opened it', async () => {
    const { user } = renderWithShell(<AppButton />);
    await user.tab();
    renderWithShell(<DownloadSheet />);
    expect(await screen.findByRole('dialog', { name: SHEET_TITLE })).toHaveFocus();
  });

  it('is closed by its button', async () => {
    const { user, closings } = await openSheetOverList();
    await user.click(screen.getByRole('button', { name: 'Schließen' }));
    expect(closings()).toEqual([['close']]);
  });

  it('is closed by Escape anywhere except in a field, where the key clears the text', async () => {
    const { user, closings } = await openSheetOverList();
    screen.getByRole('textbox').focus();
    await user.keyboard('{Escape}');
    expect(closings()).toEqual([]);
    screen.getByRole('link', { name: 'Mensa' }).focus();
    await user.keyboard('{Escape}');
    expect(closings()).toEqual([['close']]);
  });

  it('is closed by a swipe downwards, not by a tap', async () => {
    const { user, closings } = await openSheetOverList();
    const titleHeading = screen.getByRole('heading', { name: SHEET_TITLE });
    const pullSheetTo = (endY: number) =>
      user.pointer([
        { keys: '[TouchA>]', target: titleHeading, coords: { clientY: 600 } },
        { pointerName: 'TouchA', target: titleHeading, coords: { clientY: endY } },
        { keys: '[/TouchA]', target: titleHeading },
      ]);
    await pullSheetTo(604);
    expect(closings()).toEqual([]);
    await pullSheetTo(680);
    expect(closings()).toEqual([['close']]);
  });

  it('restores the page when it closes', async () => {
    const { unmount } = await openSheetOverList();
    const childCountWithSheet = document.body.children.length;
    unmount();
    expect(document.body.children).toHaveLength(childCountWithSheet - 1);
  });
});

it('is a dialog on wide pages, closed by its button', async () => {
  installBrowserDoubles({ isWide: true });
  const { user, shell } = renderWithShell(
    <>
      <a href="#details/mensa">Mensa</a>
      <DownloadSheet />
    </>,
  );
  expect(await screen.findByRole('dialog', { name: SHEET_TITLE })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Mensa' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Schließen' }));
  expect(shell.recorded.navigation).toEqual([['close']]);
});

it('is the target of the top bar’s button', () => {
  renderWithShell(<AppButton />);
  expect(screen.getByRole('link', { name: 'App laden' })).toHaveAttribute('href', '#download');
});
