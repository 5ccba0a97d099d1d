import { getDiscounts } from '@mahlzeit/contract';
import { anOffer } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { act, waitFor } from '@testing-library/react';
import { withAmount } from './cart';
import type { Cart, OpenPayment } from './cart';
import { cartPlaceOf, selectCart, latestSharedCart, updateCart, useSharedCarts } from './cart-slice';
import type { CartPlace } from './cart-slice';

beforeEach(() => window.localStorage.clear());

const openPayment: OpenPayment = {
  requestKey: 'k',
  form: { restaurantId: 'elbkantine', paymentOption: 'paypal' },
  payInId: 'p',
  orderKey: 'o',
};
const withTwoCurries = (cart: Cart): Cart => withAmount(cart, anOffer({ key: 'curry' }), 2);
const emptiedCart = (cart: Cart): Cart => ({ ...cart, lines: [], payment: null });

/**
 * Opens a browser tab whose store has read the stored carts. The tab receives no changes until it visits the
 * restaurant.
 */
const openTab = (session: 'verified' | 'anonymous' = 'verified') => {
  const shell = fakeShell({ session, answers: [answer(getDiscounts, [])] });
  const cartPlaceAt = (restaurantKey: string): CartPlace => {
    const cartPlace = cartPlaceOf(shell, { restaurantKey, routingName: restaurantKey });
    if (cartPlace === null) throw new Error('The user of the page is unknown');
    return cartPlace;
  };
  const selectCartOf = (key: string) => selectCart(shell.store.getState(), cartPlaceAt(key));
  selectCartOf('elbkantine');
  const CartSharingPage = () => {
    useSharedCarts(shell);
    return null;
  };
  return {
    cartAt: selectCartOf,
    sharedAt: (key: string) => latestSharedCart(shell, cartPlaceAt(key)),
    change: (key: string, changeCart: (cart: Cart) => Cart) =>
      act(() => updateCart(shell, cartPlaceAt(key), changeCart)),
    visit: () => renderWithShell(<CartSharingPage />, { shell }),
    requests: shell.requests,
  };
};

const storageContent = (): string => JSON.stringify({ ...window.localStorage });

describe('a tab that comes back to a place', () => {
  it('C06 shows the payment that another tab has begun, and leaves it as it is', () => {
    const [firstTab, secondTab] = [openTab(), openTab()];
    firstTab.change('elbkantine', withTwoCurries);
    secondTab.change('elbkantine', (cart) => ({ ...withTwoCurries(cart), payment: openPayment }));
    const previousStorageContent = storageContent();
    firstTab.visit();
    expect([firstTab.cartAt('elbkantine')?.payment, storageContent()]).toEqual([openPayment, previousStorageContent]);
  });

  it('C16 asks which vouchers are back before it takes over a cart that another tab has let go of', async () => {
    const [firstTab, secondTab] = [openTab(), openTab()];
    const discountedPayment = { ...openPayment, form: { ...openPayment.form, discount: { id: 'gruss', value: 200 } } };
    firstTab.change('elbkantine', (cart) => ({ ...withTwoCurries(cart), payment: discountedPayment }));
    secondTab.change('elbkantine', (cart) => ({ ...cart, payment: null }));
    firstTab.visit();
    expect(firstTab.cartAt('elbkantine')?.payment).toEqual(discountedPayment);
    await waitFor(() => expect(firstTab.cartAt('elbkantine')?.payment).toBeNull());
    expect(firstTab.requests).toEqual(['GET /api/discounts']);
  });

  it('brings back no cart that another tab has paid', () => {
    const [firstTab, secondTab] = [openTab(), openTab()];
    firstTab.change('elbkantine', withTwoCurries);
    secondTab.change('elbkantine', emptiedCart);
    firstTab.visit();
    expect([firstTab.cartAt('elbkantine'), openTab().cartAt('elbkantine')]).toEqual([null, null]);
  });

  it('shows a visitor their cart, though an earlier member has left one in this browser', () => {
    openTab().change('elbkantine', withTwoCurries);
    const visitorTab = openTab('anonymous');
    visitorTab.change('elbkantine', withTwoCurries);
    visitorTab.visit();
    expect(visitorTab.cartAt('elbkantine')?.lines).toHaveLength(1);
    visitorTab.change('elbkantine', (cart) => ({ ...cart, hasSuggestedDrinks: true }));
    expect(openTab('anonymous').sharedAt('elbkantine')).toMatchObject({
      hasSuggestedDrinks: true,
      lines: [{ amount: 2 }],
    });
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('reads again what it has missed while it was frozen: %s', (isPersisted, expectedLines) => {
    const [firstTab, secondTab] = [openTab(), openTab()];
    firstTab.visit();
    secondTab.change('elbkantine', withTwoCurries);
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: isPersisted })));
    expect(firstTab.cartAt('elbkantine')?.lines ?? []).toHaveLength(expectedLines);
  });
});

describe('a change', () => {
  it('undoes no other cart of another tab', () => {
    const [firstTab, secondTab] = [openTab(), openTab()];
    firstTab.change('elbkantine', withTwoCurries);
    secondTab.change('mensa', (cart) => ({ ...withTwoCurries(cart), payment: openPayment }));
    firstTab.change('elbkantine', emptiedCart);
    const tabOpenedLater = openTab();
    expect([tabOpenedLater.cartAt('elbkantine'), tabOpenedLater.cartAt('mensa')?.payment]).toEqual([null, openPayment]);
  });

  it('builds on what another tab has stored of the same cart', () => {
    const [firstTab, secondTab] = [openTab(), openTab()];
    firstTab.change('elbkantine', withTwoCurries);
    secondTab.change('elbkantine', (cart) => ({ ...cart, payment: openPayment }));
    expect(firstTab.sharedAt('elbkantine')?.payment).toEqual(openPayment);
    firstTab.change('elbkantine', (cart) => ({ ...cart, hasSuggestedDrinks: true }));
    expect(openTab().cartAt('elbkantine')).toMatchObject({ hasSuggestedDrinks: true, payment: openPayment });
  });

  it('leaves a cart the same object where nobody changed it', () => {
    const openedTab = openTab();
    openedTab.change('elbkantine', withTwoCurries);
    const previousCart = openedTab.cartAt('elbkantine');
    openedTab.change('mensa', withTwoCurries);
    expect(openedTab.cartAt('elbkantine')).toBe(previousCart);
  });
});

it('follows another tab that has cleared the whole storage', () => {
  const tab = openTab();
  tab.change('elbkantine', withTwoCurries);
  tab.visit();
  window.localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
  expect(tab.cartAt('elbkantine')).toBeNull();
});
