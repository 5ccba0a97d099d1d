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
import { answer, defineScenarios, neverRespond, unreachable } from '@mahlzeit/shared-ui/testing';
import type { Scenario, ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import {
  asVoucher,
  cartPlaceOf,
  emptyCart,
  updateCart,
  withAmount,
  withComment,
  withMeetup,
  withTime,
  withVoucher,
} from '../features/cart';
import type { Cart } from '../features/cart';

const at = (time: string): number => Date.parse(`${fixtureDay}T${time}:00+02:00`);

const spaetzle = anOffer({
  key: 'kaesespaetzle',
  name: 'Käsespätzle mit Röstzwiebeln',
  description: 'Bergkäse und Greyerzer, dazu grüner Salat',
  price: 1090,
  allergens: ['A', 'C', 'G'],
});
const soup = anOffer({
  key: 'kartoffelsuppe',
  name: 'Kartoffelsuppe mit Saitenwürstle',
  price: 790,
  typeKey: 'suppen',
  baseName: 'Suppen',
  allergens: ['A', 'I', 'J'],
  additives: ['mit Phosphat'],
});
const juice = aDrink({ key: 'apfelschorle', name: 'Apfelschorle vom Bodensee', price: 340, volume: '0,3 l' });
const beer = aDrink({
  key: 'pils',
  name: 'Pils vom Fass',
  price: 390,
  volume: '0,3 l',
  deposit: null,
  allergens: ['A'],
  additives: ['mit Alkohol'],
});
const offers: Offer[] = [spaetzle, soup, juice, beer];

const manufaktur = (overrides: Partial<Restaurant> = {}): Restaurant =>
  aRestaurant({
    key: 'manufaktur',
    routingName: 'manufaktur',
    name: 'Schwarzwälder-Kirschtorten-Manufaktur',
    offers,
    ...overrides,
  });

const voucher = (overrides: Partial<Discount> = {}): Discount =>
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
const soupDeal = aDiscount({
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
export const lunch = (cart: Cart): Cart =>
  withComment(withAmount(withAmount(cart, spaetzle, 2), juice, 1), spaetzle.key, 'Eine ohne Zwiebeln');
const noDrink = (cart: Cart): Cart => ({ ...withAmount(cart, spaetzle, 2), hasSuggestedDrinks: true });
const seen = (cart: Cart): Cart => ({ ...cart, lines: cart.lines.map((line) => ({ ...line, isPriced: true })) });

interface CartScenario extends ScenarioShellOptions {
  readonly cart: (cart: Cart) => Cart;
  readonly place?: Restaurant;
  readonly discounts?: Discount[];
  readonly layout?: SlotProps['restaurant/cart']['layout'];
  readonly startsOpen?: boolean;
  readonly part?: string;
  readonly isOffline?: boolean;
}

const fill =
  (change: (cart: Cart) => Cart) =>
  (shell: ShellApi): void => {
    const place = cartPlaceOf(shell, { restaurantKey: 'manufaktur', routingName: 'manufaktur' });
    if (place !== null) updateCart(shell, place, () => seen(change(emptyCart('manufaktur'))));
  };

const besides = [
  answer(getVatTypes, [aVatType(), aVatType({ key: 'DRINK', default: 19, takeAway: 19 })]),
  answer(getCards, []),
  answer(getPaymentUser, null),
];

/** Creates a scenario of a cart on its restaurant's page. */
export const shown = (
  name: string,
  {
    cart,
    place = manufaktur(),
    discounts = [],
    layout = 'bar',
    startsOpen = true,
    part,
    topics,
    answers = [],
    ...more
  }: CartScenario,
): Scenario => ({
  name: `Warenkorb: ${name}`,
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
  answers: [...answers, answer(getDiscounts, discounts), ...besides],
  topics: {
    [restaurantTopic('manufaktur')]: { restaurant: [{ ...place, offers: [] }], meals: place.offers },
    [globalTopic]: { discounts },
    [meTopic]: { invitations: [meetup] },
    ...topics,
  },
  prepare: fill(cart),
  stores: ['mahlzeit.user.uid-frieda-01.carts', 'mahlzeit.anonymousCarts', 'mahlzeit.leftPayments'],
  ...more,
});

const meal = {
  restaurantKey: 'manufaktur',
  routingName: 'manufaktur',
  mealKey: spaetzle.key,
  mealName: spaetzle.name,
  offer: spaetzle,
};

/** Scenarios of a cart in each of its states, and of the buttons beside the dishes. */
export const cartScenarios = defineScenarios([
  { name: 'Gericht, bestellbar', slot: 'meal/actions', props: { ...meal, isOrderable: true }, session: 'verified' },
  {
    name: 'Gericht, zu spät für heute',
    slot: 'meal/actions',
    props: { ...meal, isOrderable: true, disabledReason: 'Zum Vorbestellen ist es heute zu spät.' },
    session: 'verified',
  },
  {
    name: 'Gericht, nicht bestellbar',
    slot: 'meal/actions',
    props: { ...meal, isOrderable: false },
    session: 'verified',
  },
  shown('leer', { cart: (cart) => cart, startsOpen: false }),
  shown('als Leiste', { cart: lunch, startsOpen: false }),
  shown('noch offen', { cart: noDrink }),
  shown('neben der Karte', { cart: lunch, layout: 'side' }),
  shown('mit Gutschein', {
    cart: (cart) => ({ ...withVoucher(withTime(lunch(cart), at('12:30')), asVoucher(voucher())), isTakeAway: false }),
    discounts: [
      voucher(),
      voucher({ key: 'suppengruss', name: { de: 'Ein Gruß aus der Küche' }, discountType: 'percent', value: 10 }),
    ],
  }),
  shown('zum Treffen', { cart: (cart) => withMeetup(lunch(cart), meetup) }),
  shown('mit Rabatt und Alkohol', {
    cart: (cart) => withAmount(withAmount(cart, soup, 1), beer, 2),
    discounts: [soupDeal, voucher()],
  }),
  shown('ohne Konto', { cart: lunch, session: 'anonymous' }),
  shown('geändert', {
    cart: (cart) =>
      withAmount(
        withAmount({ ...lunch(cart), isTakeAway: false }, soup, 1),
        { ...beer, key: 'weizen', name: 'Hefeweizen mit einem sehr langen Namen aus der Privatbrauerei' },
        1,
      ),
    place: manufaktur({ offers: [{ ...spaetzle, price: 1140 }, soup, juice] }),
  }),
  shown('Küche schließt, nur Mitnehmen', {
    cart: (cart) => withTime(lunch(cart), at('13:45')),
    now: at('13:36'),
    place: manufaktur({ onlyTakeAway: true }),
  }),
  shown('zu spät', { cart: lunch, now: at('14:45') }),
  shown('nichts zu zahlen', {
    cart: (cart) => ({
      ...withVoucher(withTime(withAmount(cart, spaetzle, 1), at('12:30')), asVoucher(voucher({ value: 5000 }))),
      isTakeAway: true,
      hasSuggestedDrinks: true,
    }),
    discounts: [voucher({ value: 5000 })],
  }),
  shown('Karten und Steuern laden', {
    cart: lunch,
    answers: [neverRespond(getVatTypes), neverRespond(getCards), neverRespond(getPaymentUser)],
  }),
  shown('ohne Verbindung', {
    cart: lunch,
    isOffline: true,
    answers: [unreachable(getVatTypes), unreachable(getCards), unreachable(getPaymentUser), unreachable(getDiscounts)],
  }),
]);
