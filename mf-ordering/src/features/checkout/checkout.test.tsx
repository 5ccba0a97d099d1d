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
import { defaultChoice } from './payment-options';

beforeEach(() => window.localStorage.clear());

const aCard = (
  id: string,
  overrides: Partial<Card['mangoPayData']> = {},
  typeAlias: Card['data']['typeAlias'] = 'VISA',
): Card => ({
  mangoPayData: { Id: id, Alias: `**** ${id}`, ExpirationDate: '0828', Active: true, Validity: 'VALID', ...overrides },
  data: { typeAlias },
});
const visa = aCard('4242');
const mastercard = aCard('8183', {}, 'MASTERCARD');
const cardWithoutBrand = aCard('0000', {}, null);
const expiredCard = aCard('0079', { ExpirationDate: '0526' }, 'MAESTRO');
const invalid = aCard('7777', { Validity: 'INVALID' });
const lastMonth = aCard('0626', { ExpirationDate: '0626' });

const withCards = (cards: readonly Card[], defaultCardId: string | null = null): readonly ScenarioAnswer[] => [
  answer(getCards, [...cards]),
  answer(getPaymentUser, {
    key: 'uid',
    mangoPayData: { Id: 'payer', defaultCardId },
    firstName: 'Frieda',
    lastName: 'Fuchs',
  }),
];

