import { anAttendee, anInvitation, fixtureNow } from '@mahlzeit/contract/fixtures';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { byTime, InvitationTabs, othersAt, statusFor } from './invitations-screen';

describe('what an invitation says to whom, and when', () => {
  const at = (key: string, date: string) => anInvitation({ key, date });
  const keys = (invitations: readonly { readonly key: string }[]) => invitations.map(({ key }) => key);

  it('puts the next one first, and of those that are over the latest', () => {
    const { upcoming, expired } = byTime([
      at('morgen', '2026-06-25T12:00:00+02:00'), at('gestern', '2026-06-23T12:00:00+02:00'),
      at('gleich', '2026-06-24T12:00:00+02:00'), at('neulich', '2026-06-20T12:00:00+02:00'),
    ], fixtureNow);
    expect([keys(upcoming), keys(expired)]).toEqual([['gleich', 'morgen'], ['gestern', 'neulich']]);
  });

  it.each([
    ['2026-06-24T11:30:00+02:00', 'upcoming'],
    ['2026-06-24T11:29:59.999+02:00', 'expired'],
    ['2026-06-24T09:30:00Z', 'upcoming'],
  ] as const)('T13 counts an invitation for %s at 11:30 as %s: it is over at its very date', (date, tab) => {
    expect(byTime([at('x', date)], fixtureNow)[tab]).toHaveLength(1);
  });

  it('changes nothing in the list that it was given', () => {
    const invitations = Object.freeze([at('b', '2026-06-25T12:00:00+02:00'), at('a', '2026-06-24T12:00:00+02:00')]);
    expect(() => byTime(invitations, fixtureNow)).not.toThrow();
  });

  it.each([
    [{ isOwn: true, status: 'pending' }, 'pending'],
    [{ isOwn: true, status: 'accepted' }, 'accepted'],
    [{ isOwn: true, status: 'canceled' }, 'canceled'],
    [{ isOwn: false, status: 'accepted' }, 'declined'],
    [{ isOwn: false, status: 'canceled' }, 'canceled'],
  ] as const)('shows a guest the own answer, the owner those of the guests: %j is %s', (invitation, status) => {
    expect(statusFor(anInvitation({ ...invitation, attendees: [anAttendee({ key: 'ich', status: 'declined' })] }), 'ich')).toBe(status);
  });

  it('names everybody else', () => {
    expect(keys(othersAt(anInvitation({ attendees: [anAttendee({ key: 'ich' }), anAttendee({ key: 'du' })] }), 'ich'))).toEqual(['du']);
  });
});

describe('the tabs', () => {
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
});
