import { getCards, getPayIn, placeOrder } from '@mahlzeit/contract';
import { aDiscount, aDrink, anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, neverRespond, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { removePaidCart, toVoucher, updateCart, withAmount, withVoucher } from '../features/cart';
import type { Cart } from '../features/cart';
import {
  instantAt,
  findOrderButton,
  curryOffer,
  juiceOffer,
  findOrderDialog,
  withOrderDetails,
  showRestaurantCart as show,
  giftDiscount,
} from '../testing/show-restaurant-cart';

beforeEach(() => window.localStorage.clear());

const openPayment = {
  requestKey: 'k',
  form: { restaurantId: 'elbkantine', paymentOption: 'card' },
  payInId: 'p',
  orderKey: 'o',
} as const;

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
  const { user, shell } = show({ cart: (cart) => ({ ...withAmount(cart, curryOffer, 1), hasSuggestedDrinks: true }) });
  await user.click(within(await findOrderDialog()).getByRole('button', { name: /^.+: Eins weniger$/ }));
  await waitFor(() => expect(shell.recorded.navigation).toEqual([['replace', 'details', 'elbkantine']]));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('tells of the order that another tab has paid before this page showed the payment', async () => {
  const { shell, place, cartNow } = show({
    props: { startsOpen: false },
    address: { key: 'details', params: ['elbkantine'] },
  });
  const otherTab = fakeShell({ session: 'verified' });
  updateCart(otherTab, place, (cart) => ({ ...cart, payment: openPayment }));
  removePaidCart(otherTab, place, 'bestellung-1');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
  await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ text: 'Deine Bestellung ist bezahlt.' }]));
  expect(cartNow()).toBeNull();
});

describe('the form of a new card', () => {
  it('lies over the order under an address of its own: Back leads to the order as it was', async () => {
    const { user, shell, rerender, slot } = show({ cart: withOrderDetails });
    await user.click(within(await findOrderDialog()).getByRole('button', { name: 'Karte hinzufügen' }));
    expect(shell.recorded.navigation).toEqual([['open', 'details', 'elbkantine', 'cart', 'card']]);
    rerender(slot({ part: 'card' }));
    expect(await screen.findByRole('dialog', { name: 'Karte hinzufügen' })).toBeInTheDocument();
    rerender(slot());
    expect(screen.queryByRole('dialog', { name: 'Karte hinzufügen' })).not.toBeInTheDocument();
    expect(within(await findOrderDialog()).getByRole('radio', { name: /12:30$/ })).toBeChecked();
  });

  it('goes with the order that another tab has emptied, past the cart below it', async () => {
    const { shell, user, rerender, slot, change } = show({ cart: withOrderDetails, props: { startsOpen: false } });
    await user.click(screen.getByRole('button', { name: /Zum Warenkorb/ }));
    rerender(slot({ startsOpen: true, part: 'card' }));
    await screen.findByRole('dialog', { name: 'Karte hinzufügen' });
    change((cart) => ({ ...cart, lines: [] }));
    await waitFor(() => expect(shell.recorded.navigation.slice(1)).toEqual([['replace', 'details', 'elbkantine']]));
  });
});

