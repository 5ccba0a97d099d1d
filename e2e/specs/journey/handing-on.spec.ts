import type { Page } from '@playwright/test';
import { answerThirdParty, readCodeFromMail, waitForMail } from '../../world/sandbox';
import {
  skipName,
  becomeMember,
  fillCredentials,
  registerInDialog,
  registerMember,
  createPerson,
  verifyEmailAddress,
} from '../../world/sign-in';
import { dialogOf } from '../../world/locators';
import { expect, test as base } from '../../world/world-test';

const test = base.extend({ baseURL: ({ probedWorld }, use) => use(probedWorld.url) });

// The browser's position is in the middle of the demo town.
test.use({ hasOwnContext: true, geolocation: { latitude: 53.55, longitude: 9.99 } });

const CONNECTION_CODE = 'ABCD1234';
const inputDialog = (page: Page, dialogTitle: string) => page.getByRole('alertdialog', { name: dialogTitle });
const signInDialog = (page: Page) => dialogOf(page, 'Anmelden oder registrieren');

/** Expects the dialog with this title to show the input that the shell handed to a remote, and closes the dialog. */
const expectHandedInput = async (page: Page, dialogTitle: string, expectedInput: object): Promise<void> => {
  await expect(inputDialog(page, dialogTitle)).toContainText(JSON.stringify(expectedInput));
  await inputDialog(page, dialogTitle).getByRole('button').click();
  await expect(inputDialog(page, dialogTitle)).toHaveCount(0);
};

const expectRestaurantList = (page: Page) => expect(page.getByRole('main').getByRole('article').first()).toBeAttached();

/** From this call on, records the analytics events that the page logs to the console. */
const recordLoggedEvents = (page: Page): readonly string[] => {
  const loggedLines: string[] = [];
  page.on('console', (consoleMessage) => {
    if (consoleMessage.text().startsWith('mahlzeit ')) loggedLines.push(consoleMessage.text());
  });
  return loggedLines;
};

