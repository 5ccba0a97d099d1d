/** Reason of a payment that its provider has never received. */
export const NEVER_ARRIVED = 'neverArrived';

/** Reason of a payment that nobody completed before its meal was over; no money was taken. */
export const LAPSED = 'lapsed';

/** Reason of a payment that its provider knew once and doesn't know any more. */
export const GONE = 'gone';

/** Reason of a payment that its diner left at the provider and replaced by a new order. */
export const REPLACED = 'replaced';

/** Reason of a payment that its diner abandoned. */
export const LEFT = 'left';

/** Reason of a payment that arrived after its meal was over. */
export const TOO_LATE = 'tooLate';

/** Reason of a payment of another amount, or for another order. */
export const AMOUNT_MISMATCH = 'amountMismatch';

/** Reason of a payment whose meetup is off, or has another order of the same diner. */
export const MEETUP_TAKEN = 'meetupTaken';

/**
 * Reasons by which clients know that the money was taken and goes back. They go over the wire as they are: no provider
 * has a code for them.
 */
export const REFUNDED_REASONS: readonly string[] = [TOO_LATE, AMOUNT_MISMATCH, MEETUP_TAKEN];
