import { getOrders, meTopic } from '@mahlzeit/contract';
import type { Order } from '@mahlzeit/contract';
import { anOrder, aRestaurantSummary, fixtureNow } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { divideByTime } from './listed-orders';
import { OrderTabs } from './order-tabs';

const MINUTE_MS = 60_000;

describe('which orders there are', () => {
  const makeOrderAt = (key: string, meetUpDate: number) => anOrder({ key, meetUpDate });
  const keysOfOrders = (orders: readonly { readonly key: string }[]) => orders.map(({ key }) => key);

  it('puts the next one first, and of the past ones the latest', () => {
    const { upcoming, past } = divideByTime(
      [
        makeOrderAt('spaet', fixtureNow + 90 * MINUTE_MS),
        makeOrderAt('alt', fixtureNow - 900 * MINUTE_MS),
        makeOrderAt('bald', fixtureNow + MINUTE_MS),
        makeOrderAt('eben', fixtureNow - 31 * MINUTE_MS),
      ],
      fixtureNow,
    );
    expect([keysOfOrders(upcoming), keysOfOrders(past)]).toEqual([
      ['bald', 'spaet'],
      ['eben', 'alt'],
    ]);
  });

  it.each([
    [-30 * MINUTE_MS, 'upcoming'],
    [-30 * MINUTE_MS - 1, 'past'],
    [0, 'upcoming'],
  ] as const)(
    'T13 counts an order %i ms from its meetup as %s: it is past half an hour after',
    (offsetMs, expectedTab) => {
      expect(divideByTime([makeOrderAt('x', fixtureNow + offsetMs)], fixtureNow)[expectedTab]).toHaveLength(1);
    },
  );

  it.each(['CREATED', 'FAILED', 'UNKNOWN'] as const)('lists no order whose payment is %s', (paymentStatus) => {
    expect(divideByTime([anOrder({ paymentStatus })], fixtureNow)).toEqual({ upcoming: [], past: [] });
  });
});

const renderOrderTabs = ({
  orders = [],
  answers = [answer(getOrders, [])],
  ...more
}: ScenarioShellOptions & { readonly orders?: readonly Order[] } = {}) =>
  renderWithShell(<OrderTabs />, { session: 'verified', topics: { [meTopic]: { orders } }, answers, ...more });

const orderRowTexts = () =>
  within(screen.getByRole('tabpanel'))
    .getAllByRole('link')
    .map((orderRow) => orderRow.textContent);

