import { getOrderByPayIn, getPayIn, meTopic, placeOrder, updateOrderStatus } from '@mahlzeit/contract';
import type { OrderAnswer, OrderForm, PayIn } from '@mahlzeit/contract';
import { anOffer, anOrder } from '@mahlzeit/contract/fixtures';
import { answer, createManualTimers, fakeShell, hang, refuse, unreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { waitFor } from '@testing-library/react';
import { cartPlaceOf, selectCart, updateCart, withAmount } from '../cart';
import type { OpenPayment } from '../cart';
import { POLL_PAUSES_MS, REPEAT_PAUSES_MS, RETURN_DELAY_MS } from '../providers';
import { createPaymentFlow } from './payment-flow';

beforeEach(() => window.localStorage.clear());

const card: OrderForm = { restaurantId: 'elbkantine', paymentOption: 'card', debitedCardId: 'karte-1', meetUp: '', meetUpDate: 1, isTakeAway: false, items: [{ mealKey: 'curry', amount: 1, price: 890 }], totalPrice: 890 };
const paypal: OrderForm = { ...card, paymentOption: 'paypal', debitedCardId: null };
const browser = { JavaEnabled: false, Language: 'de', ColorDepth: 24, ScreenHeight: 800, ScreenWidth: 360, TimeZoneOffset: -120, UserAgent: 'Test', JavascriptEnabled: true };

const placed = (overrides: Partial<OrderAnswer> = {}): OrderAnswer => ({ Status: 'CREATED', Id: 'payin-1', SecureModeRedirectURL: null, ResultCode: null, links: [], orderKey: 'bestellung-1', ...overrides });
const askedByBank = placed({ SecureModeRedirectURL: 'https://bank.test/3ds' });
const toApprove = placed({ links: [{ rel: 'approve', href: 'https://paypal.test/approve' }] });
const payIn = (Status: PayIn['Status'], ResultCode: string | null = null): PayIn => ({ Status, Id: 'payin-1', ResultCode, ResultMessage: null });
const paidOrder = anOrder({ key: 'bestellung-1', payInId: 'payin-1', restaurantId: 'elbkantine', paymentStatus: 'SUCCEEDED' });
const loads = [answer(getOrderByPayIn, paidOrder), answer(updateOrderStatus, paidOrder)];
const left: OpenPayment = { requestKey: 'frueher', form: card, payInId: 'payin-1', orderKey: 'bestellung-1' };

/** A cart with a dish, at the place's page, and its payment. */
const begin = (answers: readonly ScenarioAnswer[], payment: OpenPayment | null = null) => {
  const shell = fakeShell({ session: 'verified', answers: [...answers, ...loads], address: { key: 'details', params: ['elbkantine'] }, topics: { me: { orders: [] } } });
  const timers = createManualTimers();
  const calls = jest.spyOn(shell.apiClient, 'call');
  const wentTo: string[] = [];
  const placeAt = (restaurantKey: string) => {
    const place = cartPlaceOf(shell, { restaurantKey, routingName: restaurantKey });
    if (place === null) throw new Error('somebody is known');
    return place;
  };
  const place = placeAt('elbkantine');
  updateCart(shell, place, (cart) => ({ ...withAmount(cart, anOffer({ key: 'curry' }), 1), payment }));
  let keys = 0;
  const flow = createPaymentFlow({ shell, place, timers, createKey: () => `schluessel-${(keys += 1)}`, leave: (url) => void wentTo.push(url), browserInfo: () => browser });
  const leaveSheet = flow.subscribe(() => undefined);
  const cart = () => selectCart(shell.store.getState(), place);
  const shows = (kind: string) => waitFor(() => expect(flow.get().kind).toBe(kind));
  /** Lets the next pause pass, once there is one. */
  const pass = async (ms: number) => {
    await waitFor(() => expect(timers.pending()).toBe(1));
    timers.advance(ms);
  };
  const passAll = async (pauses: readonly number[]) => {
    for (const ms of pauses) await pass(ms);
  };
  const orderKeys = () => calls.mock.calls.filter(([route]) => route.name === 'placeOrder').map(([, input]) => input.idempotencyKey);
  const isAtOrder = () => waitFor(() => expect(shell.recorded.navigation).toEqual([['replace', 'order', 'bestellung-1']]));
  return { shell, timers, flow, cart, shows, pass, passAll, orderKeys, isAtOrder, wentTo, place, placeAt, leaveSheet };
};

describe('ordering by card', () => {
  it('is paid at once where the bank doesn’t ask: the order replaces the cart, and its cart alone is emptied (C28)', async () => {
    const { flow, shell, cart, isAtOrder, placeAt } = begin([answer(placeOrder, placed({ Status: 'SUCCEEDED' }))]);
    updateCart(shell, placeAt('forno'), (other) => withAmount(other, anOffer({ key: 'pizza' }), 2));
    flow.pay(card);
    expect(flow.get().kind).toBe('waiting');
    await isAtOrder();
    expect(shell.requests).toContain('GET /api/payment/orders/byPayIn/payin-1');
    expect([cart(), selectCart(shell.store.getState(), placeAt('forno'))?.lines.length, flow.get().kind, shell.recorded.reloadHolds]).toEqual([null, 1, 'none', 0]);
  });

  it('stores what was begun before anybody is asked, with the browser for the bank', () => {
    const { flow, cart, shell } = begin([hang(placeOrder)]);
    flow.pay(card);
    expect(cart()?.payment).toEqual({ requestKey: 'schluessel-1', form: { ...card, browserInfo: browser }, payInId: null, orderKey: null });
    expect(Object.values({ ...window.localStorage }).join()).toContain('schluessel-1');
    expect(shell.recorded.reloadHolds).toBe(1);
  });

  it('does nothing at a second press', async () => {
    const { flow, orderKeys, shows } = begin([answer(placeOrder, askedByBank)]);
    flow.pay(card);
    flow.pay(card);
    await shows('bank');
    flow.pay(card);
    expect(orderKeys()).toEqual(['schluessel-1']);
  });

  it('C15 asks the provider once the bank has sent the diner back, half a second later', async () => {
    const { flow, shows, timers, isAtOrder, shell } = begin([answer(placeOrder, askedByBank), answer(getPayIn, payIn('CREATED'), payIn('SUCCEEDED'))]);
    flow.pay(card);
    await shows('bank');
    expect(flow.get()).toEqual({ kind: 'bank', url: 'https://bank.test/3ds' });
    flow.onBankReturn();
    timers.advance(RETURN_DELAY_MS - 1);
    expect(flow.get().kind).toBe('bank');
    timers.advance(1);
    await shows('waiting');
    await waitFor(() => expect(timers.pending()).toBe(1));
    expect(shell.recorded.navigation).toEqual([]);
    timers.advance(500);
    await isAtOrder();
    expect(shell.requests).toContain('PUT /api/payment/orders/payin-1/status');
  });

  it('C06 gives the cart back after a refusal, and says why', async () => {
    const { flow, shows, cart, shell } = begin([answer(placeOrder, placed({ Status: 'FAILED', ResultCode: '101410' }))]);
    flow.pay(card);
    await shows('refused');
    expect([cart()?.payment, cart()?.lines.length, flow.get(), shell.recorded.reloadHolds]).toMatchObject([null, 1, { failure: { message: 'mangopay-error/101410' } }, 0]);
    flow.dismiss();
    expect(flow.get().kind).toBe('none');
  });

  it('orders anew under a new key after a refusal', async () => {
    const { flow, shows, orderKeys } = begin([answer(placeOrder, placed({ Status: 'FAILED', ResultCode: '101410' }), askedByBank)]);
    flow.pay(card);
    await shows('refused');
    flow.pay(card);
    await shows('bank');
    expect(orderKeys()).toEqual(['schluessel-1', 'schluessel-2']);
  });

  it('is told by a refusal of the gateway, too', async () => {
    const { flow, shows, cart } = begin([refuse(placeOrder, 'TotalPrice', { totalPrice: 900 })]);
    flow.pay(card);
    await shows('refused');
    expect([cart()?.payment, flow.get()]).toMatchObject([null, { failure: { code: 'TotalPrice' } }]);
  });
});

describe('when nobody answers', () => {
  it('sends the same order again under the same key, and then says that nobody knows', async () => {
    const { flow, shows, passAll, orderKeys, cart } = begin([unreachable(placeOrder)]);
    flow.pay(card);
    await passAll(REPEAT_PAUSES_MS);
    await shows('unclear');
    expect([orderKeys(), cart()?.payment?.requestKey]).toEqual([['schluessel-1', 'schluessel-1', 'schluessel-1', 'schluessel-1'], 'schluessel-1']);
    flow.pay(card);
    expect(orderKeys()).toHaveLength(4);
  });

  it('finds by the same key what the lost answer had begun', async () => {
    const { flow, shell, passAll, shows, orderKeys, isAtOrder } = begin([refuse(placeOrder, 'providerUnavailable')]);
    flow.pay(card);
    await passAll(REPEAT_PAUSES_MS);
    await shows('unclear');
    shell.use(answer(placeOrder, placed({ Status: 'SUCCEEDED' })));
    flow.check();
    expect(flow.get()).toMatchObject({ isChecking: true });
    await isAtOrder();
    expect(new Set(orderKeys())).toEqual(new Set(['schluessel-1']));
  });

  it('is over where the provider could not even be asked', async () => {
    const { flow, shows, cart } = begin([refuse(placeOrder, 'providerUnavailable', { nothingBegun: true })]);
    flow.pay(card);
    await shows('refused');
    expect(cart()).toMatchObject({ payment: null, lines: [{ mealKey: 'curry' }] });
  });

  it('C15 asks again while it is undecided, then says that nobody knows, and goes on asking quietly', async () => {
    const { flow, shell, shows, pass, passAll, isAtOrder } = begin([answer(placeOrder, placed()), answer(getPayIn, payIn('CREATED'))]);
    flow.pay(card);
    await passAll(POLL_PAUSES_MS);
    await shows('unclear');
    expect(shell.recorded.navigation).toEqual([]);
    shell.use(answer(getPayIn, payIn('SUCCEEDED')));
    await pass(5_000);
    await isAtOrder();
  });

  it('turns into the order by itself where the live list has it', async () => {
    const { flow, shell, shows, passAll, isAtOrder, cart } = begin([answer(placeOrder, placed()), unreachable(getPayIn)]);
    flow.pay(card);
    await passAll(POLL_PAUSES_MS);
    await shows('unclear');
    shell.change(meTopic, { kind: 'put', collection: 'orders', key: 'fremd', value: anOrder({ key: 'fremd', payInId: 'andere' }) });
    expect(shell.recorded.navigation).toEqual([]);
    shell.change(meTopic, { kind: 'put', collection: 'orders', key: 'bestellung-1', value: paidOrder });
    await isAtOrder();
    expect(cart()).toBeNull();
  });

  it('shows the order even if it can’t be loaded: its key is known', async () => {
    const { flow, isAtOrder } = begin([answer(placeOrder, placed({ Status: 'SUCCEEDED' })), unreachable(getOrderByPayIn)]);
    flow.pay(card);
    await isAtOrder();
  });
});

describe('leaving the bank', () => {
  const abandon = async (...answers: readonly ScenarioAnswer[]) => {
    const started = begin([answer(placeOrder, askedByBank), ...answers]);
    started.flow.pay(card);
    await started.shows('bank');
    started.flow.cancelBank();
    return started;
  };

  it('doesn’t let the diner order again while the bank may still decide, and leads back to it', async () => {
    const { flow, shows, cart, orderKeys } = await abandon(answer(getPayIn, payIn('CREATED')));
    await shows('unclear');
    expect([flow.get(), cart()?.payment?.payInId]).toEqual([{ kind: 'unclear', bankUrl: 'https://bank.test/3ds', isChecking: false }, 'payin-1']);
    flow.pay(card);
    expect(orderKeys()).toEqual(['schluessel-1']);
    flow.goOn();
    expect(flow.get()).toEqual({ kind: 'bank', url: 'https://bank.test/3ds' });
  });

  it('is free again once the bank has said no', async () => {
    const { shows, cart } = await abandon(answer(getPayIn, payIn('FAILED', '101002')));
    await shows('refused');
    expect(cart()?.payment).toBeNull();
  });

  it('shows the order where the bank had said yes', async () => {
    const { isAtOrder } = await abandon(answer(getPayIn, payIn('SUCCEEDED')));
    await isAtOrder();
  });
});

describe('ordering with PayPal', () => {
  it('goes to PayPal’s page, and keeps what was begun', async () => {
    const { flow, shows, wentTo, cart } = begin([answer(placeOrder, toApprove)]);
    flow.pay(paypal);
    await shows('leaving');
    expect([wentTo, cart()?.payment]).toMatchObject([['https://paypal.test/approve'], { requestKey: 'schluessel-1', form: paypal, payInId: 'payin-1' }]);
  });

  it('C14 goes nowhere without a way to approve', async () => {
    const { flow, shows, wentTo } = begin([answer(placeOrder, placed({ links: [{ rel: 'self', href: 'https://paypal.test' }] }))]);
    flow.pay(paypal);
    await shows('refused');
    expect(wentTo).toEqual([]);
  });

  it('C16 asks whoever comes back without having approved, and charges nothing', async () => {
    const { flow, shows, wentTo, cart } = begin([answer(getPayIn, payIn('CREATED')), answer(placeOrder, toApprove)], { ...left, form: paypal });
    flow.resume();
    await shows('unapproved');
    flow.goOn();
    expect([flow.get().kind, wentTo]).toEqual(['leaving', ['https://paypal.test/approve']]);
    await waitFor(() => expect(cart()?.payment?.requestKey).toBe('frueher'));
  });

  const dismissed = async (...answers: readonly ScenarioAnswer[]) => {
    const started = begin([answer(getPayIn, payIn('CREATED')), answer(placeOrder, toApprove), ...answers], { ...left, form: paypal });
    started.flow.resume();
    await started.shows('unapproved');
    started.flow.dismiss();
    expect([started.flow.get().kind, started.cart()?.payment?.requestKey]).toEqual(['waiting', 'frueher']);
    return started;
  };

  it('C16 lets go of what nobody has approved', async () => {
    const { shows, cart } = await dismissed(answer(getOrderByPayIn, { ...paidOrder, paymentStatus: 'CREATED' }));
    await shows('none');
    expect([cart()?.payment, cart()?.lines.length]).toEqual([null, 1]);
  });

  it('C16 shows the order that was approved after all', async () => {
    const { isAtOrder, cart } = await dismissed();
    await isAtOrder();
    expect(cart()).toBeNull();
  });

  it.each([
    ['is being captured', answer(getOrderByPayIn, { ...paidOrder, paymentStatus: 'UNKNOWN' })],
    ['nobody can tell of', refuse(getOrderByPayIn, 'providerUnavailable')],
    ['nobody answers for', unreachable(getOrderByPayIn)],
  ] as const)('C16 doesn’t let go of what %s', async (_, given) => {
    const { flow, shows, cart } = await dismissed(given);
    await shows('unclear');
    flow.pay(paypal);
    expect([flow.get().kind, cart()?.payment?.requestKey]).toEqual(['unclear', 'frueher']);
  });

  it('says so where it was refused meanwhile', async () => {
    const { shows, cart } = await dismissed(answer(getOrderByPayIn, { ...paidOrder, paymentStatus: 'FAILED' }));
    await shows('refused');
    expect(cart()?.payment).toBeNull();
  });

  it('doesn’t wait for ever for a page that never went', async () => {
    const { flow, shows, pass } = begin([answer(placeOrder, toApprove)]);
    flow.pay(paypal);
    await shows('leaving');
    await pass(20_000);
    await shows('unapproved');
  });

  it('ends where another tab has let go of it', async () => {
    const { flow, shell, shows, place } = begin([answer(getPayIn, payIn('CREATED')), answer(placeOrder, toApprove)], { ...left, form: paypal });
    flow.resume();
    await shows('unapproved');
    updateCart(shell, place, (cart) => ({ ...cart, payment: null }));
    expect([flow.get().kind, shell.recorded.reloadHolds]).toEqual(['none', 0]);
  });
});

describe('C06 coming back to a payment that an earlier page has left open', () => {
  it('shows the bank’s page again, under the same key', async () => {
    const { flow, shows, orderKeys } = begin([answer(getPayIn, payIn('CREATED')), answer(placeOrder, askedByBank)], left);
    flow.resume();
    flow.resume();
    await shows('bank');
    expect(orderKeys()).toEqual(['frueher']);
  });

  it.each([['SUCCEEDED', [['replace', 'order', 'bestellung-1']], 'none'], ['FAILED', [], 'refused']] as const)('finds that it is %s meanwhile', async (status, steps, kind) => {
    const { flow, shell, shows } = begin([answer(getPayIn, payIn(status, '101301'))], left);
    flow.resume();
    await waitFor(() => expect(shell.recorded.navigation).toEqual(steps));
    await shows(kind);
  });

  it('sends the order once more where its answer was never heard', async () => {
    const { flow, orderKeys, isAtOrder } = begin([answer(placeOrder, placed({ Status: 'SUCCEEDED' }))], { ...left, payInId: null, orderKey: null });
    flow.resume();
    await isAtOrder();
    expect(orderKeys()).toEqual(['frueher']);
  });

  it('goes on with it at a press, and never begins a second one', async () => {
    const { flow, shows, orderKeys } = begin([answer(getPayIn, payIn('CREATED')), answer(placeOrder, askedByBank)], left);
    flow.pay(card);
    await shows('bank');
    expect(orderKeys()).toEqual(['frueher']);
  });

  it('C25 is over where the gateway knows no such payment of this diner', async () => {
    const { flow, shows, cart } = begin([refuse(getPayIn, 'notFound')], left);
    flow.resume();
    await shows('refused');
    expect(cart()?.payment).toBeNull();
  });
});

describe('what another tab does with the cart', () => {
  it('takes up the payment that another tab has begun before this one has heard of it', async () => {
    const { flow, orderKeys, isAtOrder } = begin([answer(getPayIn, payIn('SUCCEEDED'))]);
    const other = fakeShell({ session: 'verified' });
    const there = cartPlaceOf(other, { restaurantKey: 'elbkantine', routingName: 'elbkantine' });
    if (there !== null) updateCart(other, there, (cart) => ({ ...cart, payment: left }));
    flow.pay(card);
    await isAtOrder();
    expect(orderKeys()).toEqual([]);
  });

  it('C06 a payment that midnight finds open goes on: nothing is ordered twice', async () => {
    const { shell, flow, cart, orderKeys, isAtOrder, shows, placeAt } = begin([answer(placeOrder, askedByBank), answer(getPayIn, payIn('SUCCEEDED'))]);
    flow.pay(card);
    await shows('bank');
    shell.setNow(Date.parse('2026-06-25T00:01:00+02:00'));
    expect([flow.get().kind, selectCart(shell.store.getState(), placeAt('elbkantine'))?.payment?.orderKey]).toEqual(['bank', 'bestellung-1']);
    flow.cancelBank();
    await isAtOrder();
    expect([orderKeys(), cart(), selectCart(shell.store.getState(), placeAt('elbkantine'))]).toEqual([['schluessel-1'], null, null]);
  });

  const inAnotherTab: OpenPayment = { requestKey: 'anderer-tab', form: card, payInId: null, orderKey: null };

  it('ends an order before it is sent again once the cart holds another payment', async () => {
    const { flow, shell, place, pass, shows, orderKeys, cart } = begin([unreachable(placeOrder)]);
    flow.pay(card);
    await waitFor(() => expect(orderKeys()).toHaveLength(1));
    updateCart(shell, place, (before) => ({ ...before, payment: inAnotherTab }));
    await pass(REPEAT_PAUSES_MS[0] ?? 0);
    await shows('none');
    expect([orderKeys(), cart()?.payment]).toEqual([['schluessel-1'], inAnotherTab]);
  });

  it('is not overwritten by an answer that comes late', async () => {
    const { flow, shell, place, shows, cart } = begin([answer(placeOrder, askedByBank)]);
    flow.pay(card);
    updateCart(shell, place, (before) => ({ ...before, payment: inAnotherTab }));
    await shows('none');
    expect(cart()?.payment).toEqual(inAnotherTab);
  });

  it('tells what the same payment is called', async () => {
    const { flow, shell, place, pass, shows, passAll, isAtOrder, orderKeys } = begin([unreachable(placeOrder), answer(getPayIn, payIn('SUCCEEDED'))]);
    flow.pay(card);
    await passAll(REPEAT_PAUSES_MS);
    await shows('unclear');
    updateCart(shell, place, (before) => ({ ...before, payment: before.payment && { ...before.payment, payInId: 'payin-1', orderKey: 'bestellung-1' } }));
    await pass(5_000);
    await isAtOrder();
    expect([orderKeys().length, shell.requests.filter((request) => request === 'GET /api/payment/payIn/payin-1').length]).toEqual([4, 1]);
  });
});

describe('while nobody looks', () => {
  it('shows no refusal again that was seen', async () => {
    const { flow, shows, leaveSheet } = begin([answer(placeOrder, placed({ Status: 'FAILED', ResultCode: '101410' }))]);
    flow.pay(card);
    await shows('refused');
    leaveSheet();
    expect(flow.get().kind).toBe('none');
  });

  it('holds and asks nothing, and goes on once somebody does', async () => {
    const { flow, shell, shows, passAll, timers, leaveSheet, isAtOrder } = begin([answer(placeOrder, placed()), answer(getPayIn, payIn('CREATED'))]);
    flow.pay(card);
    await passAll(POLL_PAUSES_MS);
    await shows('unclear');
    leaveSheet();
    expect([timers.pending(), shell.recorded.reloadHolds]).toEqual([0, 0]);
    shell.use(answer(getPayIn, payIn('SUCCEEDED')));
    flow.subscribe(() => undefined);
    expect(shell.recorded.reloadHolds).toBe(1);
    await isAtOrder();
  });

  it('leads to the bank no sooner than its diner wants to', async () => {
    const { flow, shows, leaveSheet, cart } = begin([answer(placeOrder, askedByBank), answer(getPayIn, payIn('CREATED'))]);
    flow.pay(card);
    await shows('bank');
    flow.cancelBank();
    await shows('unclear');
    leaveSheet();
    const steps: string[] = [];
    flow.subscribe(() => void steps.push(flow.get().kind));
    await waitFor(() => expect(steps).toEqual(['unclear']));
    expect([flow.get(), cart()?.payment?.payInId]).toEqual([{ kind: 'unclear', bankUrl: 'https://bank.test/3ds', isChecking: false }, 'payin-1']);
  });

  it('still hears what was asked before', async () => {
    const { flow, shows, leaveSheet, cart } = begin([answer(placeOrder, askedByBank)]);
    flow.pay(card);
    leaveSheet();
    await shows('bank');
    expect(cart()?.payment?.payInId).toBe('payin-1');
  });

  it('asks once somebody looks where the line was cut meanwhile', async () => {
    const { flow, shell, timers, leaveSheet, isAtOrder, orderKeys } = begin([unreachable(placeOrder)]);
    flow.pay(card);
    leaveSheet();
    await waitFor(() => expect(orderKeys()).toHaveLength(1));
    await waitFor(() => expect(shell.requests).toContain('POST /api/payment/orders'));
    shell.use(answer(placeOrder, placed({ Status: 'SUCCEEDED' })));
    await new Promise((resolve) => { setTimeout(resolve, 0); });
    expect(timers.pending()).toBe(0);
    flow.subscribe(() => undefined);
    await isAtOrder();
    expect(new Set(orderKeys())).toEqual(new Set(['schluessel-1']));
  });
});

it('leaves whoever went elsewhere meanwhile where they are, and offers the order', async () => {
  const { flow, shell } = begin([answer(placeOrder, placed({ Status: 'SUCCEEDED' }))]);
  flow.pay(card);
  shell.navigation.open('contacts');
  await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Deine Bestellung ist bezahlt.' }]));
  expect(shell.recorded.navigation).toEqual([['open', 'contacts']]);
  shell.recorded.snackbars[0]?.action?.run();
  expect(shell.recorded.navigation).toEqual([['open', 'contacts'], ['open', 'order', 'bestellung-1']]);
});

it('A06 ends with its diner: nothing of it is shown to the next one, nor written into their cart', async () => {
  const { flow, shell, shows, cart } = begin([answer(placeOrder, askedByBank)]);
  flow.pay(card);
  await shows('bank');
  shell.setSession('unverified');
  expect([flow.get().kind, shell.recorded.reloadHolds, cart()]).toEqual(['none', 0, null]);
});

it('empties no cart that was filled anew meanwhile', async () => {
  const { flow, shell, shows, place, cart } = begin([answer(placeOrder, askedByBank)]);
  flow.pay(card);
  await shows('bank');
  updateCart(shell, place, (before) => ({ ...before, payment: null }));
  shell.change(meTopic, { kind: 'put', collection: 'orders', key: 'bestellung-1', value: paidOrder });
  await shows('none');
  expect(cart()?.lines).toHaveLength(1);
});
