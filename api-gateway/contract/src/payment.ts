import * as z from '@mahlzeit/contract/zod';
import { MAX_ITEM_AMOUNT, MAX_ORDER_TOTAL } from './limits';
import { PaymentOption } from './payment-options';
import { Cents, Key, LookupKey, Ms } from './values';

/** The diner as the card payment provider knows them. */
export const PaymentUser = z.object({
  /** The diner's uid. */
  key: Key,
  /** What the provider holds. */
  mangoPayData: z.object({
    /** The provider's own id of the diner. */
    Id: z.string(),
    /** The card that is charged where nobody chooses another; null: none. */
    defaultCardId: z.nullable(z.string()),
  }),
  /** As given to the provider. */
  firstName: z.string(),
  /** As given to the provider. */
  lastName: z.string(),
});
export type PaymentUser = z.infer<typeof PaymentUser>;

/** What a card shows of itself: brands that the list names, else null; a card without one is hidden (S2§3). */
export const CardBrand = z.enum(['VISA', 'MASTERCARD', 'MAESTRO', 'LUNCHIT', 'PAYPAL']);
export type CardBrand = z.infer<typeof CardBrand>;

/** A registered card; its number is nowhere here. */
export const Card = z.object({
  /** What the provider says of it. */
  mangoPayData: z.object({
    /** Names the card. */
    Id: z.string(),
    /** Its last four digits, `**** 8183`. */
    Alias: z.string(),
    /** `MMYY`; good until that month ends. */
    ExpirationDate: z.string(),
    /** False once it was removed. */
    Active: z.boolean(),
    /** `UNKNOWN`, `VALID` or `INVALID`. */
    Validity: z.string(),
  }),
  /** What the diner's browser made of it. */
  data: z.object({
    /** Its brand; null where the browser knew none. */
    typeAlias: z.nullable(CardBrand),
  }),
});
export type Card = z.infer<typeof Card>;

/** What a bank wants to know of the browser that pays (3-D Secure 2). */
export const BrowserInfo = z.object({
  /** Whether it runs Java. */
  JavaEnabled: z.boolean(),
  /** `de-DE`. */
  Language: z.string().check(z.maxLength(20)),
  /** Bits of a colour. */
  ColorDepth: z.int(),
  /** Pixels. */
  ScreenHeight: z.int(),
  /** Pixels. */
  ScreenWidth: z.int(),
  /** Minutes that UTC is ahead. */
  TimeZoneOffset: z.int(),
  /** What it calls itself. */
  UserAgent: z.string().check(z.maxLength(1000)),
  /** Whether it runs scripts: it does, or it would not get here. */
  JavascriptEnabled: z.boolean(),
});
export type BrowserInfo = z.infer<typeof BrowserInfo>;

/** A discount as the cart has it: which, and how much it takes off. */
const CartDiscount = z.object({
  /** Key of the discount. */
  id: LookupKey,
  /** Cents. */
  value: Cents.check(z.gte(0)),
});

/** One line of a cart as it is sent; the gateway looks everything else up. */
export const OrderFormItem = z.object({
  /** Key of the meal. */
  mealKey: LookupKey,
  /** How many. */
  amount: z.int().check(z.gte(1), z.lte(MAX_ITEM_AMOUNT)),
  /** Price of one as the diner saw it; another one is refused. */
  price: Cents.check(z.gte(0)),
  /** Of one piece; null and absent: none. */
  discount: z.optional(z.nullable(CartDiscount)),
  /** A wish to the kitchen, at most 140 characters. */
  comments: z.optional(
    z.string().check(
      z.maxLength(2000),
      z.refine((text) => [...text.trim()].length <= 140),
    ),
  ),
});
export type OrderFormItem = z.infer<typeof OrderFormItem>;

/** A cart as it is ordered. The gateway checks all of it again: prices, discounts, hours, rights and the total. */
export const OrderForm = z.object({
  /** Key of the restaurant that sells it. */
  restaurantId: LookupKey,
  /** How it is paid. */
  paymentOption: PaymentOption,
  /** The card that is charged; needed for `card`. */
  debitedCardId: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  /** Key of the invitation that it is for; empty: none. */
  meetUp: z.optional(z.union([LookupKey, z.literal('')])),
  /** When the meal is eaten or fetched: today. */
  meetUpDate: z.optional(Ms),
  /** Whether the food is taken away. */
  isTakeAway: z.optional(z.boolean()),
  /** What is ordered. */
  items: z.optional(z.array(OrderFormItem).check(z.maxLength(100))),
  /** The voucher on the whole order; null and absent: none. */
  discount: z.optional(z.nullable(CartDiscount)),
  /** What the diner was shown. */
  totalPrice: z.optional(Cents.check(z.gte(0), z.lte(MAX_ORDER_TOTAL))),
  /** For the bank; needed for `card`. */
  browserInfo: z.optional(BrowserInfo),
});
export type OrderForm = z.infer<typeof OrderForm>;

