import { cleanPhone, cleanWebsite, contactOf } from './osm-contact-rules';

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
  ])('makes %p to %p', (text, phone) => {
    expect(cleanPhone(text)).toBe(phone);
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
  ])('makes %p to %p', (text, web) => {
    expect(cleanWebsite(text)).toBe(web);
  });
});

describe('contactOf', () => {
  it('takes the first tag that can be used, and tells of one that stands alone and can not', () => {
    const broken: string[] = [];
    const tags = { phone: '+49', 'contact:phone': '030 45028660\u200E', website: 'gibt es nicht' };
    expect(contactOf(tags, (text) => void broken.push(text))).toEqual({ phoneNumber: '030 45028660', email: null, web: null, reservationUrl: null });
    expect(broken).toEqual(['gibt es nicht']);
  });
});
