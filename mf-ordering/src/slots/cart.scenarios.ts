import {
  getCards,
  getDiscounts,
  getPaymentUser,
  getVatTypes,
  globalTopic,
  meTopic,
  restaurantTopic,
} from '@mahlzeit/contract';
import type { Discount, Offer, Restaurant } from '@mahlzeit/contract';
import {
  aDiscount,
  aDrink,
  anInvitation,
  anOffer,
  aRestaurant,
  aVatType,
  fixtureDay,
} from '@mahlzeit/contract/fixtures';
import type { ShellApi, SlotProps } from '@mahlzeit/shared-ui/platform';
import { answer, defineScenarios, neverRespond, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { Scenario, ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import {
  toVoucher,
  cartPlaceOf,
  emptyCart,
  updateCart,
  withAmount,
  withLineComment,
  withMeetup,
  withMealTime,
  withVoucher,
} from '../features/cart';
import type { Cart } from '../features/cart';

const instantAt = (time: string): number => Date.parse(`${fixtureDay}T${time}:00+02:00`);

const spaetzleOffer = anOffer({
  key: 'kaesespaetzle',
  name: 'Käsespätzle mit Röstzwiebeln',
  description: 'Bergkäse und Greyerzer, dazu grüner Salat',
  price: 1090,
  allergens: ['A', 'C', 'G'],
});
const soupOffer = anOffer({
  key: 'kartoffelsuppe',
  name: 'Kartoffelsuppe mit Saitenwürstle',
  price: 790,
  typeKey: 'suppen',
  baseName: 'Suppen',
  allergens: ['A', 'I', 'J'],
  additives: ['mit Phosphat'],
});
const juiceOffer = aDrink({ key: 'apfelschorle', name: 'Apfelschorle vom Bodensee', price: 340, volume: '0,3 l' });
const beerOffer = aDrink({
  key: 'pils',
  name: 'Pils vom Fass',
  price: 390,
  volume: '0,3 l',
  deposit: null,
  allergens: ['A'],
  additives: ['mit Alkohol'],
});
const menuOffers: Offer[] = [spaetzleOffer, soupOffer, juiceOffer, beerOffer];

const makeRestaurant = (overrides: Partial<Restaurant> = {}): Restaurant =>
  aRestaurant({
    key: 'manufaktur',
    routingName: 'manufaktur',
    name: 'Schwarzwälder-Kirschtorten-Manufaktur',
    offers: menuOffers,
    ...overrides,
  });

const makeVoucher = (overrides: Partial<Discount> = {}): Discount =>
  aDiscount({
    key: 'kollegen',
    name: { de: 'Kollegen-Mittag' },
    descriptionText: 'Für alle Lokale',
    type: 'giftcard',
    value: 300,
    valueText: '3,00 €',
    restaurantRef: null,
    ...overrides,
  });
const soupDiscount = aDiscount({
  key: 'suppenwoche',
  name: { de: 'Suppenwoche' },
  discountType: 'percent',
  value: 20,
  valueText: '20 %',
  restaurantRef: 'manufaktur',
  mealRef: 'kartoffelsuppe',
  forAllMeals: false,
});
const meetup = anInvitation({
  key: 'treffen-01',
  restaurant: 'manufaktur',
  status: 'accepted',
  date: `${fixtureDay}T12:30:00+02:00`,
});

/** Fills a cart with two dishes and a drink, and adds a comment for the kitchen. */
export const withLunchDishes = (cart: Cart): Cart =>
  withLineComment(
    withAmount(withAmount(cart, spaetzleOffer, 2), juiceOffer, 1),
    spaetzleOffer.key,
    'Eine ohne Zwiebeln',
  );
const withSpaetzleOnly = (cart: Cart): Cart => ({ ...withAmount(cart, spaetzleOffer, 2), hasSuggestedDrinks: true });
const markLinesPriced = (cart: Cart): Cart => ({
  ...cart,
  lines: cart.lines.map((line) => ({ ...line, isPriced: true })),
});

interface CartScenario extends ScenarioShellOptions {
  readonly cart: (cart: Cart) => Cart;
  readonly place?: Restaurant;
  readonly discounts?: Discount[];
  readonly layout?: SlotProps['restaurant/cart']['layout'];
  readonly startsOpen?: boolean;
  readonly part?: string;
  readonly isOffline?: boolean;
  readonly drawsNothing?: boolean;
}

const fillCart =
  (changeCart: (cart: Cart) => Cart) =>
  (shell: ShellApi): void => {
    const place = cartPlaceOf(shell, { restaurantKey: 'manufaktur', routingName: 'manufaktur' });
    if (place !== null) updateCart(shell, place, () => markLinesPriced(changeCart(emptyCart('manufaktur'))));
  };

const commonAnswers = [
  answer(getVatTypes, [aVatType(), aVatType({ key: 'DRINK', default: 19, takeAway: 19 })]),
  answer(getCards, []),
  answer(getPaymentUser, null),
];

/** Creates a scenario of a cart on its restaurant's page. */
export const cartScenario = (
  scenarioName: string,
  {
    cart,
    place = makeRestaurant(),
    discounts = [],
    layout = 'bar',
    startsOpen = true,
    part,
    topics,
    answers = [],
    ...more
  }: CartScenario,
): Scenario => ({
  name: `Warenkorb: ${scenarioName}`,
  slot: 'restaurant/cart',
  props: {
    restaurantKey: 'manufaktur',
    routingName: 'manufaktur',
    restaurant: place,
    layout,
    startsOpen,
    part: part ?? null,
    showMealType: () => undefined,
  },
  session: 'verified',
  answers: [...answers, answer(getDiscounts, discounts), ...commonAnswers],
  topics: {
    [restaurantTopic('manufaktur')]: { restaurant: [{ ...place, offers: [] }], meals: place.offers },
    [globalTopic]: { discounts },
    [meTopic]: { invitations: [meetup] },
    ...topics,
  },
  prepare: fillCart(cart),
  stores: ['mahlzeit.user.uid-frieda-01.carts', 'mahlzeit.anonymousCarts', 'mahlzeit.leftPayments.uid-frieda-01'],
  ...more,
});

const mealActionsProps = {
  restaurantKey: 'manufaktur',
  routingName: 'manufaktur',
  mealKey: spaetzleOffer.key,
  mealName: spaetzleOffer.name,
  offer: spaetzleOffer,
};

/** Scenarios of a cart in each of its states, and of the buttons beside the dishes. */
export const cartScenarios = defineScenarios([
  {
    name: 'Gericht, bestellbar',
    slot: 'meal/actions',
    props: { ...mealActionsProps, isOrderable: true },
    session: 'verified',
  },
  {
    name: 'Gericht, zu spät für heute',
    slot: 'meal/actions',
    props: { ...mealActionsProps, isOrderable: true, disabledReason: 'Zum Vorbestellen ist es heute zu spät.' },
    session: 'verified',
  },
  {
    name: 'Gericht, nicht bestellbar',
    slot: 'meal/actions',
    props: { ...mealActionsProps, isOrderable: false },
    drawsNothing: true,
    session: 'verified',
  },
  cartScenario('leer', { cart: (cart) => cart, startsOpen: false, drawsNothing: true }),
  cartScenario('als Leiste', { cart: withLunchDishes, startsOpen: false }),
  cartScenario('noch offen', { cart: withSpaetzleOnly }),
  cartScenario('neben der Karte', { cart: withLunchDishes, layout: 'side' }),
  cartScenario('mit Gutschein', {
    cart: (cart) => ({
      ...withVoucher(withMealTime(withLunchDishes(cart), instantAt('12:30')), toVoucher(makeVoucher())),
      isTakeAway: false,
    }),
    discounts: [
      makeVoucher(),
      makeVoucher({ key: 'suppengruss', name: { de: 'Ein Gruß aus der Küche' }, discountType: 'percent', value: 10 }),
    ],
  }),
  cartScenario('zum Treffen', { cart: (cart) => withMeetup(withLunchDishes(cart), meetup) }),
  cartScenario('mit Rabatt und Alkohol', {
    cart: (cart) => withAmount(withAmount(cart, soupOffer, 1), beerOffer, 2),
    discounts: [soupDiscount, makeVoucher()],
  }),
  cartScenario('ohne Konto', { cart: withLunchDishes, session: 'anonymous' }),
  cartScenario('geändert', {
    cart: (cart) =>
      withAmount(
        withAmount({ ...withLunchDishes(cart), isTakeAway: false }, soupOffer, 1),
        { ...beerOffer, key: 'weizen', name: 'Hefeweizen mit einem sehr langen Namen aus der Privatbrauerei' },
        1,
      ),
    place: makeRestaurant({ offers: [{ ...spaetzleOffer, price: 1140 }, soupOffer, juiceOffer] }),
  }),
  cartScenario('Küche schließt, nur Mitnehmen', {
    cart: (cart) => withMealTime(withLunchDishes(cart), instantAt('13:45')),
    now: instantAt('13:36'),
    place: makeRestaurant({ onlyTakeAway: true }),
  }),
  cartScenario('zu spät', { cart: withLunchDishes, now: instantAt('14:45') }),
  cartScenario('nichts zu zahlen', {
    cart: (cart) => ({
      ...withVoucher(
        withMealTime(withAmount(cart, spaetzleOffer, 1), instantAt('12:30')),
        toVoucher(makeVoucher({ value: 5000 })),
      ),
      isTakeAway: true,
      hasSuggestedDrinks: true,
    }),
    discounts: [makeVoucher({ value: 5000 })],
  }),
  cartScenario('Karten und Steuern laden', {
    cart: withLunchDishes,
    answers: [neverRespond(getVatTypes), neverRespond(getCards), neverRespond(getPaymentUser)],
  }),
  cartScenario('ohne Verbindung', {
    cart: withLunchDishes,
    isOffline: true,
    answers: [
      failAsUnreachable(getVatTypes),
      failAsUnreachable(getCards),
      failAsUnreachable(getPaymentUser),
      failAsUnreachable(getDiscounts),
    ],
  }),
]);
