import { openDrawer } from '../world/locators';
import { expect } from '../world/world-test';
import type { WalkStop } from '../remotes/walk-stop';

/** Screens of the shell itself that the walk photographs: drawer, logout and required actions. */
export const shellStops: readonly WalkStop[] = [
  { name: 'drawer', then: async (page) => void (await openDrawer(page)) },
  { name: 'member-drawer', as: 'member', then: async (page) => void (await openDrawer(page)) },
  {
    name: 'member-logout',
    as: 'member',
    then: async (page) => (await openDrawer(page)).getByRole('button', { name: 'Abmelden' }).click(),
  },
  {
    name: 'unverified-required-action',
    as: 'unverified',
    then: (page) => expect(page.getByRole('alertdialog', { name: 'Bestätige deine E-Mail' })).toBeVisible(),
  },
];
