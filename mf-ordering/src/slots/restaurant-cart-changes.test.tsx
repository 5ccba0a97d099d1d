import { placeOrder, globalTopic, meTopic } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import {
  aDiscount,
  anAccount,
  anAttendee,
  anInvitation,
  anOffer,
  aRestaurant,
  fixtureDay,
} from '@mahlzeit/contract/fixtures';
import { fakeShell, refuse } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { toVoucher, cartPlaceOf, updateCart, withAmount, withVoucher } from '../features/cart';
import type { Cart } from '../features/cart';
import {
  instantAt,
  findOrderButton,
  curryOffer,
  giftDiscount,
  juiceOffer,
  findOrderDialog,
  withOrderDetails,
  showRestaurantCart as show,
  withCurryAndDrink,
} from '../testing/show-restaurant-cart';
import type { RestaurantCartOptions } from '../testing/show-restaurant-cart';

const { uid } = anAccount();

beforeEach(() => window.localStorage.clear());

describe('what changed', () => {
  it('C05 appears at once in one alert, and stays marked until the diner has seen it', async () => {
    const { shell, user, cartNow } = show({
      cart: (cart) => ({
        ...withOrderDetails(cart),
        lines: withOrderDetails(cart).lines.map((line) => ({ ...line, price: line.price - 10, isPriced: true })),
      }),
    });
    await waitFor(() => expect(shell.recorded.alerts).toHaveLength(1));
    expect(shell.recorded.alerts[0]).toMatchObject({
      title: 'Dein Warenkorb hat sich geändert',
      text: expect.stringMatching(
        /^Neue Preise: Curry .*Rhabarberschorle.* Zusammen kostet es jetzt 21,15\s€ statt 20,85\s€\.$/,
      ),
    });
    expect(await findOrderButton()).toHaveAccessibleDescription('Sieh dir erst die Änderungen an.');
    expect(within(await findOrderDialog()).getAllByText('neuer Preis')).toHaveLength(2);
    const totalText = within(await findOrderDialog())
      .getByText('Gesamt')
      .closest('p');
    expect(totalText).toHaveTextContent(/^Gesamt inkl\. MwSt\. ?statt 20,85\s€ jetzt 21,15\s€$/);
    expect(totalText?.querySelector('s')).toHaveTextContent(/20,85\s€$/);
    await user.click(within(await findOrderDialog()).getByRole('button', { name: 'Verstanden' }));
    expect(cartNow()?.changes).toEqual([]);
    expect(totalText).toHaveTextContent(/^Gesamt inkl\. MwSt\. ?21,15\s€$/);
    expect(await findOrderButton()).not.toHaveAccessibleDescription();
  });

  it('is confirmed by one tap on the alert’s button', async () => {
    const { shell, rerender, slot, cartNow } = show({ cart: withOrderDetails });
    await waitFor(() => expect(cartNow()?.lines.every(({ isPriced }) => isPriced)).toBe(true));
    shell.answerNextAlert('ok');
    rerender(slot({ restaurant: aRestaurant({ offers: [curryOffer] }) }));
    await waitFor(() => expect(shell.recorded.alerts).toHaveLength(1));
    await waitFor(() => expect(cartNow()?.changes).toEqual([]));
    const orderSheet = within(await findOrderDialog());
    expect(orderSheet.queryByRole('button', { name: 'Verstanden' })).not.toBeInTheDocument();
    expect(orderSheet.queryByText('Rhabarberschorle')).not.toBeInTheDocument();
    expect(await findOrderButton()).not.toHaveAccessibleDescription();
  });

  it('C05 adds changes to the open alert, and reports none twice', async () => {
    const { shell, rerender, slot, cartNow } = show({ cart: withOrderDetails });
    await waitFor(() => expect(cartNow()?.lines.every(({ isPriced }) => isPriced)).toBe(true));
    let closeAlert: (answer: string | null) => void = () => undefined;
    const alertAnswer = new Promise<string | null>((resolve) => {
      closeAlert = resolve;
    });
    [alertAnswer, alertAnswer].forEach(shell.answerNextAlert);
    const showOffers = (...offers: Restaurant['offers']): void =>
      rerender(slot({ restaurant: aRestaurant({ offers }) }));
    const alertTexts = (): readonly (string | undefined)[] =>
      shell.recorded.alerts.map(({ text }) => text.replace('', '').replace(/ Zusammen kostet .*$/, ''));
    const dearerCurry = { ...curryOffer, price: 940 };
    showOffers(dearerCurry, juiceOffer);
    await waitFor(() => expect(alertTexts()).toEqual(['Neuer Preis: Curry (jetzt 9,40\u00a0€ statt 8,90\u00a0€).']));
    showOffers(dearerCurry, { ...juiceOffer, price: 350 });
    await waitFor(() =>
      expect(alertTexts()[1]).toBe(
        'Neue Preise: Curry (jetzt 9,40\u00a0€ statt 8,90\u00a0€), Rhabarberschorle (jetzt 3,50\u00a0€ statt 3,20\u00a0€).',
      ),
    );
    expect(new Set(shell.recorded.alerts.map(({ about }) => about)).size).toBe(1);
    await act(async () => {
      closeAlert('ok');
      await alertAnswer;
    });
    showOffers(dearerCurry);
    await waitFor(() => expect(alertTexts()[2]).toBe('Rhabarberschorle ist ausverkauft und nicht mehr im Warenkorb.'));
    expect(alertTexts()).toHaveLength(3);
  });

  it('C06 leaves a payment that another tab has begun in between', async () => {
    const cartRestaurant = aRestaurant({ offers: [curryOffer, juiceOffer] });
    const { shell, cartNow } = show({ cart: withOrderDetails, place: cartRestaurant, props: { startsOpen: false } });
    await waitFor(() => expect(cartNow()?.lines.every(({ isPriced }) => isPriced)).toBe(true));
    const openPayment = {
      requestKey: 'k',
      form: { restaurantId: 'elbkantine', paymentOption: 'paypal' },
      payInId: null,
      orderKey: null,
    } as const;
    const otherTabShell = fakeShell({ session: 'verified' });
    const cartAddress = cartPlaceOf(otherTabShell, { restaurantKey: 'elbkantine', routingName: 'elbkantine' });
    if (cartAddress === null) throw new Error('The user of the page is unknown');
    updateCart(otherTabShell, cartAddress, (cart) => ({ ...cart, payment: openPayment }));
    shell.setNow(instantAt('14:45'));
    await waitFor(() =>
      expect(cartNow()).toMatchObject({
        payment: openPayment,
        isOver: false,
        lines: [{ mealKey: 'curry' }, { mealKey: 'saft' }],
      }),
    );
    expect(shell.recorded.alerts).toEqual([]);
  });

  it.each([
    ['less', 25, '0,25', '0,15'],
    ['more', 10, '0,10', '0,15'],
  ])(
    'C05 strikes the deposit alone where it alone costs %s',
    async (_, previousDeposit, expectedOldPrice, expectedNewPrice) => {
      show({
        cart: (cart) => ({
          ...withOrderDetails(cart),
          lines: withOrderDetails(cart).lines.map((line) => ({
            ...line,
            deposit: line.mealKey === 'saft' ? previousDeposit : null,
            isPriced: true,
          })),
        }),
      });
      const orderSheet = await findOrderDialog();
      await within(orderSheet).findByText('neuer Preis');
      expect([...orderSheet.querySelectorAll('li s')].map(({ textContent }) => textContent)).toEqual([
        `${expectedOldPrice}\u00a0€`,
      ]);
      expect(orderSheet).toHaveTextContent(new RegExp(`Pfand\\s*${expectedOldPrice}\\s€${expectedNewPrice}\\s€`));
    },
  );

  it('C05 shows a dish that is gone once more, struck', async () => {
    show({
      cart: (cart) => withAmount(withCurryAndDrink(cart), anOffer({ key: 'weg', name: 'Suppe von gestern' }), 1),
    });
    expect(await within(await findOrderDialog()).findByText('Suppe von gestern', { selector: 's' })).toBeVisible();
  });
});

