import { screen } from '@testing-library/react';
import { useState } from 'react';
import { renderWithShell } from '../../testing';
import { useLazyPart } from './lazy-part';

const LazySheet = ({ onClose }: { readonly onClose: () => void }) => (
  <button type="button" onClick={onClose}>
    Schließen
  </button>
);

const LazyPartProbe = ({
  load: importSheet,
}: {
  readonly load: () => Promise<{ readonly Sheet: typeof LazySheet }>;
}) => {
  const { part, load } = useLazyPart(importSheet, { failedText: 'Das lädt nicht' });
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  return part !== null && isSheetOpen ? (
    <part.Sheet onClose={() => setIsSheetOpen(false)} />
  ) : (
    <button type="button" onClick={() => void load().then(setIsSheetOpen)}>
      Öffnen
    </button>
  );
};

it('loads a part only on a press, and closes it', async () => {
  const load = jest.fn(async () => ({ Sheet: LazySheet }));
  const { user } = renderWithShell(<LazyPartProbe load={load} />);
  expect(load).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Öffnen' }));
  await user.click(await screen.findByRole('button', { name: 'Schließen' }));
  expect(screen.getByRole('button', { name: 'Öffnen' })).toBeInTheDocument();
});

it('shows an error for a part that can’t be loaded, and loads it again at the next press', async () => {
  const load = jest.fn(async () => ({ Sheet: LazySheet })).mockRejectedValueOnce(new Error('offline'));
  const { user, shell } = renderWithShell(<LazyPartProbe load={load} />);
  await user.click(screen.getByRole('button', { name: 'Öffnen' }));
  expect(shell.recorded.snackbars.map(({ text }) => text)).toEqual(['Das lädt nicht']);
  await user.click(screen.getByRole('button', { name: 'Öffnen' }));
  expect(await screen.findByRole('button', { name: 'Schließen' })).toBeInTheDocument();
});

it('loads a part once, however often it is opened', async () => {
  const load = jest.fn(async () => ({ Sheet: LazySheet }));
  const { user } = renderWithShell(<LazyPartProbe load={load} />);
  await user.click(screen.getByRole('button', { name: 'Öffnen' }));
  await user.click(await screen.findByRole('button', { name: 'Schließen' }));
  await user.click(screen.getByRole('button', { name: 'Öffnen' }));
  expect(screen.getByRole('button', { name: 'Schließen' })).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
});
