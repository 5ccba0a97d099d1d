import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { createSnackbars } from './create-snackbars';
import { SnackbarHost } from './snackbar-host';

const show = () => {
  const timers = createManualTimers();
  const snackbars = createSnackbars(timers);
  const lost: string[] = [];
  render(<><button type="button">Anderswo</button><SnackbarHost snackbars={snackbars} onFocusLost={() => void lost.push('lost')} /></>);
  return { timers, snackbars, lost, advance: (ms: number) => act(() => timers.advance(ms)) };
};

it('says errors at once and everything else in its turn, from regions that are there before', () => {
  const { snackbars } = show();
  const [alert, status] = [screen.getByRole('alert'), screen.getByRole('status')];
  act(() => snackbars.show({ text: 'Das ging schief.', tone: 'error' }));
  act(() => snackbars.show({ text: 'Gespeichert.' }));
  expect(alert).toHaveTextContent('Das ging schief.');
  expect(status).toHaveTextContent('Gespeichert.');
});

it('stays usable and readable while a dialog is open', () => {
  show();
  expect(screen.getByRole('region', { name: 'Meldungen' })).toHaveAttribute('data-react-aria-top-layer', 'true');
});

it('waits while the pointer is on it', async () => {
  const { snackbars, advance } = show();
  act(() => snackbars.show({ text: 'Gespeichert.' }));
  await userEvent.hover(screen.getByText('Gespeichert.'));
  advance(60_000);
  expect(screen.getByText('Gespeichert.')).toBeInTheDocument();
  await userEvent.unhover(screen.getByText('Gespeichert.'));
  advance(5_000);
  expect(screen.queryByText('Gespeichert.')).not.toBeInTheDocument();
});

it('leads to its button by F6, waits while it has focus, and gives focus back', async () => {
  const { snackbars, advance } = show();
  const runs: string[] = [];
  screen.getByRole('button', { name: 'Anderswo' }).focus();
  act(() => snackbars.show({ text: 'Einladung ist raus.', action: { label: 'Ansehen', run: () => void runs.push('run') } }));
  await userEvent.keyboard('{F6}');
  expect(screen.getByRole('button', { name: 'Ansehen' })).toHaveFocus();
  advance(60_000);
  await userEvent.keyboard('{Enter}');
  expect(runs).toEqual(['run']);
  expect(screen.queryByText('Einladung ist raus.')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Anderswo' })).toHaveFocus();
});

it('closes an error by its button; focus that came from nowhere goes to the page', async () => {
  const { snackbars, lost } = show();
  act(() => snackbars.show({ text: 'Das ging schief.', tone: 'error' }));
  screen.getByRole('button', { name: 'Schließen' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByText('Das ging schief.')).not.toBeInTheDocument();
  expect(lost).toEqual(['lost']);
});
