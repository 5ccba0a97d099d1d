import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import styled from 'styled-components';
import { pageBelowLowSheet } from '../theme/tokens';
import { AlertDialog } from './alert-dialog';
import { LowSheet } from './low-sheet';
import { MediaOverlay } from './media-overlay';
import { Sheet, SidePanel } from './sheet';

const Opener = ({ children }: { readonly children: (close: () => void) => React.ReactNode }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Öffnen
      </button>
      {isOpen && children(() => setIsOpen(false))}
    </>
  );
};

describe('a sheet', () => {
  it('is a dialog named by its title, visible or not', () => {
    const { unmount } = render(
      <Sheet title="Einstellungen" onClose={() => undefined}>
        Inhalt
      </Sheet>,
    );
    expect(screen.getByRole('dialog', { name: 'Einstellungen' })).toHaveTextContent('Inhalt');
    unmount();
    render(
      <Sheet title="Pasta Sorella" media={<div />} onClose={() => undefined}>
        Inhalt
      </Sheet>,
    );
    expect(screen.getByRole('dialog', { name: 'Pasta Sorella' })).toBeInTheDocument();
  });

  it('shows its title beside the buttons once its media is scrolled away, and has it once for screen readers', () => {
    render(
      <Sheet title="Pasta Sorella" media={<div />} onClose={() => undefined}>
        <h1>Pasta Sorella</h1>
      </Sheet>,
    );
    expect(screen.getAllByRole('heading', { name: 'Pasta Sorella' })).toHaveLength(1);
    const title = screen.getByText('Pasta Sorella', { ignore: 'h1' });
    expect(title).toHaveAttribute('aria-hidden', 'true');
    expect(title).not.toBeVisible();
    const sheetScroller = screen.getByRole('heading').parentElement?.parentElement;
    if (!sheetScroller) throw new Error('nothing scrolls');
    sheetScroller.scrollTop = 300;
    fireEvent.scroll(sheetScroller);
    expect(title).toBeVisible();
    sheetScroller.scrollTop = 0;
    fireEvent.scroll(sheetScroller);
    expect(title).not.toBeVisible();
  });

  it('takes the focus and returns it to its opener on Escape', async () => {
    const user = userEvent.setup();
    render(
      <Opener>
        {(close) => (
          <Sheet title="Einstellungen" onClose={close}>
            Inhalt
          </Sheet>
        )}
      </Opener>,
    );
    const openButton = screen.getByRole('button', { name: 'Öffnen' });
    await user.click(openButton);
    expect(screen.getByRole('dialog')).toContainElement(screen.getByText('Inhalt'));
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(openButton).toHaveFocus());
  });

  it('calls onDismiss on Escape instead of closing', async () => {
    const user = userEvent.setup();
    const onClose = jest.fn();
    const onDismiss = jest.fn();
    render(
      <Sheet title="Entwurf" onClose={onClose} onDismiss={onDismiss}>
        Inhalt
      </Sheet>,
    );
    await user.keyboard('{Escape}');
    expect(onDismiss).toHaveBeenCalledTimes(1);
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Schließen' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('has another button in place of close, or none', () => {
    const { unmount } = render(
      <Sheet title="Zahlung" closeButton={<button type="button">Abbrechen</button>} onClose={() => undefined}>
        Feld
      </Sheet>,
    );
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Abbrechen']);
    unmount();
    render(
      <Sheet title="Zahlung" closeButton={null} isDismissable={false} onClose={() => undefined}>
        Warten
      </Sheet>,
    );
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('stays open when it may not be dismissed', async () => {
    const user = userEvent.setup();
    const onClose = jest.fn();
    render(
      <Sheet title="Zustimmung" onClose={onClose} isDismissable={false}>
        Inhalt
      </Sheet>,
    );
    await user.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('an alert', () => {
  const alertActions = [
    { id: 'cancel', label: 'Einladung absagen', tone: 'danger' },
    { id: 'keep', label: 'Behalten', tone: 'safe' },
  ] as const;

  it('has the safe answer first and focuses it', () => {
    render(
      <AlertDialog title="Einladung absagen?" actions={alertActions} onChoose={() => undefined}>
        Mehmet bekommt eine Nachricht.
      </AlertDialog>,
    );
    const alert = screen.getByRole('alertdialog', { name: 'Einladung absagen?' });
    expect(alert).toHaveAccessibleDescription('Mehmet bekommt eine Nachricht.');
    expect(
      within(alert)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Behalten', 'Einladung absagen']);
    expect(screen.getByRole('button', { name: 'Behalten' })).toHaveFocus();
  });

  it('is not affected by the focus trap of a sheet', () => {
    render(
      <AlertDialog title="Einladung absagen?" actions={alertActions} onChoose={() => undefined}>
        Mehmet erfährt davon.
      </AlertDialog>,
    );
    expect(screen.getByRole('alertdialog').closest('[data-react-aria-top-layer]')).not.toBeNull();
  });

  it('focuses the safe answer over a sheet, also of another root', () => {
    render(
      <Sheet title="Einstellungen" onClose={() => undefined}>
        Inhalt
      </Sheet>,
    );
    const questionDialog = (questionNumber: number) => (
      <AlertDialog key={questionNumber} title="Verwerfen?" actions={alertActions} onChoose={() => undefined}>
        Der Entwurf ist dann weg.
      </AlertDialog>
    );
    const { rerender } = render(questionDialog(1));
    expect(screen.getByRole('button', { name: 'Behalten' })).toHaveFocus();
    // The new key makes React mount the dialog again, as the shell does after a screen has opened above the dialog.
    rerender(questionDialog(2));
    expect(screen.getByRole('button', { name: 'Behalten' })).toHaveFocus();
  });

  it('returns the chosen action, and null when it was dismissed', async () => {
    const user = userEvent.setup();
    const onChoose = jest.fn();
    render(
      <AlertDialog title="Einladung absagen?" actions={alertActions} onChoose={onChoose}>
        Mehmet bekommt eine Nachricht.
      </AlertDialog>,
    );
    await user.click(screen.getByRole('button', { name: 'Einladung absagen' }));
    await user.keyboard('{Escape}');
    expect(onChoose.mock.calls).toEqual([['cancel'], [null]]);
  });

  it('closes without the sheet below', async () => {
    const user = userEvent.setup();
    const closeSheet = jest.fn();
    const onChoose = jest.fn();
    render(
      <Sheet title="Entwurf" onClose={closeSheet}>
        <Opener>
          {() => (
            <AlertDialog title="Verwerfen?" actions={alertActions} onChoose={onChoose}>
              Der Entwurf ist dann weg.
            </AlertDialog>
          )}
        </Opener>
      </Sheet>,
    );
    await user.click(screen.getByRole('button', { name: 'Öffnen' }));
    await user.keyboard('{Escape}');
    expect(onChoose).toHaveBeenCalledWith(null);
    expect(closeSheet).not.toHaveBeenCalled();
  });
});

describe('a low sheet', () => {
  const FloatingText = styled.p`
    ${pageBelowLowSheet} & {
      visibility: hidden;
    }
  `;

  it('hides elements that float over the page, without a selector that checks every change', () => {
    const pageWithSheet = (sheet: React.ReactNode) => (
      <>
        {sheet}
        <FloatingText>Karte</FloatingText>
      </>
    );
    const { rerender } = render(pageWithSheet(null));
    expect(screen.getByText('Karte')).toBeVisible();
    rerender(
      pageWithSheet(
        <LowSheet title="Hol dir die App" text="Für dein Telefon." wantsFocus={false} onClose={() => undefined}>
          Inhalt
        </LowSheet>,
      ),
    );
    expect(screen.getByText('Karte')).not.toBeVisible();
    rerender(pageWithSheet(null));
    expect(screen.getByText('Karte')).toBeVisible();
    expect(pageBelowLowSheet).not.toContain(':has(');
  });
});

describe('the side panel', () => {
  it('is named and closes on Escape', async () => {
    const user = userEvent.setup();
    render(
      <Opener>
        {(close) => (
          <SidePanel label="Menü" onClose={close} footer="Impressum">
            Einträge
          </SidePanel>
        )}
      </Opener>,
    );
    await user.click(screen.getByRole('button', { name: 'Öffnen' }));
    expect(screen.getByRole('dialog', { name: 'Menü' })).toHaveTextContent('EinträgeImpressum');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('pictures over everything', () => {
  it('U01 close without the sheet below on Escape, and return the focus', async () => {
    const user = userEvent.setup();
    const closeSheet = jest.fn();
    render(
      <Sheet title="Pasta Sorella" onClose={closeSheet}>
        <Opener>
          {(close) => (
            <MediaOverlay label="Bilder von Pasta Sorella" onClose={close} footer="1 von 2">
              Bild
            </MediaOverlay>
          )}
        </Opener>
      </Sheet>,
    );
    const openButton = screen.getByRole('button', { name: 'Öffnen' });
    await user.click(openButton);
    expect(screen.getByRole('dialog', { name: 'Bilder von Pasta Sorella' })).toHaveTextContent('Bild1 von 2');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: 'Bilder von Pasta Sorella' })).not.toBeInTheDocument();
    expect(closeSheet).not.toHaveBeenCalled();
    await waitFor(() => expect(openButton).toHaveFocus());
  });

  it('close by their button, and handle keys wherever the focus is', async () => {
    const user = userEvent.setup();
    const onKeyDown = jest.fn();
    render(
      <Opener>
        {(close) => (
          <MediaOverlay label="Bilder" onClose={close} onKeyDown={onKeyDown}>
            Bild
          </MediaOverlay>
        )}
      </Opener>,
    );
    await user.click(screen.getByRole('button', { name: 'Öffnen' }));
    await user.keyboard('{ArrowRight}');
    expect(onKeyDown).toHaveBeenCalledWith(expect.objectContaining({ key: 'ArrowRight' }));
    await user.click(screen.getByRole('button', { name: 'Schließen' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
