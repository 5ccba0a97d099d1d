import { logout } from '@mahlzeit/contract';
import { answer, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { Profile } from './profile';

it('asks who is not verified for the code', () => {
  renderWithShell(<Profile />, { session: 'unverified' });
  expect(screen.getByRole('textbox', { name: 'Code aus der E-Mail' })).toBeInTheDocument();
});

it('tells who is verified what is to come', () => {
  renderWithShell(<Profile />, { session: 'verified' });
  expect(screen.getByRole('heading', { name: 'Dein Profil kommt bald' })).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

it('leads who has no address to sign in once more and tell it', async () => {
  const { user, shell } = renderWithShell(<Profile />, { session: 'unverified', account: { email: null, thirdParty: 'facebook' }, answers: [answer(logout, {})] });
  expect(screen.getByText(/^Facebook hat sie uns nicht gegeben\./)).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Mit Facebook neu anmelden' }));
  await waitFor(() => expect(shell.recorded.navigation).toEqual([['close'], ['open', 'registration']]));
  expect(shell.session.get()).toMatchObject({ account: { loggedIn: false } });
});

it('follows what another tab has verified', () => {
  const { shell } = renderWithShell(<Profile />, { session: 'unverified' });
  shell.setSession('verified');
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});
