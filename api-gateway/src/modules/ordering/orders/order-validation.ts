import { err, ok, paymentOptionFacts } from '@mahlzeit/contract';
import type { Result, Seller } from '@mahlzeit/contract';
import { berlinDay, meetupMisfitOf, orderTakingErrorOf } from '@mahlzeit/contract/rules';
import type { MeetupForOrder, OrderTakingError } from '@mahlzeit/contract/rules';
import type { Clock, Connection, Database, RouteError, Steps } from '../../../platform';
import { findDiscountsFor, findPayout, findRestaurant, isReachableForOrders } from '../../discovery';
import { canCardPay } from '../cards';
import { OPEN_STATES } from '../payments';
import { describeOption } from '../providers';
import type { CardVault, PaymentProviders } from '../providers';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentRequest } from '../repositories/attempt-repository';
import { createPaymentUserRepository } from '../repositories/payment-user-repository';
import { filterConfirmedCards } from '../repositories/pre-authorization-repository';
import { checkOrder } from './order-checks';
import type { CompleteOrderForm, PricedOrder } from './order-checks';
import { readMenuFacts } from './serving-check';

/**
 * Type of the function that finds the facts of a meetup that decide whether an order can belong to it; null unless the
 * user attends it.
 */
export type FindMeetup = (knex: Connection, uid: string, key: string) => Promise<MeetupForOrder | null>;

export interface OrderValidationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly providers: PaymentProviders;
  readonly findMeetup: FindMeetup;
  readonly publicUrl: string;
}

/** Error of a request that places or pays an order: only its code, or the code with details of the response. */
export type OrderError = RouteError | RouteError['code'];

/** An order that was checked and priced, with the request for its payment. */
export interface CheckedOrder extends PricedOrder {
  readonly form: CompleteOrderForm;
  readonly seller: Seller;
  readonly request: PaymentRequest;
}

/**
 * Returns the card part of a payment request. `ipAddress` and `isReleaseForced` are placeholders, which get their real
 * values when the request is stored.
 */
const cardPaymentOf = (
  { debitedCardId, browserInfo }: CompleteOrderForm,
  payerId: string,
  walletId: string,
): NonNullable<PaymentRequest['card']> => ({
  cardId: debitedCardId ?? '',
  payerId,
  walletId,
  browserInfo: browserInfo ?? null,
  ipAddress: '',
  isReleaseForced: false,
});

// Error that tells the client by `nothingBegun` that no order was placed, so that it may send a new order. The same
// code without this detail means that an order was placed and its status is unknown.
const providerUnavailableError: RouteError = { code: 'providerUnavailable', details: { nothingBegun: true } };

/** Returns the reason why a restaurant takes no new orders; null if it takes orders or doesn't exist. */
export const findOrderTakingError = async (
  knex: Connection,
  restaurantKey: string,
  now: number,
): Promise<OrderTakingError | null> => {
  const restaurant = await findRestaurant(knex, restaurantKey);
  if (restaurant === null) return null;
  const { ordersPausedUntil } = restaurant;
  return orderTakingErrorOf({ canReceiveOrders: isReachableForOrders(restaurant), ordersPausedUntil }, now);
};

/** Creates the functions that check an order by the database and by its payment provider. */
export const createOrderValidation = ({ database, clock, providers, findMeetup, publicUrl }: OrderValidationDeps) => {
  const cardVaultOf = ({ paymentOption }: CompleteOrderForm): CardVault | null =>
    providers[describeOption(paymentOption).provider]?.cards ?? null;

  /** Finds the meetup that an order is for; null if the order is for no meetup. */
  const findOrderMeetup = async (
    knex: Connection,
    uid: string,
    { meetUp = '', restaurantId }: CompleteOrderForm,
  ): Promise<Result<MeetupForOrder | null, RouteError | 'notFound' | 'meetupBeingPaid'>> => {
    if (meetUp === '') return ok(null);
    const meetup = await findMeetup(knex, uid, meetUp);
    if (meetup === null) return err('notFound');
    const meetupMisfit = meetupMisfitOf(meetup, { restaurantKey: restaurantId, now: clock.now() });
    // Doesn't report another day here: it has an error of its own (S2§5), which `checkOrder` returns.
    if (meetupMisfit !== null && meetupMisfit !== 'otherDay')
      return err({ code: 'notFound', details: { reason: meetupMisfit } });
    // Refuses a second order of a diner for the same meetup. An order with an open payment counts, because the payment
    // may succeed at any moment.
    return (await createAttemptRepository(knex).isAnyFor(uid, meetUp, OPEN_STATES))
      ? err('meetupBeingPaid')
      : ok(meetup);
  };

  /** Checks everything about an order that needs only the database, in one consistent state of it. */
  const checkOrderForm = async (
    knex: Connection,
    uid: string,
    form: CompleteOrderForm,
  ): Promise<Result<CheckedOrder, OrderError>> => {
    const now = clock.now();
    const orderedPlace = await findRestaurant(knex, form.restaurantId);
    if (orderedPlace === null) return err('RestaurantUndefined');
    const payoutAccount = await findPayout(knex, orderedPlace.key);
    if (payoutAccount === null) return err('NoLegalUser');
    const meetup = await findOrderMeetup(knex, uid, form);
    if (!meetup.ok) return meetup;
    const { needsCard } = paymentOptionFacts(form.paymentOption);
    const paymentUser = await createPaymentUserRepository(knex).find(uid);
    if (needsCard && paymentUser === null) return err('NoPaymentUser');
    const pricedOrder = checkOrder(form, {
      place: orderedPlace,
      meetup: meetup.value?.startsAt ?? null,
      discounts: await findDiscountsFor(knex, {
        uid,
        keys: [...form.items, form].flatMap(({ discount }) => discount?.id ?? []),
      }),
      ...(await readMenuFacts(knex, form, { place: orderedPlace, now })),
    });
    if (!pricedOrder.ok) return pricedOrder;
    const cardPayment =
      paymentUser === null || !needsCard
        ? null
        : cardPaymentOf(form, paymentUser.mangoPayData.Id, payoutAccount.walletId);
    return ok({
      ...pricedOrder.value,
      form,
      seller: { name: orderedPlace.name, address: orderedPlace.address },
      request: { returnUrl: `${publicUrl}${describeOption(form.paymentOption).returnPath}`, card: cardPayment },
    });
  };

  /**
   * Checks at the provider whether the card belongs to the diner and can pay. The call runs outside of a transaction.
   */
  const checkCard = async (
    steps: Steps,
    uid: string,
    { form, request }: CheckedOrder,
  ): Promise<Result<void, OrderError>> => {
    if (!paymentOptionFacts(form.paymentOption).needsCard) return ok(undefined);
    const cardVault = cardVaultOf(form);
    if (cardVault === null || request.card === null) return err(providerUnavailableError);
    const { cardId, payerId } = request.card;
    const cardResult = await steps.ask((signal) => cardVault.findCard(cardId, signal));
    if (!cardResult.ok) return err(cardResult.error.kind === 'unreachable' ? providerUnavailableError : 'NoCard');
    if (cardResult.value === null || !cardResult.value.card.mangoPayData.Active) return err('NoCard');
    if (cardResult.value.payerId !== payerId) return err('WrongTransactionAuthor');
    const [confirmedCard] = await filterConfirmedCards(database.knex, uid, [cardResult.value.card]);
    return confirmedCard === undefined || !canCardPay(confirmedCard, berlinDay(clock.now()))
      ? err('NoCard')
      : ok(undefined);
  };

  return { check: checkOrderForm, checkCard, vaultOf: cardVaultOf };
};
