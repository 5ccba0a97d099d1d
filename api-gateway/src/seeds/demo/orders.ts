import type { Day, RefundReason } from '@mahlzeit/contract';
import { addDays, berlinDay, earliestMeetupAt, instantOf, itemTotal } from '@mahlzeit/contract/rules';
import { stableKey } from '../../modules/discovery';
import type { DishDraft } from '../../modules/discovery';
import type { OrderDraft } from '../../modules/ordering';
import { invariant } from '../../platform';
import { pickOne } from '../seeded-random';
import { DEMO_PLACES } from './demo-places';
import { DEMO_SEED_NAME, dishKey, menuOn } from './menu';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const ANNA_UID = 'demo-anna-lindqvist';
const ANNAS_CARD_ID = 'demo-card-anna-frictionless';

/**
 * Number of past days for which a new demo has orders, one on every second day. The list of these orders fills more
 * than one page.
 */
const PAST_DAY_COUNT = 20;

/** Ids of restaurants that are open at all hours, so that orders are possible whenever the demo is started. */
const PLACE_IDS = [
  'damaszener-tor',
  'giovannas-ofen',
  'tag-nacht-bowl',
  'thai-imbiss-mondblume',
  'imbiss-warme-ecke-neun',
] as const;

type PlaceId = (typeof PLACE_IDS)[number];
type OrderItem = OrderDraft['items'][number];

/**
 * Outcome of a past order: whether the restaurant accepted it, the diner's comment, and the refund, if there was one.
 */
interface OrderOutcome {
  readonly isAccepted: boolean;
  readonly comments: string;
  readonly refund: { readonly reason: RefundReason; readonly isWhole: boolean } | null;
}

const eatenOutcome: OrderOutcome = { isAccepted: true, comments: '', refund: null };

const ORDER_OUTCOMES: readonly OrderOutcome[] = [
  eatenOutcome,
  { ...eatenOutcome, refund: { reason: 'too_much_ordered', isWhole: false } },
  { ...eatenOutcome, comments: 'Eine bitte ohne Zwiebeln' },
  { ...eatenOutcome, isAccepted: false, refund: { reason: 'restaurant_declined_no_capacity', isWhole: true } },
  { ...eatenOutcome, refund: { reason: 'no_time', isWhole: true } },
];

// Returns the number of days since 1970-01-01. Everything that is chosen by this number is the same in every database.
const dayNumber = (day: Day): number => Math.floor(Date.parse(`${day}T00:00Z`) / DAY_MS);

const itemAtTurn = <T>(rotatedItems: readonly T[], index: number): T => {
  const rotatedItem = rotatedItems[index % rotatedItems.length];
  invariant(rotatedItem, 'list item of turn', index);
  return rotatedItem;
};

/**
 * Returns the items of an order: two portions of the day's first dish and a drink. A drink in a bottle has a deposit.
 */
const orderItemsOf = (id: PlaceId, day: Day, comments: string): OrderItem[] => {
  const place = DEMO_PLACES.find((candidate) => candidate.id === id);
  invariant(place, 'demo place', id);
  const dishes = menuOn(place, day).filter(({ unit }) => unit === null);
  const foodDish = dishes.find(({ vatType }) => vatType === 'FOOD');
  const drinkDishes = dishes.filter(({ vatType }) => vatType === 'DRINK');
  const drinkDish = drinkDishes.find(({ deposit }) => deposit !== null && deposit !== undefined) ?? drinkDishes[0];
  const orderItemFor = (
    { name, description = '', price, vatType, deposit = null }: DishDraft,
    itemAmount: number,
    dishComments: string,
  ): OrderItem => ({
    mealKey: dishKey(place, day, name),
    amount: itemAmount,
    name,
    description,
    price,
    vatType,
    deposit,
    discount: null,
    comments: dishComments,
  });
  return [
    ...(foodDish === undefined ? [] : [orderItemFor(foodDish, 2, comments)]),
    ...(drinkDish === undefined ? [] : [orderItemFor(drinkDish, 1, '')]),
  ];
};

