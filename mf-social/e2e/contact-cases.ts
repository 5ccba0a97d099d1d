import type { Page } from '../../e2e/world/world-test';
import { dialogOf } from '../../e2e/world/locators';
import type { ScreenCase } from '../../e2e/remotes/screen-case';
import { openScreen } from '../../e2e/remotes/screen-case';

const contactsDialog = (page: Page) => dialogOf(page, 'Kontakte');

const openAddMenu = async (page: Page): Promise<void> => {
  await openScreen('contacts')(page);
  await contactsDialog(page).getByRole('button', { name: 'Kontakt oder Gruppe hinzufügen' }).click();
};

const addContactsDialog = (page: Page) => dialogOf(page, 'Kontakte hinzufügen');

const connectCodeDialog = (page: Page) => dialogOf(page, 'Code oder E-Mail');

const openCodeDialog = async (page: Page): Promise<void> => {
  await openScreen('addcontacts')(page);
  await addContactsDialog(page)
    .getByRole('button', { name: /^Code eingeben/ })
    .click();
};

/** Screen states of contacts and groups that look right for a user with or without contacts. */
export const contactCases: readonly ScreenCase[] = [
  {
    name: 'ways to new contacts',
    open: openAddMenu,
    shown: (page) => contactsDialog(page).getByRole('button', { name: 'Eigenen Link teilen' }),
  },
  {
    name: 'own connection link',
    async open(page) {
      await openAddMenu(page);
      await contactsDialog(page).getByRole('button', { name: 'Eigenen Link teilen' }).click();
    },
    shown: (page) => dialogOf(page, 'Dein Link').getByRole('img', { name: 'QR-Code mit deinem Link' }),
  },
  {
    name: 'contacts to add',
    open: openScreen('addcontacts'),
    shown: (page) => addContactsDialog(page).getByRole('searchbox'),
  },
  {
    name: 'contacts that nobody finds',
    async open(page) {
      await openScreen('addcontacts')(page);
      await addContactsDialog(page).getByRole('searchbox').fill('zzzz');
    },
    shown: (page) => addContactsDialog(page).getByRole('heading', { name: 'Niemand gefunden' }),
  },
  {
    name: 'code of a contact',
    open: openCodeDialog,
    shown: (page) => connectCodeDialog(page).getByRole('textbox', { name: 'Code' }),
  },
  {
    name: 'addresses with a mistake',
    async open(page) {
      await openCodeDialog(page);
      await connectCodeDialog(page)
        .getByRole('textbox', { name: /^Adressen/ })
        .fill('tobias@hafenkontor.example, ana@');
      await connectCodeDialog(page)
        .getByRole('textbox', { name: /^Adressen/ })
        .blur();
    },
    shown: (page) => connectCodeDialog(page).getByText('„ana@“ ist keine Adresse.'),
  },
  {
    name: 'nobody blocked',
    open: openScreen('blockedusers'),
    shown: (page) => dialogOf(page, 'Blockierte').getByRole('heading', { name: 'Niemand blockiert' }),
  },
  {
    name: 'people to block',
    open: openScreen('addblockedusers'),
    shown: (page) => dialogOf(page, 'Personen blockieren').getByText(/mindestens 3 Buchstaben/),
  },
  {
    name: 'group without contacts',
    open: openScreen('editgroup'),
    shown: (page) => dialogOf(page, 'Gruppe anlegen').getByRole('heading', { name: 'Noch keine Kontakte' }),
  },
  {
    name: 'group that is gone',
    open: openScreen('editgroup/weg'),
    shown: (page) => page.getByRole('dialog').getByRole('heading', { name: 'Diese Gruppe gibt es nicht mehr' }),
  },
];

const openGroupsTab = async (page: Page): Promise<void> => {
  await openScreen('contacts')(page);
  await contactsDialog(page)
    .getByRole('tab', { name: /^Gruppen 3/ })
    .click();
};

const openPersonDetails = async (page: Page): Promise<void> => {
  await openScreen('contacts')(page);
  await contactsDialog(page).getByRole('button', { name: 'Ben Okafor', exact: true }).click();
};

/** States of the contacts and groups of Anna, a user of the demo town. */
export const residentContactCases: readonly ScreenCase[] = [
  {
    name: 'contacts',
    open: openScreen('contacts'),
    shown: (page) => contactsDialog(page).getByText('Kannst du gerade nicht einladen.'),
  },
  {
    name: 'groups',
    open: openGroupsTab,
    shown: (page) => contactsDialog(page).getByRole('button', { name: 'Kollegen vom Fleet', exact: true }),
  },
  {
    name: 'what can be done with a person',
    open: openPersonDetails,
    shown: (page) => dialogOf(page, 'Ben Okafor').getByRole('button', { name: 'Person melden' }),
  },
  {
    name: 'report of a person',
    async open(page) {
      await openPersonDetails(page);
      await dialogOf(page, 'Ben Okafor').getByRole('button', { name: 'Person melden' }).click();
    },
    shown: (page) => dialogOf(page, 'Ben Okafor melden').getByRole('radio', { name: 'Werbung oder Betrug' }),
  },
  {
    name: 'people who are blocked',
    open: openScreen('blockedusers'),
    shown: (page) => dialogOf(page, 'Blockierte').getByRole('button', { name: 'Dieter Dorn' }),
  },
  {
    name: 'members of a group',
    open: openScreen('editgroup/demo-kollegen'),
    shown: (page) => dialogOf(page, 'Mitglieder: Kollegen vom Fleet').getByRole('checkbox', { name: 'Aylin Korkmaz' }),
  },
  {
    name: 'name of a group',
    open: openScreen('editgroupname/demo-kollegen'),
    shown: (page) => dialogOf(page, 'Gruppe benennen').getByText('6 Mitglieder'),
  },
];
