/**
 * Reasons for which an order can't be served when its money is about to be taken or has arrived: the time is too close
 * or over, the restaurant is closed then, a dish is gone or has another price, or the restaurant takes no orders.
 */
export const servingReasons = ['tooLate', 'closed', 'mealGone', 'mealPrice', 'placeGone'] as const;

/** Reason for which an order can't be served when it is paid. */
export type ServingReason = (typeof servingReasons)[number];

/**
 * Reasons for which money that has arrived goes back: the order can't be served, the amount or the order's key differs,
 * its meetup was cancelled, or the diner has another order for the meetup.
 */
export const returnReasons = [...servingReasons, 'amountMismatch', 'meetupCanceled', 'meetupTaken'] as const;

/** Reason for which money that has arrived goes back. */
export type ReturnReason = (typeof returnReasons)[number];

const NOT_CHARGED_PREFIX = 'notCharged-';

/** Returns the refusal code of a payment that was not captured, because its order can't be served. */
export const notChargedCodeOf = (reason: ServingReason): string => `${NOT_CHARGED_PREFIX}${reason}`;

/** Meaning of a refusal code that the gateway itself has chosen. */
export interface GatewayRefusal {
  readonly reason: ReturnReason;
  /** Whether the money was charged and goes back. */
  readonly isCharged: boolean;
}

/** Parses a refusal code of a payment; null for a code of the provider. */
export const gatewayRefusalOf = (refusalCode: string): GatewayRefusal | null => {
  const isCharged = !refusalCode.startsWith(NOT_CHARGED_PREFIX);
  const reasonCode = isCharged ? refusalCode : refusalCode.slice(NOT_CHARGED_PREFIX.length);
  const reason = (isCharged ? returnReasons : servingReasons).find((knownReason) => knownReason === reasonCode);
  return reason === undefined ? null : { reason, isCharged };
};
