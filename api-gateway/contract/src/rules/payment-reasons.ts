/**
 * Reasons for which a restaurant can't serve an order whose money is about to be taken or has arrived: the time of the
 * meal is too close or over, the restaurant is closed then, a dish is gone or has another price, or the restaurant
 * takes no orders.
 */
export const servingReasons = ['tooLate', 'closed', 'mealGone', 'mealPrice', 'placeGone'] as const;

/** Type of a reason for which a restaurant can't serve an order that is being paid. */
export type ServingReason = (typeof servingReasons)[number];

/**
 * Reasons for which the gateway refunds money that has arrived: the order can't be served, the amount or the order's
 * key differs, its meetup was cancelled, or the diner has another order for the meetup.
 */
export const returnReasons = [...servingReasons, 'amountMismatch', 'meetupCanceled', 'meetupTaken'] as const;

/** Type of a reason for which the gateway refunds money that has arrived. */
export type ReturnReason = (typeof returnReasons)[number];

const NOT_CHARGED_PREFIX = 'notCharged-';

/** Returns the refusal code of a payment that was not captured, because its order can't be served. */
export const notChargedCodeOf = (reason: ServingReason): string => `${NOT_CHARGED_PREFIX}${reason}`;

/** Meaning of a refusal code that the gateway itself has chosen. */
export interface GatewayRefusal {
  readonly reason: ReturnReason;
  /** Whether the money was charged and is refunded. */
  readonly isCharged: boolean;
}

/** Parses a payment's refusal code that the gateway has chosen. Returns null for a code of the provider. */
export const gatewayRefusalOf = (refusalCode: string): GatewayRefusal | null => {
  const isCharged = !refusalCode.startsWith(NOT_CHARGED_PREFIX);
  const reasonCode = isCharged ? refusalCode : refusalCode.slice(NOT_CHARGED_PREFIX.length);
  const reason = (isCharged ? returnReasons : servingReasons).find((knownReason) => knownReason === reasonCode);
  return reason === undefined ? null : { reason, isCharged };
};
