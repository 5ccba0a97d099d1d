import { login, shareInvitation } from '@mahlzeit/contract';
import type { World } from '../../e2e/world/start-world';
import type { Page } from '../../e2e/world/world-test';
import { expect } from '../../e2e/world/world-test';
import { innermostDialog, pressButton, pressToOpenDialog } from '../../e2e/remotes/dialog-steps';
import type { WalkStop } from '../../e2e/remotes/walk-stop';
import { createResidentStop } from '../../e2e/remotes/walk-stop';
import type { Resident } from '../../e2e/remotes/towns';

const CHOSEN_RESTAURANT = 'Forno Nord';

const chooseRestaurant = async (page: Page): Promise<void> => {
  await innermostDialog(page).getByRole('searchbox').fill(CHOSEN_RESTAURANT);
  await innermostDialog(page).getByRole('button', { name: CHOSEN_RESTAURANT, exact: true }).click();
};

const choosePeople = async (page: Page): Promise<void> => {
  await chooseRestaurant(page);
  for (const personName of ['Aylin Korkmaz', 'Ben Okafor', 'Friederike Brandt'])
    await innermostDialog(page).getByRole('checkbox', { name: personName }).check();
};

const askForDate = async (page: Page): Promise<void> => {
  await choosePeople(page);
  await pressButton('Treffen vereinbaren')(page);
  await expect(page.getByRole('dialog', { name: 'Wann?' })).toBeVisible();
};

const completeDraft = async (page: Page): Promise<void> => {
  await askForDate(page);
  await innermostDialog(page).getByRole('radio', { name: '13:30' }).check();
  await pressButton('Übernehmen')(page);
  await expect(innermostDialog(page).getByRole('button', { name: 'Einladung senden' })).toBeVisible();
};

const openOwnMeetup = async (page: Page): Promise<void> =>
  innermostDialog(page).getByRole('button', { name: 'Pizza Pauline' }).first().click();

const linkTokenOf = async ({ email, password, meetup }: Resident, { api }: World): Promise<string> => {
  const { idToken: token } = await api.call(login, { body: { email, password } });
  return (await api.call(shareInvitation, { params: { id: meetup }, token })).url.split('/').at(-1) ?? '';
};

const sharedLinkStop = (stopName: string, screenPath: string, stopUser?: WalkStop['as']): WalkStop => ({
  name: stopName,
  link: async (linkOwner, world) => `${screenPath}${await linkTokenOf(linkOwner, world)}`,
  ...(stopUser === undefined ? {} : { as: stopUser }),
});

/**
 * Stops of the walk, which takes screenshots of the app's screens: meetups that are prepared, sent, answered and
 * shared.
 */
export const meetupStops: readonly WalkStop[] = [
  createResidentStop('meetups', 'invitations'),
  createResidentStop('meetups-past', 'invitations', async (page) =>
    innermostDialog(page)
      .getByRole('tab', { name: /^Vergangen/ })
      .click(),
  ),
  createResidentStop('meetup-menu', 'invitations', openOwnMeetup),
  createResidentStop('meetup-link', 'invitations', async (page) => {
    await openOwnMeetup(page);
    await pressButton(/^Link zum Treffen/)(page);
    await expect(innermostDialog(page).getByRole('img')).toBeVisible();
  }),
  {
    name: 'meetup-chat',
    as: 'resident',
    hash: ({ resident: stopResident }) => `chatmessages/${stopResident?.chat ?? ''}`,
  },
  createResidentStop('draft-place', 'invitationrestaurant'),
  createResidentStop('draft-place-found', 'invitationrestaurant', async (page, { query }) => {
    await innermostDialog(page).getByRole('searchbox').fill(query);
    await expect(
      innermostDialog(page)
        .getByRole('button', { name: /kantine/i })
        .first(),
    ).toBeVisible();
  }),
  createResidentStop('draft-people', 'invitationrestaurant', choosePeople),
  createResidentStop('draft-date', 'invitationrestaurant', askForDate),
  createResidentStop('draft', 'invitationrestaurant', completeDraft),
  createResidentStop('draft-other-time', 'invitationrestaurant', async (page) => {
    await completeDraft(page);
    await pressToOpenDialog('Andere Zeit')(page);
    await expect(page.getByRole('dialog', { name: 'Wann?' })).toBeVisible();
  }),
  createResidentStop('draft-discarded', 'invitationrestaurant', async (page) => {
    await completeDraft(page);
    await pressButton('Schließen')(page);
  }),
  sharedLinkStop('meetup-shared', '/i/'),
  sharedLinkStop('meetup-shared-unverified', '/i/', 'unverified'),
  sharedLinkStop('meetup-shared-member', '/i/', 'member'),
  sharedLinkStop('meetup-shared-own', '/i/', 'resident'),
  { ...sharedLinkStop('meetup-joined', '/i/', 'member'), then: pressButton('Zusagen') },
  sharedLinkStop('meetup-join-asked', '/restaurants#joininvitation/', 'member'),
];
