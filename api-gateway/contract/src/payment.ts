import * as z from '@mahlzeit/contract/zod';
import { MAX_ITEM_AMOUNT, MAX_ORDER_TOTAL } from './limits';
import { PaymentOption } from './payment-options';
import { atMostCharacters, MAX_UNCLEANED_LENGTH } from './text-limits';
import { textLength } from './typed-text';
import { Cents, Key, LookupKey, Ms } from './values';

/** The diner as a user of the card payment provider. */
export const PaymentUser = z.object({
  /** The diner's uid. */
  key: Key,
  /** Data of the diner at the card payment provider. */
  mangoPayData: z.object({
    /** Provider's id of the diner. */
    Id: z.string(),
    /** Id of the default card; null without one. */
    defaultCardId: z.nullable(z.string()),
  }),
  /** First name as sent to the provider. */
  firstName: z.string(),
  /** Last name as sent to the provider. */
  lastName: z.string(),
});
export type PaymentUser = z.infer<typeof PaymentUser>;

/** Brands of cards. A card of another brand has null as its brand and is not shown (S2§3). */
export const CardBrand = z.enum(['VISA', 'MASTERCARD', 'MAESTRO', 'LUNCHIT', 'PAYPAL']);
export type CardBrand = z.infer<typeof CardBrand>;

/** A registered card, without its number. */
export const Card = z.object({
  /** Data of the card from the provider. */
  mangoPayData: z.object({
    /** Provider's id of the card, with which the card routes address it. */
    Id: z.string(),
    /** Last four digits, `**** 8183`. */
    Alias: z.string(),
    /** Month of expiry as `MMYY`; the card is valid until the end of that month. */
    ExpirationDate: z.string(),
    /** False after the card was deactivated. */
    Active: z.boolean(),
    /** Result of the provider's verification: `UNKNOWN`, `VALID` or `INVALID`. */
    Validity: z.string(),
  }),
  /** Data of the card from the diner's browser. */
  data: z.object({
    /** Brand of the card; null when the browser did not recognise it. */
    typeAlias: z.nullable(CardBrand),
  }),
});
export type Card = z.infer<typeof Card>;

/** Data about the diner's browser that the bank needs (3-D Secure 2). */
export const BrowserInfo = z.object({
  /** Whether the browser runs Java. */
  JavaEnabled: z.boolean(),
  /** Language of the browser, `de-DE`. */
  Language: z.string().check(z.maxLength(20)),
  /** Colour depth of the screen in bits per pixel. */
  ColorDepth: z.int(),
  /** Height of the screen in pixels. */
  ScreenHeight: z.int(),
  /** Width of the screen in pixels. */
  ScreenWidth: z.int(),
  /** Minutes from the browser's local time to UTC. */
  TimeZoneOffset: z.int(),
  /** User agent string. */
  UserAgent: z.string().check(z.maxLength(1000)),
  /** Whether the browser runs scripts; true in practice. */
  JavascriptEnabled: z.boolean(),
});
export type BrowserInfo = z.infer<typeof BrowserInfo>;

/** A discount of the cart with the deduction that the diner saw. */
const CartDiscount = z.object({
  /** Key of the discount. */
  id: LookupKey,
  /** Deduction in cents, as the diner saw it. */
  value: Cents.check(z.gte(0)),
});

/** One line of a cart as a client sends it. The gateway looks up all other data. */
export const OrderFormItem = z.object({
  /** Key of the meal. */
  mealKey: LookupKey,
  /** Number of pieces. */
  amount: z.int().check(z.gte(1), z.lte(MAX_ITEM_AMOUNT)),
  /** Price of one piece as the diner saw it. A different price is refused. */
  price: Cents.check(z.gte(0)),
  /** Discount of one piece; null or absent without one. */
  discount: z.optional(z.nullable(CartDiscount)),
  /** Wish to the kitchen, at most 140 characters. */
  comments: z.optional(
    z.string().check(
      z.maxLength(MAX_UNCLEANED_LENGTH * 2),
      z.refine((text) => textLength(text.trim()) <= 140),
    ),
  ),
});
export type OrderFormItem = z.infer<typeof OrderFormItem>;

/** A cart as it is ordered. The gateway checks prices, discounts, hours, rights and the total again. */
export const OrderForm = z.object({
  /** Key of the selling restaurant. */
  restaurantId: LookupKey,
  /** Payment option with which the diner pays. */
  paymentOption: PaymentOption,
  /** Id of the card to charge; required for `card`. */
  debitedCardId: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  /** Key of the invitation; empty without one. */
  meetUp: z.optional(z.union([LookupKey, z.literal('')])),
  /** Time at which the meal is eaten or collected; must be today. */
  meetUpDate: z.optional(Ms),
  /** Whether the diner takes the food away. */
  isTakeAway: z.optional(z.boolean()),
  /** Lines of the cart, at most 100. */
  items: z.optional(z.array(OrderFormItem).check(z.maxLength(100))),
  /** Voucher on the complete order; null or absent without one. */
  discount: z.optional(z.nullable(CartDiscount)),
  /** Total that the diner saw. The gateway refuses a different total with `TotalPrice`. */
  totalPrice: z.optional(Cents.check(z.gte(0), z.lte(MAX_ORDER_TOTAL))),
  /** Browser data for the bank; required for `card`. */
  browserInfo: z.optional(BrowserInfo),
  /** True when the diner wants the same cart again, after the gateway has answered `orderRepeated`. */
  isRepeatConfirmed: z.optional(z.boolean()),
});
export type OrderForm = z.infer<typeof OrderForm>;

