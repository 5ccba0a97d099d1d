import type { Page } from '../../e2e/world/world-test';
import { expect } from '../../e2e/world/world-test';
import { innermost, press, pressToOpen } from '../../e2e/remotes/dialog-steps';
import type { Stop } from '../../e2e/remotes/stop';
import { at, resident } from '../../e2e/remotes/stop';
import { meetupStops } from './meetup-stops';

/** Stops at contacts, invitations and chats of a user without contacts. */
const memberStops: readonly Stop[] = [
  { ...at('link-of-a-meetup-gone', 'sharedinvitation/gibt-es-nicht'), expects: /shared\/gibt-es-nicht/ },
  at('member-contacts', 'contacts', 'member'),
  { ...at('member-contacts-dial', 'contacts', 'member'), then: press('Kontakt oder Gruppe hinzufügen') },
  {
    ...at('member-contact-link', 'contacts', 'member'),
    async then(page) {
      await press('Kontakt oder Gruppe hinzufügen')(page);
      await pressToOpen('Eigenen Link teilen')(page);
    },
  },
  at('member-add-contacts', 'addcontacts', 'member'),
  { ...at('member-contact-code', 'addcontacts', 'member'), then: pressToOpen(/^Code eingeben/) },
  at('member-blocked-users', 'blockedusers', 'member'),
  at('member-block-users', 'addblockedusers', 'member'),
  at('member-group', 'editgroup', 'member'),
  at('member-invitations', 'invitations', 'member'),
  at('member-invitation-place', 'invitationrestaurant', 'member'),
  at('member-invitation-people', 'invitationcontacts', 'member'),
  at('member-inbox', 'chatinbox', 'member'),
  at('member-new-message', 'chatcreate', 'member'),
];

const toGroups = (page: Page): Promise<void> =>
  innermost(page)
    .getByRole('tab', { name: /^Gruppen/ })
    .click();

const personMenu = async (page: Page): Promise<void> => {
  await innermost(page).getByRole('button', { name: 'Ben Okafor', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Ben Okafor' })).toBeVisible();
};

// Opens the menu of a message by keyboard, because its button is visible only on hover; on touch screens a long press
// opens the menu.
const messageMenu = async (page: Page): Promise<void> => {
  await innermost(page).getByRole('button', { name: 'Mehr zur Nachricht von Aylin' }).last().press('Enter');
  await expect(page.getByRole('dialog', { name: 'Nachricht von Aylin Korkmaz' })).toBeVisible();
};

/** Stops at contacts, groups and chats of a user who has some. */
const peopleStops: readonly Stop[] = [
  resident('people', 'contacts'),
  resident('people-groups', 'contacts', toGroups),
  resident('person-menu', 'contacts', personMenu),
  resident('person-report', 'contacts', async (page) => {
    await personMenu(page);
    await press('Person melden')(page);
    await innermost(page).getByRole('radio', { name: 'Werbung oder Betrug' }).check({ force: true });
  }),
  resident('group-menu', 'contacts', async (page) => {
    await toGroups(page);
    await innermost(page).getByRole('button', { name: 'Kollegen vom Fleet', exact: true }).click();
  }),
  resident('group-name', 'editgroupname/demo-kollegen'),
  resident('group-members', 'editgroup/demo-kollegen'),
  resident('blocked-people', 'blockedusers'),
  resident('blocked-person', 'blockedusers', pressToOpen('Dieter Dorn')),
  resident('inbox', 'chatinbox'),
  resident('chat-of-many', 'chatmessages/demo-chat-team'),
  resident('message-menu', 'chatmessages/demo-chat-team', messageMenu),
  resident('message-report', 'chatmessages/demo-chat-team', async (page) => {
    await messageMenu(page);
    await press('Nachricht melden')(page);
  }),
  resident('new-message-people', 'chatcreate', async (page) => {
    await innermost(page).getByRole('checkbox', { name: 'Freitagsrunde' }).check();
  }),
];

/** Stops of the walk, which takes pictures of the app's screens: contacts, groups, chats and meetups. */
export const stops: readonly Stop[] = [...memberStops, ...peopleStops, ...meetupStops];
