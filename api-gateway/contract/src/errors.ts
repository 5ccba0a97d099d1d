import * as z from '@mahlzeit/contract/zod';
import { paymentErrorStatus } from './payment-option-table';

/** HTTP status of every error code; the one closed list of the product. */
const statusByCode = {
  invalidRequest: 400,
  ErrorEmailEmpty: 400,
  ErrorEmailInvalid: 400,
  ErrorPasswordInvalid: 400,
  ErrorEmailIdentical: 400,
  ErrorGdpr: 400,
  ErrorNameIdentical: 400,
  passwordRequired: 400,
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
  ErrorOrderNotToday: 400,
  ErrorOrderWrongDay: 400,
  ErrorOrderTooSoon: 400,
  unauthenticated: 401,
  tokenExpired: 401,
  ErrorNoAccount: 401,
  ErrorPasswordIncorrect: 401,
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
  methodNotAllowed: 405,
  deadlineExceeded: 406,
  requestTimeout: 408,
  requestInProgress: 409,
  ErrorEmailTaken: 409,
  ErrorGroupNameTaken: 409,
  listFull: 409,
  notDeleted: 409,
  OrderMealsChanged: 409,
  TotalPrice: 409,
  DiscountLimitExceeded: 409,
  meetupBeingPaid: 409,
  NoPaymentUser: 409,
  NoLegalUser: 409,
  restaurantClosed: 409,
  OrderNotCancelable: 409,
  canceled: 409,
  notRatable: 409,
  unpaid: 409,
  invitationHasOrders: 409,
  invitationFull: 409,
  reminderSent: 409,
  resetTokenInvalid: 410,
  signInCodeInvalid: 410,
  invitationDeleted: 410,
  invitationOver: 410,
  payloadTooLarge: 413,
  unsupportedMediaType: 415,
  idempotencyKeyReused: 422,
  transitionNotAllowed: 422,
  refundExceedsAmount: 422,
  refundOncePerDay: 422,
  refundWindowExpired: 422,
  ErrorTooManyAttempts: 429,
  internal: 500,
  unavailable: 503,
  providerUnavailable: 503,
} as const;

/** Code of an error answer. */
export type ErrorCode = keyof typeof statusByCode;

/** Whether a code from the wire is one this build knows; a newer gateway may send others. */
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(statusByCode, code);

/** All error codes. */
export const errorCodes = (): readonly ErrorCode[] => Object.keys(statusByCode).filter(isErrorCode);

/** HTTP status that an error code is answered with, unless its route says another one. */
export const statusOf = (code: ErrorCode): number => statusByCode[code];

/** Details of `invalidRequest`: where and which rule. */
export const InvalidRequestDetails = z.object({
  /** One entry for each broken rule. */
  issues: z.array(
    z.object({
      /** Dotted path of the field, `location.latitude`. */
      path: z.string(),
      /** Name of the broken rule. */
      rule: z.string(),
    }),
  ),
});
export type InvalidRequestDetails = z.infer<typeof InvalidRequestDetails>;

/** Details of `ErrorTooManyAttempts`. */
export const TooManyAttemptsDetails = z.object({
  /** Real milliseconds until the next try is let through. */
  retryAfterMs: z.number(),
});
export type TooManyAttemptsDetails = z.infer<typeof TooManyAttemptsDetails>;

/** Details of `deadlineExceeded`. */
export const DeadlineExceededDetails = z.object({
  /** How many minutes before the meetup it would have had to be. */
  minutes: z.int(),
});
export type DeadlineExceededDetails = z.infer<typeof DeadlineExceededDetails>;

/** Details of `OrderMealsChanged`: what of the cart is not as it was. */
export const OrderMealsChangedDetails = z.object({
  /** One entry for each dish that has changed. */
  meals: z.array(
    z.object({
      /** Key of the meal. */
      mealKey: z.string(),
      /** Whether it is there no more, or costs something else. */
      change: z.enum(['gone', 'price']),
      /** Cents; where the price is another one. */
      price: z.optional(z.int()),
    }),
  ),
});
export type OrderMealsChangedDetails = z.infer<typeof OrderMealsChangedDetails>;

/** Details of `TotalPrice`: what the cart costs by the gateway. */
export const TotalPriceDetails = z.object({
  /** Cents. */
  totalPrice: z.int(),
});
export type TotalPriceDetails = z.infer<typeof TotalPriceDetails>;

/** Details of a payment that the provider refused. */
export const PaymentRefusedDetails = z.object({
  /** Of the card payment provider. */
  ResultCode: z.optional(z.string()),
  /** Of PayPal. */
  issue: z.optional(z.string()),
});
export type PaymentRefusedDetails = z.infer<typeof PaymentRefusedDetails>;

/** Body of every answer that is not a success; flat, without a wrapper. */
export const ErrorBody = z.object({
  /** An ErrorCode; open on purpose, because a newer gateway may know more of them. */
  code: z.string(),
  /** For logs and developers; never shown to a user. */
  message: z.string(),
  /** Finds the request in the gateway's log. */
  requestId: z.string(),
  /** What the code's row in the contract says. */
  details: z.optional(z.record(z.string(), z.unknown())),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