const form: OrderForm = {
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

interface SheetProps {
  readonly place: CartPlace;
  readonly form: OrderForm | null;
  readonly onClose?: () => void;
  readonly isAddingCard?: boolean;
}

const Sheet = ({
  place,
  cart,
  form: given,
  onClose = () => undefined,
  isAddingCard = false,
}: SheetProps & { readonly cart: Cart }) => {
  const payment = usePayment({ place, cart, restaurant: { name: 'Elbkantine' }, form: given });
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

const AtPlace = (props: SheetProps) => {
  const cart = useCart(props.place);
  return cart === null ? null : <Sheet {...props} cart={cart} />;
};

const render = ({
  cart: change = (cart) => cart,
  form: given = form,
  onClose,
  isAddingCard = false,
  ...options
}: ScenarioShellOptions & Partial<Omit<SheetProps, 'place'>> & { readonly cart?: (cart: Cart) => Cart } = {}) => {
  const shell = fakeShell({ session: 'verified', topics: { me: { orders: [] } }, ...options });
  const place = cartPlaceOf(shell, { restaurantKey: 'elbkantine', routingName: 'elbkantine' });
  if (place === null) throw new Error('The user of the page is unknown');
  updateCart(shell, place, (cart) => change(withAmount(cart, anOffer({ key: 'curry' }), 2)));
  const cart = () => selectCart(shell.store.getState(), place);
  return {
    ...renderWithShell(
      <AtPlace
        place={place}
        form={given}
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
    render({ answers: withCards([visa, cardWithoutBrand, expiredCard, invalid, mastercard], '8183') });
    const radios = await screen.findAllByRole('radio', { name: /Mastercard|Visa|Maestro|PayPal/ });
    await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(5));
    expect(radios.length).toBeGreaterThan(0);
    expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
      expect.stringContaining('Mastercard •••• 8183Standard. Gültig bis 08/28'),
      expect.stringContaining('Visa •••• 4242Gültig bis 08/28'),
      expect.stringContaining('Maestro •••• 0079Abgelaufen seit 05/26'),
      expect.stringContaining('Visa •••• 7777Nicht mehr gültig'),
      expect.stringContaining('PayPalWeiter auf der Seite von PayPal'),
    ]);
    for (const name of [/Maestro/, /7777/]) expect(screen.getByRole('radio', { name })).toBeDisabled();
  });

  it.each([
    ['the default card', [visa, mastercard], '8183', ['card', '8183']],
    [
      'the first visible card where the default is hidden',
      [cardWithoutBrand, visa, mastercard],
      '0000',
      ['card', '4242'],
    ],
    ['the first good card where the default has expired', [expiredCard, visa], '0079', ['card', '4242']],
    ['the first good card where the bank takes the default no more', [invalid, visa], '7777', ['card', '4242']],
    ['PayPal where the bank takes the only card no more', [invalid], '7777', ['paypal', null]],
    ['a card until its month ends (C21)', [lastMonth], null, ['card', '0626']],
    ['PayPal without a visible card', [cardWithoutBrand], '0000', ['paypal', null]],
    ['PayPal without any card', [], null, ['paypal', null]],
  ] as const)('C10 begins with %s', async (_, cards, defaultCardId, expected) => {
    const { cart } = render({ answers: withCards(cards, defaultCardId) });
    await waitFor(() => expect(paymentChoiceOf(cart())).toEqual(expected));
  });

  it('C10 never overrides what the diner chose', async () => {
    const { cart, user } = render({
      answers: withCards([visa, mastercard], '8183'),
      cart: (initialCart) => ({ ...initialCart, paymentOption: 'paypal' }),
    });
    await screen.findByRole('radio', { name: /Visa/ });
    expect(paymentChoiceOf(cart())).toEqual(['paypal', null]);
    await user.click(screen.getByRole('radio', { name: /Visa/ }));
    expect(paymentChoiceOf(cart())).toEqual(['card', '4242']);
    expect(screen.getByRole('radio', { name: /Visa/ })).toBeChecked();
  });

  it('takes another one where the chosen card is gone', async () => {
    const { cart } = render({
      answers: withCards([visa]),
      cart: (initialCart) => ({ ...initialCart, paymentOption: 'card', debitedCardId: 'weg' }),
    });
    await waitFor(() => expect(paymentChoiceOf(cart())).toEqual(['card', '4242']));
  });

  it('still offers PayPal when the cards don’t load, and loads them again; it reports only an unexpected failure', async () => {
    const { cart, user, shell } = render({ answers: [failAsUnreachable(getCards), failAsUnreachable(getPaymentUser)] });
    await screen.findByRole('button', { name: 'Karten erneut laden' });
    expect(screen.queryByText(/laden gerade nicht/)).not.toBeInTheDocument();
    expect(shell.recorded.events).toContainEqual(expect.objectContaining({ name: 'card_listing_failed' }));
    expect(paymentChoiceOf(cart())).toEqual([null, null]);
    shell.use(refuse(getCards, 'internal'));
    await user.click(screen.getByRole('button', { name: 'Karten erneut laden' }));
    await screen.findByText('Deine Karten laden gerade nicht. Mit PayPal kannst du bezahlen.');
    await user.click(screen.getByRole('radio', { name: /PayPal/ }));
    expect(paymentChoiceOf(cart())).toEqual(['paypal', null]);
    shell.use(...withCards([visa]));
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
    const registration = {
      Id: 'reg-1',
      CardRegistrationURL: 'https://tokens.test/tokenise',
      PreregistrationData: 'vorab',
      AccessKey: 'zugang',
      finishUrl: 'https://api.test/finish',
    };
    const savedAnswer = {
      Status: 'SUCCEEDED' as const,
      SecureModeReturnURL: null,
      SecureModeRedirectURL: null,
      ResultCode: null,
    };
    const { cart, user, shell } = render({
      isAddingCard: true,
      answers: [answer(registerCard, registration), answer(finishCardRegistration, savedAnswer), ...withCards([visa])],
    });
    await waitFor(() => expect(paymentChoiceOf(cart())).toEqual(['card', '4242']));
    await user.type(await screen.findByRole('textbox', { name: 'Kartennummer' }), '4970105181818183');
    await user.type(screen.getByRole('textbox', { name: 'Gültig bis' }), '0828');
    await user.type(screen.getByRole('textbox', { name: 'Prüfnummer (CVV)' }), '123');
    shell.use(...withCards([visa, mastercard]));
    await user.click(screen.getByRole('button', { name: 'Karte speichern' }));
    await waitFor(() => expect(screen.getByRole('radio', { name: /Mastercard •••• 8183/ })).toBeChecked());
    expect(paymentChoiceOf(cart())).toEqual(['card', '8183']);
    expect(screen.queryByRole('dialog', { name: 'Karte hinzufügen' })).not.toBeInTheDocument();
    expect(shell.recorded.navigation).toEqual([['replace', 'details', 'elbkantine', 'cart']]);
    jest.restoreAllMocks();
  });

  it('shows that cards are on their way, with PayPal at once', async () => {
    render({ answers: [neverRespond(getCards), neverRespond(getPaymentUser)] });
    expect(await screen.findByRole('status', { name: 'Deine Karten werden geladen' })).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: /PayPal/ })).toBeEnabled();
  });

  it('C10 loads no cards of an unverified user, and chooses nothing for them', async () => {
    const { shell, cart } = render({ session: 'verified', account: { verified: false }, answers: withCards([visa]) });
    expect([shell.requests, paymentChoiceOf(cart())]).toEqual([[], [null, null]]);
    expect(screen.getByRole('radio', { name: /PayPal/ })).not.toBeChecked();
    act(() => shell.setSession('verified'));
    await waitFor(() => expect(paymentChoiceOf(cart())).toEqual(['card', '4242']));
  });

  it('takes as default only a card that can be charged', () => {
    expect(defaultChoice([], '4242')).toEqual({ paymentOption: 'paypal', debitedCardId: null });
  });
});

