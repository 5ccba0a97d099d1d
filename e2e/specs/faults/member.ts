import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import type { Remote } from '../../world/product';
import { becomeMember, verify } from '../../world/sign-in';
import type { World } from '../../world/start-world';
import { ARCISSTRASSE } from '../../world/start-world';
import { cardOf, dialogOf, openDrawer } from '../../world/locators';
import { expect } from '../../world/world-test';

/** A logged-in visitor in a browser that has never loaded anything. */
export const openAsMember = async (browser: Browser, world: World): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: world.url,
    geolocation: ARCISSTRASSE,
    permissions: ['geolocation'],
  });
  await verify(world, await becomeMember(context));
  return context;
};

/** What a remote is for, as a member meets it. */
export interface Place {
  /** Goes there as far as the rest of the product leads. */
  enter(page: Page): Promise<void>;
  /** Is there when the remote works. */
  shown(page: Page): Locator;
  leave(page: Page): Promise<void>;
}

const behindDrawer = (line: string): Place => ({
  enter: async (page) => (await openDrawer(page)).getByRole('link', { name: line, exact: true }).click(),
  shown: (page) => dialogOf(page, line),
  async leave(page) {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
});

/** Each remote's place. */
export const PLACES: Readonly<Record<Remote, Place>> = {
  'mf-discovery': {
    enter: () => Promise.resolve(),
    shown: (page) => cardOf(page, 'Mensa am Brunnen'),
    leave: () => Promise.resolve(),
  },
  'mf-social': behindDrawer('Kontakte'),
  'mf-ordering': behindDrawer('Bestellungen'),
  'mf-account': behindDrawer('Einstellungen'),
};

/** Fails unless the place of every other remote can be used. */
export const expectOthersToWork = async (page: Page, away: Remote): Promise<void> => {
  const others = Object.entries(PLACES).filter(([remote]) => remote !== away);
  for (const [remote, place] of others) {
    await place.enter(page);
    await expect(place.shown(page), remote).toBeVisible();
    await place.leave(page);
  }
};
