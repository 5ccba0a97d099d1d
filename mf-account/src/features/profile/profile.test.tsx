import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
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

it('follows what another tab has verified', () => {
  const { shell } = renderWithShell(<Profile />, { session: 'unverified' });
  shell.setSession('verified');
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});