describe('the button', () => {
  it('C01 asks for a time first, then for a place, in the order of the page, then for nothing', async () => {
    const { user } = show();
    const orderSheet = within(await findOrderDialog());
    expect(await findOrderButton()).toHaveAccessibleDescription('Wähle erst, wann du isst.');
    await user.click(orderSheet.getByRole('radio', { name: /12:30$/ }));
    expect(await findOrderButton()).toHaveAccessibleDescription('Wähle erst, wo du isst.');
    await user.click(orderSheet.getByRole('radio', { name: /Vor Ort/ }));
    await waitFor(async () => expect(await findOrderButton()).not.toHaveAccessibleDescription());
  });

  it.each([
    ['are on their way', neverRespond(getCards), 'status', 'Deine Karten werden geladen'],
    ['can’t be had', refuse(getCards, 'providerUnavailable'), 'button', 'Karten erneut laden'],
  ])(
    'C10 charges no card that isn’t shown, where cards %s',
    async (_caseName, cardsAnswer, elementRole, accessibleName) => {
      const { user, cartNow } = show({
        answers: [cardsAnswer],
        cart: (cart) => ({ ...withOrderDetails(cart), paymentOption: 'card', debitedCardId: '4242' }),
      });
      const orderSheet = within(await findOrderDialog());
      expect(await orderSheet.findByRole(elementRole, { name: accessibleName })).toBeInTheDocument();
      expect(await findOrderButton()).toHaveAccessibleDescription('Wähle erst, wie du bezahlst.');
      // The cart keeps the card that the diner chose, so that the card is selected again when it appears in the list.
      expect(cartNow()).toMatchObject({ paymentOption: 'card', debitedCardId: '4242' });
      await user.click(orderSheet.getByRole('radio', { name: /PayPal/ }));
      expect(await findOrderButton()).not.toHaveAccessibleDescription();
    },
  );

  it('C02 explains that an order without a price can’t be sent', async () => {
    const fullDiscount = aDiscount({ ...giftDiscount, value: 99_999 });
    show({
      cart: (cart) => ({
        ...withVoucher(withAmount(cart, curryOffer, 1), toVoucher(fullDiscount)),
        meetUpDate: instantAt('12:30'),
        isTakeAway: true,
        hasSuggestedDrinks: true,
      }),
      discounts: [fullDiscount],
    });
    await waitFor(async () =>
      expect(await findOrderButton()).toHaveAccessibleDescription(
        'Es bleibt nichts zu bezahlen. Nimm noch etwas dazu oder lass den Gutschein weg.',
      ),
    );
  });

  it('leads a diner without an account to the registration', async () => {
    const callToAction = jest.fn(() => Promise.resolve({ mayGoOn: false }));
    const { user } = show({
      session: 'anonymous',
      cart: withOrderDetails,
      commands: { 'account/callToAction': callToAction },
    });
    await user.click(await findOrderButton());
    expect(callToAction).toHaveBeenCalledWith({ reason: 'order' }, expect.anything());
  });
});

describe('drinks', () => {
  const withCurryOnly = (cart: Cart): Cart => withAmount(cart, curryOffer, 1);

  it('C13 are asked about once, when the order opens and before its button', async () => {
    const { shell, unmount, slot } = show({ cart: withCurryOnly });
    await findOrderDialog();
    expect(shell.recorded.alerts).toMatchObject([
      { title: 'Noch etwas zu trinken?', actions: [{ label: 'Nein, danke' }, { label: 'Zu den Getränken' }] },
    ]);
    unmount();
    renderWithShell(slot(), { shell });
    await findOrderDialog();
    expect(shell.recorded.alerts).toHaveLength(1);
  });

  it('C13 are not asked about where one was taken', async () => {
    const { shell } = show();
    await findOrderDialog();
    expect(shell.recorded.alerts).toEqual([]);
  });

  it('lead to the menu once nothing lies over it', async () => {
    const showMealType = jest.fn();
    const { user, rerender, slot, shell } = show({
      cart: (cart) => ({ ...withCurryOnly(cart), hasSuggestedDrinks: true }),
      props: { showMealType },
    });
    await user.click(within(await findOrderDialog()).getByRole('button', { name: 'Noch etwas zu trinken?' }));
    expect(shell.recorded.navigation).toEqual([['replace', 'details', 'elbkantine']]);
    expect(showMealType).not.toHaveBeenCalled();
    rerender(slot({ startsOpen: false }));
    await waitFor(() => expect(showMealType).toHaveBeenCalledWith('getraenke'));
  });
});

