import { agreesToGoogleMaps, cookieNameAt, googleMapsCookie } from './cookies';

const LOCAL_ORIGIN = 'http://127.0.0.1:4000';
const PUBLIC_ORIGIN = 'https://mahlzeit.test';

it.each([
  [LOCAL_ORIGIN, 'mahlzeit_rt_4000'],
  ['http://mahlzeit.test', 'mahlzeit_rt_80'],
  [PUBLIC_ORIGIN, '__Host-mahlzeit_rt_443'],
  ['https://mahlzeit.test:8443', '__Host-mahlzeit_rt_8443'],
])('names a cookie of %s by its port: %s', (origin, name) => expect(cookieNameAt(origin, 'mahlzeit_rt')).toBe(name));

it('names a cookie of HTTPS so that browsers take it by HTTPS alone, for one path, too', () => {
  expect(cookieNameAt(PUBLIC_ORIGIN, 'mahlzeit_rt', '/api/auth')).toBe('__Secure-mahlzeit_rt_443');
  expect(cookieNameAt(LOCAL_ORIGIN, 'mahlzeit_rt', '/api/auth')).toBe('mahlzeit_rt_4000');
});

it.each([
  [LOCAL_ORIGIN, true, 'mahlzeit_google_maps_4000=1; path=/; SameSite=Lax; max-age=31536000'],
  [LOCAL_ORIGIN, false, 'mahlzeit_google_maps_4000=1; path=/; SameSite=Lax; max-age=0'],
  [PUBLIC_ORIGIN, true, '__Host-mahlzeit_google_maps_443=1; path=/; SameSite=Lax; max-age=31536000; Secure'],
])('stores at %s the consent to Google’s map: %s', (origin, hasAgreed, expectedCookie) =>
  expect(googleMapsCookie(origin, hasAgreed)).toBe(expectedCookie),
);

it.each([
  ['', false],
  ['mahlzeit_google_maps_4000=1', true],
  ['mahlzeit_start=53.55,9.99,Altona; mahlzeit_google_maps_4000=1; other=2', true],
  ['mahlzeit_google_maps_4000=0', false],
  ['mahlzeit_google_maps_4000=10', false],
  // The cookie belongs to another Mahlzeit gateway on the same host, with another port.
  ['mahlzeit_google_maps_4001=1', false],
  ['other=mahlzeit_google_maps_4000=1', false],
])('reads from the cookies %j a consent to Google’s map: %s', (cookieHeader, hasConsent) =>
  expect(agreesToGoogleMaps(LOCAL_ORIGIN, cookieHeader)).toBe(hasConsent),
);
