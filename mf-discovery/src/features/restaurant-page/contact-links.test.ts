import { aRestaurant, anAddress } from '@mahlzeit/contract/fixtures';
import { phoneHref, rideHref, routeHref, staticMapSrc, streetLine, townLine, webLink } from './contact-links';

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

it('asks for the map of the surroundings in the size of the page', () => {
  expect(staticMapSrc({ latitude: 53.55, longitude: -9.99 }, 'dark')).toBe('/api/maps/static?latitude=53.55&longitude=-9.99&zoom=15&size=600x300&scale=2&scheme=dark');
});

it('tells a ride service where to, and keeps what its address says already', () => {
  const href = new URL(rideHref('https://fahrt.example/anfrage?partner=mahlzeit', aRestaurant({ name: 'Bäcker & Söhne', location: { latitude: 53.55, longitude: 9.99 } })));
  expect(Object.fromEntries(href.searchParams)).toEqual({ partner: 'mahlzeit', latitude: '53.55', longitude: '9.99', name: 'Bäcker & Söhne' });
});