describe('the order', () => {
  it('lists the purchase: deposit apart, VAT, the seller, and that there is no right of withdrawal', async () => {
    show({ cart: withOrderDetails });
    const orderSheet = await findOrderDialog();
    await within(orderSheet).findByText(/enthält 19 % MwSt\. auf Getränke/);
    expect(orderSheet).toHaveTextContent(/Pfand\s*0,15\s€/);
    expect(orderSheet).toHaveTextContent(/Zwischensumme\s*21,00\s€/);
    expect(orderSheet).toHaveTextContent(/Du kaufst bei Elbkantine\..*\+49 40 5550142\./);
    expect(orderSheet).toHaveTextContent('Ein Widerrufsrecht gibt es nicht');
    expect(within(orderSheet).getByRole('button', { name: 'Allergene A, G' })).toBeVisible();
    expect(within(orderSheet).getAllByText('Keine Angaben zu Allergenen. Frag das Lokal.')).toHaveLength(1);
  });

  it('says that allergens aren’t declared for a dish that declares additives only', async () => {
    const wineDrink = aDrink({ key: 'wein', name: 'Weißwein vom Fass', additives: ['mit Alkohol'] });
    const { user } = show({
      place: aRestaurant({ offers: [curryOffer, wineDrink] }),
      cart: (cart) => withAmount(cart, wineDrink, 1),
    });
    await user.click(within(await findOrderDialog()).getByRole('button', { name: 'Zusatzstoffe' }));
    const orderSheet = within(await screen.findByRole('dialog', { name: 'Allergene und Zusatzstoffe' }));
    expect(orderSheet.getByText('Keine Angaben zu Allergenen. Frag das Lokal.')).toBeVisible();
    expect(orderSheet.getByText('mit Alkohol')).toBeVisible();
  });

  it('names the minimum age only for alcohol', async () => {
    const wineOffer = aDrink({ key: 'wein', name: 'Weißwein vom Fass' });
    const cakeOffer = anOffer({ key: 'torte', name: 'Schwarzwälder Kirschtorte', additives: ['mit Alkohol'] });
    const cartRestaurant = aRestaurant({ offers: [curryOffer, juiceOffer, wineOffer, cakeOffer] });
    const { change } = show({ place: cartRestaurant });
    expect(await findOrderDialog()).not.toHaveTextContent('ab 16');
    change((cart) => withAmount(cart, wineOffer, 1));
    expect(await findOrderDialog()).toHaveTextContent('ab 16');
    change((cart) => withAmount(withAmount(cart, wineOffer, 0), cakeOffer, 1));
    expect(await findOrderDialog()).toHaveTextContent('ab 16');
  });

  it('takes a wish to the kitchen, of 140 characters at most', async () => {
    const { user, cartNow } = show();
    await user.click(within(await findOrderDialog()).getByRole('button', { name: 'Wunsch zu Curry' }));
    const commentSheet = within(await screen.findByRole('dialog', { name: 'Wunsch an die Küche' }));
    await user.click(commentSheet.getByRole('textbox'));
    await user.paste('🌶'.repeat(141));
    expect(commentSheet.getByRole('button', { name: 'Übernehmen' })).toHaveAccessibleDescription(
      'Höchstens 140 Zeichen.',
    );
    await user.clear(commentSheet.getByRole('textbox'));
    await user.paste('ohne Koriander');
    await user.click(commentSheet.getByRole('button', { name: 'Übernehmen' }));
    expect(cartNow()?.lines[0]?.comments).toBe('ohne Koriander');
  });

  it('has everything to take away where a place offers nothing else', async () => {
    show({ place: aRestaurant({ offers: [curryOffer, juiceOffer], onlyTakeAway: true }) });
    const orderSheet = within(await findOrderDialog());
    expect(orderSheet.getByText('Nur zum Mitnehmen')).toBeVisible();
    expect(orderSheet.queryByRole('radio', { name: /Vor Ort/ })).not.toBeInTheDocument();
  });

  it('T09 offers only times that can be ordered in the whole minute that is shown', async () => {
    show({ now: instantAt('11:40') });
    const orderSheet = within(await findOrderDialog());
    expect(orderSheet.getByRole('radio', { name: 'Schnellstmöglich, 12:15' })).toBeEnabled();
    expect(orderSheet.queryByRole('radio', { name: /12:00$/ })).not.toBeInTheDocument();
  });

  it('T09 removes a chosen time that is too soon by now, and explains it', async () => {
    show({ cart: (cart) => ({ ...withOrderDetails(cart), meetUpDate: instantAt('11:45') }) });
    const orderSheet = within(await findOrderDialog());
    expect(orderSheet.getByText('11:45 ist in weniger als 20 Minuten.')).toBeVisible();
    expect(orderSheet.getByRole('radio', { name: /12:00$/ })).toBeEnabled();
  });
});

