import { getPartnerMenu, getPartnerOrders, getPartnerRestaurant, refundPartnerOrder } from '@mahlzeit/contract';
import type { PartnerOrder } from '@mahlzeit/contract';
import { aCartItem, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import {
  acceptButton,
  instantAt,
  START_INSTANT_MS,
  openConsole,
  orderWith,
  pastaItem,
  julesOrder,
} from '../testing/fake-console';
import { PARTNER_TOKEN_KEY } from '../testing/fake-partner';
import type { FakePartnerOptions } from '../testing/fake-partner';
import { orderList, listedOrderNumbers } from '../testing/order-lists';

const MINUTE_MS = 60_000;

describe('signing in', () => {
  const signedOutOptions = { storage: {} };
  const signIn = async (partnerOptions: FakePartnerOptions) => {
    const openedConsole = openConsole({ ...signedOutOptions, ...partnerOptions });
    await openedConsole.user.type(screen.getByLabelText('Schlüssel deines Lokals'), ' schluessel ');
    await openedConsole.user.click(screen.getByRole('button', { name: 'Anmelden' }));
    return openedConsole;
  };

  it('keeps the token on this device until somebody signs out', async () => {
    const { partner, user } = await signIn({});
    expect(await screen.findByRole('heading', { name: 'Elbkantine' })).toBeInTheDocument();
    expect(partner.stored.get(PARTNER_TOKEN_KEY)).toBe('schluessel');
    expect(partner.sent[0]?.headers.get('Authorization')).toBe('Bearer schluessel');
    await user.click(screen.getByRole('button', { name: 'Abmelden' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Abmelden' }));
    expect(await screen.findByLabelText('Schlüssel deines Lokals')).toBeInTheDocument();
    expect(partner.stored.has(PARTNER_TOKEN_KEY)).toBe(false);
  });

  it.each([
    ['unauthenticated', /gilt nicht oder nicht mehr/],
    ['notFound', /gilt für alle Lokale/],
  ] as const)('says in German what is wrong: %s', async (errorCode, expectedText) => {
    const { partner } = await signIn({ answers: [refuse(getPartnerRestaurant, errorCode)] });
    expect(await screen.findByText(expectedText)).toBeInTheDocument();
    expect(partner.stored.size).toBe(0);
  });

  it('says so of what can be no token, without asking anybody', async () => {
    const { partner, user } = openConsole(signedOutOptions);
    await user.type(screen.getByLabelText('Schlüssel deines Lokals'), 'mzp_Schlüssel–01');
    await user.click(screen.getByRole('button', { name: 'Anmelden' }));
    expect(screen.getByText(/gilt nicht oder nicht mehr/)).toBeInTheDocument();
    expect(partner.requests).toEqual([]);
  });

  it('asks for the token where none was given', async () => {
    const { user, partner } = openConsole(signedOutOptions);
    await user.click(screen.getByRole('button', { name: 'Anmelden' }));
    expect(screen.getByText('Gib den Schlüssel deines Lokals ein.')).toBeInTheDocument();
    expect(partner.requests).toEqual([]);
  });

  it('keeps the token where the gateway cannot be reached, and tries again', async () => {
    const { partner, user } = openConsole({ answers: [failAsUnreachable(getPartnerRestaurant)] });
    await screen.findByRole('heading', { name: 'Dein Lokal lässt sich gerade nicht laden' });
    partner.use(answer(getPartnerRestaurant, aRestaurant()));
    await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    expect(await screen.findByRole('heading', { name: 'Elbkantine' })).toBeInTheDocument();
    expect(partner.stored.get(PARTNER_TOKEN_KEY)).toBe('schluessel');
  });

  it('is led back to by a token that was taken back', async () => {
    const { partner } = openConsole({ orders: [orderWith('K1')] });
    await acceptButton('K1');
    partner.use(refuse(getPartnerRestaurant, 'unauthenticated'));
    partner.revoke();
    expect(await screen.findByText(/gilt nicht oder nicht mehr/)).toBeInTheDocument();
    expect(screen.queryByText('K1')).not.toBeInTheDocument();
  });
});

describe('the orders', () => {
  it('say that there are none', async () => {
    openConsole();
    expect(await screen.findByRole('heading', { name: 'Noch keine Bestellungen' })).toBeInTheDocument();
    expect(document.title).toBe('Mahlzeit für Lokale');
  });

  it('stand by their time, those that wait first, with what the day came to', async () => {
    openConsole({
      orders: [
        orderWith('K3', { meetUpDate: instantAt('12:45') }),
        orderWith('K1', { meetUpDate: instantAt('12:15') }),
        orderWith('K2', { accepted: true }),
        orderWith('K4', { refunded: [{ amount: 890, reason: 'mistake', date: START_INSTANT_MS }] }),
      ],
    });
    await acceptButton('K1');
    expect([listedOrderNumbers('Neu'), listedOrderNumbers('Heute')]).toEqual([
      ['K1', 'K3'],
      ['K2', 'K4'],
    ]);
    expect(screen.getByText(/1 angenommen, 1 erstattet · 8,90\s€/)).toBeInTheDocument();
    expect(document.title).toBe('(2) Mahlzeit für Lokale');
  });

  it('tell when, whose, what, where, with how many and how much', async () => {
    openConsole({ orders: [{ ...julesOrder, meetUpSize: 4 }] });
    const orderRow = (await acceptButton('K417')).closest('li');
    for (const expectedText of [
      '12:30',
      /in 32 Min/,
      'K417',
      'Jule P.',
      /2\s×\sKäsespätzle/,
      'Vor Ort · Treffen mit 4 · Wunsch',
      /18,80/,
    ])
      expect(within(orderRow ?? document.body).getAllByText(expectedText).length).toBeGreaterThan(0);
  });

  it('name what is still to be made, and strike through what is not', async () => {
    const itemWithComment = aCartItem({
      key: 'zeile-02',
      mealKey: 'suppe',
      name: 'Kartoffelsuppe',
      refundedAmount: 1,
      comments: 'Heiß',
    });
    const partlyRefundedOrder = orderWith('K1', {
      items: [{ ...pastaItem, comments: '', refundedAmount: 1 }, itemWithComment],
      totalPrice: 3070,
      refunded: [{ amount: 1980, reason: 'mistake', date: START_INSTANT_MS }],
    });
    openConsole(
      {
        orders: [
          partlyRefundedOrder,
          orderWith('K2', {
            items: [pastaItem],
            totalPrice: 2180,
            refunded: [{ amount: 2180, reason: 'mistake', date: START_INSTANT_MS }],
          }),
        ],
      },
      { isWide: false },
    );
    const orderRow = (await acceptButton('K1')).closest('li');
    expect(orderRow).toHaveTextContent('1 × Käsespätzle');
    expect(orderRow).not.toHaveTextContent(/Kartoffelsuppe|Wunsch/);
    expect(within(orderRow ?? document.body).getByText('1 × Käsespätzle')).not.toHaveStyle(
      'text-decoration: line-through',
    );
    expect(orderList('Heute').getByText('2 × Käsespätzle')).toHaveStyle('text-decoration: line-through');
  });

  it('sound and are read out when they come live, not when the page opens', async () => {
    const { partner, sound } = openConsole({ orders: [orderWith('K1')] });
    await acceptButton('K1');
    expect(sound.played).toEqual([]);
    partner.putOrder(orderWith('K2', { customer: 'Ada L.' }));
    expect(sound.played).toEqual(['new']);
    expect(screen.getByText('Neue Bestellung K2, Ada L., 12:30')).toBeInTheDocument();
    expect(document.title).toBe('(2) Mahlzeit für Lokale');
  });

  it('call to mind what nobody has accepted ten minutes before its time, in red and by a sound of their own each minute', async () => {
    const { partner, sound } = openConsole({ orders: [orderWith('K1', { meetUpDate: instantAt('12:09') })] });
    const orderRow = (await acceptButton('K1')).closest('li');
    expect(orderRow).not.toHaveAttribute('data-late');
    partner.advance(MINUTE_MS);
    expect(orderRow).toHaveAttribute('data-late');
    expect(screen.getByText('Noch nicht angenommen. Um 12:39 wird von selbst alles erstattet.')).toBeInTheDocument();
    expect(screen.getByText('Eine Bestellung wartet zu lange auf deine Antwort.')).toBeInTheDocument();
    partner.advance(MINUTE_MS);
    expect(sound.played).toEqual(['overdue', 'overdue']);
  });

  it('stay as they were last known while the connection is lost, and nothing can be sent', async () => {
    const { partner, user } = openConsole({ orders: [orderWith('K1')] });
    await acceptButton('K1');
    expect(screen.getByText('Verbunden')).toBeInTheDocument();
    partner.setOffline(true);
    expect(screen.getByText('Verbindung verloren, seit 11:58')).toBeInTheDocument();
    await user.click(orderList('Neu').getByRole('button', { name: 'Offline' }));
    expect(partner.requests.filter((request) => request.includes('accept'))).toEqual([]);
    partner.setOffline(false);
    partner.advance(20_000);
    await acceptButton('K1');
    expect(screen.queryByText(/Verbindung verloren/)).not.toBeInTheDocument();
  });
});

it('shows at once that the browser has lost its network, and after a while that nothing comes', async () => {
  const { partner } = openConsole({ orders: [orderWith('K1')] });
  await acceptButton('K1');
  partner.loseNetwork();
  expect(screen.getByText('Verbindung verloren, seit 11:58')).toBeInTheDocument();
  partner.advance(1_000);
  expect(await screen.findByText('Verbunden')).toBeInTheDocument();
  partner.fallSilent();
  partner.advance(20_000);
  expect(screen.getByText('Verbindung verloren, seit 11:58')).toBeInTheDocument();
});

describe('orders of former days', () => {
  const DAY_MS = 24 * 60 * MINUTE_MS;
  const makeYesterdaysOrder = (orderId: string, overrides: Partial<PartnerOrder> = {}) =>
    orderWith(orderId, {
      meetUpDate: instantAt('12:30') - DAY_MS,
      createdAt: instantAt('11:00') - DAY_MS,
      ...overrides,
    });
  const formerOrderNumbers = () =>
    within(screen.getByRole('region', { name: 'Früher' }))
      .getAllByRole('listitem')
      .map((row) => /K\d+/.exec(row.textContent ?? '')?.[0]);

  it('don’t stand among today’s: not when they change, and not once midnight has passed', async () => {
    const { partner } = openConsole({
      orders: [orderWith('K1', { meetUpDate: instantAt('23:10') }), orderWith('K2', { accepted: true })],
      now: instantAt('23:00'),
      answers: [answer(getPartnerMenu, [])],
    });
    partner.putOrder(
      makeYesterdaysOrder('K9', { refunded: [{ amount: 890, reason: 'mistake', date: START_INSTANT_MS }] }),
    );
    await screen.findByText(/wartet zu lange/);
    expect([listedOrderNumbers('Neu'), listedOrderNumbers('Heute')]).toEqual([['K1'], ['K2']]);
    partner.advance(61 * MINUTE_MS);
    expect(screen.getByRole('heading', { name: 'Noch keine Bestellungen' })).toBeInTheDocument();
    expect(document.title).toBe('Mahlzeit für Lokale');
  });

  it('stand once where one of last night waits among today’s still, until it is past', async () => {
    const lateOrder = orderWith('K8', { meetUpDate: instantAt('23:50') });
    const noonOrder = orderWith('K1', { accepted: true });
    const { partner, user } = openConsole({
      orders: [noonOrder, lateOrder],
      now: instantAt('23:59') + 11 * MINUTE_MS,
      answers: [answer(getPartnerMenu, []), answer(getPartnerOrders, [noonOrder, lateOrder])],
    });
    await acceptButton('K8');
    await user.click(screen.getByRole('button', { name: 'Frühere Bestellungen' }));
    await within(screen.getByRole('region', { name: 'Früher' })).findByText('K1');
    expect([listedOrderNumbers('Neu'), formerOrderNumbers()]).toEqual([['K8'], ['K1']]);
    partner.advance(11 * MINUTE_MS);
    expect(formerOrderNumbers()).toEqual(['K1', 'K8']);
    expect(screen.queryByRole('list', { name: 'Neu' })).not.toBeInTheDocument();
  });

  it('come where somebody asks, page by page, and their money can still go back', async () => {
    const manyFormerOrders = Array.from({ length: 50 }, (_, index) =>
      makeYesterdaysOrder(`K${100 + index}`, { accepted: true }),
    );
    const lateOrder = makeYesterdaysOrder('K700', { meetUpDate: instantAt('13:00') - DAY_MS });
    const { partner, user } = openConsole({
      orders: [orderWith('K1')],
      answers: [
        answer(getPartnerOrders, manyFormerOrders, [lateOrder, orderWith('K1')]),
        answer(refundPartnerOrder, {
          ...lateOrder,
          refunded: [{ amount: 890, reason: 'mistake', date: START_INSTANT_MS }],
        }),
      ],
    });
    await acceptButton('K1');
    expect(partner.requests.filter((request) => request.includes('orders'))).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Frühere Bestellungen' }));
    expect(await screen.findByText('K700')).toBeInTheDocument();
    expect(formerOrderNumbers()).toHaveLength(51);
    const orderQueries = partner.sent
      .filter(({ url }) => url.includes('/orders'))
      .map(({ url }) => new URL(url).searchParams);
    expect(orderQueries.map((query) => [Number(query.get('since')), query.get('after')])).toEqual([
      [instantAt('00:00') - DAY_MS, null],
      [instantAt('12:30') - DAY_MS, 'b-K149'],
    ]);
    expect(screen.queryByRole('button', { name: 'K700 annehmen' })).not.toBeInTheDocument();
    await user.click(within(screen.getByRole('region', { name: 'Früher' })).getByRole('button', { name: /K700/ }));
    expect(screen.getByText(/Di\. 23\. Juni, 13:00/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Alles, / }));
    await user.click(screen.getByLabelText('Versehen des Gastes'));
    await user.click(screen.getByRole('button', { name: /8,90\s€ erstatten/ }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: /erstatten$/ }));
    expect(await screen.findByText('Alles ist erstattet.')).toBeInTheDocument();
    expect(listedOrderNumbers('Neu')).toEqual(['K1']);
  });

  it('are of the day that somebody chooses, back to where no money goes back any more', async () => {
    const { partner, user } = openConsole({ answers: [answer(getPartnerOrders, [makeYesterdaysOrder('K9')], [])] });
    await user.click(await screen.findByRole('button', { name: 'Frühere Bestellungen' }));
    await screen.findByText('K9');
    await user.click(screen.getByRole('button', { name: 'Tag danach' }));
    expect(screen.getByLabelText('Tag', { selector: 'input' })).toHaveValue('23.06.2026');
    await user.click(screen.getByRole('button', { name: 'Tag davor' }));
    expect(await screen.findByText('An diesem Tag gab es keine Bestellung.')).toBeInTheDocument();
    const dayField = screen.getByLabelText('Tag', { selector: 'input' });
    await user.clear(dayField);
    await user.type(dayField, '1.6.2025{Enter}');
    expect(screen.getByText('Gib einen Tag ab dem 24.07.2025 ein, zum Beispiel 3.6.')).toBeInTheDocument();
    await user.clear(dayField);
    await user.type(dayField, '15.1.{Enter}');
    expect(screen.getByText('Do. 15. Januar')).toBeInTheDocument();
    await waitFor(() => expect(partner.requests.filter((request) => request.includes('orders'))).toHaveLength(3));
    expect(new URL(partner.sent.at(-1)?.url ?? '').searchParams.get('since')).toBe(
      String(Date.parse('2026-01-15T00:00:00+01:00')),
    );
  });

  it('say why they don’t come, and are asked for again', async () => {
    const { partner, user } = openConsole({ answers: [refuse(getPartnerOrders, 'unavailable')] });
    await user.click(await screen.findByRole('button', { name: 'Frühere Bestellungen' }));
    const retryButton = await screen.findByRole('button', { name: 'Erneut versuchen' });
    partner.use(answer(getPartnerOrders, [makeYesterdaysOrder('K9')]));
    await user.click(retryButton);
    expect(await screen.findByText('K9')).toBeInTheDocument();
  });
});

describe('the screen of a counter', () => {
  const setVisible = (visibilityState: DocumentVisibilityState): void => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const installWakeLock = (request: () => Promise<unknown>) =>
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });

  afterEach(() => {
    Reflect.deleteProperty(navigator, 'wakeLock');
    Reflect.deleteProperty(document, 'visibilityState');
  });

  it('stays lit while somebody is signed in, and again once the page was hidden', async () => {
    const wakeLocks: { released: boolean; release: () => Promise<void> }[] = [];
    const request = jest.fn(async () => {
      const wakeLock = { released: false, release: async () => void (wakeLock.released = true) };
      wakeLocks.push(wakeLock);
      return wakeLock;
    });
    installWakeLock(request);
    const areLocksHeld = () => wakeLocks.map(({ released }) => !released);
    const { user } = openConsole();
    await screen.findByRole('heading', { name: 'Elbkantine' });
    await waitFor(() => expect(areLocksHeld()).toEqual([true]));
    expect(request).toHaveBeenCalledWith('screen');
    setVisible('visible');
    await wakeLocks[0]?.release();
    setVisible('hidden');
    setVisible('visible');
    await waitFor(() => expect(areLocksHeld()).toEqual([false, true]));
    await user.click(screen.getByRole('button', { name: 'Abmelden' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Abmelden' }));
    await waitFor(() => expect(areLocksHeld()).toEqual([false, false]));
    setVisible('visible');
    expect(request).toHaveBeenCalledTimes(2);
  });

  it('may go dark where the device gives no lock, and nobody hears of it', async () => {
    const request = jest.fn(() => Promise.reject(new Error('NotAllowedError')));
    installWakeLock(request);
    openConsole({ orders: [orderWith('K1')] });
    expect(await acceptButton('K1')).toBeVisible();
    expect(request).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

it('says where money is not real, and nothing of it where it is', async () => {
  const { unmount } = openConsole();
  expect(await screen.findByText('Sandbox: Es fließt kein echtes Geld.')).toBeInTheDocument();
  unmount();
  openConsole({ now: fixtureNow }, { isSandbox: false });
  await screen.findByRole('heading', { name: 'Elbkantine' });
  expect(screen.queryByText(/Sandbox/)).not.toBeInTheDocument();
});

it('shows what each key does', async () => {
  const { user } = openConsole();
  await screen.findByRole('heading', { name: 'Elbkantine' });
  await user.keyboard('?');
  expect(within(screen.getByRole('alertdialog')).getByText(/Nimmt die gewählte Bestellung an/)).toBeInTheDocument();
});
