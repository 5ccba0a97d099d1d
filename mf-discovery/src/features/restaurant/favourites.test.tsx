import { meTopic, patchMe } from '@mahlzeit/contract';
import { aUser } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { FavouriteButton, useFavourites } from './favourites';

const KEY = 'elbkantine';

const Host = () => {
  const { isFavourite, toggle } = useFavourites();
  return <FavouriteButton name="Elbkantine" isFavourite={isFavourite(KEY)} onToggle={() => toggle(KEY)} />;
};

const render = (options: ScenarioShellOptions) => renderWithShell(<Host />, options);
const heart = () => screen.getByRole('button', { name: 'Favorit: Elbkantine' });

const userWithFavourites = (...favorites: string[]) =>
  aUser({ uid: 'uid-unverified-01', verificationCode: false, favorites });
const withFavourites = (...favorites: string[]): ScenarioShellOptions => ({
  session: 'unverified',
  topics: { [meTopic]: { user: [userWithFavourites(...favorites)] } },
});

it('shows whether the place is a favourite, and follows changes', async () => {
  const { shell } = render(withFavourites(KEY));
  await waitFor(() => expect(heart()).toHaveAttribute('aria-pressed', 'true'));
  shell.change(meTopic, {
    kind: 'put',
    collection: 'user',
    key: 'uid-unverified-01',
    value: { ...userWithFavourites() },
  });
  await waitFor(() => expect(heart()).toHaveAttribute('aria-pressed', 'false'));
});

it('shows a change before the gateway’s answer', async () => {
  const { user } = render({ ...withFavourites(), answers: [neverRespond(patchMe)] });
  await user.click(heart());
  expect(heart()).toHaveAttribute('aria-pressed', 'true');
});

it('adds and removes favourites at the gateway', async () => {
  const { user, shell } = render({ ...withFavourites(), answers: [answer(patchMe, userWithFavourites(KEY))] });
  await user.click(heart());
  await waitFor(() => expect(shell.requests).toContain('PATCH /api/users/me'));
  expect(shell.recorded.snackbars).toEqual([]);
});

it('reverts a failed change with a message', async () => {
  const { user, shell } = render({ ...withFavourites(), answers: [refuse(patchMe, 'unavailable')] });
  await user.click(heart());
  await waitFor(() => expect(shell.recorded.snackbars).toHaveLength(1));
  expect(heart()).toHaveAttribute('aria-pressed', 'false');
});

it('asks visitors to register, and changes nothing', async () => {
  const callToAction = jest.fn(async () => ({ mayGoOn: false }));
  const { user, shell } = render({ session: 'anonymous', commands: { 'account/callToAction': callToAction } });
  await user.click(heart());
  await waitFor(() => expect(callToAction).toHaveBeenCalledTimes(1));
  expect(heart()).toHaveAttribute('aria-pressed', 'false');
  expect(shell.requests.filter((request) => request.startsWith('PATCH'))).toEqual([]);
});
