import { aRestaurant, anAddress } from '@mahlzeit/contract/fixtures';
import { phoneHref, routeHref, streetLine, townLine, webLink } from './contact-links';

it('leads to a maps service with name and coordinates', () => {
  const href = new URL(routeHref(aRestaurant({ name: 'Bäcker & Söhne', location: { latitude: 48.14742, longitude: 11.56722 } })));
  expect(href.searchParams.get('q')).toBe('48.14742,11.56722(Bäcker & Söhne)');
});

it.each([
  ['+49 40 5550142', 'tel:+49405550142'],
  ['+49 (0)40 / 555-01 42', 'tel:+49405550142'],
  ['040 555 01 42', 'tel:0405550142'],
])('calls %s by %s', (written, href) => {
  expect(phoneHref(written)).toBe(href);
});

it.each([
  ['https://www.elbkantine.example/karte', { href: 'https://www.elbkantine.example/karte', host: 'elbkantine.example' }],
  ['elbkantine.example', null],
  ['javascript:alert(1)', null],
])('takes %s as a site: %j', (web, link) => {
  expect(webLink(web)).toEqual(link);
});

it('leaves out of an address what is not known', () => {
  expect([streetLine(anAddress()), townLine(anAddress())]).toEqual(['Große Elbstraße 14a', '22767 Hamburg']);
  expect([streetLine(anAddress({ street: '', streetNumber: '' })), townLine(anAddress({ postalCode: '' }))]).toEqual(['', 'Hamburg']);
});
