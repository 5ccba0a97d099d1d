import { UNKNOWN_DETAILS } from '../record/place-record';
import { cleanPhone, cleanWebsite, readContact, placeDetailsOf, tagIdsOf } from './osm-tags';

describe('tagIdsOf', () => {
  const readTags = (osmTags: Record<string, string>) => {
    const unknownTags: string[] = [];
    return { ids: tagIdsOf(osmTags, (_warningKind, tagWord) => void unknownTags.push(tagWord)), unknown: unknownTags };
  };

  it.each([
    [{ cuisine: 'italian' }, ['italian']],
    [{ cuisine: 'italian;pizza' }, ['italian', 'pizza']],
    [{ cuisine: 'Italian_Pizza; pasta , ice_cream' }, ['italian', 'pizza', 'pasta', 'icecream']],
    [{ cuisine: 'coffee_shop;coffee', amenity: 'cafe' }, ['coffee', 'cafe']],
    [{ amenity: 'restaurant', 'diet:vegan': 'yes' }, ['vegetarian', 'vegan']],
    [{ 'diet:vegan': 'no', 'diet:vegetarian': 'only', 'diet:halal': 'limited' }, ['vegetarian']],
    [{ takeaway: 'only', organic: 'yes' }, ['organic', 'takeaway']],
    [{}, []],
  ])('reads %j', (osmTags, expectedTagIds) => {
    expect(readTags(osmTags)).toEqual({ ids: expectedTagIds, unknown: [] });
  });

  it('counts a cuisine that it does not know, and takes the others', () => {
    expect(readTags({ cuisine: 'new_london_cuisine;thai' })).toEqual({
      ids: ['thai'],
      unknown: ['new_london_cuisine'],
    });
  });
});

describe('cleanPhone', () => {
  it.each([
    ['+49 30 786 37 01', '+49 30 786 37 01'],
    ['+49304339591.', '+49304339591'],
    ['+49 30 654 95 098;+49 175 856 90 65', '+49 30 654 95 098'],
    ['+49 178 2159015; +49 30 319881860', '+49 178 2159015'],
    ['030 45028660', '030 45028660'],
    ['++49 302177774', '+49 302177774'],
    ['(+49) 030 84421320', '+49 030 84421320'],
    ['030 – 44 31 86 21', '030 - 44 31 86 21'],
    ['Tel.: 089/123456', '089/123456'],
    ['089 123456 / 0170 1234567', '089 123456'],
    ['089 123456, 089 123457', '089 123456'],
    ['089 123456 oder 0170 1234567', '089 123456'],
    ['0049 89 123456', '+49 89 123456'],
    ['+49', null],
    ['keine', null],
    ['', null],
  ])('makes %p to %p', (text, expectedPhone) => {
    expect(cleanPhone(text)).toBe(expectedPhone);
  });
});

describe('cleanWebsite', () => {
  it.each([
    ['http://www.nuovamirabella.de', 'http://www.nuovamirabella.de'],
    ['https://frauli-muenchen.de/', 'https://frauli-muenchen.de/'],
    ['www.immerhin-berlin.de', 'https://www.immerhin-berlin.de'],
    ['nalu-diner.de', 'https://nalu-diner.de'],
    ['facebook.com/codohueberlin', 'https://facebook.com/codohueberlin'],
    ['www.a.de; www.b.de', 'https://www.a.de'],
    ['https://a.de/x?y=1,2', 'https://a.de/x?y=1,2'],
    ['http:/a.de', 'http://a.de'],
    ['https://grüne-küche.de/menü', 'https://grüne-küche.de/menü'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['https://user:secret@a.de', null],
    ['mailto:a@b.de', null],
    ['https://a.de/"onload="x', null],
    ['keine', null],
    ['https://', null],
    ['', null],
  ])('makes %p to %p', (text, expectedWebsite) => {
    expect(cleanWebsite(text)).toBe(expectedWebsite);
  });
});

describe('contactOf', () => {
  it('uses the first usable tag, and warns about a single unusable one', () => {
    const unusableTexts: string[] = [];
    const osmTags = { phone: '+49', 'contact:phone': '030 45028660\u200E', website: 'gibt es nicht' };
    expect(readContact(osmTags, (text) => void unusableTexts.push(text))).toEqual({
      phoneNumber: '030 45028660',
      email: null,
      web: null,
      reservationUrl: null,
    });
    expect(unusableTexts).toEqual(['gibt es nicht']);
  });
});

describe('placeDetailsOf', () => {
  it('knows nothing of a place without tags', () => {
    expect(placeDetailsOf({})).toEqual(UNKNOWN_DETAILS);
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
    [
      { 'payment:credit_cards': 'no', 'payment:visa': 'yes' },
      { paymentVS: true, paymentMC: false },
    ],
    [{ 'payment:cards': 'yes' }, { paymentEC: null, paymentVS: null }],
    [
      { 'payment:cash': 'only' },
      { paymentCash: true, paymentEC: false, paymentVS: false, paymentAP: false, paymentPP: false },
    ],
    [
      { 'payment:cash': 'no', 'payment:apple_pay': 'yes', 'payment:google_pay': 'yes' },
      { paymentCash: false, paymentAP: true, paymentGP: true },
    ],
    [{ 'payment:notes': 'BMW Employee card' }, { paymentCash: null }],
  ])('reads %j', (osmTags, expectedDetails) => {
    expect(placeDetailsOf(osmTags)).toMatchObject(expectedDetails);
  });
});
