import { getDiscounts } from '@mahlzeit/contract';
import { anOffer } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { act, waitFor } from '@testing-library/react';
import { withAmount } from './cart';
import type { Cart, OpenPayment } from './cart';
import { cartPlaceOf, selectCart, sharedCart, updateCart, useSharedCarts } from './cart-slice';
import type { CartPlace } from './cart-slice';

beforeEach(() => window.localStorage.clear());

const payment: OpenPayment = {
  requestKey: 'k',
  form: { restaurantId: 'elbkantine', paymentOption: 'paypal' },
  payInId: 'p',
  orderKey: 'o',
};
const withCurry = (cart: Cart): Cart => withAmount(cart, anOffer({ key: 'curry' }), 2);
const emptied = (cart: Cart): Cart => ({ ...cart, lines: [], payment: null });

/** Opens a tab whose store has read the carts. The tab receives no changes until it visits the restaurant. */
const openTab = (session: 'verified' | 'anonymous' = 'verified') => {
  const shell = fakeShell({ session, answers: [answer(getDiscounts, [])] });
  const placeAt = (restaurantKey: string): CartPlace => {
    const place = cartPlaceOf(shell, { restaurantKey, routingName: restaurantKey });
    if (place === null) throw new Error('The user of the page is unknown');
    return place;
  };
  const cartAt = (key: string) => selectCart(shell.store.getState(), placeAt(key));
  cartAt('elbkantine');
  const Page = () => {
    useSharedCarts(shell);
    return null;
  };
  return {
    cartAt,
    sharedAt: (key: string) => sharedCart(shell, placeAt(key)),
    change: (key: string, how: (cart: Cart) => Cart) => act(() => updateCart(shell, placeAt(key), how)),
    visit: () => renderWithShell(<Page />, { shell }),
    requests: shell.requests,
  };
};

const storedText = (): string => JSON.stringify({ ...window.localStorage });

describe('a tab that comes back to a place', () => {
  it('C06 shows the payment that another tab has begun, and leaves it as it is', () => {
    const [one, other] = [openTab(), openTab()];
    one.change('elbkantine', withCurry);
    other.change('elbkantine', (cart) => ({ ...withCurry(cart), payment }));
    const before = storedText();
    one.visit();
    expect([one.cartAt('elbkantine')?.payment, storedText()]).toEqual([payment, before]);
  });

  it('C16 asks which vouchers are back before it takes over a cart that another tab has let go of', async () => {
    const [one, other] = [openTab(), openTab()];
    const paid = { ...payment, form: { ...payment.form, discount: { id: 'gruss', value: 200 } } };
    one.change('elbkantine', (cart) => ({ ...withCurry(cart), payment: paid }));
    other.change('elbkantine', (cart) => ({ ...cart, payment: null }));
    one.visit();
    expect(one.cartAt('elbkantine')?.payment).toEqual(paid);
    await waitFor(() => expect(one.cartAt('elbkantine')?.payment).toBeNull());
    expect(one.requests).toEqual(['GET /api/discounts']);
  });

  it('brings back no cart that another tab has paid', () => {
    const [one, other] = [openTab(), openTab()];
    one.change('elbkantine', withCurry);
    other.change('elbkantine', emptied);
    one.visit();
    expect([one.cartAt('elbkantine'), openTab().cartAt('elbkantine')]).toEqual([null, null]);
  });

  it('shows a visitor their cart, though an earlier member has left one in this browser', () => {
    openTab().change('elbkantine', withCurry);
    const visitor = openTab('anonymous');
    visitor.change('elbkantine', withCurry);
    visitor.visit();
    expect(visitor.cartAt('elbkantine')?.lines).toHaveLength(1);
    visitor.change('elbkantine', (cart) => ({ ...cart, hasSuggestedDrinks: true }));
    expect(openTab('anonymous').sharedAt('elbkantine')).toMatchObject({
      hasSuggestedDrinks: true,
      lines: [{ amount: 2 }],
    });
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('reads again what it has missed while it was frozen: %s', (persisted, lines) => {
    const [one, other] = [openTab(), openTab()];
    one.visit();
    other.change('elbkantine', withCurry);
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })));
    expect(one.cartAt('elbkantine')?.lines ?? []).toHaveLength(lines);
  });
});

describe('a change', () => {
  it('undoes no other cart of another tab', () => {
    const [one, other] = [openTab(), openTab()];
    one.change('elbkantine', withCurry);
    other.change('mensa', (cart) => ({ ...withCurry(cart), payment }));
    one.change('elbkantine', emptied);
    const later = openTab();
    expect([later.cartAt('elbkantine'), later.cartAt('mensa')?.payment]).toEqual([null, payment]);
  });

  it('builds on what another tab has stored of the same cart', () => {
    const [one, other] = [openTab(), openTab()];
    one.change('elbkantine', withCurry);
    other.change('elbkantine', (cart) => ({ ...cart, payment }));
    expect(one.sharedAt('elbkantine')?.payment).toEqual(payment);
    one.change('elbkantine', (cart) => ({ ...cart, hasSuggestedDrinks: true }));
    expect(openTab().cartAt('elbkantine')).toMatchObject({ hasSuggestedDrinks: true, payment });
  });

  it('leaves a cart the same object where nobody changed it', () => {
    const tab = openTab();
    tab.change('elbkantine', withCurry);
    const before = tab.cartAt('elbkantine');
    tab.change('mensa', withCurry);
    expect(tab.cartAt('elbkantine')).toBe(before);
  });
});
