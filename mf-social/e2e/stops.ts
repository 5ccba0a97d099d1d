import type { Page } from '../../e2e/world/world-test';
import { expect } from '../../e2e/world/world-test';
import { innermostDialog, pressButton, pressToOpen } from '../../e2e/remotes/dialog-steps';
import type { Stop } from '../../e2e/remotes/stop';
import { stopAt, residentStop } from '../../e2e/remotes/stop';
import { meetupStops } from './meetup-stops';

/** Stops at contacts, invitations and chats of a user without contacts. */
const memberStops: readonly Stop[] = [
  {
    ...stopAt('link-of-a-meetup-gone', 'sharedinvitation/gibt-es-nicht'),
    expectedConsoleErrors: /shared\/gibt-es-nicht/,
  },
  stopAt('member-contacts', 'contacts', 'member'),
  { ...stopAt('member-contacts-dial', 'contacts', 'member'), then: pressButton('Kontakt oder Gruppe hinzufügen') },
  {
    ...stopAt('member-contact-link', 'contacts', 'member'),
    async then(page) {
      await pressButton('Kontakt oder Gruppe hinzufügen')(page);
      await pressToOpen('Eigenen Link teilen')(page);
    },
  },
  stopAt('member-add-contacts', 'addcontacts', 'member'),
  { ...stopAt('member-contact-code', 'addcontacts', 'member'), then: pressToOpen(/^Code eingeben/) },
  stopAt('member-blocked-users', 'blockedusers', 'member'),
  stopAt('member-block-users', 'addblockedusers', 'member'),
  stopAt('member-group', 'editgroup', 'member'),
  stopAt('member-invitations', 'invitations', 'member'),
  stopAt('member-invitation-place', 'invitationrestaurant', 'member'),
  stopAt('member-invitation-people', 'invitationcontacts', 'member'),
  stopAt('member-inbox', 'chatinbox', 'member'),
  stopAt('member-new-message', 'chatcreate', 'member'),
];

const openGroupsTab = (page: Page): Promise<void> =>
  innermostDialog(page)
    .getByRole('tab', { name: /^Gruppen/ })
    .click();

const openPersonMenu = async (page: Page): Promise<void> => {
  await innermostDialog(page).getByRole('button', { name: 'Ben Okafor', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Ben Okafor' })).toBeVisible();
};

// Opens the menu of a message by keyboard, because its button is visible only on hover; on touch screens a long press
// opens the menu.
const openMessageMenu = async (page: Page): Promise<void> => {
  await innermostDialog(page).getByRole('button', { name: 'Mehr zur Nachricht von Aylin' }).last().press('Enter');
  await expect(page.getByRole('dialog', { name: 'Nachricht von Aylin Korkmaz' })).toBeVisible();
};

/** Stops at contacts, groups and chats of a user who has some. */
const peopleStops: readonly Stop[] = [
  residentStop('people', 'contacts'),
  residentStop('people-groups', 'contacts', openGroupsTab),
  residentStop('person-menu', 'contacts', openPersonMenu),
  residentStop('person-report', 'contacts', async (page) => {
    await openPersonMenu(page);
    await pressButton('Person melden')(page);
    await innermostDialog(page).getByRole('radio', { name: 'Werbung oder Betrug' }).check({ force: true });
  }),
  residentStop('group-menu', 'contacts', async (page) => {
    await openGroupsTab(page);
    await innermostDialog(page).getByRole('button', { name: 'Kollegen vom Fleet', exact: true }).click();
  }),
  residentStop('group-name', 'editgroupname/demo-kollegen'),
  residentStop('group-members', 'editgroup/demo-kollegen'),
  residentStop('blocked-people', 'blockedusers'),
  residentStop('blocked-person', 'blockedusers', pressToOpen('Dieter Dorn')),
  residentStop('inbox', 'chatinbox'),
  residentStop('chat-of-many', 'chatmessages/demo-chat-team'),
  residentStop('message-menu', 'chatmessages/demo-chat-team', openMessageMenu),
  residentStop('message-report', 'chatmessages/demo-chat-team', async (page) => {
    await openMessageMenu(page);
    await pressButton('Nachricht melden')(page);
  }),
  residentStop('new-message-people', 'chatcreate', async (page) => {
    await innermostDialog(page).getByRole('checkbox', { name: 'Freitagsrunde' }).check();
  }),
];

/** Stops of the walk, which takes pictures of the app's screens: contacts, groups, chats and meetups. */
export const stops: readonly Stop[] = [...memberStops, ...peopleStops, ...meetupStops];
