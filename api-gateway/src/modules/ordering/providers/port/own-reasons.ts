import type { ReturnReason } from '@mahlzeit/contract/rules';

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

/** Mark of an open payment (no failure): its diner was notified that they have approved it but not finished it. */
export const APPROVAL_TOLD = 'approvalTold';

/** Reason of a refunded payment: its amount or its order key doesn't match the order. */
export const AMOUNT_MISMATCH = 'amountMismatch' satisfies ReturnReason;

/** Reason of a refunded payment: the owner has cancelled the meetup. */
export const MEETUP_CANCELED = 'meetupCanceled' satisfies ReturnReason;

/** Reason of a refunded payment: the diner has another order for the meetup. */
export const MEETUP_TAKEN = 'meetupTaken' satisfies ReturnReason;