describe('a meetup', () => {
  const meetup = anInvitation({
    key: 'treffen',
    restaurant: 'elbkantine',
    status: 'accepted',
    order: null,
    date: `${fixtureDay}T12:30:00+02:00`,
    isTakeAway: false,
    attendees: [
      anAttendee({ uid, key: uid, name: 'Ich', status: 'accepted' }),
      anAttendee({ uid: 'mehmet', key: 'mehmet', name: 'Mehmet', status: 'accepted' }),
    ],
  });
  const meetupTopics = { [meTopic]: { invitations: [meetup] } };

  it('takes the place of time and place, until it is taken out', async () => {
    const { user } = show({ topics: meetupTopics });
    const orderSheet = within(await findOrderDialog());
    await user.click(await orderSheet.findByRole('button', { name: 'Zu deinem Treffen um 12:30 bestellen?' }));
    expect(orderSheet.getByText('Treffen heute, 12:30')).toBeVisible();
    expect(orderSheet.getByText('Mehmet · Vor Ort')).toBeVisible();
    expect(orderSheet.queryByRole('radiogroup', { name: 'Wann?' })).not.toBeInTheDocument();
    expect(orderSheet.queryByRole('radio', { name: /Vor Ort|Mitnehmen/ })).not.toBeInTheDocument();
    await user.click(orderSheet.getByRole('button', { name: 'Ohne das Treffen bestellen' }));
    expect(orderSheet.getByRole('radio', { name: /12:30$/ })).toBeChecked();
  });

  it('shows take-away at a restaurant that offers nothing else, whatever the meetup says', async () => {
    const { user } = show({
      topics: meetupTopics,
      place: aRestaurant({ offers: [curryOffer, juiceOffer], onlyTakeAway: true }),
    });
    const orderSheet = within(await findOrderDialog());
    await user.click(await orderSheet.findByRole('button', { name: 'Zu deinem Treffen um 12:30 bestellen?' }));
    expect(orderSheet.getByText('Mehmet · Zum Mitnehmen')).toBeVisible();
  });

  it('begins from the cart with its time and place', async () => {
    const startDraftMock = jest.fn(() => Promise.resolve({ hasStarted: true }));
    const { user } = show({
      cart: withOrderDetails,
      commands: { 'social/startDraft': startDraftMock },
      address: { key: 'details', params: ['elbkantine', 'cart'] },
    });
    await user.click(within(await findOrderDialog()).getByRole('button', { name: 'Mit anderen verabreden' }));
    expect(startDraftMock).toHaveBeenCalledWith(
      {
        restaurantKey: 'elbkantine',
        date: '2026-06-24T10:30:00.000Z',
        isTakeAway: false,
        forCart: true,
        origin: { key: 'details', params: ['elbkantine', 'cart'] },
      },
      expect.anything(),
    );
  });
});

