import * as z from '@mahlzeit/contract/zod';

/** E-mail address of a restaurant, at most 254 characters. */
export const MailAddress = z.string().check(z.maxLength(254), z.regex(/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]{2,}$/));

/**
 * Way by which orders reach a restaurant that doesn't accept them, in addition to its e-mail address for guests. A new
 * kind needs an option in this schema and an implementation in the gateway.
 */
export const OrderChannel = z.discriminatedUnion('kind', [
  z.object({
    /** An e-mail to an address that guests don't see. */
    kind: z.literal('email'),
    /** Address that gets the e-mail. */
    address: MailAddress,
  }),
]);
export type OrderChannel = z.infer<typeof OrderChannel>;
