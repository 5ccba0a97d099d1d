import { login, shareInvitation } from '@mahlzeit/contract';
import type { World } from '../../e2e/world/start-world';
import type { Page } from '../../e2e/world/world-test';
import { expect } from '../../e2e/world/world-test';
import { innermost, press, pressToOpen } from '../../e2e/remotes/dialog-steps';
import type { Stop } from '../../e2e/remotes/stop';
import { resident } from '../../e2e/remotes/stop';
import type { Resident } from '../../e2e/remotes/towns';

const CHOSEN_PLACE = 'Forno Nord';

const choosePlace = async (page: Page): Promise<void> => {
  await innermost(page).getByRole('searchbox').fill(CHOSEN_PLACE);
  await innermost(page).getByRole('button', { name: CHOSEN_PLACE, exact: true }).click();
};

const choosePeople = async (page: Page): Promise<void> => {
  await choosePlace(page);
  for (const name of ['Aylin Korkmaz', 'Ben Okafor', 'Friederike Brandt'])
    await innermost(page).getByRole('checkbox', { name }).check();
};

const askForDate = async (page: Page): Promise<void> => {
  await choosePeople(page);
  await press('Treffen vereinbaren')(page);
  await expect(page.getByRole('dialog', { name: 'Wann?' })).toBeVisible();
};

const completeDraft = async (page: Page): Promise<void> => {
  await askForDate(page);
  await innermost(page).getByRole('radio', { name: '13:30' }).check();
  await press('Übernehmen')(page);
  await expect(innermost(page).getByRole('button', { name: 'Einladung senden' })).toBeVisible();
};

const ownMeetup = async (page: Page): Promise<void> =>
  innermost(page).getByRole('button', { name: 'Pizza Pauline' }).first().click();

const tokenOf = async ({ email, password, meetup }: Resident, { api }: World): Promise<string> => {
  const { idToken: token } = await api.call(login, { body: { email, password } });
  return (await api.call(shareInvitation, { params: { id: meetup }, token })).url.split('/').at(-1) ?? '';
};

const sharedLink = (name: string, screen: string, as?: Stop['as']): Stop => ({
  name,
  link: async (owner, world) => `${screen}${await tokenOf(owner, world)}`,
  ...(as === undefined ? {} : { as }),
});

/**
 * Stops of the walk, which takes pictures of the app's screens: meetups that are prepared, sent, answered and shared.
 */
export const meetupStops: readonly Stop[] = [
  resident('meetups', 'invitations'),
  resident('meetups-past', 'invitations', async (page) =>
    innermost(page)
      .getByRole('tab', { name: /^Vergangen/ })
      .click(),
  ),
  resident('meetup-menu', 'invitations', ownMeetup),
  resident('meetup-link', 'invitations', async (page) => {
    await ownMeetup(page);
    await press(/^Link zum Treffen/)(page);
    await expect(innermost(page).getByRole('img')).toBeVisible();
  }),
  { name: 'meetup-chat', as: 'resident', hash: ({ resident: me }) => `chatmessages/${me?.chat ?? ''}` },
  resident('draft-place', 'invitationrestaurant'),
  resident('draft-place-found', 'invitationrestaurant', async (page, { query }) => {
    await innermost(page).getByRole('searchbox').fill(query);
    await expect(
      innermost(page)
        .getByRole('button', { name: /kantine/i })
        .first(),
    ).toBeVisible();
  }),
  resident('draft-people', 'invitationrestaurant', choosePeople),
  resident('draft-date', 'invitationrestaurant', askForDate),
  resident('draft', 'invitationrestaurant', completeDraft),
  resident('draft-other-time', 'invitationrestaurant', async (page) => {
    await completeDraft(page);
    await pressToOpen('Andere Zeit')(page);
    await expect(page.getByRole('dialog', { name: 'Wann?' })).toBeVisible();
  }),
  resident('draft-discarded', 'invitationrestaurant', async (page) => {
    await completeDraft(page);
    await press('Schließen')(page);
  }),
  sharedLink('meetup-shared', '/i/'),
  sharedLink('meetup-shared-unverified', '/i/', 'unverified'),
  sharedLink('meetup-shared-member', '/i/', 'member'),
  sharedLink('meetup-shared-own', '/i/', 'resident'),
  { ...sharedLink('meetup-joined', '/i/', 'member'), then: press('Zusagen') },
  sharedLink('meetup-join-asked', '/restaurants#joininvitation/', 'member'),
];