describe('the voucher', () => {
  const secondDiscount = aDiscount({ ...giftDiscount, key: 'zweiter', name: { de: 'Zweiter' } });

  it('is one at a time: the others wait while one is redeemed', async () => {
    const { user, cartNow } = show({ discounts: [giftDiscount, secondDiscount] });
    const orderSheet = within(await findOrderDialog());
    await user.click(await orderSheet.findByRole('button', { name: '2 zur Wahl' }));
    const vouchersDialog = within(await screen.findByRole('dialog', { name: 'Gutscheine' }));
    await user.click(vouchersDialog.getByRole('button', { name: 'Einlösen: Geschenk' }));
    expect(cartNow()?.voucher?.key).toBe('geschenk');
    expect(vouchersDialog.getByText('„Geschenk“ ist schon eingelöst.')).toBeVisible();
    expect(vouchersDialog.queryByRole('button', { name: /Zweiter/ })).not.toBeInTheDocument();
  });

  it('that saves most is redeemed by one tap, and a smaller one doesn’t block it', async () => {
    const fivePercent = aDiscount({
      ...giftDiscount,
      key: 'fuenf',
      name: { de: 'Fünf Prozent' },
      discountType: 'percent',
      value: 5,
    });
    const tenEuros = aDiscount({ ...giftDiscount, key: 'zehn', name: { de: 'Zehn Euro' }, value: 1000 });
    const { user, cartNow } = show({
      discounts: [fivePercent, tenEuros],
      cart: (cart) => withVoucher(withOrderDetails(cart), toVoucher(fivePercent)),
    });
    const orderSheet = within(await findOrderDialog());
    await user.click(await orderSheet.findByRole('button', { name: /^10\s€ sparen: tauschen$/ }));
    expect(cartNow()?.voucher?.key).toBe('zehn');
    expect(orderSheet.queryByRole('button', { name: /sparen/ })).not.toBeInTheDocument();
    await user.click(orderSheet.getByRole('button', { name: 'Entfernen' }));
    await user.click(orderSheet.getByRole('button', { name: /^10\s€ sparen: einlösen$/ }));
    expect(cartNow()?.voucher?.key).toBe('zehn');
  });

  it('C09 is hidden while a dish has a discount of its own', async () => {
    const curryDiscount = aDiscount({ key: 'curryrabatt', mealRef: 'curry', forAllMeals: false, value: 100 });
    show({ discounts: [giftDiscount, curryDiscount] });
    const orderSheet = within(await findOrderDialog());
    await orderSheet.findByText(/7,90\s€|15,80\s€/);
    expect(orderSheet.queryByRole('heading', { name: 'Gutschein' })).not.toBeInTheDocument();
  });
});

