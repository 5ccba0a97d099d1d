import type { BrowserContext, Page } from '@playwright/test';
import type { Complaints } from '../../world/complaints';
import { register, somebody } from '../../world/sign-in';
import { ARCISSTRASSE } from '../../world/start-world';
import { test } from '../../world/world-test';
import type { ScreenCase } from './screen-cases';
import { memberCases, openCases } from './screen-cases';

interface Visitor {
  readonly context: BrowserContext;
  readonly complaints: Complaints;
  /** What the test looks at, on each screen. */
  look(page: Page, name: string): Promise<void>;
}

const visit = async ({ context, complaints, look }: Visitor, { name, at, open }: ScreenCase): Promise<void> => {
  await context.setGeolocation(at ?? ARCISSTRASSE);
  const page = await context.newPage();
  await open(page, complaints);
  // Movement and what comes late change what is seen: look once all of it is over.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))));
  await look(page, name);
  await page.close();
};

/** Shows each screen in each state on a fresh page, first as an anonymous visitor, then as a member. */
export const visitAll = async (visitor: Visitor): Promise<void> => {
  for (const screen of openCases) await test.step(screen.name, () => visit(visitor, screen));
  const page = await visitor.context.newPage();
  await page.goto('/');
  await register(page, somebody('dora'));
  await page.close();
  for (const screen of memberCases) await test.step(screen.name, () => visit(visitor, screen));
};
