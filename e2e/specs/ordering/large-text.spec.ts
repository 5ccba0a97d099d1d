import type { Page } from '@playwright/test';
import { openAcceptAllQuestion } from '../../world/counter-states';
import { dialogOf } from '../../world/locators';
import { ANNA, signIn } from '../../world/sign-in';
import { expect, test } from '../../world/world-test';

test.use({ baseURL: ({ noonWorld }, provide) => provide(noonWorld.url) });

/** Returns the words whose letters stand in more than one line, by default those of the open dialogs. */
const findSplitWords = (page: Page, selector = '[role=dialog]'): Promise<string[]> =>
  page.evaluate((rootSelector) => {
    const splitWords: string[] = [];
    for (const root of document.querySelectorAll(rootSelector)) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) splitWords.push(word);
        }
      }
    }
    return splitWords;
  }, selector);

const setTextSize = (page: Page, textSize: string): Promise<void> =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, textSize);

for (const [name, width, textSize] of [
  ['letters at 200 %', 360, '200%'],
  ['the narrowest phone', 320, '100%'],
] as const)
  test(`the cart stacks no letters and leaves room for the order: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/restaurants#details/forno-nord');
    await page.getByRole('button', { name: 'In den Warenkorb' }).first().click();
    await page.goto('/restaurants#details/forno-nord/cart');
    const orderButton = page.getByRole('button', { name: 'Zahlungspflichtig bestellen' });
    await expect(orderButton).toBeVisible();
    await setTextSize(page, textSize);
    const dock = page.locator('footer').filter({ has: orderButton });
    await expect.poll(async () => (await dock.boundingBox())?.height ?? Infinity).toBeLessThanOrEqual(0.35 * 740);
    expect(await findSplitWords(page)).toEqual([]);
    await page.screenshot({ path: test.info().outputPath('cart.png') });
  });

test('people, chats and meetups divide no word at letters of 200 %', async ({ context, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(context, ANNA);
  await page.goto('/restaurants#contacts');
  const expectWholeWords = async (title: string, screenName: string): Promise<void> => {
    await expect(dialogOf(page, title)).toBeVisible();
    await expect(dialogOf(page, title).getByText('Ben').first()).toBeVisible();
    await setTextSize(page, '200%');
    expect(await findSplitWords(page), screenName).toEqual([]);
    await page.screenshot({ path: test.info().outputPath(`${screenName}.png`) });
  };
  const openHash = (hash: string): Promise<void> =>
    page.evaluate((targetHash) => location.assign(`#${targetHash}`), hash);
  await expectWholeWords('Kontakte', 'contacts');
  await openHash('invitations');
  await expectWholeWords('Einladungen', 'invitations');
  await dialogOf(page, 'Einladungen').getByRole('button', { name: 'Forno Nord' }).first().click();
  await expectWholeWords('Forno Nord', 'meetup');
  await openHash('chatinbox');
  await expectWholeWords('Nachrichten', 'inbox');
  await openHash('chatmessages/demo-chat-ben');
  await expectWholeWords('Ben Okafor', 'chat');
  await openHash('invitationrestaurant');
  await page.getByRole('searchbox').last().fill('Forno Nord');
  await page.getByRole('button', { name: 'Forno Nord', exact: true }).click();
  await dialogOf(page, 'Wer kommt mit?').getByRole('checkbox', { name: 'Ben Okafor' }).check();
  await expectWholeWords('Wer kommt mit?', 'draft-people');
  await page.getByRole('button', { name: 'Treffen vereinbaren' }).click();
  await dialogOf(page, 'Wann?').getByRole('radio', { name: '13:30' }).check();
  expect(await findSplitWords(page), 'draft-time').toEqual([]);
  await dialogOf(page, 'Wann?').getByRole('button', { name: 'Übernehmen' }).click();
  await expectWholeWords('Einladung', 'draft');
});

test('the queue of the counter divides no name on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAcceptAllQuestion(page);
  await expect(page.locator('[data-part=row]').filter({ hasText: 'Maximilian-Alexander S.' })).toHaveCount(1);
  expect(await findSplitWords(page, '[data-part=row]')).toEqual([]);
});
