import type { CartItem, Order } from '@mahlzeit/contract';
import { aCartItem, anOrder, aRestaurantSummary } from '@mahlzeit/contract/fixtures';
import { totalPrice, vatByType } from '@mahlzeit/contract/rules';
import { isTestMoney } from '../providers';
import { readPdfPages } from '../testing/pdf-text';
import { drawReceipt } from './receipt-drawing';
import { toPrintable, loadReceiptFonts } from './receipt-font';
import { receiptPaperOf } from './receipt-paper';

const DRINK_ITEM = aCartItem({
  key: 'zeile-02',
  name: 'Apfelschorle',
  amount: 2,
  price: 250,
  vatType: 'DRINK',
  vat: 19,
  deposit: 25,
});

const orderOf = (orderItems: CartItem[], overrides: Partial<Order> = {}): Order => {
  const { discount = null } = overrides;
  return anOrder({
    orderId: 'K123',
    key: 'Vh3kE0abcdef',
    items: orderItems,
    totalPrice: totalPrice(orderItems, discount),
    vatByType: vatByType(orderItems, { voucher: discount, rateOf: (vatType) => (vatType === 'FOOD' ? 7 : 19) }),
    ...overrides,
  });
};

const drawOrderReceipt = (order: Order, { name = 'Elbkantine', isTest = false } = {}) =>
  drawReceipt(receiptPaperOf({ order, seller: aRestaurantSummary({ name }), isTest }));
// Returns the lines of a drawn receipt. The no-break spaces in prices become normal spaces.
const receiptLinesOf = async (...drawArguments: Parameters<typeof drawOrderReceipt>): Promise<string[]> =>
  readPdfPages(await drawOrderReceipt(...drawArguments))
    .flat()
    .map((receiptLine) => receiptLine.replaceAll('\u00a0', ' '));