describe('the tabs', () => {
  const findOnlyRow = async () => within(await screen.findByRole('listitem'));

  it('say that there are none, and where to go', async () => {
    const { user, shell } = renderOrderTabs();
    expect(await screen.findByRole('heading', { name: 'Keine anstehende Bestellung' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Lokale ansehen' }));
    expect(shell.recorded.navigation).toEqual([['close']]);
    await user.click(await screen.findByRole('tab', { name: /Vergangen 0/ }));
    expect(screen.getByRole('heading', { name: 'Noch keine vergangene Bestellung' })).toBeInTheDocument();
  });

  it('show restaurant, time, price and status, and lead to the order', async () => {
    renderOrderTabs({ orders: [anOrder()] });
    const orderRow = await findOnlyRow();
    expect(orderRow.getByRole('link', { name: 'Elbkantine' })).toHaveAttribute('href', '#order/bestellung-01');
    for (const expectedText of ['Heute, 12:30', 'Vor Ort', '8,90 €', 'In Prüfung'])
      expect(orderRow.getByText(expectedText)).toBeInTheDocument();
    expect(orderRow.getByText('M-1042')).toHaveStyle({ whiteSpace: 'nowrap' });
  });

  it.each([
    [
      'Teilweise storniert, Rest in Prüfung',
      '11,50 €',
      'CanceledPartly',
      { amount: 1150, reason: 'restaurant_declined_sold_out' },
    ],
    ['Storniert', '0,00 €', 'CanceledCompletely', { amount: 2300, reason: 'no_time' }],
    ['Vom Lokal storniert', '0,00 €', 'CanceledByRestaurant', { amount: 2300, reason: 'restaurant_declined_sold_out' }],
  ] as const)(
    'C18 show of one that is %s what is left, and what it was',
    async (statusLabel, remainingLabel, status, refundText) => {
      renderOrderTabs({
        orders: [anOrder({ totalPrice: 2300, status, refunded: [{ ...refundText, date: fixtureNow }] })],
      });
      const orderRow = await findOnlyRow();
      expect(orderRow.getByText(remainingLabel)).toBeInTheDocument();
      expect(orderRow.getByText('23,00 €').closest('s')).not.toBeNull();
      expect(orderRow.getByText(statusLabel)).toBeInTheDocument();
    },
  );

  it.each([
    ['Teilweise storniert, der Rest kommt', fixtureNow + 30 * 60_000],
    ['Teilweise storniert', fixtureNow - 31 * 60_000],
  ])('C18 never call an order cancelled of which a part is left: %s', async (statusLabel, meetUpDate) => {
    const refund = { amount: 300, reason: 'restaurant_declined_sold_out', date: fixtureNow } as const;
    // An earlier release of the gateway sent this status for an order of which a part was cancelled.
    const order = anOrder({ totalPrice: 2300, accepted: true, status: 'CanceledByRestaurant', refunded: [refund] });
    const { user } = renderOrderTabs({ orders: [{ ...order, meetUpDate }] });
    if (meetUpDate < fixtureNow) await user.click(await screen.findByRole('tab', { name: /Vergangen/ }));
    expect(await screen.findByText(statusLabel)).toBeInTheDocument();
    expect(screen.queryByText('Vom Lokal storniert')).not.toBeInTheDocument();
  });

  it('show that the money of an unaccepted order comes back', async () => {
    renderOrderTabs({
      orders: [
        anOrder({
          openRefunds: [{ amount: 890, reason: 'restaurant_declined_no_reaction', date: fixtureNow, isRefused: true }],
        }),
      ],
    });
    const orderRow = await findOnlyRow();
    expect(orderRow.getByText('Erstattung unterwegs')).toBeInTheDocument();
    expect(orderRow.queryByText('In Prüfung')).not.toBeInTheDocument();
  });

  it('show that the restaurant took it as soon as it did', async () => {
    const { shell } = renderOrderTabs({ orders: [anOrder()] });
    await screen.findByText('In Prüfung');
    shell.change(meTopic, {
      kind: 'put',
      collection: 'orders',
      key: 'bestellung-01',
      value: anOrder({ accepted: true, status: 'Confirmed' }),
    });
    expect(await screen.findByText('Bestätigt')).toBeInTheDocument();
  });

  it('T13 move an order to the past ones half an hour after its meetup', async () => {
    const { shell, user } = renderOrderTabs({ orders: [anOrder({ restaurant: null })] });
    await screen.findByText('Lokal nicht mehr dabei');
    shell.advance(90 * MINUTE_MS);
    expect(screen.getByText('Lokal nicht mehr dabei')).toBeInTheDocument();
    shell.advance(MINUTE_MS);
    await waitFor(() => expect(screen.queryByText('Lokal nicht mehr dabei')).not.toBeInTheDocument());
    await user.click(screen.getByRole('tab', { name: /Vergangen 1/ }));
    expect(screen.getByText('Lokal nicht mehr dabei')).toBeInTheDocument();
  });

  it('T16 call an order of today by its day once that is over', async () => {
    const { shell } = renderOrderTabs({ orders: [anOrder({ meetUpDate: Date.parse('2026-06-24T23:45:00+02:00') })] });
    expect(await screen.findByText(/^Heute, 23:45/)).toBeInTheDocument();
    shell.setNow(Date.parse('2026-06-25T00:00:00+02:00'));
    expect(screen.getByText(/^Mi\. 24\. Juni, 23:45/)).toBeInTheDocument();
  });

  it('keep the loaded orders without a connection', async () => {
    const { shell } = renderOrderTabs({ orders: [anOrder()] });
    await findOnlyRow();
    shell.setOffline(true);
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });

  it('load no past orders of a user without a confirmed address, and lead to the confirmation', async () => {
    const { user, shell } = renderOrderTabs({ session: 'unverified' });
    await user.click(await screen.findByRole('tab', { name: 'Vergangen' }));
    expect(screen.getByRole('link', { name: 'E-Mail bestätigen' })).toHaveAttribute('href', '#profile');
    expect(shell.requests).toEqual([]);
  });

  describe('without a connection from the start', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());
    // After each step of the fake clock, pending promises are resolved, so that React renders and the list loads more.
    const passTime = (elapsedMs: number) => act(() => jest.advanceTimersByTimeAsync(elapsedMs));

    it('say after a while that they can not be had, and show them once it is back', async () => {
      const shell = fakeShell({
        session: 'verified',
        topics: { me: { orders: [anOrder()] } },
        answers: [answer(getOrders, [])],
      });
      shell.setOffline(true);
      renderWithShell(<OrderTabs />, { shell });
      await passTime(11_000);
      expect(screen.getByRole('heading', { name: 'Deine Bestellungen laden nicht' })).toBeInTheDocument();
      shell.setOffline(false);
      await passTime(1_000);
      await passTime(1_000);
      expect(screen.getByText('Elbkantine')).toBeInTheDocument();
    });
  });
});

describe('those that are over', () => {
  const pastOrders = Array.from({ length: 13 }, (_, index) =>
    anOrder({
      key: `alt-${index}`,
      meetUpDate: fixtureNow - (31 + index * 60) * MINUTE_MS,
      restaurant: aRestaurantSummary({ name: `Lokal ${index}` }),
    }),
  );
  const openPastTab = async (user: ReturnType<typeof renderOrderTabs>['user']) =>
    user.click(await screen.findByRole('tab', { name: /Vergangen 5\+/ }));

  it('come in pages of five; one row more tells whether another page follows', async () => {
    const { user, shell } = renderOrderTabs({
      answers: [answer(getOrders, pastOrders.slice(0, 6), pastOrders.slice(6, 12), pastOrders.slice(12))],
    });
    await openPastTab(user);
    expect(orderRowTexts()).toEqual(['Lokal 0', 'Lokal 1', 'Lokal 2', 'Lokal 3', 'Lokal 4']);
    await user.click(screen.getByRole('button', { name: 'Mehr anzeigen' }));
    await waitFor(() => expect(orderRowTexts()).toHaveLength(10));
    await user.click(screen.getByRole('button', { name: 'Mehr anzeigen' }));
    await waitFor(() => expect(orderRowTexts()).toEqual(pastOrders.map(({ restaurant }) => restaurant?.name)));
    expect(screen.queryByRole('button', { name: 'Mehr anzeigen' })).not.toBeInTheDocument();
    expect(shell.requests.filter((request) => request === 'GET /api/payment/orders')).toHaveLength(3);
  });

  it('neither double nor lose one that becomes past between two pages', async () => {
    const { user, shell } = renderOrderTabs({
      orders: [anOrder()],
      answers: [answer(getOrders, pastOrders.slice(0, 6), pastOrders.slice(6, 9))],
    });
    await openPastTab(user);
    shell.advance(91 * MINUTE_MS);
    await waitFor(() => expect(orderRowTexts()).toEqual(['Elbkantine', 'Lokal 0', 'Lokal 1', 'Lokal 2', 'Lokal 3']));
    await user.click(screen.getByRole('button', { name: 'Mehr anzeigen' }));
    await waitFor(() =>
      expect(orderRowTexts()).toEqual([
        'Elbkantine',
        ...pastOrders.slice(0, 9).map(({ restaurant }) => restaurant?.name),
      ]),
    );
  });

  it('say so where they don’t load, and can be asked for again', async () => {
    const { user, shell } = renderOrderTabs({ answers: [refuse(getOrders, 'unavailable')] });
    await user.click(await screen.findByRole('tab', { name: 'Vergangen' }));
    expect(await screen.findByText(/Ältere laden gerade nicht/)).toBeInTheDocument();
    shell.use(answer(getOrders, pastOrders.slice(0, 2)));
    await user.click(screen.getByRole('button', { name: 'Ältere anzeigen' }));
    await waitFor(() => expect(orderRowTexts()).toHaveLength(2));
  });
});
