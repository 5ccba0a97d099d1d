import { getCards, getOrder, meTopic } from '@mahlzeit/contract';
import type { Order } from '@mahlzeit/contract';
import { anOrder, fixtureNow } from '@mahlzeit/contract/fixtures';
import { answer } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { makeRefund, MINUTE_MS, partlyRefundedFields, renderOrderDetails, textContentOf } from './fake-order-details';
import { orderTimelineOf } from './order-labels';

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
