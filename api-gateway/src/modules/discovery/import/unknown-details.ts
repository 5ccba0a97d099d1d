import type { Restaurant } from '@mahlzeit/contract';

/** Details of a place of which nothing is known. */
export const UNKNOWN_DETAILS: Restaurant['data']['details'] = {
  wifi: null, paymentEC: null, paymentVS: null, paymentMC: null, paymentDC: null, paymentAE: null, paymentPP: null, paymentGP: null,
  paymentAP: null, paymentCash: null, sodexo: null, ticketRestaurant: null, handicap: null, parkingExternal: null,
  parkingRestaurant: null, smokingOutside: null, smokingInside: null, seatsOutside: null,
};
