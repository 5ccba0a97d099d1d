import { login } from '@mahlzeit/contract';
import type { Invitation } from '@mahlzeit/contract';
import type { Page } from '../../e2e/world/world-test';
import {
  closeAnnouncements,
  connectContacts,
  inviteGuests,
  readLinkToken,
  registerNamedMember,
} from '../../e2e/world/company';
import { dialogOf } from '../../e2e/world/locators';
import { TEST_DAY } from '../../e2e/world/partner';
import type { World } from '../../e2e/world/start-world';
import type { Person } from '../../e2e/world/sign-in';
import type { ScreenCase } from '../../e2e/remotes/screen-case';
import { openScreen } from '../../e2e/remotes/screen-case';

const MEETUP_INPUT = { at: 'mensa-am-brunnen', date: `${TEST_DAY}T12:30:00+02:00` };

const invitationLinkDialog = (page: Page) => dialogOf(page, 'Kommst du mit zum Mittag?');

/** Creates a meetup of three other users, and returns the token of its link. */
const createStrangersLink = async (world: World): Promise<string> => {
  const annaMember = await registerNamedMember(world, 'Anna-Friederike Blume');
  const guestMembers = [await registerNamedMember(world, 'Ben Okafor'), await registerNamedMember(world, 'Cem Kaya')];
  await connectContacts(world, annaMember, guestMembers);
  return readLinkToken(world, annaMember, await inviteGuests(world, annaMember, guestMembers, MEETUP_INPUT));
};

/**
 * Creates an invitation that the user receives, and one that the user sends to another user. Returns the received
 * invitation.
 */
const createInvitations = async (world: World, person: Person): Promise<Invitation> => {
  const { email, password } = person;
  const { account, idToken } = await world.api.call(login, { body: { email, password } });
  const annaMember = await registerNamedMember(world, 'Anna-Friederike von Hohenstein-Blume');
  const benMember = await registerNamedMember(world, 'Ben Okafor');
  await connectContacts(world, annaMember, [benMember, { code: account.connectionCode ?? '' }]);
  const invitation = await inviteGuests(world, annaMember, [benMember, account], MEETUP_INPUT);
  await inviteGuests(world, { token: idToken }, [annaMember], { ...MEETUP_INPUT, date: `${TEST_DAY}T13:15:00+02:00` });
  // Notifications would cover the screen, so they are closed first.
  await closeAnnouncements(world, person);
  return invitation;
};

const invitationsDialog = (page: Page) => dialogOf(page, 'Einladungen');

const openInvitations = async (page: Page, world: World, member: Person | null): Promise<void> => {
  if (member !== null) await createInvitations(world, member);
  await openScreen('invitations')(page);
};

/** States of the screen that a visitor without an account sees after following the link of a meetup. */
export const linkCases: readonly ScreenCase[] = [
  {
    name: 'link of a meetup',
    open: async (page, { world }) => openScreen(`sharedinvitation/${await createStrangersLink(world)}`)(page),
    shown: (page) => invitationLinkDialog(page).getByRole('button', { name: 'Zusagen' }),
  },
  {
    name: 'link of a meetup that is gone',
    async open(page, { consoleErrors }) {
      consoleErrors.expect(/status of 404 .*\/api\/invitations\/shared\//);
      await openScreen('sharedinvitation/gibt-es-nicht')(page);
    },
    shown: (page) => invitationLinkDialog(page).getByRole('heading', { name: 'Diesen Link gibt es nicht mehr' }),
  },
];

/** States of the invitations of a user who has received and sent some. */
export const invitationCases: readonly ScreenCase[] = [
  {
    name: 'invitations to answer',
    changesMember: true,
    open: (page, { world, member }) => openInvitations(page, world, member),
    shown: (page) => invitationsDialog(page).getByRole('button', { name: 'Zusagen' }),
  },
  {
    name: 'chat with an invitation',
    changesMember: true,
    async open(page, { world, member }) {
      if (member !== null) await openScreen(`chatmessages/${(await createInvitations(world, member)).chatKey}`)(page);
    },
    shown: (page) => page.getByRole('dialog').getByRole('button', { name: 'Zusagen' }),
  },
  {
    name: 'all that can be done with an invitation',
    changesMember: true,
    async open(page, { world, member }) {
      await openInvitations(page, world, member);
      await invitationsDialog(page).getByRole('button', { name: 'Mensa am Brunnen' }).first().click();
      // The pointer is moved away, because a button under the pointer would have its hover colour.
      await page.mouse.move(0, 0);
    },
    shown: (page) => dialogOf(page, 'Mensa am Brunnen').getByRole('button', { name: 'In den Kalender' }),
  },
  {
    name: 'link of an own meetup',
    changesMember: true,
    async open(page, { world, member }) {
      await openInvitations(page, world, member);
      await invitationsDialog(page).getByRole('button', { name: 'Mensa am Brunnen' }).last().click();
      await dialogOf(page, 'Mensa am Brunnen')
        .getByRole('button', { name: /^Link zum Treffen teilen/ })
        .click();
    },
    shown: (page) => dialogOf(page, 'Link zum Treffen').getByRole('button', { name: 'Link zurückziehen' }),
  },
];
