import type { Details } from '@mahlzeit/contract';
import { text } from '../../discovery-texts';

const PAYMENTS = [
  ['paymentCash', 'CashPayment'],
  ['paymentEC', 'EcCard'],
  ['paymentVS', 'Visa'],
  ['paymentMC', 'Mastercard'],
  ['paymentDC', 'Dinersclub'],
  ['paymentAE', 'AmericanExpress'],
  ['paymentPP', 'PayPal'],
  ['paymentGP', 'GooglePay'],
  ['paymentAP', 'ApplePay'],
  ['sodexo', 'Sodexo'],
  ['ticketRestaurant', 'TicketRestaurant'],
] as const;

const FEATURES = [
  ['seatsOutside', 'SeatsOutside'],
  ['wifi', 'Wifi'],
  ['handicap', 'Accessible'],
  ['parkingRestaurant', 'ParkingSpace'],
  ['parkingExternal', 'ParkingNearby'],
  ['smokingOutside', 'SmokingOutside'],
  ['smokingInside', 'SmokingInside'],
] as const;

// What isn't known isn't said, and neither is what isn't there: a guest asks for what there is.

/** How one can pay here. */
export const paymentLabels = (details: Details): readonly string[] => PAYMENTS.filter(([detail]) => details[detail] === true).map(([, key]) => text(key));

/** What the place has: seats outside, WLAN. */
export const featureLabels = (details: Details): readonly string[] => FEATURES.filter(([detail]) => details[detail] === true).map(([, key]) => text(key));
