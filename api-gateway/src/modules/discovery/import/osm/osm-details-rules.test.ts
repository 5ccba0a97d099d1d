import { UNKNOWN_DETAILS } from '../unknown-details';
import { detailsOf } from './osm-details-rules';

describe('detailsOf', () => {
  it('knows nothing of a place without tags', () => {
    expect(detailsOf({})).toEqual(UNKNOWN_DETAILS);
  });

  it.each([
    [{ wheelchair: 'yes' }, { handicap: true }],
    [{ wheelchair: 'designated' }, { handicap: true }],
    [{ wheelchair: 'no' }, { handicap: false }],
    [{ wheelchair: 'limited' }, { handicap: null }],
    [{ wheelchair: 'limited;no' }, { handicap: null }],
    [{ wheelchair: 'Automatik Tür, Barrierefreie Ebene' }, { handicap: null }],
    [{ outdoor_seating: 'yes' }, { seatsOutside: true }],
    [{ outdoor_seating: 'sidewalk' }, { seatsOutside: true }],
    [{ outdoor_seating: 'no' }, { seatsOutside: false }],
    [{ internet_access: 'wlan' }, { wifi: true }],
    [{ internet_access: 'no' }, { wifi: false }],
    [{ internet_access: 'terminal' }, { wifi: null }],
    [{ smoking: 'outside' }, { smokingInside: false, smokingOutside: true }],
    [{ smoking: 'no' }, { smokingInside: false, smokingOutside: null }],
    [{ smoking: 'yes' }, { smokingInside: true, smokingOutside: true }],
    [{ smoking: 'isolated' }, { smokingInside: true, smokingOutside: null }],
    [{ smoking: 'yes/no' }, { smokingInside: null, smokingOutside: null }],
    [{ 'payment:girocard': 'yes' }, { paymentEC: true }],
    [{ 'payment:debit_cards': 'no' }, { paymentEC: false }],
    [{ 'payment:credit_cards': 'yes' }, { paymentVS: true, paymentMC: true, paymentAE: null, paymentDC: null }],
    [{ 'payment:credit_cards': 'no' }, { paymentVS: false, paymentMC: false, paymentAE: false, paymentDC: false }],
    [{ 'payment:credit_cards': 'no', 'payment:visa': 'yes' }, { paymentVS: true, paymentMC: false }],
    [{ 'payment:cards': 'yes' }, { paymentEC: null, paymentVS: null }],
    [{ 'payment:cash': 'only' }, { paymentCash: true, paymentEC: false, paymentVS: false, paymentAP: false, paymentPP: false }],
    [{ 'payment:cash': 'no', 'payment:apple_pay': 'yes', 'payment:google_pay': 'yes' }, { paymentCash: false, paymentAP: true, paymentGP: true }],
    [{ 'payment:notes': 'BMW Employee card' }, { paymentCash: null }],
  ])('reads %j', (tags, details) => {
    expect(detailsOf(tags)).toMatchObject(details);
  });
});
