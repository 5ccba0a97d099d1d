import {
  getCards,
  getDiscounts,
  getPayIn,
  getPaymentUser,
  getVatTypes,
  placeOrder,
  globalTopic,
  meTopic,
  restaurantTopic,
} from '@mahlzeit/contract';
import type { Discount, Restaurant } from '@mahlzeit/contract';
import {
  aDiscount,
  anAccount,
  anAttendee,
  anInvitation,
  aDrink,
  anOffer,
  aRestaurant,
  aVatType,
  fixtureDay,
} from '@mahlzeit/contract/fixtures';
import type { SlotProps } from '@mahlzeit/shared-ui/platform';
import { answer, fakeShell, hang, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { asVoucher, cartPlaceOf, emptyCart, selectCart, updateCart, withAmount, withVoucher } from '../features/cart';
import type { Cart } from '../features/cart';
import RestaurantCart from './restaurant-cart';

beforeEach(() => window.localStorage.clear());

const at = (time: string): number => Date.parse(`${fixtureDay}T${time}:00+02:00`);
const curry = anOffer({ key: 'curry', name: 'Curry', price: 890, allergens: ['A', 'G'] });
const juice = aDrink({ key: 'saft', name: 'Rhabarberschorle', price: 320, deposit: 15 });
const gift = aDiscount({
  key: 'geschenk',
  name: { de: 'Geschenk' },
  type: 'giftcard',
  restaurantRef: null,
  value: 300,
});
const { uid } = anAccount();

interface Shown extends ScenarioShellOptions {
  readonly cart?: (cart: Cart) => Cart;
  readonly place?: Restaurant;
  readonly discounts?: Discount[];
  readonly props?: Partial<SlotProps['restaurant/cart']>;
}

const withDrink = (cart: Cart): Cart => withAmount(withAmount(cart, curry, 2), juice, 1);

const show = ({
  cart = withDrink,
  place = aRestaurant({ offers: [curry, juice] }),
  discounts = [],
  props = {},
  topics,
  answers = [],
  ...options
}: Shown = {}) => {
  const shell = fakeShell({
    session: 'verified',
    answers: [
      ...answers,
      answer(getDiscounts, discounts),
      answer(getVatTypes, [aVatType(), aVatType({ key: 'DRINK', default: 19, takeAway: 19 })]),
      answer(getCards, []),
      answer(getPaymentUser, null),
    ],
    topics: {
      [restaurantTopic('elbkantine')]: { restaurant: [{ ...place, offers: [] }], meals: place.offers },
      [globalTopic]: { discounts },
      [meTopic]: {},
      ...topics,
    },
    ...options,
  });
  const address = cartPlaceOf(shell, { restaurantKey: 'elbkantine', routingName: 'elbkantine' });
  if (address === null) throw new Error('The user of the page is unknown');
  updateCart(shell, address, () => cart(emptyCart('elbkantine')));
  const slot = (over: Shown['props'] = {}) => (
    <RestaurantCart
      restaurantKey="elbkantine"
      routingName="elbkantine"
      restaurant={place}
      layout="bar"
      startsOpen
      part={null}
      showMealType={() => undefined}
      {...props}
      {...over}
    />
  );
  const rendered = renderWithShell(slot(), { shell });
  return {
    ...rendered,
    shell,
    slot,
    cartNow: () => selectCart(shell.store.getState(), address),
    change: (how: (before: Cart) => Cart) => act(() => updateCart(shell, address, how)),
  };
};

const order = () => screen.findByRole('dialog', { name: 'Deine Bestellung' });
const button = async () => within(await order()).getByRole('button', { name: 'Zahlungspflichtig bestellen' });
const ready = (cart: Cart): Cart => ({ ...withDrink(cart), meetUpDate: at('12:30'), isTakeAway: false });

describe('the way to the cart', () => {
  it('shows nothing while it is empty', () => {
    expect(show({ cart: (cart) => cart, props: { startsOpen: false } }).container).toBeEmptyDOMElement();
  });

  it('C26 shows amount and total, and opens the cart by its address', async () => {
    const { user, shell } = show({ props: { startsOpen: false } });
    await user.click(screen.getByRole('button', { name: /^3\s?Gerichte im Warenkorb.*Zum Warenkorb.*21,15\s€$/ }));
    expect(shell.recorded.navigation).toEqual([['open', 'details', 'elbkantine', 'cart']]);
  });
});

it('closes with its last dish, so that the next one doesn’t open it', async () => {
  const { user, shell } = show({ cart: (cart) => ({ ...withAmount(cart, curry, 1), hasSuggestedDrinks: true }) });
  await user.click(within(await order()).getByRole('button', { name: 'Eins weniger' }));
  await waitFor(() => expect(shell.recorded.navigation).toEqual([['replace', 'details', 'elbkantine']]));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

describe('the form of a new card', () => {
  it('lies over the order under an address of its own: Back leads to the order as it was', async () => {
    const { user, shell, rerender, slot } = show({ cart: ready });
    await user.click(within(await order()).getByRole('button', { name: 'Karte hinzufügen' }));
    expect(shell.recorded.navigation).toEqual([['open', 'details', 'elbkantine', 'cart', 'card']]);
    rerender(slot({ part: 'card' }));
    expect(await screen.findByRole('dialog', { name: 'Karte hinzufügen' })).toBeInTheDocument();
    rerender(slot());
    expect(screen.queryByRole('dialog', { name: 'Karte hinzufügen' })).not.toBeInTheDocument();
    expect(within(await order()).getByRole('radio', { name: '12:30' })).toBeChecked();
  });

  it('goes with the order that another tab has emptied, past the cart below it', async () => {
    const { shell, user, rerender, slot, change } = show({ cart: ready, props: { startsOpen: false } });
    await user.click(screen.getByRole('button', { name: /Zum Warenkorb/ }));
    rerender(slot({ startsOpen: true, part: 'card' }));
    await screen.findByRole('dialog', { name: 'Karte hinzufügen' });
    change((cart) => ({ ...cart, lines: [] }));
    await waitFor(() => expect(shell.recorded.navigation.slice(1)).toEqual([['replace', 'details', 'elbkantine']]));
  });
});

describe('the button', () => {
  it('C01 asks for a place first, then for a time, then for nothing', async () => {
    const { user } = show();
    const sheet = within(await order());
    expect(await button()).toHaveAccessibleDescription('Wähl erst, wo du isst.');
    await user.click(sheet.getByRole('radio', { name: /Vor Ort/ }));
    expect(await button()).toHaveAccessibleDescription('Wähl erst, wann du isst.');
    await user.click(sheet.getByRole('radio', { name: '12:30' }));
    await waitFor(async () => expect(await button()).not.toHaveAccessibleDescription());
  });

  it.each([
    ['are on their way', hang(getCards), 'status', 'Deine Karten werden geladen'],
    ['can’t be had', refuse(getCards, 'providerUnavailable'), 'button', 'Karten erneut laden'],
  ])('C10 charges no card that isn’t shown, where cards %s', async (_what, cards, role, name) => {
    const { user, cartNow } = show({
      answers: [cards],
      cart: (cart) => ({ ...ready(cart), paymentOption: 'card', debitedCardId: '4242' }),
    });
    const sheet = within(await order());
    expect(await sheet.findByRole(role, { name })).toBeInTheDocument();
    expect(await button()).toHaveAccessibleDescription('Wähl erst, wie du bezahlst.');
    // The diner's choice comes back with its card.
    expect(cartNow()).toMatchObject({ paymentOption: 'card', debitedCardId: '4242' });
    await user.click(sheet.getByRole('radio', { name: /PayPal/ }));
    expect(await button()).not.toHaveAccessibleDescription();
  });

  it('C02 explains that an order without a price can’t be sent', async () => {
    const whole = aDiscount({ ...gift, value: 99_999 });
    show({
      cart: (cart) => ({
        ...withVoucher(withAmount(cart, curry, 1), asVoucher(whole)),
        meetUpDate: at('12:30'),
        isTakeAway: true,
        hasSuggestedDrinks: true,
      }),
      discounts: [whole],
    });
    await waitFor(async () =>
      expect(await button()).toHaveAccessibleDescription(
        'Es bleibt nichts zu bezahlen. Nimm noch etwas dazu oder lass den Gutschein weg.',
      ),
    );
  });

  it('leads a diner without an account to the registration', async () => {
    const asked = jest.fn(() => Promise.resolve({ mayGoOn: false }));
    const { user } = show({ session: 'anonymous', cart: ready, commands: { 'account/callToAction': asked } });
    await user.click(await button());
    expect(asked).toHaveBeenCalledWith({ reason: 'order' }, expect.anything());
  });
});

describe('drinks', () => {
  const noDrink = (cart: Cart): Cart => withAmount(cart, curry, 1);

  it('C13 are asked about once, when the order opens and before its button', async () => {
    const { shell, unmount, slot } = show({ cart: noDrink });
    await order();
    expect(shell.recorded.alerts).toMatchObject([
      { title: 'Noch etwas zu trinken?', actions: [{ label: 'Nein, danke' }, { label: 'Zu den Getränken' }] },
    ]);
    unmount();
    renderWithShell(slot(), { shell });
    await order();
    expect(shell.recorded.alerts).toHaveLength(1);
  });

  it('C13 are not asked about where one was taken', async () => {
    const { shell } = show();
    await order();
    expect(shell.recorded.alerts).toEqual([]);
  });

  it('lead to the menu once nothing lies over it', async () => {
    const showMealType = jest.fn();
    const { user, rerender, slot, shell } = show({
      cart: (cart) => ({ ...noDrink(cart), hasSuggestedDrinks: true }),
      props: { showMealType },
    });
    await user.click(within(await order()).getByRole('button', { name: 'Noch etwas zu trinken?' }));
    expect(shell.recorded.navigation).toEqual([['replace', 'details', 'elbkantine']]);
    expect(showMealType).not.toHaveBeenCalled();
    rerender(slot({ startsOpen: false }));
    await waitFor(() => expect(showMealType).toHaveBeenCalledWith('getraenke'));
  });
});

describe('what changed', () => {
  it('C05 appears at once in one alert, and stays marked until the diner has seen it', async () => {
    const { shell, user, cartNow } = show({
      cart: (cart) => ({
        ...ready(cart),
        lines: ready(cart).lines.map((line) => ({ ...line, price: line.price - 10, isPriced: true })),
      }),
    });
    await waitFor(() => expect(shell.recorded.alerts).toHaveLength(1));
    expect(shell.recorded.alerts[0]).toMatchObject({
      title: 'Die Karte hat sich geändert',
      text: expect.stringMatching(
        /^In deinem Warenkorb ist jetzt einiges anders\. Neue Preise: Curry .*Rhabarberschorle.* Zusammen kostet es jetzt 21,15\s€ statt 20,85\s€\.$/,
      ),
    });
    expect(await button()).toHaveAccessibleDescription('Sieh dir erst die Änderungen an.');
    expect(within(await order()).getAllByText('neuer Preis')).toHaveLength(2);
    const total = within(await order())
      .getByText('Gesamt')
      .closest('p');
    expect(total).toHaveTextContent(/^Gesamt inkl\. MwSt\. ?statt 20,85\s€ jetzt 21,15\s€$/);
    expect(total?.querySelector('s')).toHaveTextContent(/20,85\s€$/);
    await user.click(within(await order()).getByRole('button', { name: 'Verstanden' }));
    expect(cartNow()?.changes).toEqual([]);
    expect(total).toHaveTextContent(/^Gesamt inkl\. MwSt\. ?21,15\s€$/);
    expect(await button()).not.toHaveAccessibleDescription();
  });

  it('C05 adds changes to the open alert, and reports none twice', async () => {
    const { shell, rerender, slot, cartNow } = show({ cart: ready });
    await waitFor(() => expect(cartNow()?.lines.every(({ isPriced }) => isPriced)).toBe(true));
    let close: (answer: string | null) => void = () => undefined;
    const open = new Promise<string | null>((resolve) => {
      close = resolve;
    });
    [open, open].forEach(shell.answerNextAlert);
    const offering = (...offers: Restaurant['offers']): void => rerender(slot({ restaurant: aRestaurant({ offers }) }));
    const texts = (): readonly (string | undefined)[] =>
      shell.recorded.alerts.map(({ text }) =>
        text.replace('In deinem Warenkorb ist jetzt einiges anders. ', '').replace(/ Zusammen kostet .*$/, ''),
      );
    const dearer = { ...curry, price: 940 };
    offering(dearer, juice);
    await waitFor(() => expect(texts()).toEqual(['Neuer Preis: Curry (jetzt 9,40\u00a0€ statt 8,90\u00a0€).']));
    offering(dearer, { ...juice, price: 350 });
    await waitFor(() =>
      expect(texts()[1]).toBe(
        'Neue Preise: Curry (jetzt 9,40\u00a0€ statt 8,90\u00a0€), Rhabarberschorle (jetzt 3,50\u00a0€ statt 3,20\u00a0€).',
      ),
    );
    expect(new Set(shell.recorded.alerts.map(({ about }) => about)).size).toBe(1);
    await act(async () => {
      close('ok');
      await open;
    });
    offering(dearer);
    await waitFor(() =>
      expect(texts()[2]).toBe('Rhabarberschorle gibt es nicht mehr und ist nicht mehr im Warenkorb.'),
    );
    expect(texts()).toHaveLength(3);
  });

  it('C06 leaves a payment that another tab has begun in between', async () => {
    const place = aRestaurant({ offers: [curry, juice] });
    const { shell, cartNow } = show({ cart: ready, place, props: { startsOpen: false } });
    await waitFor(() => expect(cartNow()?.lines.every(({ isPriced }) => isPriced)).toBe(true));
    const payment = {
      requestKey: 'k',
      form: { restaurantId: 'elbkantine', paymentOption: 'paypal' },
      payInId: null,
      orderKey: null,
    } as const;
    const other = fakeShell({ session: 'verified' });
    const address = cartPlaceOf(other, { restaurantKey: 'elbkantine', routingName: 'elbkantine' });
    if (address === null) throw new Error('The user of the page is unknown');
    updateCart(other, address, (cart) => ({ ...cart, payment }));
    shell.setNow(at('14:45'));
    await waitFor(() =>
      expect(cartNow()).toMatchObject({ payment, isOver: false, lines: [{ mealKey: 'curry' }, { mealKey: 'saft' }] }),
    );
    expect(shell.recorded.alerts).toEqual([]);
  });

  it.each([
    ['less', 25, '0,25', '0,15'],
    ['more', 10, '0,10', '0,15'],
  ])('C05 strikes the deposit alone where it alone costs %s', async (_, before, old, now) => {
    show({
      cart: (cart) => ({
        ...ready(cart),
        lines: ready(cart).lines.map((line) => ({
          ...line,
          deposit: line.mealKey === 'saft' ? before : null,
          isPriced: true,
        })),
      }),
    });
    const sheet = await order();
    await within(sheet).findByText('neuer Preis');
    expect([...sheet.querySelectorAll('li s')].map(({ textContent }) => textContent)).toEqual([`${old}\u00a0€`]);
    expect(sheet).toHaveTextContent(new RegExp(`Pfand\\s*${old}\\s€${now}\\s€`));
  });

  it('C05 shows a dish that is gone once more, struck', async () => {
    show({ cart: (cart) => withAmount(withDrink(cart), anOffer({ key: 'weg', name: 'Suppe von gestern' }), 1) });
    expect(await within(await order()).findByText('Suppe von gestern', { selector: 's' })).toBeVisible();
  });
});

describe('the order', () => {
  it('lists the purchase: deposit apart, VAT, the seller, and that there is no right of withdrawal', async () => {
    show({ cart: ready });
    const sheet = await order();
    await within(sheet).findByText(/enthält 19 % MwSt\. auf Getränke/);
    expect(sheet).toHaveTextContent(/Pfand\s*0,15\s€/);
    expect(sheet).toHaveTextContent(/Zwischensumme\s*21,00\s€/);
    expect(sheet).toHaveTextContent(/Du kaufst bei Elbkantine\..*\+49 40 5550142\./);
    expect(sheet).toHaveTextContent('Ein Widerrufsrecht gibt es nicht');
    expect(within(sheet).getByRole('button', { name: 'Allergene A, G' })).toBeVisible();
    expect(within(sheet).getAllByText('Keine Angaben zu Allergenen. Frag das Lokal.')).toHaveLength(1);
  });

  it('says that allergens aren’t declared for a dish that declares additives only', async () => {
    const wine = aDrink({ key: 'wein', name: 'Weißwein vom Fass', additives: ['mit Alkohol'] });
    const { user } = show({ place: aRestaurant({ offers: [curry, wine] }), cart: (cart) => withAmount(cart, wine, 1) });
    await user.click(within(await order()).getByRole('button', { name: 'Zusatzstoffe' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Allergene und Zusatzstoffe' }));
    expect(sheet.getByText('Keine Angaben zu Allergenen. Frag das Lokal.')).toBeVisible();
    expect(sheet.getByText('mit Alkohol')).toBeVisible();
  });

  it('names the minimum age only for alcohol', async () => {
    const wine = aDrink({ key: 'wein', name: 'Weißwein vom Fass' });
    const cake = anOffer({ key: 'torte', name: 'Schwarzwälder Kirschtorte', additives: ['mit Alkohol'] });
    const place = aRestaurant({ offers: [curry, juice, wine, cake] });
    const { change } = show({ place });
    expect(await order()).not.toHaveTextContent('ab 16');
    change((cart) => withAmount(cart, wine, 1));
    expect(await order()).toHaveTextContent('ab 16');
    change((cart) => withAmount(withAmount(cart, wine, 0), cake, 1));
    expect(await order()).toHaveTextContent('ab 16');
  });

  it('takes a wish to the kitchen, of 140 characters at most', async () => {
    const { user, cartNow } = show();
    await user.click(within(await order()).getByRole('button', { name: 'Wunsch zu Curry' }));
    const wish = within(await screen.findByRole('dialog', { name: 'Wunsch an die Küche' }));
    await user.click(wish.getByRole('textbox'));
    await user.paste('🌶'.repeat(141));
    expect(wish.getByRole('button', { name: 'Übernehmen' })).toHaveAccessibleDescription('Höchstens 140 Zeichen.');
    await user.clear(wish.getByRole('textbox'));
    await user.paste('ohne Koriander');
    await user.click(wish.getByRole('button', { name: 'Übernehmen' }));
    expect(cartNow()?.lines[0]?.comments).toBe('ohne Koriander');
  });

  it('has everything to take away where a place offers nothing else', async () => {
    show({ place: aRestaurant({ offers: [curry, juice], onlyTakeAway: true }) });
    const sheet = within(await order());
    expect(sheet.getByText('Nur zum Mitnehmen')).toBeVisible();
    expect(sheet.queryByRole('radio', { name: /Vor Ort/ })).not.toBeInTheDocument();
  });

  it('T09 removes a chosen time that is too soon by now, and explains it', async () => {
    show({ cart: (cart) => ({ ...ready(cart), meetUpDate: at('11:45') }) });
    const sheet = within(await order());
    expect(sheet.getByText('11:45 ist in weniger als 20 Minuten.')).toBeVisible();
    expect(sheet.getByRole('radio', { name: '12:00' })).toBeEnabled();
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
  const topics = { [meTopic]: { invitations: [meetup] } };

  it('takes the place of time and place, until it is taken out', async () => {
    const { user } = show({ topics });
    const sheet = within(await order());
    await user.click(await sheet.findByRole('button', { name: 'Zu deinem Treffen um 12:30 bestellen?' }));
    expect(sheet.getByText('Treffen heute, 12:30')).toBeVisible();
    expect(sheet.getByText('Mehmet · Vor Ort')).toBeVisible();
    expect(sheet.queryByRole('radiogroup', { name: 'Wann?' })).not.toBeInTheDocument();
    expect(sheet.queryByRole('radio', { name: /Vor Ort|Mitnehmen/ })).not.toBeInTheDocument();
    await user.click(sheet.getByRole('button', { name: 'Ohne das Treffen bestellen' }));
    expect(sheet.getByRole('radio', { name: '12:30' })).toBeChecked();
  });

  it('shows take-away at a restaurant that offers nothing else, whatever the meetup says', async () => {
    const { user } = show({ topics, place: aRestaurant({ offers: [curry, juice], onlyTakeAway: true }) });
    const sheet = within(await order());
    await user.click(await sheet.findByRole('button', { name: 'Zu deinem Treffen um 12:30 bestellen?' }));
    expect(sheet.getByText('Mehmet · Zum Mitnehmen')).toBeVisible();
  });

  it('begins from the cart with its time and place', async () => {
    const started = jest.fn(() => Promise.resolve({ hasStarted: true }));
    const { user } = show({
      cart: ready,
      commands: { 'social/startDraft': started },
      address: { key: 'details', params: ['elbkantine', 'cart'] },
    });
    await user.click(within(await order()).getByRole('button', { name: 'Mit anderen verabreden' }));
    expect(started).toHaveBeenCalledWith(
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
  const second = aDiscount({ ...gift, key: 'zweiter', name: { de: 'Zweiter' } });

  it('is one at a time: the others wait while one is redeemed', async () => {
    const { user, cartNow } = show({ discounts: [gift, second] });
    const sheet = within(await order());
    await user.click(await sheet.findByRole('button', { name: '2 zur Wahl' }));
    const vouchers = within(await screen.findByRole('dialog', { name: 'Gutscheine' }));
    await user.click(vouchers.getByRole('button', { name: 'Einlösen: Geschenk' }));
    expect(cartNow()?.voucher?.key).toBe('geschenk');
    expect(vouchers.getByText('„Geschenk“ ist schon eingelöst.')).toBeVisible();
    expect(vouchers.queryByRole('button', { name: /Zweiter/ })).not.toBeInTheDocument();
  });

  it('C09 is hidden while a dish has a discount of its own', async () => {
    const deal = aDiscount({ key: 'curryrabatt', mealRef: 'curry', forAllMeals: false, value: 100 });
    show({ discounts: [gift, deal] });
    const sheet = within(await order());
    await sheet.findByText(/7,90\s€|15,80\s€/);
    expect(sheet.queryByRole('heading', { name: 'Gutschein' })).not.toBeInTheDocument();
  });
});

describe('a voucher whose last piece another diner has used', () => {
  const last = aDiscount({ ...gift, quantity: 1, quantityLeft: 1 });
  const redeemed = (cart: Cart): Cart => ({ ...withVoucher(ready(cart), asVoucher(last)), paymentOption: 'paypal' });
  const takeLast = ({ shell }: ReturnType<typeof show>): void =>
    shell.change(globalTopic, {
      kind: 'put',
      collection: 'discounts',
      key: last.key,
      value: { ...last, quantityLeft: 0 },
    });
  const alertsOf = ({ shell }: ReturnType<typeof show>): readonly string[] =>
    shell.recorded.alerts.map(({ text }) => text);
  const gone =
    'In deinem Warenkorb ist jetzt einiges anders. Dein Gutschein „Geschenk“ gilt dafür nicht mehr. Zusammen kostet es jetzt 21,15\u00a0€ statt 18,15\u00a0€.';
  const sum = async () =>
    within(await order())
      .getByText('Gesamt')
      .closest('p');
  const open = async (options: Shown = {}) => {
    const shown = show({ cart: redeemed, discounts: [last], ...options });
    await waitFor(() => expect(shown.cartNow()?.lines.every(({ isPriced }) => isPriced)).toBe(true));
    expect(await sum()).toHaveTextContent(/MwSt\. ?18,15\s€$/);
    return shown;
  };

  it('leaves the cart with the live update: one alert shows the old and the new total, and nothing is ordered before the diner has seen it', async () => {
    const shown = await open();
    takeLast(shown);
    await waitFor(() => expect(alertsOf(shown)).toEqual([gone]));
    expect(shown.cartNow()?.voucher).toBeNull();
    expect(await sum()).toHaveTextContent(/statt 18,15\s€ jetzt 21,15\s€$/);
    expect(await button()).toHaveAccessibleDescription('Sieh dir erst die Änderungen an.');
    await shown.user.click(within(await order()).getByRole('button', { name: 'Verstanden' }));
    expect(await button()).not.toHaveAccessibleDescription();
  });

  it('is refused where that isn’t live yet, charges nothing, and leaves the cart when it is', async () => {
    const shown = await open({ answers: [refuse(placeOrder, 'DiscountLimitExceeded')] });
    const { user, shell, cartNow } = shown;
    await user.click(await button());
    expect(
      await screen.findByText(
        /^Ein Gutschein oder Rabatt in deinem Warenkorb gilt nicht mehr\..* Es wurde nichts abgebucht/,
      ),
    ).toBeInTheDocument();
    expect([cartNow()?.payment, alertsOf(shown)]).toEqual([null, []]);
    takeLast(shown);
    await waitFor(() => expect(alertsOf(shown)).toEqual([gone]));
    await user.click(screen.getByRole('button', { name: 'Zum Warenkorb' }));
    expect(await button()).toHaveAccessibleDescription('Sieh dir erst die Änderungen an.');
    expect(shell.requests.filter((request) => request === 'POST /api/payment/orders')).toHaveLength(1);
  });

  it('reports a voucher that the gateway doesn’t combine with a dish’s discount', async () => {
    const { user } = await open({
      answers: [refuse(placeOrder, 'DiscountLimitExceeded', { reason: 'notCombinable' })],
    });
    await user.click(await button());
    expect(
      await screen.findByText(
        /^Ein Gutschein geht nicht zusammen mit einem Rabatt auf ein Gericht\. Nimm eins von beiden heraus\. Es wurde nichts abgebucht/,
      ),
    ).toBeInTheDocument();
  });
});

it('C07 says that ordering has ended for today, offers two buttons, and then forgets the notice', async () => {
  const { user, shell, cartNow } = show({ now: at('14:45') });
  const sheet = within(await order());
  expect(await sheet.findByRole('heading', { name: 'Für heute ist Schluss' })).toBeVisible();
  expect(sheet.getByRole('button', { name: 'Für morgen verabreden' })).toBeVisible();
  await user.click(sheet.getByRole('button', { name: 'Andere Lokale ansehen' }));
  expect(cartNow()).toBeNull();
  expect(shell.recorded.navigation[0]).toEqual(['close']);
});

it('shows the cart of another tab at once', async () => {
  const { cartNow } = show({ cart: (cart) => withAmount(cart, curry, 1), props: { startsOpen: false } });
  const key = Object.keys({ ...window.localStorage }).find((name) => name.endsWith('.carts')) ?? '';
  const other = (window.localStorage.getItem(key) ?? '').replaceAll('"amount":1', '"amount":4');
  window.localStorage.setItem(key, other);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
  await waitFor(() => expect(cartNow()?.lines[0]?.amount).toBe(4));
});

it('stands beside the menu on wide screens, and asks for drinks when the diner goes on', async () => {
  const { user, shell } = show({
    cart: (cart) => withAmount(cart, curry, 1),
    props: { layout: 'side', startsOpen: false },
  });
  const panel = within(await screen.findByRole('region', { name: 'Deine Bestellung' }));
  expect(shell.recorded.alerts).toEqual([]);
  await user.click(panel.getByRole('radio', { name: /Mitnehmen/ }));
  expect(shell.recorded.alerts).toMatchObject([{ title: 'Noch etwas zu trinken?' }]);
});

describe('a payment at the bank', () => {
  const payment = {
    requestKey: 'k',
    form: { restaurantId: 'elbkantine', paymentOption: 'card' },
    payInId: 'p',
    orderKey: 'o',
  } as const;
  const asking = [
    answer(getPayIn, { Status: 'CREATED', Id: 'p', ResultCode: null, ResultMessage: null }),
    answer(placeOrder, {
      Status: 'CREATED',
      Id: 'p',
      SecureModeRedirectURL: 'about:blank',
      ResultCode: null,
      links: [],
      orderKey: 'o',
    }),
  ];

  it.each([
    ['bar', 'side'],
    ['side', 'bar'],
  ] as const)('is the same page of the bank when the device is turned: from %s to %s', async (before, after) => {
    const { rerender, slot } = show({
      cart: (cart) => ({ ...ready(cart), payment }),
      props: { layout: before, startsOpen: before === 'bar' },
      answers: asking,
    });
    const frame = await screen.findByTitle('Freigabe bei deiner Bank', {}, { timeout: 5_000 });
    rerender(slot({ layout: after }));
    expect(screen.getByTitle('Freigabe bei deiner Bank')).toBe(frame);
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });
});