/** How a payment has begun, or that it has failed already. */
export const OrderAnswer = z.object({
  /** By card FAILED is no error of the call: `ResultCode` says why. */
  Status: z.enum(['CREATED', 'SUCCEEDED', 'FAILED']),
  /** The provider's payment. */
  Id: z.string(),
  /** Where the bank asks the diner, by card; null: it doesn't. */
  SecureModeRedirectURL: z.nullable(z.string()),
  /** The provider's code of a failure. */
  ResultCode: z.nullable(z.string()),
  /** With PayPal: where the diner approves (`rel` approve); empty for a card. */
  links: z.array(
    z.object({
      /** `approve`. */
      rel: z.string(),
      /** Where the page goes. */
      href: z.string(),
    }),
  ),
  /** The order that it pays. */
  orderKey: Key,
});
export type OrderAnswer = z.infer<typeof OrderAnswer>;

/** How a payment by card stands. */
export const PayIn = z.object({
  /** CREATED: it is still to be decided. */
  Status: z.enum(['CREATED', 'SUCCEEDED', 'FAILED']),
  /** Names it. */
  Id: z.string(),
  /** The provider's code of a failure. */
  ResultCode: z.nullable(z.string()),
  /** For logs; never shown. */
  ResultMessage: z.nullable(z.string()),
});
export type PayIn = z.infer<typeof PayIn>;

/** The names of a diner as a card payment provider wants them, before their first card. */
export const NaturalUserForm = z.object({
  /** 1 to 100 characters. */
  firstName: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  /** 1 to 100 characters. */
  lastName: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
});
export type NaturalUserForm = z.infer<typeof NaturalUserForm>;

/** What kinds of cards the provider registers (S2§3). */
export const CardType = z.enum(['CB_VISA_MASTERCARD', 'MAESTRO']);
export type CardType = z.infer<typeof CardType>;

/** What the diner's browser needs to hand a card to the provider; the gateway never sees its number. */
export const CardRegistration = z.object({
  /** Names the registration with the provider. */
  Id: z.string(),
  /** Where the browser posts the card, used whole. */
  CardRegistrationURL: z.string(),
  /** Goes along as `data`. */
  PreregistrationData: z.string(),
  /** Goes along as `accessKeyRef`. */
  AccessKey: z.string(),
  /**
   * Where the browser posts `Id` and `RegistrationData` afterwards, form-encoded and without a token
   * (`{base}/v2.01/{ClientId}/CardRegistrations/{Id}`); the answer holds `CardId`.
   */
  finishUrl: z.string(),
});
export type CardRegistration = z.infer<typeof CardRegistration>;

/** Finishes a registration: first with the card, then with what the bank has said of it where it wanted to be asked. */
export const CardFinish = z.object({
  /** The card that the provider has made of the registration. */
  cardId: z.optional(z.string().check(z.maxLength(100))),
  /** Its brand as the browser has recognised it; needed with `cardId`. */
  cardTypeAlias: z.optional(CardBrand),
  /** The pre-authorisation that the bank's page came back with. */
  preAuthorizationId: z.optional(z.string().check(z.maxLength(100))),
  /** For the bank; goes along with `cardId`. */
  browserInfo: z.optional(BrowserInfo),
});
export type CardFinish = z.infer<typeof CardFinish>;

/** How a registration stands. FAILED is no error of the call: `ResultCode` says why. */
export const CardFinishAnswer = z.object({
  /** SUCCEEDED: the card can pay. CREATED: the bank wants to ask its owner first. */
  Status: z.enum(['CREATED', 'SUCCEEDED', 'FAILED']),
  /** Where the bank's page comes back to, with `preAuthorizationId`; null where it isn't asked. */
  SecureModeReturnURL: z.nullable(z.string()),
  /** The bank's page; null where it isn't asked. */
  SecureModeRedirectURL: z.nullable(z.string()),
  /** The provider's code of a failure. */
  ResultCode: z.nullable(z.string()),
  /**
   * The card that can pay where it isn't the one that was named: its owner had the same one, which stays, and the new
   * one is gone.
   */
  CardId: z.optional(z.string()),
});
export type CardFinishAnswer = z.infer<typeof CardFinishAnswer>;

/** One of the caller's cards. */
export const CardChoice = z.object({
  /** Names the card; without it NoCard. */
  cardId: z.optional(z.string().check(z.maxLength(100))),
});
export type CardChoice = z.infer<typeof CardChoice>;