/** State of a payment that has begun or failed. */
export const OrderAnswer = z.object({
  /** Status of the payment. For a card, FAILED is no error of the request; `ResultCode` contains the reason. */
  Status: z.enum(['CREATED', 'SUCCEEDED', 'FAILED']),
  /** Id of the payment at the provider. */
  Id: z.string(),
  /** Page on which the bank authenticates the diner; null when not required. */
  SecureModeRedirectURL: z.nullable(z.string()),
  /** Provider's code of the failure; null without a failure. */
  ResultCode: z.nullable(z.string()),
  /** Links of a PayPal payment: the page on which the diner approves the payment (`rel` approve); empty for a card. */
  links: z.array(
    z.object({
      /** Relation; always `approve`. */
      rel: z.string(),
      /** URL of the page to which the link leads. */
      href: z.string(),
    }),
  ),
  /** Key of the order that the payment is for. */
  orderKey: Key,
});
export type OrderAnswer = z.infer<typeof OrderAnswer>;

/** State of a card payment. */
export const PayIn = z.object({
  /** Status of the payment; CREATED while the outcome is unknown. */
  Status: z.enum(['CREATED', 'SUCCEEDED', 'FAILED']),
  /** Id of the payment at the provider, as in `OrderAnswer.Id`. */
  Id: z.string(),
  /** Provider's code of the failed payment; null without a failure. */
  ResultCode: z.nullable(z.string()),
  /** Provider's text for logs; never shown to a user. */
  ResultMessage: z.nullable(z.string()),
});
export type PayIn = z.infer<typeof PayIn>;

/** Names of a diner, which the card payment provider requires before the first card. */
export const NaturalUserForm = z.object({
  /** First name, 1 to 100 characters. */
  firstName: z.string().check(z.trim(), z.minLength(1), ...atMostCharacters(100)),
  /** Last name, 1 to 100 characters. */
  lastName: z.string().check(z.trim(), z.minLength(1), ...atMostCharacters(100)),
});
export type NaturalUserForm = z.infer<typeof NaturalUserForm>;

/** Kinds of cards that the provider registers (S2§3). */
export const CardType = z.enum(['CB_VISA_MASTERCARD', 'MAESTRO']);
export type CardType = z.infer<typeof CardType>;

/** Data with which the diner's browser sends a card to the provider. The gateway never sees the card number. */
export const CardRegistration = z.object({
  /** Provider's id of the card registration. */
  Id: z.string(),
  /** URL to which the browser posts the card. The browser uses it unchanged. */
  CardRegistrationURL: z.string(),
  /** Value of the field `data` in the form that the browser posts to the provider. */
  PreregistrationData: z.string(),
  /** Value of the field `accessKeyRef` in the form that the browser posts to the provider. */
  AccessKey: z.string(),
  /**
   * URL to which the browser posts `Id` and `RegistrationData` after it has posted the card, form-encoded and without a
   * token (`{base}/v2.01/{ClientId}/CardRegistrations/{Id}`). The provider's response contains `CardId`.
   */
  finishUrl: z.string(),
});
export type CardRegistration = z.infer<typeof CardRegistration>;

/**
 * Data that finish the registration of a card. The first request sends the card; if the bank must authenticate the
 * owner, a second request sends the pre-authorisation.
 */
export const CardFinish = z.object({
  /** Provider's id of the registered card. */
  cardId: z.optional(z.string().check(z.maxLength(100))),
  /** Brand as recognised by the browser; required with `cardId`. */
  cardTypeAlias: z.optional(CardBrand),
  /** Id of the pre-authorisation, which the bank's page passes on when it returns to the app. */
  preAuthorizationId: z.optional(z.string().check(z.maxLength(100))),
  /** Browser data for the bank; sent with `cardId`. */
  browserInfo: z.optional(BrowserInfo),
});
export type CardFinish = z.infer<typeof CardFinish>;

/** State of a card's registration. FAILED is no error of the request; `ResultCode` contains the reason. */
export const CardFinishAnswer = z.object({
  /** SUCCEEDED: the card can pay. CREATED: the bank must authenticate the owner first. */
  Status: z.enum(['CREATED', 'SUCCEEDED', 'FAILED']),
  /** URL to which the bank's page returns, with `preAuthorizationId`; null without authentication. */
  SecureModeReturnURL: z.nullable(z.string()),
  /** URL of the bank's page; null without authentication. */
  SecureModeRedirectURL: z.nullable(z.string()),
  /** Provider's code of the failure; null without a failure. */
  ResultCode: z.nullable(z.string()),
  /**
   * Id of the card that can pay, if it is not the registered card: the user already had the same card. The old card
   * stays, and the new one is deactivated.
   */
  CardId: z.optional(z.string()),
});
export type CardFinishAnswer = z.infer<typeof CardFinishAnswer>;

/** The card of the caller to which the request applies. */
export const CardChoice = z.object({
  /** Id of the card. A request without it is refused with `NoCard`. */
  cardId: z.optional(z.string().check(z.maxLength(100))),
});
export type CardChoice = z.infer<typeof CardChoice>;
