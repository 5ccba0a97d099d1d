import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import RestaurantSocial from '../../slots/restaurant-social';

const show = (options: ScenarioShellOptions) =>
  renderWithShell(<RestaurantSocial restaurantKey="k" routingName="elbkantine" restaurantName="Elbkantine" />, options);

it('copies the address of the restaurant and says so', async () => {
  const { user, shell } = show({ session: 'verified' });
  const copy = jest.spyOn(window.navigator.clipboard, 'writeText');
  await user.click(screen.getByRole('button', { name: 'Teilen' }));
  await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Der Link ist kopiert.' }]));
  expect(copy).toHaveBeenCalledWith('http://localhost/restaurants/elbkantine');
});

it.each(['anonymous', 'unverified'] as const)('asks account what to do when somebody %s invites', async (session) => {
  const reasons: string[] = [];
  const { user, shell } = show({ session, commands: { 'account/callToAction': ({ reason }) => {
    reasons.push(reason);
    return Promise.resolve({ mayGoOn: false });
  } } });
  await user.click(screen.getByRole('button', { name: 'Einladen' }));
  expect(reasons).toEqual(['invite']);
  expect(shell.recorded.snackbars).toEqual([]);
});

it('says that inviting can not be had without account', async () => {
  const { user, shell } = show({ session: 'anonymous' });
  await user.click(screen.getByRole('button', { name: 'Einladen' }));
  await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error', text: 'Einladen geht gerade nicht. Versuch es gleich noch einmal.' }]));
});

it('offers a verified person nothing that leads nowhere yet', () => {
  show({ session: 'verified' });
  expect(screen.queryByRole('button', { name: 'Einladen' })).not.toBeInTheDocument();
});