interface PlacedOrder {
  readonly key: string;
  readonly place: PlaceId;
  readonly day: Day;
  readonly meetUpAt: number;
  readonly createdAt: number;
  readonly isTakeAway: boolean;
}

const orderDraftOf = (
  { key, place, day, meetUpAt, createdAt, isTakeAway }: PlacedOrder,
  { isAccepted, comments, refund }: OrderOutcome,
): OrderDraft => {
  const orderItems = orderItemsOf(place, day, comments);
  const [firstItem] = orderItems;
  const orderTotal = orderItems.reduce((priceSum, item) => priceSum + itemTotal(item), 0);
  return {
    key,
    uid: ANNA_UID,
    number: `${pickOne(['A', 'E', 'K', 'M', 'R'], 'initial', key)}${pickOne(['104', '238', '417', '582', '731', '960'], 'number', key)}`,
    restaurantKey: stableKey(DEMO_SEED_NAME, place),
    debitedCardId: ANNAS_CARD_ID,
    meetUpAt,
    isTakeAway,
    items: orderItems,
    acceptedAt: isAccepted ? createdAt + 3 * MINUTE_MS : null,
    createdAt,
    refunds:
      refund === null || firstItem === undefined
        ? []
        : [
            {
              reason: refund.reason,
              amount: refund.isWhole ? orderTotal : firstItem.price,
              createdAt: meetUpAt - 20 * MINUTE_MS,
            },
          ],
    payInId: (total) => `demo-payin-anna-${total}-${key}`,
  };
};

/**
 * Returns today's two orders, of which the restaurant has accepted one. After lunchtime, their pick-up times are the
 * earliest possible ones.
 */
const ordersToday = (day: Day, now: number): OrderDraft[] => {
  const soonestMeetup = earliestMeetupAt(now + 30 * MINUTE_MS);
  const placedOrderAt = (orderNumber: number, time: string): PlacedOrder => ({
    key: `demo-order-${day}-${orderNumber}`,
    place: itemAtTurn(PLACE_IDS, orderNumber),
    day,
    meetUpAt: Math.max(instantOf(day, time), soonestMeetup + (orderNumber - 1) * 30 * MINUTE_MS),
    createdAt: now - (16 - 5 * orderNumber) * MINUTE_MS,
    isTakeAway: orderNumber === 2,
  });
  return [
    orderDraftOf(placedOrderAt(1, '12:30'), eatenOutcome),
    orderDraftOf(placedOrderAt(2, '13:15'), { ...eatenOutcome, isAccepted: false }),
  ];
};

/** Returns the order of a past day as a list; the list is empty on every second day. */
const ordersOn = (day: Day): OrderDraft[] => {
  const index = Math.floor(dayNumber(day) / 2);
  if (dayNumber(day) % 2 === 1) return [];
  const meetUpTime = instantOf(day, pickOne(['12:15', '12:30', '13:00'], 'time', day));
  return [
    orderDraftOf(
      {
        key: `demo-order-${day}-1`,
        place: itemAtTurn(PLACE_IDS, index),
        day,
        meetUpAt: meetUpTime,
        createdAt: meetUpTime - 50 * MINUTE_MS,
        isTakeAway: index % 3 === 0,
      },
      itemAtTurn(ORDER_OUTCOMES, index),
    ),
  ];
};

/**
 * Returns the demo user Anna's orders at `now` that did not exist on the day `after`. If `after` is null, all of them
 * are returned.
 */
export const demoOrders = (now: number, after: Day | null): readonly OrderDraft[] => {
  const today = berlinDay(now);
  const firstDay = addDays(today, -PAST_DAY_COUNT);
  const pastOrders: OrderDraft[] = [];
  for (let day = after !== null && after >= firstDay ? addDays(after, 1) : firstDay; day < today; day = addDays(day, 1))
    pastOrders.push(...ordersOn(day));
  return [...pastOrders, ...(after !== null && after >= today ? [] : ordersToday(today, now))];
};
