import { pageRouteOf } from './page-route';

const routeOf = (address: string) => {
  const { pathname, search, hash } = new URL(address, 'http://mahlzeit.test');
  return pageRouteOf({ pathname, search, hash });
};

describe('pages', () => {
  it.each([
    ['/restaurants', { kind: 'main', placeId: null }],
    ['/restaurants?token=t#orders', { kind: 'main', placeId: null }],
    ['/hamburg-neustadt', { kind: 'main', placeId: 'hamburg-neustadt' }],
    ['/gro%C3%9Fneumarkt', { kind: 'main', placeId: 'großneumarkt' }],
    ['/100%25', { kind: 'main', placeId: '100%' }],
    ['/empty', { kind: 'empty' }],
  ])('%s', (address, expected) => {
    expect(routeOf(address)).toEqual(expected);
  });

  it('reads a malformed place id as it stands', () => {
    expect(pageRouteOf({ pathname: '/100%', search: '', hash: '' })).toEqual({ kind: 'main', placeId: '100%' });
  });
});

describe('redirects', () => {
  it.each([
    ['/', '/restaurants'],
    ['/?resetToken=r#login/reset', '/restaurants?resetToken=r#login/reset'],
    ['/restaurants/', '/restaurants'],
    ['/restaurants/mensa-arcisstrasse', '/restaurants#details/mensa-arcisstrasse'],
    ['/restaurants/mensa-arcisstrasse/', '/restaurants#details/mensa-arcisstrasse'],
    ['/restaurants/mensa-arcisstrasse/cart', '/restaurants#details/mensa-arcisstrasse/cart'],
    ['/restaurants/caf%C3%A9%2Fbar?utm=x', '/restaurants?utm=x#details/caf%C3%A9%2Fbar'],
    ['/restaurants/a#orders', '/restaurants#details/a'],
    ['/search', '/restaurants'],
    ['/search#orders', '/restaurants#orders'],
    ['/search/details/x', '/restaurants#details/x'],
    ['/search/details/x?a=1&b=2', '/restaurants?a=1&b=2#details/x'],
    ['/nowhere/at/all?x=1', '/restaurants?x=1'],
  ])('R03 %s leads to %s', (address, to) => {
    expect(routeOf(address)).toEqual({ kind: 'redirect', to });
  });

  it.each(['/api', '/live', '/legal', '/payment', '/assets', '/sw.js', '/favicon.ico', '/registry.json', '/metrics'])('never takes %s for a place', (address) => {
    expect(routeOf(address)).toEqual({ kind: 'redirect', to: '/restaurants' });
  });
});