describe('the button', () => {
  it('leads an unverified user to the verification, and orders nothing', async () => {
    const reasons: string[] = [];
    const { user, shell } = render({
      session: 'unverified',
      commands: { 'account/callToAction': ({ reason }) => (reasons.push(reason), Promise.resolve({ mayGoOn: false })) },
    });
    await user.click(orderButton());
    expect([reasons, shell.requests]).toEqual([['order'], []]);
  });

  it('says that an account is needed where no remote leads to it', async () => {
    const { user, shell } = render({ session: 'anonymous' });
    await user.click(orderButton());
    expect(shell.recorded.snackbars).toMatchObject([{ text: 'Zum Bestellen brauchst du ein bestätigtes Konto.' }]);
  });

  it('says that there is no connection, and sends nothing', async () => {
    const { user, shell } = render({ answers: withCards([visa]) });
    const online = jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText('Du bist offline. Bestellen geht, sobald du wieder Internet hast.')).toBeInTheDocument();
    await user.click(orderButton());
    expect(shell.requests).not.toContain('POST /api/payment/orders');
    online.mockRestore();
  });
});

describe('the diner’s view', () => {
  const paying = async (answers: readonly ScenarioAnswer[], options: Parameters<typeof render>[0] = {}) => {
    const rendered = render({ answers: [...answers, ...withCards([visa])], ...options });
    await screen.findByRole('radio', { name: /Visa/ });
    await rendered.user.click(orderButton());
    return rendered;
  };

  it('can’t close it while the bank is asked', async () => {
    await paying([neverRespond(placeOrder)]);
    expect(await screen.findByRole('heading', { name: 'Wir fragen deine Bank' })).toBeInTheDocument();
    expect(screen.getByText('Visa •••• 4242 · Verbindung zur Bank läuft')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Schließen' })).not.toBeInTheDocument();
    expect(screen.getByText('22,20 €')).toBeInTheDocument();
  });

  it('shows the bank’s page in a frame that can’t lead the page away, with the way out beside it', async () => {
    const { user, shell } = await paying([
      answer(placeOrder, orderAnswerWith()),
      answer(getPayIn, { Status: 'CREATED', Id: 'payin-1', ResultCode: null, ResultMessage: null }),
    ]);
    const frame = await screen.findByTitle('Freigabe bei deiner Bank');
    expect(frame.getAttribute('sandbox')).toBe('allow-forms allow-scripts allow-same-origin');
    expect(screen.getByText('22,20 € · Visa •••• 4242')).toBeInTheDocument();
    shell.use(neverRespond(getPayIn));
    await user.click(screen.getByRole('button', { name: 'Abbrechen' }));
    expect(await screen.findByRole('heading', { name: 'Wir fragen deine Bank' })).toBeInTheDocument();
  });

  it('listens to the frame only, from its own origin', async () => {
    const { shell } = await paying([
      answer(placeOrder, orderAnswerWith()),
      answer(getPayIn, { Status: 'FAILED', Id: 'payin-1', ResultCode: '101301', ResultMessage: null }),
    ]);
    const frame = await screen.findByTitle('Freigabe bei deiner Bank');
    const source = frame instanceof HTMLIFrameElement ? frame.contentWindow : null;
    const data = { type: 'mahlzeit-payment', transactionId: 'payin-1' };
    const postMessage = (init: MessageEventInit) =>
      act(() => void window.dispatchEvent(new MessageEvent('message', init)));
    postMessage({ data, origin: 'https://bank.test', source });
    postMessage({ data, origin: window.location.origin, source: window });
    postMessage({ data, origin: window.location.origin });
    postMessage({ data: { type: 'anderes', transactionId: 'x' }, origin: window.location.origin, source });
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
    expect(shell.requests).not.toContain('GET /api/payment/payIn/payin-1');
    postMessage({ data, origin: window.location.origin, source });
    expect(await screen.findByRole('heading', { name: 'Die Zahlung hat nicht geklappt' })).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Deine Bank hat die Freigabe abgelehnt. Versuch es noch einmal oder nimm eine andere Karte. Es wurde nichts abgebucht, dein Warenkorb ist noch da.',
    );
    expect(screen.getByText('Code 101301')).toBeInTheDocument();
  });

  it('offers another try and another way after a refusal', async () => {
    const { user, cart } = await paying([
      answer(placeOrder, orderAnswerWith({ Status: 'FAILED', ResultCode: '101410' }), orderAnswerWith()),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Noch einmal versuchen' }));
    expect(await screen.findByTitle('Freigabe bei deiner Bank')).toBeInTheDocument();
    expect(cart()?.payment?.payInId).toBe('payin-1');
  });

  it('leads back to the cart from a refusal, and away from it by closing', async () => {
    const onClose = jest.fn();
    const { user } = await paying([answer(placeOrder, orderAnswerWith({ Status: 'FAILED', ResultCode: '101410' }))], {
      onClose,
    });
    await user.click(await screen.findByRole('button', { name: 'Anders bezahlen' }));
    expect(orderButton()).toBeInTheDocument();
    await user.click(orderButton());
    await user.click(await screen.findByRole('button', { name: 'Schließen' }));
    expect([onClose.mock.calls.length, orderButton()]).toEqual([1, expect.anything()]);
  });

  it('leads to all orders while the order’s key is unknown', async () => {
    const { user, shell } = render({
      answers: [failAsUnreachable(getPayIn), ...withCards([visa])],
      cart: (cart) => ({ ...cart, payment: { requestKey: 'frueher', form, payInId: 'payin-1', orderKey: null } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Zu deinen Bestellungen' }));
    expect(shell.recorded.navigation).toEqual([['open', 'orders']]);
  });

  it('takes up the payment of another tab after its own has ended', async () => {
    const { shell, place, cart } = await paying(
      [
        answer(placeOrder, orderAnswerWith({ SecureModeRedirectURL: null, links: [{ rel: 'approve', href: '#' }] })),
        answer(getPayIn, { Status: 'FAILED', Id: 'payin-2', ResultCode: '101410', ResultMessage: null }),
      ],
      { form: { ...form, paymentOption: 'paypal', debitedCardId: null } },
    );
    await screen.findByRole('heading', { name: 'Es geht weiter zu PayPal' });
    act(() =>
      updateCart(shell, place, (initialCart) => ({
        ...initialCart,
        payment: { requestKey: 'anderer-tab', form, payInId: 'payin-2', orderKey: 'bestellung-2' },
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
    const gift = aDiscount({ key: 'gruss', name: { de: 'Gruß' } });
    const { shell, user } = render({
      answers: [
        discountsAnswer,
        failAsUnreachable(getOrderByPayIn),
        answer(getDiscounts, [gift], [{ ...gift, usedByMe: true }]),
        ...withCards([visa]),
      ],
      topics: { global: { discounts: [gift] }, me: { orders: [] } },
      form: { ...form, discount: { id: gift.key, value: 200 } },
    });
    const Used = () => <p>{useDiscounts().map(({ key, usedByMe }) => `${key}: ${usedByMe}`)}</p>;
    renderWithShell(<Used />, { shell });
    await screen.findByText('gruss: false');
    await screen.findByRole('radio', { name: /Visa/ });
    await user.click(orderButton());
    expect(await screen.findByText('gruss: true')).toBeInTheDocument();
  });

  it('never invites to pay twice while the status is unknown', async () => {
    const open = { requestKey: 'frueher', form, payInId: 'payin-1', orderKey: 'bestellung-1' };
    const { user, shell } = render({
      answers: [failAsUnreachable(getPayIn), ...withCards([visa])],
      cart: (cart) => ({ ...cart, payment: open }),
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
