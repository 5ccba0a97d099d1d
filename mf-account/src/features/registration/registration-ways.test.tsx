import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { RegistrationWays } from './registration-ways';

it('leads to a new account and to login', () => {
  renderWithShell(<RegistrationWays isPrompt={false} />);
  expect(screen.getByRole('link', { name: 'Konto anlegen' })).toHaveAttribute('href', '#login/new');
  expect(screen.getByRole('link', { name: 'Anmelden' })).toHaveAttribute('href', '#login');
  expect(screen.queryByText('Dafür brauchst du ein Konto.')).not.toBeInTheDocument();
});

it('says why one is here', () => {
  renderWithShell(<RegistrationWays isPrompt />);
  expect(screen.getByText('Dafür brauchst du ein Konto.')).toBeInTheDocument();
});
