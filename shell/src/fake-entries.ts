import type { PageEntries, PageRemote, RemoteDrawerEntry } from '@mahlzeit/contract';
import { aRegistryRemote } from '@mahlzeit/contract/fixtures';
import { createRemoteLookup } from './remotes/registry';
import type { AddressLookup } from './remotes/registry';

const addressByName = {
  signIn: ['registration'],
  login: ['registration', 'prompt'],
  naming: ['editname', 'new'],
  verification: ['profile'],
  privacy: ['settings', 'privacy'],
  imprint: ['settings', 'imprint'],
  consent: ['settings', 'consent'],
  download: ['download'],
  connection: ['addcontacts'],
  '/r': ['details'],
  '/i': ['sharedinvitation'],
};

/**
 * Returns the addresses that a fake remote with these screens declares (null: all screens), and the size of each
 * screen's placeholder.
 */
export const fakeDeclarations = (
  screens: readonly string[] | null = null,
): Pick<PageRemote, 'addresses' | 'frames'> => ({
  addresses: Object.fromEntries(
    Object.entries(addressByName).filter(
      ([addressName, [screenKey = '']]) =>
        screens === null || addressName.startsWith('/') || screens.includes(screenKey),
    ),
  ),
  frames: { details: 'wide', download: 'low' },
});

/**
 * Creates the object that finds remotes by their screens, for remotes that declare these screens; null means all
 * screens.
 */
export const fakeAddresses = (screens: readonly string[] | null = null): AddressLookup =>
  createRemoteLookup({ remotes: [aRegistryRemote(fakeDeclarations(screens))] });

/** Creates a drawer entry as a remote declares it; `overrides` replace its default fields. */
export const aDrawerEntry = (overrides: Partial<RemoteDrawerEntry> = {}): RemoteDrawerEntry => ({
  screen: 'orders',
  access: 'loggedIn',
  label: 'Bestellungen',
  icon: [{ tag: 'path', attributes: { d: 'M3 9h18' } }],
  section: 'account',
  order: 20,
  count: null,
  replacedBy: null,
  ...overrides,
});

/** Drawer entries as the remotes of the product declare them. */
export const drawerEntriesOfProduct: readonly RemoteDrawerEntry[] = [
  aDrawerEntry({ screen: 'settings', access: 'anyone', label: 'Einstellungen', section: 'service', order: 10 }),
  aDrawerEntry({
    screen: 'support',
    access: 'anyone',
    label: 'Hilfe',
    section: 'service',
    order: 20,
    replacedBy: 'helpUrl',
  }),
  aDrawerEntry(),
  aDrawerEntry({ screen: 'vouchers', access: 'verified', label: 'Gutscheine', order: 50 }),
  aDrawerEntry({ screen: 'chatinbox', label: 'Nachrichten', order: 10, count: 'unreadChats' }),
  aDrawerEntry({ screen: 'contacts', label: 'Kontakte', order: 40 }),
  aDrawerEntry({ screen: 'invitations', label: 'Einladungen', order: 30, count: 'unansweredInvitations' }),
];

/** Creates a page whose HTML contains the drawer entries of remotes. */
export const aPageWithEntries = (...entries: PageEntries): Document => {
  const page = document.implementation.createHTMLDocument();
  const scriptElement = page.createElement('script');
  scriptElement.type = 'application/json';
  scriptElement.id = 'entries';
  scriptElement.textContent = JSON.stringify(entries);
  page.body.append(scriptElement);
  return page;
};
