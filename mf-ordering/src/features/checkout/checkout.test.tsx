import {
  finishCardRegistration,
  getCards,
  getDiscounts,
  getOrderByPayIn,
  getPayIn,
  getPaymentUser,
  placeOrder,
  registerCard,
} from '@mahlzeit/contract';
import type { Card, OrderAnswer, OrderForm } from '@mahlzeit/contract';
import { aDiscount, anOffer } from '@mahlzeit/contract/fixtures';
import { useDiscounts } from '@mahlzeit/shared-ui/platform';
import {
  answer,
  fakeShell,
  neverRespond,
  refuse,
  renderWithShell,
  failAsUnreachable,
} from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer, ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { cartPlaceOf, selectCart, updateCart, useCart, withAmount } from '../cart';
import type { Cart, CartPlace } from '../cart';
import { PaymentOptions, PaymentView, usePayment } from '.';
import { defaultPaymentChoiceOf } from './payment-options';

beforeEach(() => window.localStorage.clear());

const makeCard = (
  id: string,
  overrides: Partial<Card['mangoPayData']> = {},
  typeAlias: Card['data']['typeAlias'] = 'VISA',
): Card => ({
  mangoPayData: { Id: id, Alias: `**** ${id}`, ExpirationDate: '0828', Active: true, Validity: 'VALID', ...overrides },
  data: { typeAlias },
});
const visaCard = makeCard('4242');
const mastercardCard = makeCard('8183', {}, 'MASTERCARD');
const cardWithoutBrand = makeCard('0000', {}, null);
const expiredCard = makeCard('0079', { ExpirationDate: '0526' }, 'MAESTRO');
const invalidCard = makeCard('7777', { Validity: 'INVALID' });
const cardExpiringThisMonth = makeCard('0626', { ExpirationDate: '0626' });

const cardAnswers = (cards: readonly Card[], defaultCardId: string | null = null): readonly ScenarioAnswer[] => [
  answer(getCards, [...cards]),
  answer(getPaymentUser, {
    key: 'uid',
    mangoPayData: { Id: 'payer', defaultCardId },
    firstName: 'Frieda',
    lastName: 'Fuchs',
  }),
];

const orderForm: OrderForm = {
  restaurantId: 'elbkantine',
  paymentOption: 'card',
  debitedCardId: '4242',
  meetUp: '',
  meetUpDate: 1,
  isTakeAway: false,
  items: [{ mealKey: 'curry', amount: 2, price: 1110 }],
  totalPrice: 2220,
};
const orderAnswerWith = (overrides: Partial<OrderAnswer> = {}): OrderAnswer => ({
  Status: 'CREATED',
  Id: 'payin-1',
  SecureModeRedirectURL: '/bank',
  ResultCode: null,
  links: [],
  orderKey: 'bestellung-1',
  ...overrides,
});

interface PaymentSheetProps {
  readonly place: CartPlace;
  readonly form: OrderForm | null;
  readonly onClose?: () => void;
  readonly isAddingCard?: boolean;
}

const PaymentSheet = ({
  place,
  cart,
  form: givenForm,
  onClose = () => undefined,
  isAddingCard = false,
}: PaymentSheetProps & { readonly cart: Cart }) => {
  const payment = usePayment({ place, cart, restaurant: { name: 'Elbkantine' }, form: givenForm });
  if (payment.step.kind !== 'none') return <PaymentView payment={payment} onClose={onClose} />;
  return (
    <>
      <PaymentOptions cart={cart} place={place} isAddingCard={isAddingCard} />
      <button type="button" onClick={payment.startPaying}>
        Bestellen
      </button>
      <p>{payment.disabledReason}</p>
    </>
  );
};

const PaymentSheetAtPlace = (props: PaymentSheetProps) => {
  const cart = useCart(props.place);
  return cart === null ? null : <PaymentSheet {...props} cart={cart} />;
};

const renderCheckout = ({
  cart: changeCart = (cart) => cart,
  form: givenForm = orderForm,
  onClose,
  isAddingCard = false,
  ...options
}: ScenarioShellOptions &
  Partial<Omit<PaymentSheetProps, 'place'>> & { readonly cart?: (cart: Cart) => Cart } = {}) => {
  const shell = fakeShell({ session: 'verified', topics: { me: { orders: [] } }, ...options });
  const place = cartPlaceOf(shell, { restaurantKey: 'elbkantine', routingName: 'elbkantine' });
  if (place === null) throw new Error('The user of the page is unknown');
  updateCart(shell, place, (cart) => changeCart(withAmount(cart, anOffer({ key: 'curry' }), 2)));
  const cart = () => selectCart(shell.store.getState(), place);
  return {
    ...renderWithShell(
      <PaymentSheetAtPlace
        place={place}
        form={givenForm}
        isAddingCard={isAddingCard}
        {...(onClose === undefined ? {} : { onClose })}
      />,
      { shell },
    ),
    cart,
    place,
  };
};

