import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createObservable } from '../observable';
import { AccessHost } from './access-host';
import type { Access } from './access-rules';

beforeAll(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() { this.open = true; };
  HTMLDialogElement.prototype.close = function close() { this.open = false; };
});

const show = (first: Access | 'unknown') => {
  const access = createObservable<Access | 'unknown'>(first);
  const checks: (() => void)[] = [];
  let reloads = 0;
  const check = () => new Promise<void>((resolve) => checks.push(resolve));
  const onReload = () => {
    reloads += 1;
  };
  const { unmount } = render(<><p>Liste</p><AccessHost access={{ ...access, check }} onReload={onReload} /></>);
  return { set: (next: Access) => act(() => access.set(next)), checks, reloads: () => reloads, unmount };
};

it.each(['open', 'unknown'] as const)('shows nothing of its own while the access is %s', (access) => {
  show(access);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('says that there is maintenance and asks again by its button', async () => {
  const { checks, set } = show('maintenance');
  const dialog = screen.getByRole('dialog', { name: 'Kurze Pause' });
  expect(dialog).toHaveTextContent('Wir arbeiten gerade an Mahlzeit.');
  const button = screen.getByRole('button', { name: 'Erneut versuchen' });
  await userEvent.click(button);
  expect(checks).toHaveLength(1);
  expect(screen.getByRole('button')).toHaveTextContent('Lädt');
  await act(async () => checks[0]?.());
  expect(screen.getByRole('button', { name: 'Erneut versuchen' })).toBeInTheDocument();
  set('open');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByText('Liste')).toBeInTheDocument();
});

it('asks again by itself when the network is back', () => {
  const { checks } = show('maintenance');
  fireEvent(window, new Event('online'));
  expect(checks).toHaveLength(1);
});

it('offers an outdated page nothing but to be loaded anew', async () => {
  const { reloads } = show('outdated');
  expect(screen.getByRole('dialog', { name: 'Es gibt eine neue Version' })).toBeInTheDocument();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Neu laden']);
  await userEvent.click(screen.getByRole('button', { name: 'Neu laden' }));
  expect(reloads()).toBe(1);
});

it('cannot be cancelled', () => {
  show('maintenance');
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  expect(fireEvent.keyDown(dialog, { key: 'Escape' })).toBe(false);
  expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false);
  dialog.open = false;
  fireEvent(dialog, new Event('close'));
  expect(dialog.open).toBe(true);
});
