import { retryButton } from '../../world/locators';
import { expect, test } from './composition-test';

for (const [screenKey, faultText] of [
  ['throws', 'throws while it draws'],
  ['rejects', 'refuses to mount'],
  ['endless', 'never ends mounting'],
] as const) {
  test(`shows the fallback for a screen that ${faultText} and leaves all others usable`, async ({
    pageOfA: { page, open, expectAlive },
  }) => {
    await open(screenKey);
    await expect(retryButton(page).last()).toBeVisible();
    await expect(page.getByText('Endlos')).toHaveCount(0);
    await expectAlive();
    await page.goBack();
    await expect(retryButton(page)).toHaveCount(0);

    await open('second');
    await expect(page.getByRole('dialog', { name: 'Zweiter Dialog' })).toBeVisible();
    await page.keyboard.press('Escape');
    await open('dialog');
    await expect(page.getByRole('dialog', { name: 'Dialog B' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expectAlive();
  });
}

test('takes away a screen that mounts after it was left', async ({ pageOfA: { page, open, expectAlive } }) => {
  await open('slow');
  await expect(page.locator('body')).toHaveAttribute('data-probe', 'mounting');
  await page.goBack();
  await page.evaluate(() => window.dispatchEvent(new Event('probe-mount')));
  await expect(page.locator('#slow')).toHaveCount(0);
  await expectAlive();
});

test('takes away a screen that mounts after it was given up', async ({ pageOfA: { page, open, expectAlive } }) => {
  await open('slow');
  await expect(retryButton(page).last()).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('probe-mount')));
  await expect(page.locator('#slow')).toHaveCount(0);
  await expectAlive();
});

test('draws another remote’s slot inside the page’s own tree', async ({ pageOfA: { page } }) => {
  await page.getByRole('button', { name: 'Zeige Slot' }).click();
  const socialSlotButton = page
    .getByRole('region', { name: 'Seite A' })
    .getByRole('button', { name: /^Slot B für Mensa/ });
  await socialSlotButton.click();
  await expect(socialSlotButton).toHaveText(/gedrückt/);
});

test('shows a slot’s fallback while its remote can’t be had, and the slot after another try', async ({
  composition,
  pageOfA,
}) => {
  const { page } = pageOfA;
  composition.breakFile(/^\/remotes\/mf-social\//, 'unavailable');
  await page.getByRole('button', { name: 'Zeige Slot' }).click();
  const retrySlotButton = page.getByRole('button', { name: 'Slot noch einmal' });
  await expect(retrySlotButton).toBeVisible({ timeout: 20_000 });
  await pageOfA.expectAlive();
  composition.repairFiles();
  await retrySlotButton.click();
  await expect(page.getByRole('button', { name: /^Slot B für Mensa/ })).toBeVisible();
});