const paymentChoiceOf = (cart: Cart | null) => [cart?.paymentOption, cart?.debitedCardId];
const orderButton = () => screen.getByRole('button', { name: 'Bestellen' });

describe('how it is paid', () => {
  it('lists the default card first, hides cards without a brand, and disables expired ones', async () => {
    renderCheckout({
      answers: cardAnswers([visaCard, cardWithoutBrand, expiredCard, invalidCard, mastercardCard], '8183'),
    });
    const paymentRadios = await screen.findAllByRole('radio', { name: /Mastercard|Visa|Maestro|PayPal/ });
    await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(5));
    expect(paymentRadios.length).toBeGreaterThan(0);
    expect(screen.getAllByRole('radio').map((paymentRadio) => paymentRadio.closest('label')?.textContent)).toEqual([
      expect.stringContaining('Mastercard •••• 8183Standard. Gültig bis 08/28'),
      expect.stringContaining('Visa •••• 4242Gültig bis 08/28'),
      expect.stringContaining('Maestro •••• 0079Abgelaufen seit 05/26'),
      expect.stringContaining('Visa •••• 7777Nicht mehr gültig'),
      expect.stringContaining('PayPalWeiter auf der Seite von PayPal'),
    ]);
    for (const cardName of [/Maestro/, /7777/]) expect(screen.getByRole('radio', { name: cardName })).toBeDisabled();
  });

  it.each([
    ['the default card', [visaCard, mastercardCard], '8183', ['card', '8183']],
    [
      'the first visible card where the default is hidden',
      [cardWithoutBrand, visaCard, mastercardCard],
      '0000',
      ['card', '4242'],
    ],
    ['the first good card where the default has expired', [expiredCard, visaCard], '0079', ['card', '4242']],
    ['the first good card where the bank takes the default no more', [invalidCard, visaCard], '7777', ['card', '4242']],
    ['PayPal where the bank takes the only card no more', [invalidCard], '7777', ['paypal', null]],
    ['a card until its month ends (C21)', [cardExpiringThisMonth], null, ['card', '0626']],
    ['PayPal without a visible card', [cardWithoutBrand], '0000', ['paypal', null]],
    ['PayPal without any card', [], null, ['paypal', null]],
  ] as const)('C10 begins with %s', async (_, cards, defaultCardId, expectedChoice) => {
    const { cart } = renderCheckout({ answers: cardAnswers(cards, defaultCardId) });
    await waitFor(() => expect(paymentChoiceOf(cart())).toEqual(expectedChoice));
  });

  it('C10 never overrides what the diner chose', async () => {
    const { cart, user } = renderCheckout({
      answers: cardAnswers([visaCard, mastercardCard], '8183'),
      cart: (initialCart) => ({ ...initialCart, paymentOption: 'paypal' }),
    });
    await screen.findByRole('radio', { name: /Visa/ });
    expect(paymentChoiceOf(cart())).toEqual(['paypal', null]);
    await user.click(screen.getByRole('radio', { name: /Visa/ }));
    expect(paymentChoiceOf(cart())).toEqual(['card', '4242']);
    expect(screen.getByRole('radio', { name: /Visa/ })).toBeChecked();
  });

  it('takes another one where the chosen card is gone', async () => {
    const { cart } = renderCheckout({
      answers: cardAnswers([visaCard]),
      cart: (initialCart) => ({ ...initialCart, paymentOption: 'card', debitedCardId: 'weg' }),
    });
    await waitFor(() => expect(paymentChoiceOf(cart())).toEqual(['card', '4242']));
  });

  it('still offers PayPal when the cards don’t load, and loads them again; it reports only an unexpected failure', async () => {
    const { cart, user, shell } = renderCheckout({
      answers: [failAsUnreachable(getCards), failAsUnreachable(getPaymentUser)],
    });
    await screen.findByRole('button', { name: 'Karten erneut laden' });
    expect(screen.queryByText(/laden gerade nicht/)).not.toBeInTheDocument();
    expect(shell.recorded.events).toContainEqual(expect.objectContaining({ name: 'card_listing_failed' }));
    expect(paymentChoiceOf(cart())).toEqual([null, null]);
    shell.use(refuse(getCards, 'internal'));
    await user.click(screen.getByRole('button', { name: 'Karten erneut laden' }));
    await screen.findByText('Deine Karten laden gerade nicht. Mit PayPal kannst du bezahlen.');
    await user.click(screen.getByRole('radio', { name: /PayPal/ }));
    expect(paymentChoiceOf(cart())).toEqual(['paypal', null]);
    shell.use(...cardAnswers([visaCard]));
    await user.click(screen.getByRole('button', { name: 'Karten erneut laden' }));
    expect(await screen.findByRole('radio', { name: /Visa/ })).not.toBeChecked();
    expect(paymentChoiceOf(cart())).toEqual(['paypal', null]);
  });

  it('takes the card that was just added, once it is there', async () => {
    jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation((url) =>
        Promise.resolve(
          new Response(
            String(url).endsWith('/finish') ? JSON.stringify({ ResultCode: '000000', CardId: '8183' }) : 'data=marke',
          ),
        ),
      );
    const cardRegistration = {
      Id: 'reg-1',
      CardRegistrationURL: 'https://tokens.test/tokenise',
      PreregistrationData: 'vorab',
      AccessKey: 'zugang',
      finishUrl: 'https://api.test/finish',
    };
    const savedCardAnswer = {
      Status: 'SUCCEEDED' as const,
      SecureModeReturnURL: null,
      SecureModeRedirectURL: null,
      ResultCode: null,
    };
    const { cart, user, shell } = renderCheckout({
      isAddingCard: true,
      answers: [
        answer(registerCard, cardRegistration),
        answer(finishCardRegistration, savedCardAnswer),
        ...cardAnswers([visaCard]),
      ],
    });
    await waitFor(() => expect(paymentChoiceOf(cart())).toEqual(['card', '4242']));
    await user.type(await screen.findByRole('textbox', { name: 'Kartennummer' }), '4970105181818183');
    await user.type(screen.getByRole('textbox', { name: 'Gültig bis' }), '0828');
    await user.type(screen.getByRole('textbox', { name: 'Prüfnummer (CVV)' }), '123');
    shell.use(...cardAnswers([visaCard, mastercardCard]));
    await user.click(screen.getByRole('button', { name: 'Karte speichern' }));
    await waitFor(() => expect(screen.getByRole('radio', { name: /Mastercard •••• 8183/ })).toBeChecked());
    expect(paymentChoiceOf(cart())).toEqual(['card', '8183']);
    expect(screen.queryByRole('dialog', { name: 'Karte hinzufügen' })).not.toBeInTheDocument();
    expect(shell.recorded.navigation).toEqual([['replace', 'details', 'elbkantine', 'cart']]);
    jest.restoreAllMocks();
  });

  it('shows that cards are on their way, with PayPal at once', async () => {
    renderCheckout({ answers: [neverRespond(getCards), neverRespond(getPaymentUser)] });
    expect(await screen.findByRole('status', { name: 'Deine Karten werden geladen' })).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: /PayPal/ })).toBeEnabled();
  });

  it('C10 loads no cards of an unverified user, and chooses nothing for them', async () => {
    const { shell, cart } = renderCheckout({
      session: 'verified',
      account: { verified: false },
      answers: cardAnswers([visaCard]),
    });
    expect([shell.requests, paymentChoiceOf(cart())]).toEqual([[], [null, null]]);
    expect(screen.getByRole('radio', { name: /PayPal/ })).not.toBeChecked();
    act(() => shell.setSession('verified'));
    await waitFor(() => expect(paymentChoiceOf(cart())).toEqual(['card', '4242']));
  });

  it('takes as default only a card that can be charged', () => {
    expect(defaultPaymentChoiceOf([], '4242')).toEqual({ paymentOption: 'paypal', debitedCardId: null });
  });
});

