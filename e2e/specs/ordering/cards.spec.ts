import type { Page } from '@playwright/test';
import { PROVIDER_REQUESTS, bankPage, cancelAtBank, UNDECIDED_TEXT } from '../../world/bank';
import { dialogOf, openOrder, orderSheet } from '../../world/locators';
import { enableMeasurement } from '../../world/measuring';
import { becomeMember, verifyEmailAddress } from '../../world/sign-in';
import type { World } from '../../world/start-world';
import { DEMO_TOWN_POSITION, startWorld } from '../../world/start-world';
import { expect, testInWorld } from '../../world/world-test';
import { findAxeViolations } from '../screens/axe-look';

const test = testInWorld(() => startWorld({ content: 'demo' }));
test.use({ geolocation: DEMO_TOWN_POSITION, viewport: { width: 360, height: 740 } });

const ROUTING_NAME = 'forno-nord';

// Test cards (contract A.11): the bank of the first Visa doesn't ask for a confirmation; the banks of the second Visa
// and the Maestro do.
const VISA_NUMBER = '4970107111111119';
const CHALLENGE_VISA_NUMBER = '4970105181818183';
const MASTERCARD_NUMBER = '5555555555554444';
const MAESTRO_NUMBER = '6759649826438453';
const CARD_NUMBERS = [VISA_NUMBER, CHALLENGE_VISA_NUMBER, MASTERCARD_NUMBER, MAESTRO_NUMBER];

/**
 * Returns the forms in which a card number may appear: as the page sends it, as the form shows it, and its longest
 * groups of digits.
 */
const formatsOfCardNumber = (cardNumber: string): readonly string[] => [
  cardNumber,
  cardNumber.replace(/(\d{4})(?=\d)/g, '$1 '),
  cardNumber.slice(0, 12),
];

const cardsDialog = (page: Page) => dialogOf(page, 'Bezahlen');
const cardForm = (page: Page) => dialogOf(page, 'Karte hinzufügen');
const cardField = (page: Page, fieldName: string | RegExp) => cardForm(page).getByRole('textbox', { name: fieldName });
const saveButton = (page: Page) => cardForm(page).getByRole('button', { name: 'Karte speichern' });
const cardRow = (page: Page, cardName: string) => cardsDialog(page).getByRole('listitem').filter({ hasText: cardName });

const openCardForm = (page: Page): Promise<void> =>
  cardsDialog(page).getByRole('button', { name: 'Karte hinzufügen' }).click();

/** Types the values of a card key by key, as a person does, and leaves an empty security code (`cvv`) untouched. */
const typeCard = async (page: Page, cardNumber: string, cvv = '123'): Promise<void> => {
  await cardField(page, 'Kartennummer').pressSequentially(cardNumber);
  await cardField(page, 'Gültig bis').pressSequentially('1230');
  if (cvv !== '') await cardField(page, /^Prüfnummer/).pressSequentially(cvv);
};

const openCardMenu = (page: Page, cardName: string): Promise<void> =>
  cardsDialog(page)
    .getByRole('button', { name: `Was du mit ${cardName} tun kannst` })
    .click();

/**
 * Records all requests of the page to the gateway, and all responses. Returns a function that returns the text recorded
 * so far.
 */
const captureRequestTexts = (page: Page, { url }: World): (() => string) => {
  const capturedTexts: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(url))
      capturedTexts.push(
        `${request.method()} ${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`,
      );
  });
  page.on('console', (message) => capturedTexts.push(message.text()));
  page.on('framenavigated', (frame) => capturedTexts.push(frame.url()));
  return () => capturedTexts.join('\n');
};

/**
 * Returns the content of all browser storages of the page as one text, so that a test can search it for card numbers.
 */
