import { meTopic, patchMe } from '@mahlzeit/contract';
import { aUser } from '@mahlzeit/contract/fixtures';
import { answer, failAsUnreachable, neverRespond, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { FavouriteButton, useFavourites } from './favourites';

const RESTAURANT_KEY = 'elbkantine';

afterEach(() => window.localStorage.clear());

const FavouriteHost = () => {
  const { isFavourite, isWaiting, toggle } = useFavourites();
  return (
    <FavouriteButton
      name="Elbkantine"
      isFavourite={isFavourite(RESTAURANT_KEY)}
      isWaiting={isWaiting(RESTAURANT_KEY)}
      onToggle={() => toggle(RESTAURANT_KEY)}
    />
  );
};

const renderFavouriteHost = (shellOptions: ScenarioShellOptions) => renderWithShell(<FavouriteHost />, shellOptions);
const favouriteButton = () => screen.getByRole('button', { name: 'Favorit: Elbkantine' });

const createUserWithFavourites = (...favorites: string[]) =>
  aUser({ uid: 'uid-unverified-01', verificationCode: false, favorites });
const shellOptionsWithFavourites = (...favorites: string[]): ScenarioShellOptions => ({
  session: 'unverified',
  topics: { [meTopic]: { user: [createUserWithFavourites(...favorites)] } },
});

it('shows whether the place is a favourite, and follows changes', async () => {
  const { shell } = renderFavouriteHost(shellOptionsWithFavourites(RESTAURANT_KEY));
  await waitFor(() => expect(favouriteButton()).toHaveAttribute('aria-pressed', 'true'));
  shell.change(meTopic, {
    kind: 'put',
    collection: 'user',
    key: 'uid-unverified-01',
    value: { ...createUserWithFavourites() },
  });
  await waitFor(() => expect(favouriteButton()).toHaveAttribute('aria-pressed', 'false'));
});

it('shows a change before the gateway’s answer', async () => {
  const { user } = renderFavouriteHost({ ...shellOptionsWithFavourites(), answers: [neverRespond(patchMe)] });
  await user.click(favouriteButton());
  expect(favouriteButton()).toHaveAttribute('aria-pressed', 'true');
});

it('adds and removes favourites at the gateway', async () => {
  const { user, shell } = renderFavouriteHost({
    ...shellOptionsWithFavourites(),
    answers: [answer(patchMe, createUserWithFavourites(RESTAURANT_KEY))],
  });
  await user.click(favouriteButton());
  await waitFor(() => expect(shell.requests).toContain('PATCH /api/users/me'));
  expect(shell.recorded.snackbars).toEqual([]);
});

it('reverts a failed change with a message', async () => {
  const { user, shell } = renderFavouriteHost({
    ...shellOptionsWithFavourites(),
    answers: [refuse(patchMe, 'registrationRequired')],
  });
  await user.click(favouriteButton());
  await waitFor(() => expect(shell.recorded.snackbars).toHaveLength(1));
  expect(favouriteButton()).toHaveAttribute('aria-pressed', 'false');
});

it('shows a change without a network as waiting, also after a reload, and sends it once', async () => {
  const { user, shell, unmount } = renderFavouriteHost({
    ...shellOptionsWithFavourites(),
    answers: [failAsUnreachable(patchMe)],
  });
  const waitingButton = () => screen.findByRole('button', { name: 'Favorit: Elbkantine, wartet auf Verbindung' });
  await user.click(favouriteButton());
  expect(await waitingButton()).toHaveAttribute('aria-pressed', 'true');
  expect(shell.recorded.snackbars).toEqual([{ text: 'Keine Verbindung. Gemerkt wird es, sobald sie wieder da ist.' }]);
  unmount();
  shell.stop();
  const { shell: nextShell } = renderFavouriteHost({
    ...shellOptionsWithFavourites(),
    answers: [answer(patchMe, createUserWithFavourites(RESTAURANT_KEY))],
  });
  await waitFor(() => expect(favouriteButton()).toHaveAttribute('aria-pressed', 'true'));
  expect(nextShell.requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(1);
});

it('asks visitors to register, and changes nothing', async () => {
  const callToAction = jest.fn(async () => ({ mayGoOn: false }));
  const { user, shell } = renderFavouriteHost({
    session: 'anonymous',
    commands: { 'account/callToAction': callToAction },
  });
  await user.click(favouriteButton());
  await waitFor(() => expect(callToAction).toHaveBeenCalledTimes(1));
  expect(favouriteButton()).toHaveAttribute('aria-pressed', 'false');
  expect(shell.requests.filter((request) => request.startsWith('PATCH'))).toEqual([]);
});
