import * as z from 'zod/mini';

const knownOrNot = z.nullable(z.boolean());

/** Facts about a place; null = unknown. */
export const Details = z.object({
  /** Guests get WLAN. */
  wifi: knownOrNot,
  /** Takes EC cards (girocard). */
  paymentEC: knownOrNot,
  /** Takes Visa. */
  paymentVS: knownOrNot,
  /** Takes Mastercard. */
  paymentMC: knownOrNot,
  /** Takes Diners Club. */
  paymentDC: knownOrNot,
  /** Takes American Express. */
  paymentAE: knownOrNot,
  /** Takes PayPal. */
  paymentPP: knownOrNot,
  /** Takes Google Pay. */
  paymentGP: knownOrNot,
  /** Takes Apple Pay. */
  paymentAP: knownOrNot,
  /** Takes cash. */
  paymentCash: knownOrNot,
  /** Takes Sodexo vouchers. */
  sodexo: knownOrNot,
  /** Takes Ticket Restaurant vouchers. */
  ticketRestaurant: knownOrNot,
  /** Can be entered with a wheelchair. */
  handicap: knownOrNot,
  /** Has parking nearby. */
  parkingExternal: knownOrNot,
  /** Has parking of its own. */
  parkingRestaurant: knownOrNot,
  /** Smoking is allowed outside. */
  smokingOutside: knownOrNot,
  /** Smoking is allowed inside. */
  smokingInside: knownOrNot,
  /** Has seats outside. */
  seatsOutside: knownOrNot,
});
export type Details = z.infer<typeof Details>;