const readBrowserStorages = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const storedTexts = [
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      document.cookie,
      location.href,
    ];
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name ?? '');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('The database of the page does not open'));
      });
      for (const storeName of database.objectStoreNames) {
        storedTexts.push(
          await new Promise<string>((resolve) => {
            const request = database.transaction(storeName).objectStore(storeName).getAll();
            request.onsuccess = () => resolve(JSON.stringify(request.result));
            request.onerror = () => resolve('');
          }),
        );
      }
      database.close();
    }
    for (const cacheName of await caches.keys())
      for (const { url } of await (await caches.open(cacheName)).keys()) storedTexts.push(url);
    return storedTexts.join('\n');
  });

test('a diner registers cards of each brand, chooses, pays with one and takes one away; no number gets anywhere but to the provider', async ({
  page,
  context,
  ownWorld,
  consoleErrors,
}) => {
  test.slow();
  consoleErrors.expect(PROVIDER_REQUESTS);
  // The user has discarded the card. Its confirmation therefore gets 404, which Chromium prints as an error.
  consoleErrors.expect(/status of 404 .*\/api\/payment\/finishCardRegistration/);
  const member = await becomeMember(context);
  await verifyEmailAddress(ownWorld, member);
  const capturedTexts = captureRequestTexts(page, ownWorld);
  await page.goto('/restaurants#paymentoptions');
  await expect(cardsDialog(page).getByText('Immer da, Anmeldung bei PayPal')).toBeVisible();

  await test.step('C20 C21 each mistake is said at its field, and nothing is sent', async () => {
    await openCardForm(page);
    await cardField(page, 'Vorname').fill('Jule');
    await cardField(page, 'Nachname').fill('Petersen');
    await typeCard(page, VISA_NUMBER.slice(0, 15), '12');
    await cardField(page, 'Gültig bis').fill('08 / 20');
    await cardField(page, 'Nachname').focus();
    await expect(cardForm(page).getByText('Eine Visa hat 16 oder 19 Ziffern.')).toBeVisible();
    await expect(cardForm(page).getByText('Abgelaufen.')).toBeVisible();
    await expect(cardForm(page).getByText('3 Ziffern.')).toBeVisible();
    await cardField(page, 'Vorname').fill(' ');
    await cardField(page, 'Nachname').fill('x'.repeat(101));
    await cardField(page, 'Gültig bis').fill('13 / 30');
    await cardField(page, /^Prüfnummer/).focus();
    await expect(cardForm(page).getByText('Gib deinen Vornamen ein.')).toBeVisible();
    await expect(cardForm(page).getByText('Höchstens 100 Zeichen.')).toBeVisible();
    await expect(cardForm(page).getByText('Monat und Jahr, zum Beispiel 08 / 28.')).toBeVisible();
    expect(await findAxeViolations(page)).toEqual([]);
    await cardField(page, 'Nachname').fill('');
    await expect(cardForm(page).getByText('Gib deinen Nachnamen ein.')).toBeVisible();
    for (const [cardNumber, errorText] of [
      ['', 'Gib die Kartennummer ein.'],
      ['6', 'Da fehlen noch Ziffern.'],
      [MASTERCARD_NUMBER.slice(1), 'Eine Mastercard hat 16 Ziffern.'],
      [MAESTRO_NUMBER.slice(0, 11), 'Eine Maestro hat 12 bis 19 Ziffern.'],
    ] as const) {
      await cardField(page, 'Kartennummer').fill(cardNumber);
      await expect(cardForm(page).getByText(errorText)).toBeVisible();
    }
    await cardField(page, 'Kartennummer').fill('3782 822463 10005');
    await expect(cardForm(page).getByText('Diese Karte nehmen wir nicht')).toBeVisible();
    await cardField(page, 'Kartennummer').fill(`${VISA_NUMBER.slice(0, 15)}8`);
    await cardField(page, 'Nachname').focus();
    await expect(cardForm(page).getByText('Die Nummer stimmt nicht.')).toBeVisible();
    await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true');
    await cardField(page, /^Prüfnummer/).press('Enter');
    await expect(cardForm(page)).toBeVisible();
  });

  await test.step('the first card becomes the default', async () => {
    await cardField(page, 'Vorname').fill('Jule');
    await cardField(page, 'Nachname').fill('Petersen');
    for (const fieldName of ['Kartennummer', 'Gültig bis', /^Prüfnummer/]) await cardField(page, fieldName).fill('');
    await typeCard(page, VISA_NUMBER);
    await expect(cardField(page, 'Kartennummer')).toHaveValue('4970 1071 1111 1119');
    await saveButton(page).dblclick();
    await expect(cardRow(page, 'Visa •••• 1119')).toContainText('Standard');
    await expect(cardsDialog(page).getByRole('listitem')).toHaveCount(2);
  });

  await test.step('a Mastercard; names are asked for no more', async () => {
    await openCardForm(page);
    await expect(cardField(page, 'Kartennummer')).toHaveValue('');
    await expect(cardField(page, 'Vorname')).toHaveCount(0);
    await typeCard(page, MASTERCARD_NUMBER);
    await saveButton(page).click();
    await expect(cardRow(page, 'Mastercard •••• 4444')).toBeVisible();
  });

  await test.step('a Maestro without a check number, which its bank asks about', async () => {
    await openCardForm(page);
    await typeCard(page, MAESTRO_NUMBER, '');
    await saveButton(page).click();
    await bankPage(page).locator('button[value="success"]').click();
    await expect(cardRow(page, 'Maestro •••• 8453')).toBeVisible();
  });

  await test.step('refused by the tokeniser at its field, and by its bank: the form says so, and the card is in no list', async () => {
    await openCardForm(page);
    await typeCard(page, CHALLENGE_VISA_NUMBER);
    await page.route(
      /\/tokenise\b/,
      (route) => route.continue({ postData: (route.request().postData() ?? '').replace('cardCvx=123', 'cardCvx=12') }),
      { times: 1 },
    );
    await saveButton(page).click();
    await expect(cardForm(page).getByRole('alert')).toContainText('Prüf das markierte Feld');
    await expect(cardForm(page).getByText('Prüf die 3 Ziffern.')).toBeVisible();
    await cardField(page, /^Prüfnummer/).fill('124');
    await saveButton(page).click();
    await bankPage(page).locator('button[value="fail"]').click();
    await expect(cardForm(page).getByRole('alert')).toContainText('Deine Bank hat die Freigabe abgelehnt.');
    expect(await findAxeViolations(page)).toEqual([]);
    await cardForm(page).getByRole('button', { name: 'Zurück' }).click();
    await expect(cardRow(page, '8183')).toHaveCount(0);
  });

  await test.step('discarded while its bank asks: it is in no list, though the bank says yes then', async () => {
    await openCardForm(page);
    await typeCard(page, CHALLENGE_VISA_NUMBER);
    await saveButton(page).click();
    const bankUrl = await page.locator('iframe[title="Freigabe bei deiner Bank"]').getAttribute('src');
    await dialogOf(page, 'Freigabe bei deiner Bank').getByRole('button', { name: 'Abbrechen' }).click();
    const deactivationResponse = page.waitForResponse(/\/deactivateCard$/);
    await cardForm(page).getByRole('button', { name: 'Karte verwerfen' }).click();
    expect((await deactivationResponse).ok()).toBe(true);
    // Simulates the bank's app, which confirms the payment instead of the bank's page in the iframe. The app then leads
    // back to the product outside of any iframe.
    const bankResponse = await fetch(bankUrl ?? '', {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ result: 'success' }),
    });
    await page.goto(bankResponse.headers.get('Location') ?? '');
    await expect(cardForm(page).getByRole('alert')).toContainText('Diese Karte gibt es nicht mehr.');
    await cardForm(page).getByRole('button', { name: 'Zurück' }).click();
    await expect(cardRow(page, 'Mastercard •••• 4444')).toBeVisible();
    await expect(cardRow(page, '8183')).toHaveCount(0);
  });

  await test.step('left at its bank, reloaded, and gone on with', async () => {
    await openCardForm(page);
    await typeCard(page, CHALLENGE_VISA_NUMBER);
    await saveButton(page).click();
    await expect(bankPage(page).getByRole('button').first()).toBeVisible();
    await page.reload();
    await expect(bankPage(page).getByRole('button').first()).toBeVisible();
    await cancelAtBank(page);
    await expect(cardForm(page).getByRole('heading', { name: UNDECIDED_TEXT })).toBeVisible();
    expect(await findAxeViolations(page)).toEqual([]);
    await cardForm(page).getByRole('button', { name: 'Zurück zur Bank' }).click();
    await bankPage(page).locator('button[value="success"]').click();
    await expect(cardRow(page, 'Visa •••• 8183')).toBeVisible();
  });

  await test.step('another one becomes the default; where that is removed, the next one is', async () => {
    const makeCardDefault = async (cardName: string): Promise<void> => {
      await openCardMenu(page, cardName);
      await page.getByRole('button', { name: 'Als Standard nehmen' }).click();
      await expect(cardRow(page, cardName)).toContainText('Standard');
    };
    await makeCardDefault('Maestro •••• 8453');
    await expect(cardRow(page, 'Visa •••• 1119')).not.toContainText('Standard');
    await openCardMenu(page, 'Maestro •••• 8453');
    await page.getByRole('button', { name: 'Karte entfernen' }).click();
    await page
      .getByRole('alertdialog', { name: 'Karte entfernen?' })
      .getByRole('button', { name: 'Entfernen' })
      .click();
    await expect(cardRow(page, 'Maestro')).toHaveCount(0);
    await expect(cardRow(page, 'Visa •••• 1119')).toContainText('Standard');
    await makeCardDefault('Mastercard •••• 4444');
  });

  await test.step('pays with the default, and with one that its bank asks about', async () => {
    // Each order has a different dish, because the page asks for a confirmation if a user orders the same dishes again
    // within an hour.
    for (const [dishIndex, cardName, isBankAsked] of [
      [0, /Mastercard •••• 4444/, false],
      [1, /Visa •••• 8183/, true],
    ] as const) {
      await page.goto('about:blank');
      await page.goto(`/restaurants#details/${ROUTING_NAME}`);
      await page.getByRole('button', { name: 'In den Warenkorb' }).nth(dishIndex).click();
      await openOrder(page);
      await orderSheet(page)
        .getByRole('radio', { name: /Mitnehmen/ })
        .check({ force: true });
      await orderSheet(page)
        .getByRole('radiogroup', { name: 'Wann?' })
        .getByRole('radio')
        .nth(3)
        .check({ force: true });
      if (!isBankAsked) await expect(orderSheet(page).getByRole('radio', { name: cardName })).toBeChecked();
      await orderSheet(page).getByRole('radio', { name: cardName }).check({ force: true });
      await orderSheet(page).getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click();
      if (isBankAsked) await bankPage(page).locator('button[value="success"]').click();
      await expect(page).toHaveURL(/#order\/[\w-]+$/);
    }
  });

  const storedText = `${capturedTexts()}\n${await readBrowserStorages(page)}`;
  // The test only proves something if it has captured the requests that could contain a card number.
  expect(storedText).toContain('/api/payment/finishCardRegistration');
  for (const numberFormat of CARD_NUMBERS.flatMap(formatsOfCardNumber)) expect(storedText).not.toContain(numberFormat);
});