describe('a voucher whose last piece another diner has used', () => {
  const lastDiscount = aDiscount({ ...giftDiscount, quantity: 1, quantityLeft: 1 });
  const withLastVoucher = (cart: Cart): Cart => ({
    ...withVoucher(withOrderDetails(cart), toVoucher(lastDiscount)),
    paymentOption: 'paypal',
  });
  const takeLastVoucher = ({ shell }: ReturnType<typeof show>): void =>
    shell.change(globalTopic, {
      kind: 'put',
      collection: 'discounts',
      key: lastDiscount.key,
      value: { ...lastDiscount, quantityLeft: 0 },
    });
  const alertTextsOf = ({ shell }: ReturnType<typeof show>): readonly string[] =>
    shell.recorded.alerts.map(({ text }) => text);
  const goneText =
    'Dein Gutschein „Geschenk“ gilt dafür nicht mehr. Zusammen kostet es jetzt 21,15\u00a0€ statt 18,15\u00a0€.';
  const getTotalText = async () =>
    within(await findOrderDialog())
      .getByText('Gesamt')
      .closest('p');
  const showRedeemedCart = async (showOptions: RestaurantCartOptions = {}) => {
    const shownCart = show({ cart: withLastVoucher, discounts: [lastDiscount], ...showOptions });
    await waitFor(() => expect(shownCart.cartNow()?.lines.every(({ isPriced }) => isPriced)).toBe(true));
    expect(await getTotalText()).toHaveTextContent(/MwSt\. ?18,15\s€$/);
    return shownCart;
  };

  it('leaves the cart with the live update: one alert shows the old and the new total, and nothing is ordered before the diner has seen it', async () => {
    const shownCart = await showRedeemedCart();
    takeLastVoucher(shownCart);
    await waitFor(() => expect(alertTextsOf(shownCart)).toEqual([goneText]));
    expect(shownCart.cartNow()?.voucher).toBeNull();
    expect(await getTotalText()).toHaveTextContent(/statt 18,15\s€ jetzt 21,15\s€$/);
    expect(await findOrderButton()).toHaveAccessibleDescription('Sieh dir erst die Änderungen an.');
    await shownCart.user.click(within(await findOrderDialog()).getByRole('button', { name: 'Verstanden' }));
    expect(await findOrderButton()).not.toHaveAccessibleDescription();
  });

  it('is refused where that isn’t live yet, charges nothing, and leaves the cart when it is', async () => {
    const shownCart = await showRedeemedCart({ answers: [refuse(placeOrder, 'DiscountLimitExceeded')] });
    const { user, shell, cartNow } = shownCart;
    await user.click(await findOrderButton());
    expect(
      await screen.findByText(
        /^Ein Gutschein oder Rabatt in deinem Warenkorb gilt nicht mehr\..* Es wurde nichts abgebucht/,
      ),
    ).toBeInTheDocument();
    expect([cartNow()?.payment, alertTextsOf(shownCart)]).toEqual([null, []]);
    takeLastVoucher(shownCart);
    await waitFor(() => expect(alertTextsOf(shownCart)).toEqual([goneText]));
    await user.click(screen.getByRole('button', { name: 'Zum Warenkorb' }));
    expect(await findOrderButton()).toHaveAccessibleDescription('Sieh dir erst die Änderungen an.');
    expect(shell.requests.filter((request) => request === 'POST /api/payment/orders')).toHaveLength(1);
  });

  it('reports a voucher that the gateway doesn’t combine with a dish’s discount', async () => {
    const { user } = await showRedeemedCart({
      answers: [refuse(placeOrder, 'DiscountLimitExceeded', { reason: 'notCombinable' })],
    });
    await user.click(await findOrderButton());
    expect(
      await screen.findByText(
        /^Ein Gutschein geht nicht zusammen mit einem Rabatt auf ein Gericht\. Nimm eins von beiden heraus\. Es wurde nichts abgebucht/,
      ),
    ).toBeInTheDocument();
  });
});

it('shows the cart of another tab at once', async () => {
  const { cartNow } = show({ cart: (cart) => withAmount(cart, curryOffer, 1), props: { startsOpen: false } });
  const key = Object.keys({ ...window.localStorage }).find((storageKey) => storageKey.endsWith('.carts')) ?? '';
  const otherTabCarts = (window.localStorage.getItem(key) ?? '').replaceAll('"amount":1', '"amount":4');
  window.localStorage.setItem(key, otherTabCarts);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
  await waitFor(() => expect(cartNow()?.lines[0]?.amount).toBe(4));
});
