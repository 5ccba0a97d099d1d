/** Reason of a failed payment: the provider never received the request. */
export const REQUEST_NEVER_ARRIVED = 'neverArrived';

/** Reason of a failed payment: nobody completed it before the meal was past. No money was taken. */
export const PAYMENT_LAPSED = 'lapsed';

/** Reason of a failed payment: the provider knew the payment before, but doesn't know it any more. */
export const PAYMENT_GONE = 'gone';

/** Reason of a failed payment: its diner left it at the provider and placed a new order. */
export const PAYMENT_REPLACED = 'replaced';

/** Reason of a failed payment: its diner abandoned it. */
export const PAYMENT_ABANDONED = 'left';

/** Reason of a refunded payment: the money arrived after the meal was past. */
export const PAID_TOO_LATE = 'tooLate';

/** Reason of a refunded payment: its amount or its order key doesn't match the order. */
export const AMOUNT_MISMATCH = 'amountMismatch';

/** Reason of a refunded payment: the meetup doesn't take place, or the diner has another order for it. */
export const MEETUP_TAKEN = 'meetupTaken';

/**
 * Reasons that tell clients that the money was taken and is refunded. Responses contain these codes unchanged, because
 * no provider has a code for them.
 */
export const REFUNDED_REASONS: readonly string[] = [PAID_TOO_LATE, AMOUNT_MISMATCH, MEETUP_TAKEN];