it('C07 says that ordering has ended for today, offers two buttons, and then forgets the notice', async () => {
  const { user, shell, cartNow } = show({ now: instantAt('14:45') });
  const orderSheet = within(await findOrderDialog());
  expect(await orderSheet.findByRole('heading', { name: 'Für heute ist Schluss' })).toBeVisible();
  expect(orderSheet.getByRole('button', { name: 'Für morgen verabreden' })).toBeVisible();
  await user.click(orderSheet.getByRole('button', { name: 'Andere Lokale ansehen' }));
  expect(cartNow()).toBeNull();
  expect(shell.recorded.navigation[0]).toEqual(['close']);
});

it('stands beside the menu on wide screens, and asks for drinks when the diner goes on', async () => {
  const { user, shell } = show({
    cart: (cart) => withAmount(cart, curryOffer, 1),
    props: { layout: 'side', startsOpen: false },
  });
  const orderPanel = within(await screen.findByRole('region', { name: 'Deine Bestellung' }));
  expect(shell.recorded.alerts).toEqual([]);
  await user.click(orderPanel.getByRole('radio', { name: /Mitnehmen/ }));
  expect(shell.recorded.alerts).toMatchObject([{ title: 'Noch etwas zu trinken?' }]);
});

describe('a payment at the bank', () => {
  const bankApprovalAnswers = [
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
  ] as const)(
    'is the same page of the bank when the device is turned: from %s to %s',
    async (layoutBefore, layoutAfter) => {
      const { rerender, slot } = show({
        cart: (cart) => ({ ...withOrderDetails(cart), payment: openPayment }),
        props: { layout: layoutBefore, startsOpen: layoutBefore === 'bar' },
        answers: bankApprovalAnswers,
      });
      const bankFrame = await screen.findByTitle('Freigabe bei deiner Bank', {}, { timeout: 5_000 });
      rerender(slot({ layout: layoutAfter }));
      expect(screen.getByTitle('Freigabe bei deiner Bank')).toBe(bankFrame);
      expect(screen.getAllByRole('dialog')).toHaveLength(1);
    },
  );
});

it('shows the next payment beside the menu after the diner has closed the refusal of the one before', async () => {
  const { user } = show({
    cart: withOrderDetails,
    props: { layout: 'side', startsOpen: false },
    answers: [refuse(placeOrder, 'providerUnavailable', { nothingBegun: true })],
  });
  const orderAndAwaitRefusal = async () => {
    const orderPanel = within(await screen.findByRole('region', { name: 'Deine Bestellung' }));
    await user.click(await orderPanel.findByRole('button', { name: 'Zahlungspflichtig bestellen' }));
    return within(await screen.findByRole('dialog', { name: 'Zahlung' }));
  };
  await user.click((await orderAndAwaitRefusal()).getByRole('button', { name: 'Schließen' }));
  expect((await orderAndAwaitRefusal()).getByRole('button', { name: 'Schließen' })).toBeVisible();
});
