import type { BrowserContext } from '@playwright/test';
import { closeAnnouncements } from '../../world/company';
import { findOpenPage } from '../../world/shared-contexts';
import { ANNA, becomeMember, signIn, verifyEmailAddress } from '../../world/sign-in';
import type { Person } from '../../world/sign-in';
import { ARCISSTRASSE_POSITION, DEMO_TOWN_POSITION, TOWN_EDGE_POSITION } from '../../world/start-world';
import type { Page } from '../../world/world-test';
import { expect, test } from '../../world/world-test';
import type { ScreenCases } from '../../remotes/remote-tests';
import type { CaseHarness, ScreenCase } from '../../remotes/screen-case';
import { casesFor } from './screen-cases';
import { returnToStart } from './return-to-start';
import { waitUntilBrowserIdle, waitUntilStill, watchRequests } from './settle';
import { findProblemsInWindow, resizeToWindow, WINDOWS } from './windows';

const [{ width, height }] = WINDOWS;

const checkScreen = async (page: Page, { open, restore, shown }: ScreenCase, harness: CaseHarness): Promise<void> => {
  await returnToStart(page);
  const waitForResponses = watchRequests(page);
  await open(page, harness);
  await expect(shown(page)).toBeVisible({ timeout: 20_000 });
  await waitUntilBrowserIdle(page);
  await waitForResponses();
  for (const screenWindow of WINDOWS) {
    await test.step(screenWindow.name, async () => {
      await resizeToWindow(page, screenWindow);
      // A wider window may cause further requests, for instance for the map next to the list.
      await waitForResponses();
      if (restore !== undefined) {
        await restore(page);
        await waitUntilStill(page);
      }
      expect.soft(await findProblemsInWindow(page, screenWindow)).toEqual([]);
      // The tested state must still be visible after the checks. Otherwise the checks ran on another state.
      await expect(shown(page)).toBeVisible();
    });
  }
};

const testTitleOf = ({ name }: ScreenCase): string => `${name}: right in every window, light and dark`;

const needsOwnMember = ({ isUnverified, changesMember }: ScreenCase): boolean =>
  isUnverified === true || changesMember === true;

/** Returns the visitor whose page stays open for a case; null if the case needs its own page. */
const sharedVisitorOf = (screen: ScreenCase, visitorKind: keyof ScreenCases): string | null =>
  needsOwnMember(screen) || screen.needsOwnPage === true || screen.at !== undefined ? null : visitorKind;

/** Signs a person in, unless the page of an earlier test is open and has its session. */
const signInOnce = async (context: BrowserContext, person: Person): Promise<void> => {
  if (findOpenPage(context) === null) await signIn(context, person);
};

const testScreen = (
  screen: ScreenCase,
  visitorKind: 'visitor' | 'member',
  currentMember: () => Person | null,
): void => {
  test.describe(screen.name, () => {
    test.use({
      geolocation: screen.at ?? ARCISSTRASSE_POSITION,
      viewport: { width, height },
      visitor: sharedVisitorOf(screen, visitorKind),
    });

    test(testTitleOf(screen), ({ page, consoleErrors, world }) =>
      checkScreen(page, screen, { consoleErrors, world, member: currentMember() }),
    );
  });
};

test.describe('an anonymous visitor', () =>
  casesFor('visitor').forEach((screen) => testScreen(screen, 'visitor', () => null)));

for (const screen of casesFor('member').filter(needsOwnMember)) {
  test.describe('a member', () => {
    let member: Person | null = null;
    test.beforeEach(async ({ context, world }) => {
      member = await becomeMember(context);
      if (screen.isUnverified !== true) await verifyEmailAddress(world, member);
    });
    testScreen(screen, 'member', () => member);
  });
}

for (const screen of casesFor('member').filter((screenCase) => !needsOwnMember(screenCase))) {
  test.describe('a member', () => {
    let member: Person | null = null;
    test.beforeEach(async ({ context, sharedMember }) => {
      member = sharedMember;
      await signInOnce(context, sharedMember);
    });
    testScreen(screen, 'member', () => member);
  });
}

const demoTest = test.extend({ baseURL: ({ demoWorld }, provide) => provide(demoWorld.url) });

demoTest.describe('somebody who has lived in a town for a while', () => {
  demoTest.use({ geolocation: TOWN_EDGE_POSITION, viewport: { width, height } });
  demoTest.beforeEach(async ({ context, demoWorld }) => {
    await signInOnce(context, ANNA);
    // The test closes notifications that appear above a screen, because they aren't part of the screen.
    await closeAnnouncements(demoWorld, ANNA);
  });
  for (const screen of casesFor('resident'))
    demoTest.describe(screen.name, () => {
      demoTest.use({ visitor: sharedVisitorOf(screen, 'resident') });
      demoTest(testTitleOf(screen), ({ page, consoleErrors, demoWorld }) =>
        checkScreen(page, screen, { consoleErrors, world: demoWorld, member: ANNA }),
      );
    });
});

demoTest.describe('a visitor of a town', () => {
  demoTest.use({ geolocation: DEMO_TOWN_POSITION, viewport: { width, height } });
  for (const screen of casesFor('townVisitor'))
    demoTest(testTitleOf(screen), ({ page, consoleErrors, demoWorld }) =>
      checkScreen(page, screen, { consoleErrors, world: demoWorld, member: null }),
    );
});

const lateTest = test.extend({ baseURL: ({ lateWorld }, provide) => provide(lateWorld.url) });

lateTest.describe('a visitor of a town after lunch', () => {
  // These tests run one after another in one worker. Their demo town in the afternoon takes long to start, and no other
  // test uses it.
  lateTest.describe.configure({ mode: 'default' });
  lateTest.use({ geolocation: DEMO_TOWN_POSITION, viewport: { width, height } });
  for (const screen of casesFor('afterLunch'))
    lateTest(testTitleOf(screen), ({ page, consoleErrors, lateWorld }) =>
      checkScreen(page, screen, { consoleErrors, world: lateWorld, member: null }),
    );
});

demoTest.describe('a restaurant at its counter', () => {
  demoTest.use({ viewport: { width, height } });
  for (const screen of casesFor('counter'))
    demoTest(testTitleOf(screen), ({ page, consoleErrors, demoWorld }) =>
      checkScreen(page, screen, { consoleErrors, world: demoWorld, member: null }),
    );
});
