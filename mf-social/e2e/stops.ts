import type { Page } from '../../e2e/world/world-test';
import { expect } from '../../e2e/world/world-test';
import { innermostDialog, pressButton, pressToOpenDialog } from '../../e2e/remotes/dialog-steps';
import type { WalkStop } from '../../e2e/remotes/walk-stop';
import { createHashStop, createResidentStop } from '../../e2e/remotes/walk-stop';
import { meetupStops } from './meetup-stops';

/** Stops of the walk (one screenshot each) at contacts, invitations and chats of a user without contacts. */
const memberStops: readonly WalkStop[] = [
  {
    ...createHashStop('link-of-a-meetup-gone', 'sharedinvitation/gibt-es-nicht'),
    expectedConsoleErrors: /shared\/gibt-es-nicht/,
  },
  createHashStop('member-contacts', 'contacts', 'member'),
  {
    ...createHashStop('member-contacts-dial', 'contacts', 'member'),
    then: pressButton('Kontakt oder Gruppe hinzufügen'),
  },
  {
    ...createHashStop('member-contact-link', 'contacts', 'member'),
    async then(page) {
      await pressButton('Kontakt oder Gruppe hinzufügen')(page);
      await pressToOpenDialog('Eigenen Link teilen')(page);
    },
  },
  createHashStop('member-add-contacts', 'addcontacts', 'member'),
  { ...createHashStop('member-contact-code', 'addcontacts', 'member'), then: pressToOpenDialog(/^Code eingeben/) },
  createHashStop('member-blocked-users', 'blockedusers', 'member'),
  createHashStop('member-block-users', 'addblockedusers', 'member'),
  createHashStop('member-group', 'editgroup', 'member'),
  createHashStop('member-invitations', 'invitations', 'member'),
  createHashStop('member-invitation-place', 'invitationrestaurant', 'member'),
  createHashStop('member-invitation-people', 'invitationcontacts', 'member'),
  createHashStop('member-inbox', 'chatinbox', 'member'),
  createHashStop('member-new-message', 'chatcreate', 'member'),
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

/** Stops of the walk (one screenshot each) at contacts, groups and chats of a user who has some. */
const peopleStops: readonly WalkStop[] = [
  createResidentStop('people', 'contacts'),
  createResidentStop('people-groups', 'contacts', openGroupsTab),
  createResidentStop('person-menu', 'contacts', openPersonMenu),
  createResidentStop('person-report', 'contacts', async (page) => {
    await openPersonMenu(page);
    await pressButton('Person melden')(page);
    await innermostDialog(page).getByRole('radio', { name: 'Werbung oder Betrug' }).check({ force: true });
  }),
  createResidentStop('group-menu', 'contacts', async (page) => {
    await openGroupsTab(page);
    await innermostDialog(page).getByRole('button', { name: 'Kollegen vom Fleet', exact: true }).click();
  }),
  createResidentStop('group-name', 'editgroupname/demo-kollegen'),
  createResidentStop('group-members', 'editgroup/demo-kollegen'),
  createResidentStop('blocked-people', 'blockedusers'),
  createResidentStop('blocked-person', 'blockedusers', pressToOpenDialog('Dieter Dorn')),
  createResidentStop('inbox', 'chatinbox'),
  createResidentStop('chat-of-many', 'chatmessages/demo-chat-team'),
  createResidentStop('message-menu', 'chatmessages/demo-chat-team', openMessageMenu),
  createResidentStop('message-report', 'chatmessages/demo-chat-team', async (page) => {
    await openMessageMenu(page);
    await pressButton('Nachricht melden')(page);
  }),
  createResidentStop('new-message-people', 'chatcreate', async (page) => {
    await innermostDialog(page).getByRole('checkbox', { name: 'Freitagsrunde' }).check();
  }),
];

/** Stops of the walk, which takes screenshots of the app's screens: contacts, groups, chats and meetups. */
export const socialStops: readonly WalkStop[] = [...memberStops, ...peopleStops, ...meetupStops];
