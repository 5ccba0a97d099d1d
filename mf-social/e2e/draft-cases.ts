import { login } from '@mahlzeit/contract';
import type { Page } from '../../e2e/world/world-test';
import { connectContacts, registerNamedMember } from '../../e2e/world/company';
import { dialogOf } from '../../e2e/world/locators';
import type { World } from '../../e2e/world/start-world';
import type { Person } from '../../e2e/world/sign-in';
import type { ScreenCase } from '../../e2e/remotes/screen-case';
import { openScreen } from '../../e2e/remotes/screen-case';

const MENSA_NAME = 'Mensa am Brunnen';

const placeDialog = (page: Page) => dialogOf(page, 'Wo trefft ihr euch?');
const peopleDialog = (page: Page) => dialogOf(page, 'Wer kommt mit?');

const searchRestaurant = async (page: Page, searchName: string): Promise<void> => {
  await openScreen('invitationrestaurant')(page);
  await placeDialog(page).getByRole('searchbox').fill(searchName);
};

/** Creates a contact for the user, and fills in the draft of an invitation until only the date is missing. */
const askForDate = async (page: Page, world: World, member: Person | null): Promise<void> => {
  if (member === null) return;
  const { account } = await world.api.call(login, { body: { email: member.email, password: member.password } });
  await connectContacts(world, await registerNamedMember(world, 'Anna-Friederike von Hohenstein-Blume'), [
    { code: account.connectionCode ?? '' },
  ]);
  await searchRestaurant(page, MENSA_NAME);
  await placeDialog(page).getByRole('button', { name: MENSA_NAME, exact: true }).click();
  await peopleDialog(page)
    .getByRole('checkbox', { name: /^Anna-Friederike/ })
    .first()
    .check();
  await peopleDialog(page).getByRole('button', { name: 'Treffen vereinbaren' }).click();
};

/** Screen states of an invitation's draft, step by step. */
export const draftCases: readonly ScreenCase[] = [
  {
    name: 'place of a meetup',
    open: openScreen('invitationrestaurant'),
    shown: (page) => placeDialog(page).getByRole('button', { name: MENSA_NAME, exact: true }),
  },
  {
    name: 'place of a meetup that nobody finds',
    open: (page) => searchRestaurant(page, 'zzzz'),
    shown: (page) => placeDialog(page).getByRole('heading', { name: 'Kein Lokal gefunden' }),
  },
  {
    name: 'people of a meetup without contacts',
    open: openScreen('invitationcontacts'),
    shown: (page) => peopleDialog(page).getByRole('heading', { name: 'Noch niemand zum Einladen' }),
  },
  {
    name: 'date of a meetup',
    changesMember: true,
    open: (page, { world, member }) => askForDate(page, world, member),
    shown: (page) => dialogOf(page, 'Wann?').getByRole('button', { name: 'Übernehmen' }),
  },
  {
    name: 'invitation before it goes out',
    changesMember: true,
    async open(page, { world, member }) {
      await askForDate(page, world, member);
      await dialogOf(page, 'Wann?').getByRole('radio', { name: '12:30' }).check();
      await dialogOf(page, 'Wann?').getByRole('button', { name: 'Übernehmen' }).click();
    },
    shown: (page) => dialogOf(page, 'Einladung').getByRole('button', { name: 'Einladung senden' }),
  },
];