describe('the button', () => {
  it('leads an unverified user to the verification, and orders nothing', async () => {
    const actionReasons: string[] = [];
    const { user, shell } = renderCheckout({
      session: 'unverified',
      commands: {
        'account/callToAction': ({ reason }) => (actionReasons.push(reason), Promise.resolve({ mayGoOn: false })),
      },
    });
    await user.click(orderButton());
    expect([actionReasons, shell.requests]).toEqual([['order'], []]);
  });

  it('says that an account is needed where no remote leads to it', async () => {
    const { user, shell } = renderCheckout({ session: 'anonymous' });
    await user.click(orderButton());
    expect(shell.recorded.snackbars).toMatchObject([{ text: 'Zum Bestellen brauchst du ein bestätigtes Konto.' }]);
  });

  it('says that there is no connection, and sends nothing', async () => {
    const { user, shell } = renderCheckout({ answers: cardAnswers([visaCard]) });
    const onLineSpy = jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText('Du bist offline. Bestellen geht, sobald du wieder Internet hast.')).toBeInTheDocument();
    await user.click(orderButton());
    expect(shell.requests).not.toContain('POST /api/payment/orders');
    onLineSpy.mockRestore();
  });
});

describe('the diner’s view', () => {
  const renderPaying = async (
    answers: readonly ScenarioAnswer[],
    renderOptions: Parameters<typeof renderCheckout>[0] = {},
  ) => {
    const renderedCheckout = renderCheckout({ answers: [...answers, ...cardAnswers([visaCard])], ...renderOptions });
    await screen.findByRole('radio', { name: /Visa/ });
    await renderedCheckout.user.click(orderButton());
    return renderedCheckout;
  };

  it('can’t close it while the bank is asked', async () => {
    await renderPaying([neverRespond(placeOrder)]);
    expect(await screen.findByRole('heading', { name: 'Wir fragen deine Bank' })).toBeInTheDocument();
    expect(screen.getByText('Visa •••• 4242 · Verbindung zur Bank läuft')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Schließen' })).not.toBeInTheDocument();
    expect(screen.getByText('22,20 €')).toBeInTheDocument();
  });

  it('shows the bank’s page in a frame that can’t lead the page away, with the way out beside it', async () => {
    const { user, shell } = await renderPaying([
      answer(placeOrder, orderAnswerWith()),
      answer(getPayIn, { Status: 'CREATED', Id: 'payin-1', ResultCode: null, ResultMessage: null }),
    ]);
    const bankFrame = await screen.findByTitle('Freigabe bei deiner Bank');
    expect(bankFrame.getAttribute('sandbox')).toBe(
      'allow-forms allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
    );
    expect(screen.getByText('22,20 € · Visa •••• 4242')).toBeInTheDocument();
    shell.use(neverRespond(getPayIn));
    await user.click(screen.getByRole('button', { name: 'Abbrechen' }));
    expect(await screen.findByRole('heading', { name: 'Wir fragen deine Bank' })).toBeInTheDocument();
  });

  it('listens to the frame only, from its own origin', async () => {
    const { shell } = await renderPaying([
      answer(placeOrder, orderAnswerWith()),
      answer(getPayIn, { Status: 'FAILED', Id: 'payin-1', ResultCode: '101301', ResultMessage: null }),
    ]);
    const bankFrame = await screen.findByTitle('Freigabe bei deiner Bank');
    const frameWindow = bankFrame instanceof HTMLIFrameElement ? bankFrame.contentWindow : null;
    const messageData = { type: 'mahlzeit-payment', transactionId: 'payin-1' };
    const postMessage = (messageInit: MessageEventInit) =>
      act(() => void window.dispatchEvent(new MessageEvent('message', messageInit)));
    postMessage({ data: messageData, origin: 'https://bank.test', source: frameWindow });
    postMessage({ data: messageData, origin: window.location.origin, source: window });
    postMessage({ data: messageData, origin: window.location.origin });
    postMessage({ data: { type: 'anderes', transactionId: 'x' }, origin: window.location.origin, source: frameWindow });
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
    expect(shell.requests).not.toContain('GET /api/payment/payIn/payin-1');
    postMessage({ data: messageData, origin: window.location.origin, source: frameWindow });
    expect(await screen.findByRole('heading', { name: 'Die Zahlung hat nicht geklappt' })).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Deine Bank hat die Freigabe abgelehnt. Versuch es noch einmal oder nimm eine andere Karte. Es wurde nichts abgebucht, dein Warenkorb ist noch da.',
    );
    expect(screen.getByText('Code 101301')).toBeInTheDocument();
  });

  it.each([
    ['Anders bezahlen', answer(placeOrder, orderAnswerWith({ Status: 'FAILED', ResultCode: '101410' }))],
    ['Noch einmal versuchen', refuse(placeOrder, 'providerUnavailable', { nothingBegun: true })],
    ['Noch einmal versuchen', refuse(placeOrder, 'ErrorTooManyAttempts')],
  ])('leads by „%s“ back to the summary, whose button alone orders again', async (label, refusal) => {
    const { user, cart, shell } = await renderPaying([refusal]);
    const countOrders = () => shell.requests.filter((request) => request === 'POST /api/payment/orders').length;
    await user.click(await screen.findByRole('button', { name: label }));
    expect(orderButton()).toBeInTheDocument();
    expect([countOrders(), cart()?.payment]).toEqual([1, null]);
    await user.click(orderButton());
    await waitFor(() => expect(countOrders()).toBe(2));
  });

  it('leads back to the cart from a refusal, and away from it by closing', async () => {
    const onClose = jest.fn();
    const { user } = await renderPaying(
      [answer(placeOrder, orderAnswerWith({ Status: 'FAILED', ResultCode: '101410' }))],
      {
        onClose,
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Anders bezahlen' }));
    expect(orderButton()).toBeInTheDocument();
    await user.click(orderButton());
    await user.click(await screen.findByRole('button', { name: 'Schließen' }));
    expect([onClose.mock.calls.length, orderButton()]).toEqual([1, expect.anything()]);
  });

  it('leads to all orders while the order’s key is unknown', async () => {
    const { user, shell } = renderCheckout({
      answers: [failAsUnreachable(getPayIn), ...cardAnswers([visaCard])],
      cart: (cart) => ({
        ...cart,
        payment: { requestKey: 'frueher', form: orderForm, payInId: 'payin-1', orderKey: null },
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Zu deinen Bestellungen' }));
    expect(shell.recorded.navigation).toEqual([['open', 'orders']]);
  });

  it('takes up the payment of another tab after its own has ended', async () => {
    const { shell, place, cart } = await renderPaying(
      [
        answer(placeOrder, orderAnswerWith({ SecureModeRedirectURL: null, links: [{ rel: 'approve', href: '#' }] })),
        answer(getPayIn, { Status: 'FAILED', Id: 'payin-2', ResultCode: '101410', ResultMessage: null }),
      ],
      { form: { ...orderForm, paymentOption: 'paypal', debitedCardId: null } },
    );
    await screen.findByRole('heading', { name: 'Es geht weiter zu PayPal' });
    act(() =>
      updateCart(shell, place, (initialCart) => ({
        ...initialCart,
        payment: { requestKey: 'anderer-tab', form: orderForm, payInId: 'payin-2', orderKey: 'bestellung-2' },
      })),
    );
    expect(await screen.findByRole('heading', { name: 'Die Zahlung hat nicht geklappt' })).toBeInTheDocument();
    expect([shell.requests.filter((request) => request.includes('payIn/')), cart()?.payment]).toEqual([
      ['GET /api/payment/payIn/payin-2'],
      null,
    ]);
  });

  it.each([
    ['a payment', answer(placeOrder, orderAnswerWith({ Status: 'SUCCEEDED' }))],
    ['a discount that is used up', refuse(placeOrder, 'DiscountLimitExceeded')],
  ] as const)('asks after %s which discounts are left', async (_, discountsAnswer) => {
    const giftDiscount = aDiscount({ key: 'gruss', name: { de: 'Gruß' } });
    const { shell, user } = renderCheckout({
      answers: [
        discountsAnswer,
        failAsUnreachable(getOrderByPayIn),
        answer(getDiscounts, [giftDiscount], [{ ...giftDiscount, usedByMe: true }]),
        ...cardAnswers([visaCard]),
      ],
      topics: { global: { discounts: [giftDiscount] }, me: { orders: [] } },
      form: { ...orderForm, discount: { id: giftDiscount.key, value: 200 } },
    });
    const UsedDiscounts = () => <p>{useDiscounts().map(({ key, usedByMe }) => `${key}: ${usedByMe}`)}</p>;
    renderWithShell(<UsedDiscounts />, { shell });
    await screen.findByText('gruss: false');
    await screen.findByRole('radio', { name: /Visa/ });
    await user.click(orderButton());
    expect(await screen.findByText('gruss: true')).toBeInTheDocument();
  });

  it('never invites to pay twice while the status is unknown', async () => {
    const openPayment = { requestKey: 'frueher', form: orderForm, payInId: 'payin-1', orderKey: 'bestellung-1' };
    const { user, shell } = renderCheckout({
      answers: [failAsUnreachable(getPayIn), ...cardAnswers([visaCard])],
      cart: (cart) => ({ ...cart, payment: openPayment }),
    });
    expect(await screen.findByRole('heading', { name: 'Wir wissen es noch nicht' })).toBeInTheDocument();
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '',
      'Jetzt nachsehen',
      'Zu deinen Bestellungen',
    ]);
    await user.click(screen.getByRole('button', { name: 'Zu deinen Bestellungen' }));
    expect(shell.recorded.navigation).toEqual([['open', 'order', 'bestellung-1']]);
    shell.use(answer(getPayIn, { Status: 'FAILED', Id: 'payin-1', ResultCode: null, ResultMessage: null }));
    await user.click(screen.getByRole('button', { name: 'Jetzt nachsehen' }));
    expect(await screen.findByRole('heading', { name: 'Die Zahlung hat nicht geklappt' })).toBeInTheDocument();
  });
});
