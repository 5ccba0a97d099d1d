import { getCards, getPayIn, getPaymentUser, placeOrder } from '@mahlzeit/contract';
import type { Card, OrderAnswer, OrderForm, PayIn } from '@mahlzeit/contract';
import { fixtureDay } from '@mahlzeit/contract/fixtures';
import { answer, defineScenarios, neverRespond, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { Scenario } from '@mahlzeit/shared-ui/testing';
import { withLunchDishes, cartScenario } from './cart.scenarios';

const meetUpDate = Date.parse(`${fixtureDay}T12:30:00+02:00`);
const cardOrderForm: OrderForm = {
  restaurantId: 'manufaktur',
  paymentOption: 'card',
  debitedCardId: 'visa',
  meetUp: '',
  meetUpDate,
  isTakeAway: false,
  items: [{ mealKey: 'kaesespaetzle', amount: 2, price: 1090 }],
  totalPrice: 2220,
};
const paypalOrderForm: OrderForm = { ...cardOrderForm, paymentOption: 'paypal', debitedCardId: null };

const makeCard = (
  cardId: string,
  typeAlias: Card['data']['typeAlias'],
  digits: string,
  expirationDate = '0828',
): Card => ({
  mangoPayData: {
    Id: cardId,
    Alias: `**** ${digits}`,
    ExpirationDate: expirationDate,
    Active: true,
    Validity: 'VALID',
  },
  data: { typeAlias },
});
const userCards = [
  makeCard('visa', 'VISA', '4242'),
  makeCard('mastercard', 'MASTERCARD', '8183', '0726'),
  makeCard('maestro', 'MAESTRO', '0079', '0526'),
  makeCard('lunchit', 'LUNCHIT', '2718'),
  makeCard('ohne', null, '0000'),
];
const paymentUser = {
  key: 'uid-frieda-01',
  mangoPayData: { Id: 'zahlerin', defaultCardId: 'visa' },
  firstName: 'Frieda',
  lastName: 'Fuchs',
};
const paymentUserAnswers = [answer(getCards, userCards), answer(getPaymentUser, paymentUser)];

const orderAnswer: OrderAnswer = {
  Status: 'CREATED',
  Id: 'zahlung-1',
  SecureModeRedirectURL: null,
  ResultCode: null,
  links: [],
  orderKey: 'bestellung-neu',
};
const payInWith = (payInStatus: PayIn['Status'], resultCode: string | null = null): PayIn => ({
  Status: payInStatus,
  Id: 'zahlung-1',
  ResultCode: resultCode,
  ResultMessage: null,
});

/** Creates a scenario of a payment that was left open, on its restaurant's page. */
const paymentScenario = (
  scenarioName: string,
  orderForm: OrderForm,
  answers: NonNullable<Scenario['answers']>,
): Scenario => ({
  ...cartScenario(scenarioName, {
    cart: (cart) => ({
      ...withLunchDishes(cart),
      payment: { requestKey: 'schluessel', form: orderForm, payInId: 'zahlung-1', orderKey: 'bestellung-neu' },
    }),
    answers: [...answers, ...paymentUserAnswers],
  }),
  name: `Zahlung: ${scenarioName}`,
});

/** Scenarios of a payment in each of its steps, and of the choice of payment options. */
export const paymentScenarios = defineScenarios([
  cartScenario('mit vielen Karten', { cart: withLunchDishes, answers: paymentUserAnswers }),
  paymentScenario('Warten', cardOrderForm, [neverRespond(getPayIn)]),
  paymentScenario('Feld der Bank', cardOrderForm, [
    answer(getPayIn, payInWith('CREATED')),
    answer(placeOrder, { ...orderAnswer, SecureModeRedirectURL: 'about:blank' }),
  ]),
  paymentScenario('abgelehnt', cardOrderForm, [answer(getPayIn, payInWith('FAILED', '101399'))]),
  paymentScenario('noch unklar', cardOrderForm, [failAsUnreachable(getPayIn)]),
  paymentScenario('mit PayPal warten', paypalOrderForm, [neverRespond(getPayIn)]),
  paymentScenario('bei PayPal nicht bestätigt', paypalOrderForm, [
    answer(getPayIn, payInWith('CREATED')),
    answer(placeOrder, { ...orderAnswer, links: [{ rel: 'approve', href: '#' }] }),
  ]),
  paymentScenario('mit PayPal abgelehnt', paypalOrderForm, [
    answer(getPayIn, payInWith('FAILED', 'INSTRUMENT_DECLINED')),
  ]),
]);
