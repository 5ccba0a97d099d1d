import type { Browser, BrowserContext, Page } from '@playwright/test';
import { remoteTests } from '../../remotes/load-remote-tests';
import type { Remote } from '../../world/product';
import { becomeMember, verifyEmailAddress } from '../../world/sign-in';
import type { World } from '../../world/start-world';
import { ARCISSTRASSE_POSITION } from '../../world/start-world';
import { expect } from '../../world/world-test';

/** Opens a browser context with an empty cache for a logged-in member. */
export const openAsMember = async (browser: Browser, world: World): Promise<BrowserContext> => {
  const memberContext = await browser.newContext({
    baseURL: world.url,
    geolocation: ARCISSTRASSE_POSITION,
    permissions: ['geolocation'],
  });
  await verifyEmailAddress(world, await becomeMember(memberContext));
  return memberContext;
};

/**
 * Fails unless every remote except `brokenRemote` shows its landmark (an element that is visible only while the remote
 * works).
 */
export const expectOthersToWork = async (page: Page, brokenRemote: Remote): Promise<void> => {
  const otherRemotes = [...remoteTests].filter(([remoteName]) => remoteName !== brokenRemote);
  for (const [remote, { landmark }] of otherRemotes) {
    await landmark.enter(page);
    await expect(landmark.shown(page), remote).toBeVisible();
    await landmark.leave(page);
  }
};
