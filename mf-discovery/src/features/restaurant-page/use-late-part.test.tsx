import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { useLatePart } from './use-late-part';

const Sheet = ({ onClose }: { readonly onClose: () => void }) => (
  <button type="button" onClick={onClose}>
    Schließen
  </button>
);

const Probe = ({ load }: { readonly load: () => Promise<typeof Sheet> }) => {
  const { Part, open, close } = useLatePart(load, 'Das lädt nicht');
  return Part === null ? (
    <button type="button" onClick={open}>
      Öffnen
    </button>
  ) : (
    <Part onClose={close} />
  );
};

it('loads a part on a press alone, and closes it', async () => {
  const load = jest.fn(async () => Sheet);
  const { user } = renderWithShell(<Probe load={load} />);
  expect(load).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Öffnen' }));
  await user.click(await screen.findByRole('button', { name: 'Schließen' }));
  expect(screen.getByRole('button', { name: 'Öffnen' })).toBeInTheDocument();
});

it('says that a part can’t be had, and asks for it again at the next press', async () => {
  const load = jest.fn(async () => Sheet).mockRejectedValueOnce(new Error('offline'));
  const { user, shell } = renderWithShell(<Probe load={load} />);
  await user.click(screen.getByRole('button', { name: 'Öffnen' }));
  expect(shell.recorded.snackbars.map(({ text }) => text)).toEqual(['Das lädt nicht']);
  await user.click(screen.getByRole('button', { name: 'Öffnen' }));
  expect(await screen.findByRole('button', { name: 'Schließen' })).toBeInTheDocument();
});
