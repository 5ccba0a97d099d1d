import { answerInvitation, getInvitation, getNotifications, login } from '@mahlzeit/contract';
import type { Page } from '@playwright/test';
import { connectContacts, inviteGuests, registerNamedMember } from '../../world/company';
import { dialogOf, openOrder, orderSheet } from '../../world/locators';
import { advanceClock, readProductTime } from '../../world/sandbox';
import { ANNA, signIn } from '../../world/sign-in';
import type { World } from '../../world/start-world';
import { DEMO_TOWN_POSITION, startWorld } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';

// The visitor is in the middle of the demo town. The gateway's clock starts at 11:30 on a Wednesday.
const test = testInWorld(() => startWorld({ content: 'demo' }));
test.use({ geolocation: DEMO_TOWN_POSITION, viewport: { width: 360, height: 740 } });

const ROUTING_NAME = 'forno-nord';
const [FIRST_DISH, SECOND_DISH] = [
  { key: 'probe-suppe', name: 'Suppe der Probe' },
  { key: 'probe-brot', name: 'Brot der Probe' },
];

const orderSheetOf = orderSheet;
const cartBar = (page: Page) => page.getByRole('button', { name: /Zum Warenkorb/ });
const menuChangeDialog = (page: Page) => page.getByRole('alertdialog', { name: 'Dein Warenkorb hat sich geändert' });
const dishGroup = (page: Page, dishName: string) => page.getByRole('group', { name: dishName });

const putTwoDishes = async ({ partner }: World, price: number): Promise<void> => {
  const restaurant = await partner.getRestaurant(ROUTING_NAME);
  await partner.putDish(FIRST_DISH.key, restaurant, { name: FIRST_DISH.name, price, order: 9_001 });
  await partner.putDish(SECOND_DISH.key, restaurant, { name: SECOND_DISH.name, price: 300, order: 9_000 });
};

