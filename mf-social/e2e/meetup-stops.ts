import { login, shareInvitation } from '@mahlzeit/contract';
import type { World } from '../../e2e/world/start-world';
import type { Page } from '../../e2e/world/world-test';
import { expect } from '../../e2e/world/world-test';
import { innermostDialog, pressButton, pressToOpen } from '../../e2e/remotes/dialog-steps';
import type { Stop } from '../../e2e/remotes/stop';
import { residentStop } from '../../e2e/remotes/stop';
import type { Resident } from '../../e2e/remotes/towns';

const CHOSEN_PLACE = 'Forno Nord';

const choosePlace = async (page: Page): Promise<void> => {
  await innermostDialog(page).getByRole('searchbox').fill(CHOSEN_PLACE);
  await innermostDialog(page).getByRole('button', { name: CHOSEN_PLACE, exact: true }).click();
};

const choosePeople = async (page: Page): Promise<void> => {
  await choosePlace(page);
  for (const name of ['Aylin Korkmaz', 'Ben Okafor', 'Friederike Brandt'])
    await innermostDialog(page).getByRole('checkbox', { name }).check();
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

const sharedLinkStop = (name: string, screen: string, stopUser?: Stop['as']): Stop => ({
  name,
  link: async (owner, world) => `${screen}${await linkTokenOf(owner, world)}`,
  ...(stopUser === undefined ? {} : { as: stopUser }),
});

/**
 * Stops of the walk, which takes pictures of the app's screens: meetups that are prepared, sent, answered and shared.
 */
export const meetupStops: readonly Stop[] = [
  residentStop('meetups', 'invitations'),
  residentStop('meetups-past', 'invitations', async (page) =>
    innermostDialog(page)
      .getByRole('tab', { name: /^Vergangen/ })
      .click(),
  ),
  residentStop('meetup-menu', 'invitations', openOwnMeetup),
  residentStop('meetup-link', 'invitations', async (page) => {
    await openOwnMeetup(page);
    await pressButton(/^Link zum Treffen/)(page);
    await expect(innermostDialog(page).getByRole('img')).toBeVisible();
  }),
  {
    name: 'meetup-chat',
    as: 'resident',
    hash: ({ resident: residentUser }) => `chatmessages/${residentUser?.chat ?? ''}`,
  },
  residentStop('draft-place', 'invitationrestaurant'),
  residentStop('draft-place-found', 'invitationrestaurant', async (page, { query }) => {
    await innermostDialog(page).getByRole('searchbox').fill(query);
    await expect(
      innermostDialog(page)
        .getByRole('button', { name: /kantine/i })
        .first(),
    ).toBeVisible();
  }),
  residentStop('draft-people', 'invitationrestaurant', choosePeople),
  residentStop('draft-date', 'invitationrestaurant', askForDate),
  residentStop('draft', 'invitationrestaurant', completeDraft),
  residentStop('draft-other-time', 'invitationrestaurant', async (page) => {
    await completeDraft(page);
    await pressToOpen('Andere Zeit')(page);
    await expect(page.getByRole('dialog', { name: 'Wann?' })).toBeVisible();
  }),
  residentStop('draft-discarded', 'invitationrestaurant', async (page) => {
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
