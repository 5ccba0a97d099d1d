import * as z from '@mahlzeit/contract/zod';
import { paymentErrorStatus } from './payment-option-table';

/**
 * HTTP status of every error code. No other error codes exist. A function creates the table, so that a build can drop
 * an unused table; with the spread alone the build would keep it.
 */
const statusByCode = /*#__PURE__*/ (() =>
  ({
    invalidRequest: 400,
    ErrorEmailEmpty: 400,
    ErrorEmailInvalid: 400,
    ErrorPasswordInvalid: 400,
    ErrorPasswordWeak: 400,
    ErrorEmailIdentical: 400,
    ErrorGdpr: 400,
    ErrorNameIdentical: 400,
    passwordRequired: 400,
    passkeyInvalid: 400,
    ErrorNoUsers: 400,
    ErrorTooFewContacts: 400,
    tooManyMembers: 400,
    tooManyAttendees: 400,
    ErrorDatePast: 400,
    ErrorDateLaterTwoWeeks: 400,
    MissingRequiredFields: 400,
    NoItems: 400,
    NoMeetUpDate: 400,
    NoCard: 400,
    NoCardId: 400,
    NoCardType: 400,
    NoPreauthorizationId: 400,
    NoTransactionId: 400,
    invalidRelease: 400,
    ErrorOrderNotToday: 400,
    ErrorOrderWrongDay: 400,
    ErrorOrderTooSoon: 400,
    unauthenticated: 401,
    tokenExpired: 401,
    ErrorNoAccount: 401,
    ErrorPasswordIncorrect: 401,
    passkeyUnknown: 401,
    secondStepRequired: 401,
    secondStepCodeIncorrect: 401,
    ...paymentErrorStatus,
    registrationRequired: 403,
    verificationRequired: 403,
    reauthenticationRequired: 403,
    accountDeleted: 403,
    thirdPartyAccount: 403,
    notAllowed: 403,
    uninvitable: 403,
    notAContact: 403,
    ErrorAuthDisabled: 403,
    WrongTransactionAuthor: 403,
    notFound: 404,
    OrderNotFound: 404,
    RestaurantUndefined: 404,
    UserNotFound: 404,
    connectionCodeUnknown: 404,
    reportUnknown: 404,
    methodNotAllowed: 405,
    deadlineExceeded: 406,
    requestTimeout: 408,
    requestInProgress: 409,
    ErrorEmailTaken: 409,
    providerTaken: 409,
    ErrorGroupNameTaken: 409,
    listFull: 409,
    lastSignInMethod: 409,
    secondStepActive: 409,
    notDeleted: 409,
    OrderMealsChanged: 409,
    TotalPrice: 409,
    DiscountLimitExceeded: 409,
    meetupBeingPaid: 409,
    orderRepeated: 409,
    NoPaymentUser: 409,
    NoLegalUser: 409,
    restaurantClosed: 409,
    restaurantUnreachable: 409,
    ordersPaused: 409,
    OrderNotCancelable: 409,
    canceled: 409,
    acceptingOver: 409,
    notRatable: 409,
    unpaid: 409,
    releaseExists: 409,
    nothingBefore: 409,
    withdrawn: 409,
    notRemovable: 409,
    invitationHasOrders: 409,
    invitationFull: 409,
    reminderSent: 409,
    resetTokenInvalid: 410,
    signInCodeInvalid: 410,
    secondStepTicketInvalid: 410,
    invitationDeleted: 410,
    invitationOver: 410,
    alreadyGone: 410,
    payloadTooLarge: 413,
    unsupportedMediaType: 415,
    idempotencyKeyReused: 422,
    transitionNotAllowed: 422,
    releaseRefused: 422,
    refundExceedsAmount: 422,
    refundOncePerDay: 422,
    refundWindowExpired: 422,
    ErrorTooManyAttempts: 429,
    internal: 500,
    unavailable: 503,
    providerUnavailable: 503,
  }) as const)();

/** Code of an error response that this build knows. */
export type ErrorCode = keyof typeof statusByCode;

/** Returns true when this build knows an error code that a gateway has sent. A newer gateway may send other codes. */
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(statusByCode, code);

