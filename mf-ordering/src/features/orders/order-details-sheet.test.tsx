import { getCards, getOrder, getOrderCalendar, meTopic } from '@mahlzeit/contract';
import { anOrder } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { completeOrder } from '../../screens/orders.scenarios';
import { lineText, MINUTE_MS, partlyRefundedFields, renderOrderDetails, timelineTexts } from './fake-order-details';
import { newerOrderOf } from './live-orders';

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
