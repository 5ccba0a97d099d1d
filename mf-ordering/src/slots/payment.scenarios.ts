import { getCards, getPayIn, getPaymentUser, placeOrder } from '@mahlzeit/contract';
import type { Card, OrderAnswer, OrderForm, PayIn } from '@mahlzeit/contract';
import { fixtureDay } from '@mahlzeit/contract/fixtures';
import { answer, defineScenarios, neverRespond, unreachable } from '@mahlzeit/shared-ui/testing';
import type { Scenario } from '@mahlzeit/shared-ui/testing';
import { lunch, shown } from './cart.scenarios';

const meetUpDate = Date.parse(`${fixtureDay}T12:30:00+02:00`);
const byCard: OrderForm = {
  restaurantId: 'manufaktur',
  paymentOption: 'card',
  debitedCardId: 'visa',
  meetUp: '',
  meetUpDate,
  isTakeAway: false,
  items: [{ mealKey: 'kaesespaetzle', amount: 2, price: 1090 }],
  totalPrice: 2220,
};
const byPaypal: OrderForm = { ...byCard, paymentOption: 'paypal', debitedCardId: null };

const card = (Id: string, typeAlias: Card['data']['typeAlias'], digits: string, ExpirationDate = '0828'): Card => ({
  mangoPayData: { Id, Alias: `**** ${digits}`, ExpirationDate, Active: true, Validity: 'VALID' },
  data: { typeAlias },
});
const cards = [
  card('visa', 'VISA', '4242'),
  card('mastercard', 'MASTERCARD', '8183', '0726'),
  card('maestro', 'MAESTRO', '0079', '0526'),
  card('lunchit', 'LUNCHIT', '2718'),
  card('ohne', null, '0000'),
];
const payer = {
  key: 'uid-frieda-01',
  mangoPayData: { Id: 'zahlerin', defaultCardId: 'visa' },
  firstName: 'Frieda',
  lastName: 'Fuchs',
};
const ofFrieda = [answer(getCards, cards), answer(getPaymentUser, payer)];

const orderAnswer: OrderAnswer = {
  Status: 'CREATED',
  Id: 'zahlung-1',
  SecureModeRedirectURL: null,
  ResultCode: null,
  links: [],
  orderKey: 'bestellung-neu',
};
const payIn = (Status: PayIn['Status'], ResultCode: string | null = null): PayIn => ({
  Status,
  Id: 'zahlung-1',
  ResultCode,
  ResultMessage: null,
});

/** Creates a scenario of a payment that was left open, on its restaurant's page. */
const paying = (name: string, form: OrderForm, answers: NonNullable<Scenario['answers']>): Scenario => ({
  ...shown(name, {
    cart: (cart) => ({
      ...lunch(cart),
      payment: { requestKey: 'schluessel', form, payInId: 'zahlung-1', orderKey: 'bestellung-neu' },
    }),
    answers: [...answers, ...ofFrieda],
  }),
  name: `Zahlung: ${name}`,
});

/** Scenarios of a payment in each of its steps, and of the choice of payment options. */
export const paymentScenarios = defineScenarios([
  shown('mit vielen Karten', { cart: lunch, answers: ofFrieda }),
  paying('Warten', byCard, [neverRespond(getPayIn)]),
  paying('Feld der Bank', byCard, [
    answer(getPayIn, payIn('CREATED')),
    answer(placeOrder, { ...orderAnswer, SecureModeRedirectURL: 'about:blank' }),
  ]),
  paying('abgelehnt', byCard, [answer(getPayIn, payIn('FAILED', '101399'))]),
  paying('noch unklar', byCard, [unreachable(getPayIn)]),
  paying('mit PayPal warten', byPaypal, [neverRespond(getPayIn)]),
  paying('bei PayPal nicht bestätigt', byPaypal, [
    answer(getPayIn, payIn('CREATED')),
    answer(placeOrder, { ...orderAnswer, links: [{ rel: 'approve', href: '#' }] }),
  ]),
  paying('mit PayPal abgelehnt', byPaypal, [answer(getPayIn, payIn('FAILED', 'INSTRUMENT_DECLINED'))]),
]);