test.describe('where error reports are allowed', () => {
  // Error reports go to another host. The Content-Security-Policy of a product without error reports forbids requests
  // to that host.
  test.use({ bypassCSP: true });

  test('an error while a number is typed is reported, and the number isn’t', async ({
    page,
    context,
    ownWorld,
    consoleErrors,
  }) => {
    consoleErrors.expect(
      /^exception: (?:Type)?Error: cannot read |^request to another host: https:\/\/region1\.google-analytics\.com\//,
    );
    const member = await becomeMember(context);
    await verifyEmailAddress(ownWorld, member);
    await enableMeasurement(page);
    await page.addInitScript(() => localStorage.setItem('mahlzeit.consent', 'version=1&analytics=no&errorReports=yes'));
    const errorReports: string[] = [];
    await page.route('https://region1.google-analytics.com/**', (route) => {
      errorReports.push(
        `${decodeURIComponent(route.request().url().replaceAll('+', ' '))} ${route.request().postData() ?? ''}`,
      );
      return route.fulfill({ status: 204 });
    });
    await page.goto('/restaurants#paymentoptions/new');
    await cardField(page, 'Vorname').fill('Jule');
    await typeCard(page, VISA_NUMBER);
    // Simulates code that reads the form and throws an error. The error's text may contain the value of the field, as
    // errors of the browser's own parsers do.
    await cardField(page, 'Kartennummer').evaluate((input) => {
      if (!(input instanceof HTMLInputElement)) return;
      const { value } = input;
      setTimeout(() => {
        throw new Error(`cannot read ${value}`);
      });
      void Promise.reject(new TypeError(`cannot read ${JSON.stringify({ number: value.replaceAll(' ', '') })}`));
    });
    await expect.poll(() => errorReports.length).toBe(2);
    for (const errorReport of errorReports) {
      expect(errorReport).toContain('cannot read ');
      for (const numberFormat of formatsOfCardNumber(VISA_NUMBER)) expect(errorReport).not.toContain(numberFormat);
    }
  });
});