/** Returns all error codes that this build knows. */
export const errorCodes = (): readonly ErrorCode[] => Object.keys(statusByCode).filter(isErrorCode);

/** Returns the HTTP status of an error code. A route may declare another status for a code. */
export const httpStatusOf = (code: ErrorCode): number => statusByCode[code];

/** Details of the error `invalidRequest`: the fields and the rules that they break. */
export const InvalidRequestDetails = z.object({
  /** List with one entry for each rule that the request breaks. */
  issues: z.array(
    z.object({
      /** Dotted path of the field, for example `location.latitude`. */
      path: z.string(),
      /** Name of the rule that the field breaks. */
      rule: z.string(),
    }),
  ),
});
export type InvalidRequestDetails = z.infer<typeof InvalidRequestDetails>;

/** Details of the error `ErrorTooManyAttempts`: the time to wait. */
export const TooManyAttemptsDetails = z.object({
  /** Real milliseconds until the next attempt is allowed. */
  retryAfterMs: z.number(),
});
export type TooManyAttemptsDetails = z.infer<typeof TooManyAttemptsDetails>;

/** Details of the error `deadlineExceeded`: the user answered the invitation after the deadline. */
export const DeadlineExceededDetails = z.object({
  /** Minutes before the meetup at which the deadline for answers passes. */
  minutes: z.int(),
});
export type DeadlineExceededDetails = z.infer<typeof DeadlineExceededDetails>;

/** Details of the error `OrderMealsChanged`: the cart's dishes that have changed since they were put into the cart. */
export const OrderMealsChangedDetails = z.object({
  /** One entry for each changed dish. */
  meals: z.array(
    z.object({
      /** Key of the changed meal. */
      mealKey: z.string(),
      /** `gone` when the dish is no longer offered, `price` when its price differs. */
      change: z.enum(['gone', 'price']),
      /** New price in cents, for the change `price`. */
      price: z.optional(z.int()),
    }),
  ),
});
export type OrderMealsChangedDetails = z.infer<typeof OrderMealsChangedDetails>;

/** Details of the error `TotalPrice`: the cart's total as the gateway computes it. */
export const TotalPriceDetails = z.object({
  /** Total of the cart in cents, as the gateway computes it. */
  totalPrice: z.int(),
});
export type TotalPriceDetails = z.infer<typeof TotalPriceDetails>;

/** Details of the error `orderRepeated`: the diner has just placed an order of the same cart. */
export const OrderRepeatedDetails = z.object({
  /** Key of the earlier order. */
  orderKey: z.string(),
  /** Number of the earlier order that the diner shows in the restaurant. */
  orderId: z.string(),
  /** Dishes of the earlier order. */
  items: z.array(
    z.object({
      /** Name of the dish. */
      name: z.string(),
      /** Number of pieces. */
      amount: z.int(),
    }),
  ),
  /** Time at which the earlier order is eaten or collected. */
  meetUpDate: z.number(),
  /** Time at which the earlier order was placed. */
  createdAt: z.number(),
  /** Whether the earlier order is paid. False while its payment is still open. */
  isPaid: z.boolean(),
});
export type OrderRepeatedDetails = z.infer<typeof OrderRepeatedDetails>;

/** Details of a payment that the provider has refused. */
export const PaymentRefusedDetails = z.object({
  /** Refusal code of the card payment provider. */
  ResultCode: z.optional(z.string()),
  /** Refusal code of PayPal. */
  issue: z.optional(z.string()),
});
export type PaymentRefusedDetails = z.infer<typeof PaymentRefusedDetails>;

/** Body of every error response. Its fields lie at the top level, without a wrapper object. */
export const ErrorBody = z.object({
  /**
   * Value of `ErrorCode`. The schema accepts every string, because a newer gateway may send codes that this build
   * doesn't know.
   */
  code: z.string(),
  /** Explanation for logs and developers; never shown to a user. */
  message: z.string(),
  /** Id of the request in the gateway's log. */
  requestId: z.string(),
  /** Details that the contract defines for the code. */
  details: z.optional(z.record(z.string(), z.unknown())),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
