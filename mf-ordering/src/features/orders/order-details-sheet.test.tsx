import { getCards, getOrder, getOrderCalendar, getRestaurant, meTopic, updateOrderStatus } from '@mahlzeit/contract';
import type { Order } from '@mahlzeit/contract';
import { anOrder, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { completeOrder } from '../../screens/orders.scenarios';
import { newerOrderOf } from './live-orders';
import { orderTimelineOf } from './order-labels';
import { OrderDetailsSheet } from './order-details-sheet';

const MINUTE_MS = 60_000;
const debitedCard = {
  mangoPayData: { Id: 'karte-01', Alias: '497010XXXXXX4242', ExpirationDate: '1230', Active: true, Validity: 'VALID' },
  data: { typeAlias: 'VISA' },
} as const;
const commonAnswers = [answer(getCards, [debitedCard]), answer(getRestaurant, aRestaurant({ key: 'elbkantine' }))];

const renderOrderDetails = (order: Partial<Order> = {}, ...answers: readonly ScenarioAnswer[]) =>
  renderWithShell(<OrderDetailsSheet orderKey="bestellung-01" />, {
    session: 'verified',
    topics: { [meTopic]: {} },
    answers: [...answers, answer(getOrder, anOrder(order)), ...commonAnswers],
  });

const textContentOf = (textElement: HTMLElement | undefined): string =>
  (textElement?.textContent ?? '').replaceAll('\u00a0', ' ');
const lineText = (lineLabel: string | RegExp) =>
  textContentOf(screen.getAllByRole('listitem').find((listItem) => within(listItem).queryByText(lineLabel) !== null));
const timelineTexts = () =>
  within(screen.getByRole('list', { name: 'Stand der Bestellung' }))
    .getAllByRole('listitem')
    .map(textContentOf);
const makeRefund = (amount: number, reason: Order['refunded'][number]['reason']) => ({
  amount,
  reason,
  date: fixtureNow + MINUTE_MS,
});
const partlyRefundedFields: Partial<Order> = {
  totalPrice: 2300,
  accepted: true,
  status: 'CanceledPartly',
  refunded: [makeRefund(1150, 'too_much_ordered')],
};

describe('of two accounts of one order', () => {
  const paidOrder = anOrder();
  const acceptedOrder = anOrder({ accepted: true });

  it.each([
    ['what was asked alone', paidOrder, undefined, paidOrder],
    ['what the topic says alone', undefined, acceptedOrder, acceptedOrder],
    ['that the place took it, from the topic', paidOrder, acceptedOrder, acceptedOrder],
    ['that the place took it, though the topic is behind', acceptedOrder, paidOrder, acceptedOrder],
    ['the payment that went through', anOrder({ paymentStatus: 'UNKNOWN' }), paidOrder, paidOrder],
    ['what went back', acceptedOrder, anOrder(partlyRefundedFields), anOrder(partlyRefundedFields)],
  ])('%s counts', (_, order, liveOrder, expectedVersion) => {
    expect(newerOrderOf(order, liveOrder)).toEqual(expectedVersion);
  });
});

describe('a paid order that is to come', () => {
  it('shows its number for the counter, time, place, route and payment', async () => {
    renderOrderDetails();
    expect(await screen.findByRole('heading', { name: 'Bestellt und bezahlt' })).toBeInTheDocument();
    for (const expectedText of [
      'Deine Bestellnummer',
      'M-1042',
      'Heute, 12:30',
      'Mi. 24. Juni · Vor Ort',
      'In Prüfung',
    ])
      expect(screen.getByText(expectedText)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Route' })).toHaveAttribute('href', expect.stringContaining('maps'));
    expect(await screen.findByText('Bezahlt mit Visa •••• 4242')).toBeInTheDocument();
    expect(timelineTexts()).toEqual([
      'Bezahlt11:30Visa •••• 4242',
      'Das Lokal sieht nachDu bekommst Bescheid, sobald es annimmt.',
      'Essen12:30Zeig am Tresen deine Nummer.',
    ]);
  });

  it('C26 lists dishes, wishes, discounts, deposit and VAT by their cents', async () => {
    renderOrderDetails(completeOrder);
    await screen.findByText('Bestellt und bezahlt');
    expect(lineText(/Rindfleischroulade/)).toMatch(
      /^2 × .*21,80 €Suppenwoche, statt 23,80 €„Eine bitte ohne Zwiebeln“$/,
    );
    expect([lineText('Pfand'), lineText(/^Bezahlt mit/), lineText(/auf Speisen/), lineText(/auf Getränke/)]).toEqual([
      'Pfand0,25 €',
      expect.stringMatching(/25,45 €$/),
      'enthält 7 % MwSt. auf Speisen1,43 €',
      'enthält 19 % MwSt. auf Getränke0,58 €',
    ]);
  });

  it('takes the voucher off, but never off the deposit', async () => {
    renderOrderDetails({
      ...completeOrder,
      items: completeOrder.items.map((item) => ({ ...item, discount: null })),
      discount: { id: 'v', value: 300, name: { de: 'Kollegen-Mittag' } },
      totalPrice: 2445,
    });
    await screen.findByText('Bestellt und bezahlt');
    expect([lineText('Gutschein „Kollegen-Mittag“'), lineText(/^Bezahlt mit/)]).toEqual([
      'Gutschein „Kollegen-Mittag“−3,00 €',
      expect.stringMatching(/24,45 €$/),
    ]);
  });

  it('shows the restaurant, the confirmation by e-mail, and the phone number for a cancellation', async () => {
    renderOrderDetails();
    const restaurantPhoneLink = within(
      await screen.findByText(/^Stornieren geht nur noch telefonisch beim Lokal:/),
    ).getByRole('link');
    expect([restaurantPhoneLink.textContent, restaurantPhoneLink.getAttribute('href')]).toEqual([
      expect.stringMatching(/^\+?\d/),
      expect.stringMatching(/^tel:\+?\d+$/),
    ]);
    expect(screen.getByText(/^Dein Vertrag besteht mit Elbkantine.*gemailt\.$/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Elbkantine' })).toHaveAttribute('href', '#details/elbkantine');
    expect(screen.getByRole('link', { name: 'Elbkantine anrufen' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^tel:/),
    );
  });

  it('shows at once that the place has taken it, and that money goes back', async () => {
    const { shell } = renderOrderDetails();
    await screen.findByText('In Prüfung');
    expect(screen.queryByText('Das Lokal hat deine Bestellung angenommen.')).not.toBeInTheDocument();
    shell.change(meTopic, {
      kind: 'put',
      collection: 'orders',
      key: 'bestellung-01',
      value: anOrder({ accepted: true, status: 'Confirmed' }),
    });
    expect(await screen.findByText('Vom Lokal bestätigt')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Bestätigt' })).toBeInTheDocument();
    expect(screen.getByText('Das Lokal hat deine Bestellung angenommen.')).toHaveAttribute('role', 'status');
    shell.change(meTopic, {
      kind: 'put',
      collection: 'orders',
      key: 'bestellung-01',
      value: anOrder({ ...partlyRefundedFields }),
    });
    expect(await screen.findByText('11,50 € zurück')).toBeInTheDocument();
    expect(screen.getByText('Auf', { exact: false, selector: '[role=alert] div' })).toHaveTextContent(
      'Grund: zu viel bestellt.',
    );
  });

  it('announces no acceptance that was there when it was opened', async () => {
    renderOrderDetails({ accepted: true, status: 'Confirmed' });
    await screen.findByText('Vom Lokal bestätigt');
    expect(screen.queryByText('Das Lokal hat deine Bestellung angenommen.')).not.toBeInTheDocument();
  });

  it('shows the refunded amount of each dish', async () => {
    renderOrderDetails({
      ...partlyRefundedFields,
      items: completeOrder.items.map((item, index) => ({ ...item, refundedAmount: index })),
    });
    await screen.findByText('11,50 € zurück');
    expect([lineText(/Rindfleischroulade/), lineText(/Apfelschorle/)]).toEqual([
      expect.not.stringContaining('erstattet'),
      expect.stringMatching(/1 erstattet$/),
    ]);
  });

  it('can be kept: its receipt, and as a file for the calendar that is asked for once at a time', async () => {
    const { user, shell } = renderOrderDetails(
      {},
      answer(getOrderCalendar, { bytes: new Uint8Array([66]), name: null }),
    );
    const downloadClickSpy = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    expect(await screen.findByRole('link', { name: 'Beleg' })).toHaveAttribute('href', '#receipt/bestellung-01');
    await user.dblClick(screen.getByRole('button', { name: 'Kalender' }));
    await waitFor(() => expect(downloadClickSpy.mock.contexts).toMatchObject([{ download: 'Bestellung M-1042.ics' }]));
    expect(shell.requests.filter((request) => request.endsWith('calendar.ics'))).toHaveLength(1);
    downloadClickSpy.mockRestore();
  });

  it('reports that the calendar file does not load', async () => {
    const { user, shell } = renderOrderDetails({}, refuse(getOrderCalendar, 'unavailable'));
    await user.click(await screen.findByRole('button', { name: 'Kalender' }));
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([
        { tone: 'error', text: 'Der Kalendereintrag lädt gerade nicht. Versuch es gleich noch einmal.' },
      ]),
    );
  });

  it('becomes a past one half an hour after its time', async () => {
    const { shell } = renderOrderDetails({ accepted: true, status: 'Confirmed' });
    await screen.findByText('Vom Lokal bestätigt');
    shell.advance(91 * MINUTE_MS);
    expect(await screen.findByRole('heading', { name: 'Elbkantine' })).toBeInTheDocument();
    expect(screen.queryByText('Deine Bestellnummer')).not.toBeInTheDocument();
    expect(screen.queryByText(/^Stornieren/)).not.toBeInTheDocument();
  });

  it('shows PayPal, or just a card where the card is unknown', async () => {
    const { unmount } = renderOrderDetails({ paymentOption: 'paypal', debitedCardId: null });
    expect(await screen.findByText('Bezahlt mit PayPal')).toBeInTheDocument();
    unmount();
    renderOrderDetails({}, refuse(getCards, 'providerUnavailable'));
    expect(await screen.findByText('Bezahlt mit Karte')).toBeInTheDocument();
  });
});

describe('an order that was called off', () => {
  it('C19 has a negative refunded total with a minus sign, and each reason', async () => {
    renderOrderDetails({
      totalPrice: 1250,
      status: 'CanceledByRestaurant',
      refunded: [makeRefund(1250, 'restaurant_declined_no_capacity')],
    });
    expect(await screen.findByRole('heading', { name: 'Vom Lokal storniert' })).toBeInTheDocument();
    const refundSection = within(screen.getByRole('region', { name: 'Erstattet' }));
    expect(refundSection.getAllByText('−12,50 €')).toHaveLength(2);
    expect(refundSection.getByText('Warum erstattet wurde')).toBeInTheDocument();
    expect(refundSection.getByText('kein Platz mehr, 24. Juni')).toBeInTheDocument();
    expect(screen.queryByText(/^Stornieren|Deine Bestellnummer|^Dein Vertrag besteht/)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Andere Lokale ansehen' })).toBeInTheDocument();
  });

  it.each<[string, Partial<Order>, string, string]>([
    ['is taken on', { accepted: true }, 'Teilweise storniert, der Rest kommt', 'Vom Lokal bestätigt'],
    ['is not taken on yet', { accepted: false }, 'Teilweise storniert, Rest in Prüfung', 'In Prüfung'],
  ])(
    'is none as long as something of it is left, whoever gave the rest back: what is left %s',
    async (_, order, expectedRefundHeading, expectedBadge) => {
      renderOrderDetails({
        ...order,
        totalPrice: 2630,
        status: 'CanceledByRestaurant',
        refunded: [makeRefund(450, 'restaurant_declined_sold_out')],
      });
      expect(await screen.findByRole('heading', { name: expectedRefundHeading })).toBeInTheDocument();
      expect(screen.getByText(expectedBadge)).toBeInTheDocument();
      expect(screen.queryByText('Vom Lokal storniert')).not.toBeInTheDocument();
    },
  );

  it('is none either when what was left of it is eaten', async () => {
    renderOrderDetails({
      ...partlyRefundedFields,
      status: 'CanceledByRestaurant',
      meetUpDate: fixtureNow - 60 * MINUTE_MS,
    });
    expect(await screen.findByText('Teilweise storniert')).toBeInTheDocument();
    expect(screen.queryByText('Vom Lokal storniert')).not.toBeInTheDocument();
  });

  it.each<[string, Partial<Order>, readonly ScenarioAnswer[], string]>([
    ['a card', {}, [], 'Am 24. Juni auf deine Visa •••• 4242. Grund: zu viel bestellt.'],
    ['a card that nobody knows', {}, [answer(getCards, [])], 'Am 24. Juni auf deine Karte. Grund: zu viel bestellt.'],
    [
      'PayPal',
      { paymentOption: 'paypal', debitedCardId: null },
      [],
      'Am 24. Juni auf dein PayPal-Konto. Grund: zu viel bestellt.',
    ],
    [
      'a card, all of it',
      { status: 'CanceledByRestaurant', refunded: [makeRefund(2300, 'restaurant_declined_sold_out')] },
      [],
      'Grund: ausverkauft. Du bekommst 23,00 € zurück auf deine Visa •••• 4242.',
    ],
    [
      'PayPal, all of it',
      {
        paymentOption: 'paypal',
        debitedCardId: null,
        status: 'CanceledByRestaurant',
        refunded: [makeRefund(2300, 'restaurant_declined_sold_out')],
      },
      [],
      'Grund: ausverkauft. Du bekommst 23,00 € zurück auf dein PayPal-Konto.',
    ],
  ])('says where the money goes: %s', async (_, order, answers, expectedText) => {
    renderOrderDetails({ ...partlyRefundedFields, ...order }, ...answers);
    await waitFor(() => expect(textContentOf(screen.getByText(/ auf deine?\s/))).toBe(expectedText));
  });

  it('C19 has no such total where nothing went back', async () => {
    renderOrderDetails();
    await screen.findByText('Bestellt und bezahlt');
    expect(screen.queryByRole('region', { name: 'Erstattet' })).not.toBeInTheDocument();
    expect(screen.queryByText('−0,00 €')).not.toBeInTheDocument();
  });

  it('can be rated once it is over, unless all of it went back', async () => {
    const pastOrderFields = { meetUpDate: fixtureNow - 60 * MINUTE_MS };
    const { unmount } = renderOrderDetails({ ...partlyRefundedFields, ...pastOrderFields, rating: { stars: 4 } });
    expect(await screen.findByRole('link', { name: 'Wie war’s?' })).toHaveAttribute(
      'href',
      '#orderrating/bestellung-01',
    );
    expect(screen.getByText('4 von 5 Sternen gegeben')).toBeInTheDocument();
    unmount();
    renderOrderDetails({ ...pastOrderFields, refunded: [makeRefund(890, 'no_time')], status: 'CanceledCompletely' });
    expect(await screen.findByRole('link', { name: 'Beleg' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Wie war’s?' })).not.toBeInTheDocument();
  });

  it('shows what is left of it when it is over', async () => {
    renderOrderDetails({ ...partlyRefundedFields, meetUpDate: fixtureNow - 60 * MINUTE_MS });
    expect(await screen.findByRole('heading', { name: 'Elbkantine' })).toBeInTheDocument();
    expect(screen.getAllByText('23,00 €')[0]?.closest('s')).not.toBeNull();
    expect(screen.getAllByText('11,50 €').length).toBeGreaterThan(0);
    expect(screen.getByText('Teilweise storniert')).toBeInTheDocument();
  });

  it.each([
    ['mistake', 'Versehen'],
    ['no_time', 'keine Zeit'],
    ['too_much_ordered', 'zu viel bestellt'],
    ['restaurant_declined_no_capacity', 'kein Platz mehr'],
    ['restaurant_declined_no_reaction', 'keine Antwort vom Lokal'],
    ['restaurant_declined_sold_out', 'ausverkauft'],
  ] as const)('names the reason %s in German: %s', (reason, label) => {
    const order = anOrder({ refunded: [makeRefund(890, reason)] });
    const title = reason.startsWith('restaurant_declined') ? 'Vom Lokal storniert' : 'Storniert';
    expect(
      orderTimelineOf(order, { now: fixtureNow, payment: 'Karte' }).map((step) => [
        step.title,
        step.text?.replaceAll('\u00a0', ' '),
      ]),
    ).toEqual([
      ['Bezahlt', 'Karte'],
      [title, `Grund: ${label}`],
      ['Erstattet', '8,90 €. Je nach Bank dauert es einige Tage.'],
    ]);
  });
});

describe('money that is owed and hasn’t gone back', () => {
  const makeOpenRefunds = (amount: number, isRefused: boolean): Order['openRefunds'] => [
    { ...makeRefund(amount, 'restaurant_declined_no_reaction'), isRefused },
  ];
  const missedOrderFields = { meetUpDate: fixtureNow - 31 * MINUTE_MS };

  it('stands on the page of an order that nobody took: on its way, given up, on its way again, and back; it is neither pending nor to be rated', async () => {
    const { shell } = renderOrderDetails(missedOrderFields);
    expect(await screen.findByText('In Prüfung')).toBeInTheDocument();
    const changeOrder = (changedFields: Partial<Order>): void => {
      shell.use(answer(getOrder, anOrder({ ...missedOrderFields, ...changedFields })));
      shell.change(meTopic, {
        kind: 'put',
        collection: 'orders',
        key: 'bestellung-01',
        value: anOrder({ ...missedOrderFields, ...changedFields }),
      });
    };
    changeOrder({ openRefunds: makeOpenRefunds(890, false) });
    expect(await screen.findByText('Erstattung unterwegs: 8,90 €')).toBeInTheDocument();
    expect(screen.getByText('Erstattung unterwegs')).toBeInTheDocument();
    expect(screen.queryByText(/In Prüfung|Wie war’s/)).not.toBeInTheDocument();
    changeOrder({ openRefunds: makeOpenRefunds(890, true) });
    expect(await screen.findByText('8,90 € kommen später zurück')).toBeInTheDocument();
    expect(
      screen.getByText(
        'Grund: keine Antwort vom Lokal. Der Zahlungsdienst hat die Rückzahlung bisher abgelehnt. Wir kümmern uns darum, du musst nichts tun.',
      ),
    ).toBeInTheDocument();
    expect(screen.queryByText(/In Prüfung|Wie war’s/)).not.toBeInTheDocument();
    changeOrder({ openRefunds: makeOpenRefunds(890, false) });
    expect(await screen.findByText('Erstattung unterwegs: 8,90 €')).toBeInTheDocument();
    changeOrder({ refunded: [makeRefund(890, 'restaurant_declined_no_reaction')], status: 'CanceledByRestaurant' });
    expect(await screen.findByText('8,90 € zurück')).toBeInTheDocument();
    expect(screen.queryByText(/Erstattung unterwegs|später zurück/)).not.toBeInTheDocument();
  });

  it('calls no more to the meal of which all is owed', async () => {
    renderOrderDetails({ openRefunds: makeOpenRefunds(890, false) });
    expect(await screen.findByRole('heading', { name: 'Erstattung unterwegs' })).toBeInTheDocument();
    expect(screen.queryByText(/Deine Bestellnummer|Das Lokal sieht nach|^Stornieren/)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Kalender' })).not.toBeInTheDocument();
  });

  it('C18 calls an order partly cancelled while a part of its money is under way', async () => {
    renderOrderDetails({
      ...missedOrderFields,
      accepted: true,
      status: 'Confirmed',
      openRefunds: makeOpenRefunds(300, false),
    });
    expect(await screen.findByText('Erstattung unterwegs: 3,00 €')).toBeInTheDocument();
    expect(screen.getByText('Teilweise storniert')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Wie war’s?' })).toBeInTheDocument();
  });
});

describe('an order whose payment is not through', () => {
  it('C25 says that the status is unknown and not to order again; a check shows the provider’s answer', async () => {
    const { user } = renderOrderDetails({ paymentStatus: 'UNKNOWN' }, answer(updateOrderStatus, anOrder()));
    expect(await screen.findByText('Wir wissen es noch nicht')).toBeInTheDocument();
    expect(screen.getByText(/Bestell bitte nicht noch einmal/)).toBeInTheDocument();
    expect(screen.queryByText('Deine Bestellnummer')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Jetzt nachsehen' }));
    expect(await screen.findByText('Deine Bestellnummer')).toBeInTheDocument();
  });

  it('C25 asks the provider once for two presses before its answer', async () => {
    const { user, shell } = renderOrderDetails({ paymentStatus: 'UNKNOWN' }, neverRespond(updateOrderStatus));
    await user.dblClick(await screen.findByRole('button', { name: 'Jetzt nachsehen' }));
    expect(shell.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
  });

  it('reports that the provider can’t be reached', async () => {
    const { user, shell } = renderOrderDetails(
      { paymentStatus: 'CREATED' },
      refuse(updateOrderStatus, 'providerUnavailable'),
    );
    await user.click(await screen.findByRole('button', { name: 'Jetzt nachsehen' }));
    // The order may be paid already: the text must not ask for another payment.
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([
        { tone: 'error', text: 'Der Zahlungsdienst ist gerade nicht erreichbar. Sieh gleich noch einmal nach.' },
      ]),
    );
  });

  it('loads the order again each minute, as no topic reports a failed payment', async () => {
    const { shell } = renderOrderDetails(
      {},
      answer(getOrder, anOrder({ paymentStatus: 'CREATED' }), anOrder({ paymentStatus: 'FAILED' })),
    );
    await screen.findByText('Wir wissen es noch nicht');
    shell.advance(MINUTE_MS);
    expect(await screen.findByText('Du zahlst nichts')).toBeInTheDocument();
    shell.advance(MINUTE_MS);
    expect(shell.requests.filter((request) => request === 'GET /api/payment/orders/bestellung-01')).toHaveLength(2);
  });
});

describe('an order that came to nothing', () => {
  it.each([
    [
      false,
      'Du zahlst nichts',
      'Diese Bestellung kam nicht zustande, das Lokal weiß nichts davon. Ist Geld abgegangen, kommt es von selbst ganz zurück.',
    ],
    [
      true,
      'Erstattung unterwegs',
      'Deine Zahlung kam an, aber die Bestellung ging nicht mehr. Du bekommst dein Geld zurück.',
    ],
  ])('says what becomes of the money: taken %s', async (isPaidInVain, expectedTitle, expectedText) => {
    renderOrderDetails({ paymentStatus: 'FAILED', isPaidInVain });
    expect(await screen.findByText(expectedTitle)).toBeInTheDocument();
    expect(screen.getByText(expectedText)).toBeInTheDocument();
    expect(screen.queryByText(/nichts bezahlt/)).not.toBeInTheDocument();
  });
});

describe('an order that isn’t there', () => {
  it.each(['OrderNotFound', 'invalidRequest'] as const)(
    'C25 is not shown, and said to be none of the reader’s: %s',
    async (errorCode) => {
      const { shell } = renderOrderDetails({}, refuse(getOrder, errorCode));
      await waitFor(() =>
        expect(shell.recorded.snackbars).toMatchObject([{ text: 'Diese Bestellung gibt es hier nicht.' }]),
      );
      expect(shell.recorded.navigation).toEqual([['close']]);
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    },
  );

  it('is on its way', async () => {
    renderOrderDetails({}, neverRespond(getOrder));
    expect(await screen.findByRole('dialog', { name: 'Bestellung' })).toBeInTheDocument();
  });

  it('can be asked for again', async () => {
    const { user, shell } = renderOrderDetails({}, refuse(getOrder, 'unavailable'));
    expect(await screen.findByRole('heading', { name: 'Deine Bestellung lädt nicht' })).toBeInTheDocument();
    shell.use(answer(getOrder, anOrder()));
    await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    expect(await screen.findByText('Deine Bestellnummer')).toBeInTheDocument();
  });
});
