import { becomeMember, verify } from '../../world/sign-in';
import type { Person } from '../../world/sign-in';
import { ARCISSTRASSE } from '../../world/start-world';
import { expect, test } from '../../world/world-test';
import { memberCases, openCases } from './screen-cases';
import type { ScreenCase } from './screen-case';
import { settle, watchRequests } from './settle';
import { findingsIn, resizeTo, WINDOWS } from './windows';

const [{ width, height }] = WINDOWS;

// One page load a screen: it costs more than all that is asked of the page afterwards.
const looksAt = ({ name, at = ARCISSTRASSE, open, restore, shown }: ScreenCase, whoLooks: () => Person | null): void => {
  test.describe(name, () => {
    test.use({ geolocation: at, viewport: { width, height } });

    test(`${name}: right in every window, light and dark`, async ({ page, consoleErrors, world }) => {
      await open(page, { consoleErrors, world, member: whoLooks() });
      await expect(shown(page)).toBeVisible({ timeout: 20_000 });
      await settle(page);
      const arrived = watchRequests(page);
      for (const window of WINDOWS) {
        await test.step(window.name, async () => {
          await resizeTo(page, window);
          // A wider window may ask for more: the map beside the list, say.
          await arrived();
          await restore?.(page);
          expect.soft(await findingsIn(page, window)).toEqual([]);
          // Whatever was asked was asked of this state.
          await expect(shown(page)).toBeVisible();
        });
      }
    });
  });
};

test.describe('an anonymous visitor', () => openCases.forEach((screen) => looksAt(screen, () => null)));

for (const screen of memberCases) {
  test.describe('a member', () => {
    let member: Person | null = null;
    test.beforeEach(async ({ context, world }) => {
      member = await becomeMember(context);
      if (screen.isUnverified !== true) await verify(world, member);
    });
    looksAt(screen, () => member);
  });
}
