import type { Details } from '@mahlzeit/contract';
import type { DemoPlace } from './demo-places';
import { seededInteger } from './lot';

/** Facts about a place. Of who is no partner little is known. */
export const detailsOf = (place: DemoPlace): Details => {
  const { id, isPartner, traits } = place;
  // So many of ten have it; where nobody asked, it is unknown.
  const fact = (name: string, ofTen: number): boolean | null => (isPartner || seededInteger('known', name, id) % 3 === 0 ? seededInteger(name, id) % 10 < ofTen : null);
  const isStreetFood = traits.includes('takeAway');
  return {
    wifi: isStreetFood ? false : fact('wifi', 6),
    paymentEC: fact('paymentEC', 9),
    paymentVS: fact('paymentVS', 7),
    paymentMC: fact('paymentMC', 7),
    paymentDC: fact('paymentDC', 1),
    paymentAE: fact('paymentAE', 3),
    paymentPP: fact('paymentPP', 4),
    paymentGP: fact('paymentGP', 6),
    paymentAP: fact('paymentAP', 6),
    paymentCash: fact('paymentCash', 9),
    sodexo: fact('sodexo', 3),
    ticketRestaurant: fact('ticketRestaurant', 3),
    handicap: fact('handicap', 6),
    parkingExternal: fact('parkingExternal', 4),
    parkingRestaurant: isStreetFood ? false : fact('parkingRestaurant', 2),
    smokingOutside: fact('smokingOutside', 5),
    smokingInside: fact('smokingInside', 0),
    seatsOutside: fact('seatsOutside', 6),
  };
};