test('a cart outlives a reload, is the same in another tab, and follows what its place offers', async ({
  page,
  context,
  ownWorld,
}) => {
  test.slow();
  await putTwoDishes(ownWorld, 500);
  await page.goto(`/restaurants#details/${ROUTING_NAME}`);

  await test.step('filled without an account, it is there after a reload and in another tab', async () => {
    await dishGroup(page, FIRST_DISH.name).getByRole('button', { name: 'In den Warenkorb' }).click();
    await dishGroup(page, SECOND_DISH.name).getByRole('button', { name: 'In den Warenkorb' }).click();
    await expect(cartBar(page)).toContainText('8,00');
    await page.reload();
    await expect(cartBar(page)).toContainText('8,00');
    const otherPage = await context.newPage();
    await otherPage.goto(`/restaurants#details/${ROUTING_NAME}`);
    await dishGroup(otherPage, FIRST_DISH.name).getByRole('button', { name: 'Eins mehr' }).click();
    await expect(cartBar(otherPage)).toContainText('13,00');
    await expect(cartBar(page)).toContainText('13,00');
    await otherPage.close();
  });

  await test.step('T09 the sheet opens above the page, offers valid times alone, and Back closes it', async () => {
    await openOrder(page);
    await expect(page).toHaveURL(new RegExp(`#details/${ROUTING_NAME}/cart$`));
    await expect(
      orderSheetOf(page).getByRole('button', { name: 'Zahlungspflichtig bestellen' }),
    ).toHaveAccessibleDescription('Wähle erst, wann du isst.');
    await page.goBack();
    await expect(orderSheetOf(page)).toHaveCount(0);
    await openOrder(page);
  });

  await test.step('C05 a new price and a dish that is gone, one after the other, are told in one alert, and one tap confirms them', async () => {
    await putTwoDishes(ownWorld, 560);
    await expect(menuChangeDialog(page)).toContainText('Suppe der Probe (jetzt 5,60\u00a0€ statt 5,00\u00a0€)');
    await ownWorld.partner.removeDish(SECOND_DISH.key);
    await expect(menuChangeDialog(page)).toContainText('Brot der Probe ist ausverkauft');
    await expect(menuChangeDialog(page)).toContainText('Suppe der Probe (jetzt 5,60\u00a0€ statt 5,00\u00a0€)');
    await expect(orderSheetOf(page).getByText('neuer Preis', { exact: true })).toBeVisible();
    await menuChangeDialog(page).getByRole('button', { name: 'Verstanden' }).click();
    await expect(menuChangeDialog(page)).toHaveCount(0);
    await expect(orderSheetOf(page).getByRole('button', { name: 'Verstanden' })).toHaveCount(0);
    await expect(orderSheetOf(page).getByText('neuer Preis', { exact: true })).toHaveCount(0);
    await expect(orderSheetOf(page)).toContainText(/Gesamt inkl\. MwSt\.\s*11,20/);
  });

  await test.step('without an account the button leads to one, and the cart goes along', async () => {
    await orderSheetOf(page)
      .getByRole('radio', { name: /Vor Ort/ })
      .check({ force: true });
    await orderSheetOf(page)
      .getByRole('radiogroup', { name: 'Wann?' })
      .getByRole('radio')
      .nth(2)
      .check({ force: true });
    await orderSheetOf(page).getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click();
    await expect(page.getByRole('alertdialog').getByRole('button', { name: /anmelden|registrieren/i })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('C07 once the kitchen takes no more orders it is empty, and says what to do', async () => {
    const restaurant = await ownWorld.partner.getRestaurant(ROUTING_NAME);
    const closedHours = { start: '00:00', end: '00:30' };
    await ownWorld.partner.changeRestaurant(restaurant, {
      openingHours: {
        1: [closedHours],
        2: [closedHours],
        3: [closedHours],
        4: [closedHours],
        5: [closedHours],
        6: [closedHours],
        7: [closedHours],
      },
    });
    await advanceClock(ownWorld, 60_000);
    await expect(orderSheetOf(page).getByRole('heading', { name: 'Für heute ist Schluss' })).toBeVisible();
    await orderSheetOf(page).getByRole('button', { name: 'Andere Lokale ansehen' }).click();
    await page.goto(`/restaurants#details/${ROUTING_NAME}`);
    await expect(cartBar(page)).toHaveCount(0);
  });
});

test('S08 a meetup of today is linked in the cart of its place, gives it time and place, and is paid for', async ({
  page,
  context,
  ownWorld,
}) => {
  test.slow();
  const { idToken: token, account } = await ownWorld.api.call(login, { body: ANNA });
  const guest = await registerNamedMember(ownWorld, 'Gerda Probe');
  await connectContacts(ownWorld, guest, [{ code: account.connectionCode ?? '' }]);
  const meetupTimeMs = Math.ceil(((await readProductTime(ownWorld)) + 3_600_000) / 900_000) * 900_000;
  const { key } = await inviteGuests(ownWorld, { token }, [guest], {
    at: ROUTING_NAME,
    date: new Date(meetupTimeMs).toISOString(),
  });
  await ownWorld.api.call(answerInvitation, { params: { id: key }, body: { status: 'accepted' }, token: guest.token });
  await signIn(context, ANNA);
  await page.goto('/restaurants#invitations');
  // Other meetups at about the same time name this meetup in a warning, so its row is found by the guest's answer.
  const meetupWithGerda = dialogOf(page, 'Einladungen')
    .getByRole('listitem')
    .filter({ hasText: 'Gerda Probe: Zugesagt' })
    .first();
  await test.step('S09 the owner reminds the guest to order, once', async () => {
    const remindButton = meetupWithGerda.getByRole('button', { name: 'Ans Bestellen erinnern' });
    await remindButton.click();
    await expect(remindButton).toHaveCount(0);
    const notifications = await ownWorld.api.call(getNotifications, { token: guest.token });
    expect(notifications.map(({ kind }) => kind)).toContain('invitationReminder');
  });
  await meetupWithGerda.getByRole('button', { name: 'Bestellen', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`#details/${ROUTING_NAME}$`));
  await page.getByRole('button', { name: 'In den Warenkorb' }).first().click();
  await openOrder(page);
  await expect(orderSheetOf(page)).toContainText('Treffen heute');
  await expect(orderSheetOf(page)).toContainText('Gerda Probe');
  await expect(orderSheetOf(page).getByRole('radiogroup', { name: 'Wann?' })).toHaveCount(0);
  await expect(orderSheetOf(page).getByRole('radio', { name: /Vor Ort|Mitnehmen/ })).toHaveCount(0);
  await orderSheetOf(page).getByRole('radio', { name: /1119/ }).check({ force: true });
  await orderSheetOf(page).getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click();
  await expect(page).toHaveURL(/#order\/[\w-]+$/);
  await expect(dialogOf(page, 'Bestellt und bezahlt')).toContainText('Vor Ort');
  const hostInvitation = await ownWorld.api.call(getInvitation, { params: { id: key }, token });
  expect(page.url()).toMatch(new RegExp(`#order/${hostInvitation.order ?? 'none'}$`));
});
