import { restaurantCardOf } from '../../world/locators';
import { registerMember, signIn, verifyEmailAddress } from '../../world/sign-in';
import { DEMO_TOWN_POSITION, startWorld } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';
import { orderButton, orderSheetOn, ROUTING_NAME } from './paying-steps';

declare global {
  interface Window {
    /** Function of the test that the page calls for each tap. */
    reportTap(): Promise<void>;
  }
}

const test = testInWorld(() => startWorld({ content: 'demo' }));
test.use({ geolocation: DEMO_TOWN_POSITION, viewport: { width: 360, height: 740 }, hasTouch: true });

/** Largest permitted number of taps from the list of restaurants to the page of the bank. */
const MAX_TAPS = 9;

test('a new diner’s first order takes at most nine taps from the list to the bank', async ({
  page,
  context,
  ownWorld,
  consoleErrors,
}) => {
  consoleErrors.expect(/^request to another host: http:\/\/localhost:\d+\//);
  consoleErrors.expect(/^exception: SecurityError: Failed to read the '(local|session)Storage' property/);
  const newDiner = await registerMember(ownWorld, 'neu');
  await verifyEmailAddress(ownWorld, newDiner);
  await signIn(context, newDiner);
  // Only events that the browser itself marks as taps count, whatever the test does.
  let tapCount = 0;
  await context.exposeFunction('reportTap', () => (tapCount += 1));
  await context.addInitScript(() => {
    addEventListener(
      'click',
      ({ isTrusted, detail }) => {
        // A click that a label passes on to its form field isn't a tap of its own; its `detail` is 0.
        if (isTrusted && detail > 0) void window.reportTap();
      },
      { capture: true },
    );
  });
  await page.goto('/restaurants');
  const { name } = await ownWorld.partner.getRestaurant(ROUTING_NAME);
  await restaurantCardOf(page, name).first().tap();
  await page.getByRole('button', { name: 'In den Warenkorb' }).first().tap();
  await page.getByRole('button', { name: /Zum Warenkorb/ }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Nein, danke' }).tap();
  const orderSheet = orderSheetOn(page);
  for (const choiceName of [/^Schnellstmöglich/, /^Mitnehmen/, /^PayPal/])
    await orderSheet.getByRole('radio', { name: choiceName }).tap();
  await expect(orderButton(page)).not.toHaveAccessibleDescription(/./);
  await orderButton(page).tap();
  await page.waitForURL((url) => url.href.startsWith(ownWorld.sandboxUrl));
  console.log(`First order: ${tapCount} taps from the list to the bank`);
  expect(tapCount).toBeGreaterThan(0);
  expect(tapCount).toBeLessThanOrEqual(MAX_TAPS);
});