test('R10 what a payment comes back with is handed on once, and stands nowhere afterwards', async ({ page }) => {
  test.slow();
  const requestedPaths: string[] = [];
  page.on(
    'request',
    (request) =>
      void request.allHeaders().then(
        (headers) =>
          requestedPaths.push(`${headers.referer ?? ''} ${request.isNavigationRequest() ? '' : request.url()}`),
        () => undefined,
      ),
  );
  const loggedEvents = recordLoggedEvents(page);
  for (const [linkQuery, expectedInput] of [
    ['token=EC-geheim&PayerID=P1', { kind: 'paypal', token: 'EC-geheim', payerId: 'P1' }],
    ['token=EC-geheim', { kind: 'paypal', token: 'EC-geheim', payerId: null }],
    ['transactionId=geheim-7', { kind: 'card', transactionId: 'geheim-7' }],
    ['preAuthorizationId=geheim-8', { kind: 'cardRegistration', preAuthorizationId: 'geheim-8' }],
    [
      'preAuthorizationId=geheim-8&transactionId=geheim-7&resetToken=geheim',
      { kind: 'card', transactionId: 'geheim-7' },
    ],
  ] as const) {
    await test.step(linkQuery, async () => {
      await page.goto('about:blank');
      await page.goto(`/restaurants?utm=aushang&${linkQuery}#settings`);
      await expectHandedInput(page, 'Zahlung', expectedInput);
      await expect(page).toHaveURL(/\/restaurants\?utm=aushang#settings$/);
      await page.reload();
      await expect(dialogOf(page, 'Einstellungen')).toBeVisible();
      await expectRestaurantList(page);
      await expect(inputDialog(page, 'Zahlung')).toHaveCount(0);
      await page.goBack();
      await expect(page).toHaveURL('about:blank');
    });
  }
  expect([...requestedPaths, ...loggedEvents].filter((loggedLine) => /geheim/.test(loggedLine))).toEqual([]);
  expect(loggedEvents.filter((line) => line.includes('show_settings'))).not.toEqual([]);
});

test('R10 values that nobody sent lead to the list alone', async ({ page }) => {
  await page.goto(`/restaurants?token=&transactionId=${'7'.repeat(600)}&PayerID=P`);
  await expectRestaurantList(page);
  await expect(page).toHaveURL(/\/restaurants$/);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('R10 a payment’s return waits for its remote, and is handed on at another try', async ({
  page,
  consoleErrors,
}) => {
  test.slow();
  consoleErrors.expect(/mf-ordering|Failed to load resource|ScriptExternalLoadError|LoadError/);
  await page.route('**/remotes/mf-ordering/**', (interceptedRoute) => interceptedRoute.abort());
  await page.goto('/restaurants?transactionId=7');
  await expect(page.getByText('Zahl nicht noch einmal, bevor du es weißt.')).toBeVisible({ timeout: 30_000 });
  await page.unroute('**/remotes/mf-ordering/**');
  await page.getByRole('region', { name: 'Meldungen' }).getByRole('button', { name: 'Erneut versuchen' }).click();
  await expectHandedInput(page, 'Zahlung', { kind: 'card', transactionId: '7' });
});

test('the return of a payment by card tells the page around it, and leads on to the app where none is', async ({
  page,
}) => {
  await page.goto('/restaurants');
  const receivedMessage = page.evaluate(
    () =>
      new Promise<unknown>((resolve) => {
        addEventListener(
          'message',
          ({ data, origin }: MessageEvent<unknown>) => resolve([data, origin === location.origin]),
          { once: true },
        );
        const embeddedFrame = document.createElement('iframe');
        embeddedFrame.src = '/payment/return?transactionId=7';
        document.body.append(embeddedFrame);
      }),
  );
  expect(await receivedMessage).toEqual([{ type: 'mahlzeit-payment', transactionId: '7' }, true]);
  await page.goto('/payment/return?transactionId=7');
  await expectHandedInput(page, 'Zahlung', { kind: 'card', transactionId: '7' });
  await expect(page).toHaveURL(/\/restaurants$/);
});

test('a deep link to a member’s screen offers login, and goes on there', async ({ page, probedWorld }) => {
  test.slow();
  const ben = await registerMember(probedWorld, 'ben');
  await verifyEmailAddress(probedWorld, ben);
  const ordersDialog = dialogOf(page, 'Bestellungen C');
  await page.goto('about:blank');

  await test.step('Back and the button lead to the list, once', async () => {
    await page.goto('/restaurants#orders');
    await expect(signInDialog(page).getByText('Dafür brauchst du ein Konto.')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/restaurants$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL('about:blank');
    await page.goto('/restaurants#orders');
    await signInDialog(page).getByRole('button', { name: 'Schließen' }).click();
    await expect(page).toHaveURL(/\/restaurants$/);
    await page.goBack();
    await expect(page).toHaveURL('about:blank');
  });

  await test.step('by e-mail, over a reload', async () => {
    await page.goto('/restaurants#orders');
    await signInDialog(page).getByRole('link', { name: 'Anmelden', exact: true }).click();
    await expect(dialogOf(page, 'Anmelden')).toBeVisible();
    await page.reload();
    await fillCredentials(page, ben);
    await dialogOf(page, 'Anmelden').getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(ordersDialog).toBeVisible();
    await expect(page).toHaveURL(/#orders$/);
    await ordersDialog.getByRole('button', { name: 'Schließen' }).click();
    await expect(page).toHaveURL(/\/restaurants$/);
  });
});

test('a connection link offers registration and verification, and is handed on then', async ({
  page,
  probedWorld,
  consoleErrors,
}) => {
  test.slow();
  // The link's code belongs to no user, so the registration can't name the sender of the link.
  consoleErrors.expect(/status of 404 .*\/api\/users\/connect\//);
  const nina = createPerson('nina');
  await page.goto(`/restaurants#addcontacts/${CONNECTION_CODE}`);
  await registerInDialog(page, nina);
  const nameStep = dialogOf(page, 'Wie heißt du?');
  await nameStep.getByRole('textbox', { name: 'Name' }).fill('Nina');
  await nameStep.getByRole('button', { name: 'Namen speichern' }).click();

  const verificationDialog = dialogOf(page, 'E-Mail bestätigen');
  await expect(verificationDialog).toBeVisible();
  await expect(page).toHaveURL(/#profile$/);
  await verificationDialog
    .getByRole('textbox', { name: 'Code aus der E-Mail' })
    .fill(readCodeFromMail(await waitForMail(probedWorld, nina.email, /^Dein Code/)));
  await verificationDialog.getByRole('button', { name: 'Bestätigen' }).click();
  await expectHandedInput(page, 'Verbinden', { code: CONNECTION_CODE });
  await expect(dialogOf(page, 'Kontakte finden B')).toBeVisible();
  await expect(page).toHaveURL(/#addcontacts$/);
  await page.reload();
  await expect(dialogOf(page, 'Kontakte finden B')).toBeVisible();
  await expectRestaurantList(page);
  await expect(inputDialog(page, 'Verbinden')).toHaveCount(0);
});

test('a third party’s sign-in leads on to the screen that was asked for', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/^request to another host: http:\/\/localhost:\d+\//);
  await page.goto('/restaurants#contacts');
  const whenPopupOpened = page.waitForEvent('popup');
  await signInDialog(page).getByRole('button', { name: 'Weiter mit Google' }).click();
  await answerThirdParty(await whenPopupOpened, `google-${createPerson('jule').email}`);
  await page
    .getByRole('alertdialog', { name: 'Unsere Datenschutzerklärung' })
    .getByRole('button', { name: 'Zustimmen' })
    .click();
  await skipName(page);
  await expect(dialogOf(page, 'Kontakte B')).toBeVisible();
  await expect(page).toHaveURL(/#contacts$/);
});

test('remotes hand each other what they begin, and the cart leads to a part of the menu', async ({
  page,
  context,
  probedWorld,
}) => {
  await verifyEmailAddress(probedWorld, await becomeMember(context));
  await page.goto('/restaurants#details/forno-nord');
  await page.getByRole('button', { name: 'Zu den Getränken' }).click();
  await expect(page.getByRole('heading', { name: 'Getränke' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Getränke' })).toBeInViewport();
  await expect(page.getByText('Warenkorb von forno-nord')).toBeVisible();

  await page.getByRole('button', { name: 'Zur Einladung bestellen' }).click();
  await expectHandedInput(page, 'Bestellung zur Einladung', { invitationKey: 'einladung-forno-nord' });

  await page.getByRole('button', { name: 'Verabreden' }).click();
  await expect(inputDialog(page, 'Entwurf')).toContainText(
    JSON.stringify({ forCart: true, origin: { key: 'details', params: ['forno-nord'] } }).slice(1, -1),
  );
  await expect(page).toHaveURL(/#contacts$/);
  await inputDialog(page, 'Entwurf').getByRole('button', { name: 'Zurück zum Anfang' }).click();
  await expect(page).toHaveURL(/#details\/forno-nord$/);
});

test('a screen that has to be looked up first is shown and logged when it is known', async ({
  page,
  context,
  probedWorld,
  consoleErrors,
}) => {
  test.slow();
  await verifyEmailAddress(probedWorld, await becomeMember(context));
  const loggedEvents = recordLoggedEvents(page);
  const isOrderShownLogged = () => loggedEvents.some((line) => line.includes('show_order"'));
  const orderDialog = dialogOf(page, 'Bestellung C');
  const placeholderStatus = page.getByText(/^(Wird geladen|Das dauert länger als sonst\.)$/);
  let releaseResponse = (): void => undefined;
  let isNetworkDown = false;
  await page.route('**/api/users/me/notifications', async (route) => {
    if (isNetworkDown) return route.abort();
    await new Promise<void>((resolve) => {
      releaseResponse = resolve;
    });
    await route.continue();
  });
  const openPendingOrder = async (orderKey: string): Promise<void> => {
    const request = page.waitForRequest('**/api/users/me/notifications');
    await page.goto(`/restaurants#order/${orderKey}`);
    await request;
    await expect(placeholderStatus).toBeAttached();
    await expect(orderDialog).toHaveCount(0);
    expect(isOrderShownLogged()).toBe(false);
  };

  await openPendingOrder('unbekannt');
  releaseResponse();
  await expect(placeholderStatus).toHaveCount(0);
  expect([await orderDialog.count(), isOrderShownLogged()]).toEqual([0, false]);

  await openPendingOrder('bekannt');
  await page.goBack();
  await expect(placeholderStatus).toHaveCount(0);
  releaseResponse();
  await expectRestaurantList(page);
  expect([await orderDialog.count(), isOrderShownLogged()]).toEqual([0, false]);

  consoleErrors.expect(/Failed to load resource/);
  isNetworkDown = true;
  await page.goto('/restaurants#order/bekannt');
  const failureDialog = dialogOf(page, 'Das kommt gerade nicht');
  await expect(failureDialog).toBeVisible({ timeout: 20_000 });
  isNetworkDown = false;
  await failureDialog.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect
    .poll(() => {
      releaseResponse();
      return orderDialog.count();
    })
    .toBe(1);
  await expect.poll(isOrderShownLogged).toBe(true);
});
