import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { createLazyPart } from '../lazy-part';
import { createObservable } from '../observable';
import { createRouter } from '../router';
import { createFakeBrowser } from '../router/fake-browser';
import { PolicyHost } from './policy-host';

const loadDialogs = () => import('@mahlzeit/shared-ui/ui/dialog');

const show = async ({ isDue = true, isReadable = true, importParts = loadDialogs }: { isDue?: boolean; isReadable?: boolean; importParts?: typeof loadDialogs } = {}) => {
  const due = createObservable(isDue);
  const calls: string[] = [];
  const endings: (() => void)[] = [];
  const noting = (name: string) => () => {
    calls.push(name);
    return new Promise<void>((resolve) => endings.push(resolve));
  };
  const router = createRouter(createFakeBrowser('/restaurants').browser, createManualTimers());
  const dialogParts = createLazyPart(importParts);
  render(<PolicyHost policy={{ ...due, accept: noting('accept'), decline: noting('decline') }} dialogParts={dialogParts} router={router} isReadable={isReadable} />);
  await act(() => dialogParts.load());
  return { due, calls, router, endings };
};

const dialog = () => screen.queryByRole('alertdialog', { name: 'Neue Datenschutzerklärung' });

it('asks nothing of who has accepted', async () => {
  const { due } = await show({ isDue: false });
  expect(dialog()).not.toBeInTheDocument();
  act(() => due.set(true));
  expect(dialog()).toBeInTheDocument();
  act(() => due.set(false));
  expect(dialog()).not.toBeInTheDocument();
});

it('A04 blocks until it is answered', async () => {
  const { calls } = await show();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(document.body);
  expect(dialog()).toBeInTheDocument();
  expect(calls).toEqual([]);
});

it('A04 takes a yes, once', async () => {
  const { calls } = await show();
  await userEvent.dblClick(screen.getByRole('button', { name: 'Zustimmen' }));
  expect(calls).toEqual(['accept']);
});

it('A04 takes a no, and another answer after one that came to nothing', async () => {
  const { calls, endings } = await show();
  await userEvent.click(screen.getByRole('button', { name: 'Nein, abmelden' }));
  await act(async () => endings[0]?.());
  await userEvent.click(screen.getByRole('button', { name: 'Zustimmen' }));
  expect(calls).toEqual(['decline', 'accept']);
});

it('lets the policy be read, and asks again afterwards', async () => {
  const { router } = await show();
  expect(screen.getByRole('link', { name: 'Datenschutzerklärung lesen' })).toHaveAttribute('href', '#settings/privacy');
  act(() => router.open('settings', 'privacy'));
  expect(dialog()).not.toBeInTheDocument();
  act(() => router.replace('settings', 'imprint'));
  expect(dialog()).toBeInTheDocument();
});

it('leads nowhere where the policy cannot be read', async () => {
  await show({ isReadable: false });
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

it('asks once the network is back where the dialog could not be had', async () => {
  let failuresLeft = 1;
  const { calls } = await show({
    importParts: () => {
      failuresLeft -= 1;
      return failuresLeft >= 0 ? Promise.reject(new Error('offline')) : loadDialogs();
    },
  });
  expect(dialog()).not.toBeInTheDocument();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByRole('alertdialog')).toBeInTheDocument();
  expect(calls).toEqual([]);
});
