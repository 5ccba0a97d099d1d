import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from '@playwright/test';
import { dialogOf, openDrawer } from '../../world/locators';
import type { World } from '../../world/start-world';
import { emulateSlowness, waitForQuiet, withPhone } from '../measure/phone-visit';
import type { DeviceSlowness } from '../measure/phone-visit';

/** Screen that the bench opens: its link in the drawer, and a text that it shows and the drawer lacks. */
const SCREEN = { linkName: 'Einstellungen', text: 'Barrierefreiheit' };

/** Times from the end of a tap until a screen is painted, in milliseconds. */
export interface ScreenOpening {
  /** Time of the first opening: the remote isn't loaded yet. */
  readonly firstMs: number;
  /** Time of the second opening: the remote and the screen are loaded already. */
  readonly againMs: number;
}

// This function runs in the page. It measures from the next lift of a finger until a dialog shows the text and the next
// frame begins.
const timeNextTap = (screenText: string): Promise<number> =>
  new Promise((resolve) => {
    addEventListener(
      'touchend',
      () => {
        const tapMs = performance.now();
        const observer = new MutationObserver(() => {
          if (
            ![...document.querySelectorAll('[role=dialog]')].some((dialog) => dialog.textContent.includes(screenText))
          )
            return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - tapMs));
        });
        observer.observe(document, { childList: true, subtree: true, characterData: true });
      },
      { once: true, capture: true },
    );
  });

/** Taps an element like a finger that rests on it for `restMs`. */
const tapAndRest = async (session: CDPSession, target: Locator, restMs: number): Promise<void> => {
  const box = await target.boundingBox();
  if (box === null) throw new Error('The element to be tapped is not in sight');
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await delay(restMs);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};

const openScreen = async (page: Page, session: CDPSession, restMs: number): Promise<number> => {
  const link = (await openDrawer(page)).getByRole('link', { name: SCREEN.linkName, exact: true });
  await link.waitFor();
  // The drawer slides in, so the finger waits until the link no longer moves.
  await link.click({ trial: true });
  const openingMs = page.evaluate(timeNextTap, SCREEN.text);
  await tapAndRest(session, link, restMs);
  return openingMs;
};

/** Opens a screen twice from the list, in a new browser. Before it lifts, the finger rests on the link for `restMs`. */
export const measureScreenOpening = (
  { url }: World,
  slowness: DeviceSlowness,
  restMs: number,
): Promise<ScreenOpening> =>
  withPhone(async (context) => {
    // The offer to install the app would open a screen of its own over the list.
    await context.addInitScript("localStorage.setItem('mahlzeit.downloadOffered', '1')");
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await emulateSlowness(session, slowness);
    await page.goto(`${url}/restaurants`);
    // Both openings begin when the start of the page has ended, so that they differ by what is loaded alone.
    await waitForQuiet(page);
    const firstMs = await openScreen(page, session, restMs);
    await page.goBack();
    await dialogOf(page, SCREEN.linkName).waitFor({ state: 'hidden' });
    return { firstMs, againMs: await openScreen(page, session, restMs) };
  });
