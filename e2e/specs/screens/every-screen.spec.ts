import { becomeMember, verify } from '../../world/sign-in';
import { ARCISSTRASSE } from '../../world/start-world';
import { expect, test } from '../../world/world-test';
import { axeFindings } from './axe-look';
import { foreignWords } from './german-look';
import { tightSpots, zoomedSpots } from './narrow-look';
import { memberCases, openCases } from './screen-cases';
import type { ScreenCase } from './screen-case';
import { settle } from './settle';

const looksAt = ({ name, at = ARCISSTRASSE, open }: ScreenCase): void => {
  test.use({ geolocation: at });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 740 } });

    test(`${name}: axe finds nothing, light and dark; at 320 px nothing is cut off`, async ({ page, consoleErrors }) => {
      await open(page, { consoleErrors });
      await settle(page);
      expect.soft(await axeFindings(page)).toEqual([]);
      expect.soft(await tightSpots(page)).toEqual([]);
    });
  });

  test.describe('on a desk', () => {
    test.use({ viewport: { width: 1440, height: 900 } });

    test(`${name}: axe finds nothing, light and dark; every word is German`, async ({ page, consoleErrors }) => {
      await open(page, { consoleErrors });
      await settle(page);
      expect.soft(await axeFindings(page)).toEqual([]);
      expect.soft(await foreignWords(page)).toEqual([]);
    });
  });

  test.describe('on a desk, zoomed', () => {
    test.use({ viewport: { width: 640, height: 512 }, deviceScaleFactor: 2 });

    test(`${name}: at 200 % nothing is cut off and nothing scrolls sideways`, async ({ page, consoleErrors }) => {
      await open(page, { consoleErrors });
      await settle(page);
      expect(await zoomedSpots(page)).toEqual([]);
    });
  });
};

for (const screen of openCases) test.describe('an anonymous visitor', () => looksAt(screen));

for (const screen of memberCases) {
  test.describe('a member', () => {
    test.beforeEach(async ({ context, world }) => {
      const person = await becomeMember(context);
      if (screen.isUnverified !== true) await verify(world, person);
    });
    looksAt(screen);
  });
}
