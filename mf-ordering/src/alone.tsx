import { getDiscounts } from '@mahlzeit/contract';
import { aDiscount } from '@mahlzeit/contract/fixtures';
import { answer, defineScenarios, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import { orderScenarios } from './screens/orders.scenarios';
import { paymentOptionsScenarios } from './screens/payment-options.scenarios';
import { cartScenarios } from './slots/cart.scenarios';
import { paymentScenarios } from './slots/payment.scenarios';

const parseInstant = (instantText: string): number => Date.parse(instantText);

const vouchers = [
  aDiscount({
    key: 'kollegen',
    name: { de: 'Kollegen-Mittag' },
    descriptionText: 'Für alle Lokale',
    type: 'giftcard',
    restaurantRef: null,
    value: 300,
    quantityLeft: 2,
    end: parseInstant('2026-12-31T23:59:00+01:00'),
  }),
  aDiscount({
    key: 'suppenwoche',
    name: { de: 'Suppenwoche am Fleet' },
    descriptionText: 'Auf jeden Eintopf',
    discountType: 'percent',
    value: 20,
  }),
  aDiscount({
    key: 'tagespreis',
    name: { de: 'Tagespreis für die Schwarzwälder-Kirschtorten-Manufaktur am Großneumarkt' },
    discountType: 'override',
    value: 490,
    mealRef: 'lasagne',
    forAllMeals: false,
  }),
  aDiscount({
    key: 'willkommen',
    name: { de: 'Willkommen' },
    type: 'giftcard',
    restaurantRef: null,
    value: 500,
    usedByMe: true,
  }),
];

/**
 * Scenarios of mf-ordering: vouchers here, and all other screens and slots from their own files, in each of their
 * states.
 */
export const scenarios = defineScenarios([
  ...orderScenarios,
  {
    name: 'Gutscheine, keine',
    screen: 'vouchers',
    session: 'verified',
    answers: [answer(getDiscounts, [])],
    topics: { global: { discounts: [] } },
  },
  {
    name: 'Gutscheine',
    screen: 'vouchers',
    session: 'verified',
    answers: [answer(getDiscounts, vouchers)],
    topics: { global: { discounts: vouchers } },
  },
  {
    name: 'Gutscheine ohne Verbindung',
    screen: 'vouchers',
    session: 'verified',
    isOffline: true,
    answers: [failAsUnreachable(getDiscounts)],
  },
  ...paymentOptionsScenarios,
  ...cartScenarios,
  ...paymentScenarios,
]);