test('a card that is added in the cart is taken for the order; while its provider is down it says so', async ({
  page,
  context,
  ownWorld,
  consoleErrors,
}) => {
  test.slow();
  consoleErrors.expect(/^request to another host: http:\/\/localhost:\d+\//);
  consoleErrors.expect(/Failed to load resource/);
  const member = await becomeMember(context);
  await verifyEmailAddress(ownWorld, member);
  await page.goto(`/restaurants#details/${ROUTING_NAME}`);
  await page.getByRole('button', { name: 'In den Warenkorb' }).first().click();
  await openOrder(page);
  await orderSheet(page)
    .getByRole('radio', { name: /Mitnehmen/ })
    .check({ force: true });
  await orderSheet(page).getByRole('button', { name: 'Karte hinzufügen' }).click();
  await expect(cardForm(page)).toBeVisible();

  await test.step('Back leads from the form to the order as it was, and forth again', async () => {
    await page.goBack();
    await expect(cardForm(page)).toHaveCount(0);
    await expect(orderSheet(page).getByRole('radio', { name: /Mitnehmen/ })).toBeChecked();
    await page.goForward();
    await expect(cardForm(page)).toBeVisible();
  });

  await cardField(page, 'Vorname').fill('Jule');
  await cardField(page, 'Nachname').fill('Petersen');
  await typeCard(page, VISA_NUMBER);

  const faultResponse = await fetch(`${ownWorld.sandboxUrl}/psp/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ count: 100, when: 'beforeCommit', kind: 'drop', operation: 'cardRegistration' }),
  });
  expect(faultResponse.ok).toBe(true);
  await saveButton(page).click();
  await expect(cardForm(page).getByRole('alert')).toContainText('Der Zahlungsdienst ist gerade nicht erreichbar.', {
    timeout: 40_000,
  });
  expect((await fetch(`${ownWorld.sandboxUrl}/psp/faults`, { method: 'DELETE' })).ok).toBe(true);

  await expect(cardField(page, 'Kartennummer')).toHaveValue('4970 1071 1111 1119');
  await saveButton(page).click();
  await expect(orderSheet(page).getByRole('radio', { name: /Visa •••• 1119/ })).toBeChecked();
});