describe('a drawn receipt', () => {
  it('is a small invoice with seller, place, time, lines, VAT by rate, and the way of payment', async () => {
    const voucherDiscount = { id: 'gutschein', value: 200, name: { de: 'Willkommen' } };
    const receiptLines = await receiptLinesOf(
      orderOf(
        [
          aCartItem({
            amount: 2,
            discount: { id: 'rabatt', value: 100, name: { de: 'Rabatt' } },
            comments: 'ohne Koriander',
          }),
          DRINK_ITEM,
        ],
        { discount: voucherDiscount, isTakeAway: true, createdAt: Date.parse('2026-06-24T11:31:00+02:00') },
      ),
    );
    expect(receiptLines).toEqual([
      'Beleg',
      'Rechnung über einen Kleinbetrag (§ 33 UStDV)',
      'Verkauft von',
      'Elbkantine',
      'Große Elbstraße 14a',
      '22767 Hamburg',
      'Belegnummer',
      '20260624-K123-Vh3kE0',
      'Bestellnummer',
      'K123',
      'Bestellt',
      '24.06.2026, 11:31 Uhr',
      'Essenszeit',
      '24.06.2026, 12:30 Uhr',
      'Art',
      'Zum Mitnehmen',
      'Bezahlt mit',
      'Karte',
      'Menge',
      'Bezeichnung',
      'Einzelpreis',
      'Betrag',
      '2 ×',
      'Rote-Linsen-Curry mit Basmatireis',
      '8,90 €',
      '15,80 €',
      'Rabatt: −2,00 €',
      '2 ×',
      'Apfelschorle',
      '2,50 €',
      '5,00 €',
      '2 ×',
      'Pfand',
      '0,25 €',
      '0,50 €',
      'Zwischensumme',
      '21,30 €',
      'Gutschein: Willkommen',
      '−2,00 €',
      'Bezahlt',
      '19,30 €',
      'Mehrwertsteuersatz',
      'Netto',
      'Steuer',
      'Brutto',
      '7 %',
      '13,35 €',
      '0,93 €',
      '14,28 €',
      '19 %',
      '4,22 €',
      '0,80 €',
      '5,02 €',
      'Zusammen',
      '17,57 €',
      '1,73 €',
      '19,30 €',
      'Alle Preise enthalten die Mehrwertsteuer. Mahlzeit vermittelt die Bestellung, verkauft hat Elbkantine.',
      'Beleg 20260624-K123-Vh3kE0 · Seite 1 von 1',
    ]);
  });

  it('lists the refunds with date and reason, and the VAT of the final amount', async () => {
    const orderRefunds: Order['refunded'] = [
      { amount: 275, reason: 'restaurant_declined_sold_out', date: Date.parse('2026-06-24T12:00:00+02:00') },
      { amount: 100, reason: 'mistake', date: Date.parse('2026-06-25T00:30:00+02:00') },
    ];
    const receiptLines = await receiptLinesOf(
      orderOf([aCartItem(), { ...DRINK_ITEM, refundedAmount: 1 }], { refunded: orderRefunds }),
    );
    expect(receiptLines).toContain('20260624-K123-Vh3kE0/2');
    expect(receiptLines).toContain('Gesamtbetrag');
    expect(
      receiptLines.slice(
        receiptLines.indexOf('Erstattet'),
        receiptLines.indexOf('Zusammen', receiptLines.indexOf('Erstattet')),
      ),
    ).toEqual([
      'Erstattet',
      '24.06.2026: ausverkauft',
      '−2,75 €',
      '25.06.2026: Versehen',
      '−1,00 €',
      'Bezahlt nach Erstattung',
      '10,65 €',
      'Mehrwertsteuersatz',
      'Netto',
      'Steuer',
      'Brutto',
      '7 %',
      '7,61 €',
      '0,53 €',
      '8,14 €',
      '19 %',
      '2,11 €',
      '0,40 €',
      '2,51 €',
    ]);
  });

  it.each([
    ['a test', { order: anOrder(), isTest: true }, 'Testbeleg: Es ist kein echtes Geld geflossen.', true],
    ['real money', { order: anOrder() }, 'Testbeleg: Es ist kein echtes Geld geflossen.', false],
    ['PayPal', { order: anOrder({ paymentOption: 'paypal' }) }, 'PayPal', true],
    ['the house', { order: anOrder({ isTakeAway: false }) }, 'Vor Ort', true],
    ['250 €', { order: orderOf([aCartItem({ price: 25_000 })]) }, 'Rechnung über einen Kleinbetrag (§ 33 UStDV)', true],
    [
      'more than 250 €',
      { order: orderOf([aCartItem({ price: 25_001 })]) },
      'Rechnung über einen Kleinbetrag (§ 33 UStDV)',
      false,
    ],
    [
      'more than 250 €, without a name',
      { order: orderOf([aCartItem({ price: 25_001 })]) },
      'Über 250 € braucht eine Rechnung deinen Namen und deine Anschrift. Das Lokal stellt sie dir aus.',
      true,
    ],
  ])('of %s', async (_title, { order, ...facts }, text, isShownExpected) => {
    expect((await receiptLinesOf(order, facts)).includes(text)).toBe(isShownExpected);
  });

  it('spreads a hundred lines over several pages, each with header and number, and loses none', async () => {
    const longName = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikantenwitwenrentenversicherungssuppe';
    const receiptPages = readPdfPages(
      await drawOrderReceipt(
        orderOf(
          Array.from({ length: 100 }, (_, index) =>
            aCartItem({ key: `zeile-${index}`, name: index % 7 === 0 ? `${longName} ${index}` : `Gericht ${index}` }),
          ),
        ),
      ),
    );
    expect(receiptPages.length).toBeGreaterThan(2);
    receiptPages.forEach((receiptLines, index) => {
      expect(receiptLines.at(-1)).toBe(`Beleg 20260624-K123-Vh3kE0 · Seite ${index + 1} von ${receiptPages.length}`);
      expect(receiptLines[0]).toBe(index === 0 ? 'Beleg' : 'Elbkantine, Fortsetzung');
    });
    expect(receiptPages.slice(0, -1).every((receiptLines) => receiptLines.includes('Bezeichnung'))).toBe(true);
    const text = receiptPages.flat().join('');
    for (let index = 0; index < 100; index += 1)
      expect(text).toContain(`${index % 7 === 0 ? `${longName} ` : 'Gericht '}${index}`);
    expect(receiptPages.flat().filter((receiptLine) => receiptLine === '1 ×')).toHaveLength(100);
  });

  it('shows names of many languages, and replaces characters without a glyph', async () => {
    const itemNames = [
      'Şakşuka — „żurek“ mit łosoś, crème brûlée',
      'Борщ',
      '🍕🍷',
      '👨‍👩‍👧‍👦 für alle 1️⃣',
      '寿司',
      '\u0000\u202eevil\n\tzwei',
      '\ud800',
      'x'.repeat(2_000),
    ];
    const receiptLines = await receiptLinesOf(
      orderOf(itemNames.map((itemName, index) => aCartItem({ key: `zeile-${index}`, name: itemName }))),
      {
        name: '寿司 Łódź 🍣 é',
      },
    );
    for (const expectedText of [
      'Şakşuka — „żurek“ mit łosoś, crème brûlée',
      'Борщ',
      'für alle 1',
      '??',
      'evil zwei',
      '?? Łódź é',
    ])
      expect(receiptLines).toContain(expectedText);
    expect(receiptLines.filter((receiptLine) => /^[x…]+$/.test(receiptLine)).join('')).toBe(`${'x'.repeat(299)}…`);
    expect(receiptLines.join('')).not.toContain('�');
  });

  it('is in German, has a title, and has the same bytes for the same order', async () => {
    const [firstPdf, secondPdf] = [await drawOrderReceipt(anOrder()), await drawOrderReceipt(anOrder())];
    expect(Buffer.compare(firstPdf, secondPdf)).toBe(0);
    const text = Buffer.from(firstPdf).toString('latin1');
    for (const expectedText of [
      '/Lang (de-DE)',
      '(Beleg 20260624-M-1042-bestel)',
      '/DisplayDocTitle true',
      '(D:20260624093000Z)',
      '/MediaBox [0 0 595.28 841.89]',
    ])
      expect(text).toContain(expectedText);
  });

  it('has the same characters in both typefaces', () => {
    const { regular, bold } = loadReceiptFonts();
    expect(
      [...'Aß€×−·„“ş'].map((testedCharacter) =>
        [regular, bold].map(({ shows }) => shows(testedCharacter.codePointAt(0) ?? 0)),
      ),
    ).toEqual([...'Aß€×−·„“ş'].map(() => [true, true]));
    expect(toPrintable('ﬂott', { shows: (codePoint) => codePoint < 128 })).toBe('flott');
  });
});

it.each([
  ['card', 'https://api.mangopay.com', false],
  ['card', 'https://api.sandbox.mangopay.com', true],
  ['card', 'http://localhost:4100/psp/mangopay', true],
  ['paypal', 'https://api-m.paypal.com', false],
  ['paypal', 'https://api-m.sandbox.paypal.com', true],
] as const)('money by %s to %s is for a test: %s', (paymentOption, baseUrl, isTestExpected) => {
  const commonConfig = { baseUrl, clientId: '', apiKey: '', clientSecret: '', tokeniserUrl: '', pagesUrl: '' };
  expect([
    isTestMoney({ mangopay: commonConfig, paypal: commonConfig }, paymentOption),
    isTestMoney({ mangopay: null, paypal: null }, paymentOption),
  ]).toEqual([isTestExpected, false]);
});
