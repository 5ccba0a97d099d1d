import { anInvitation } from '@mahlzeit/contract/fixtures';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { InvitationTabs } from './invitation-tabs';

const show = (...invitations: readonly object[]) => renderWithShell(<InvitationTabs />, { session: 'verified', topics: { me: { invitations } } });

it('says that there are none, and why', async () => {
  const { user } = show();
  expect(await screen.findByRole('heading', { name: 'Keine Einladungen' })).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: /Vergangen 0/ }));
  expect(screen.getByRole('heading', { name: 'Nichts Vergangenes' })).toBeInTheDocument();
});

it('tells where, when, with whom and how it stands, and leads to the restaurant', async () => {
  show(anInvitation({ isTakeAway: true }));
  const link = await screen.findByRole('link', { name: 'Elbkantine' });
  expect(link).toHaveAttribute('href', '#details/elbkantine');
  expect(screen.getByText('Heute, 12:30 · Zum Mitnehmen')).toBeInTheDocument();
  expect(screen.getByText('Mit Mehmet Aydın')).toBeInTheDocument();
  expect(screen.getByText('Antwort offen')).toBeInTheDocument();
});

it('moves an invitation to those that are over as time goes by', async () => {
  const { shell, user } = show(anInvitation());
  await screen.findByRole('link', { name: 'Elbkantine' });
  shell.advance(61 * 60_000);
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Elbkantine' })).not.toBeInTheDocument());
  await user.click(screen.getByRole('tab', { name: /Vergangen 1/ }));
  expect(screen.getByRole('link', { name: 'Elbkantine' })).toBeInTheDocument();
});
