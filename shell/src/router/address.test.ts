import { fakeAddresses } from '../fake-entries';
import { formatHash, isSameAddress, pageRouteOf, parseHash, screenOfSharedLink } from './address';

describe('reading the hash', () => {
  it.each([
    ['', null],
    ['#', null],
    ['#/', null],
    ['#/details', null],
    ['#orders', { key: 'orders', params: [] }],
    ['#orders/', { key: 'orders', params: [] }],
    ['#details/mensa-arcisstrasse', { key: 'details', params: ['mensa-arcisstrasse'] }],
    ['#details/mensa-arcisstrasse/cart', { key: 'details', params: ['mensa-arcisstrasse', 'cart'] }],
    ['#details//cart', { key: 'details', params: ['', 'cart'] }],
  ])('reads %j', (hash, expectedAddress) => {
    expect(parseHash(hash)).toEqual(expectedAddress);
  });
});

describe('segments with awkward characters', () => {
  it.each(['a/b', '100%', 'a#b', 'Bäckerei Größe', '%2F', '50%25', 'a?b&c=d', 'ein zwei', '.', '..', '🍜'])(
    'R02 carries %j through the hash unchanged',
    (param) => {
      expect(parseHash(formatHash({ key: 'details', params: [param, 'cart'] }))).toEqual({
        key: 'details',
        params: [param, 'cart'],
      });
    },
  );

  it('R02 decodes each segment exactly once', () => {
    expect(parseHash('#details/a%252Fb')).toEqual({ key: 'details', params: ['a%2Fb'] });
  });

  it.each([
    ['#details/100%', ['100%']],
    ['#details/%E4rger', ['%E4rger']],
    ['#details/%zz/caf%C3%A9', ['%zz', 'café']],
  ])('R02 reads the malformed part of %j as raw text', (hash, expectedParams) => {
    expect(parseHash(hash)).toEqual({ key: 'details', params: expectedParams });
  });

  it('R02 reads umlauts that the browser left unencoded', () => {
    expect(parseHash('#details/gemüseküche')).toEqual({ key: 'details', params: ['gemüseküche'] });
  });

  it('R02 writes half a surrogate pair instead of throwing', () => {
    expect(parseHash(formatHash({ key: 'details', params: ['a\uD83C'] }))).toEqual({
      key: 'details',
      params: ['a\uFFFD'],
    });
  });
});

describe('comparing addresses', () => {
  it('distinguishes equal, different and absent ones', () => {
    const detailsAddress = { key: 'details', params: ['a'] };
    expect(isSameAddress(detailsAddress, { key: 'details', params: ['a', ''] })).toBe(true);
    expect(isSameAddress(detailsAddress, { key: 'details', params: ['b'] })).toBe(false);
    expect(isSameAddress({ key: 'details', params: ['a/b'] }, { key: 'details', params: ['a', 'b'] })).toBe(false);
    expect(isSameAddress(detailsAddress, null)).toBe(false);
    expect(isSameAddress(null, null)).toBe(true);
  });
});

const lookup = fakeAddresses();

describe('reading the path', () => {
  const pageRouteOfAddress = (address: string) => {
    const { pathname, search, hash } = new URL(address, 'http://mahlzeit.test');
    return pageRouteOf({ pathname, search, hash }, lookup);
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
      expect(pageRouteOfAddress(address)).toEqual(expected);
    });

    it('reads a malformed place id unchanged', () => {
      expect(pageRouteOf({ pathname: '/100%', search: '', hash: '' }, lookup)).toEqual({
        kind: 'main',
        placeId: '100%',
      });
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
      ['/i/t0k3n?x=1#orders', '/restaurants?x=1'],
      ['/r/caf%C3%A9%2Fbar', '/restaurants'],
      ['/i', '/restaurants'],
      ['/r/a/b#orders', '/restaurants#orders'],
    ])('R03 %s leads to %s', (address, targetUrl) => {
      expect(pageRouteOfAddress(address)).toEqual({ kind: 'redirect', targetUrl });
    });

    it.each(['/api', '/live', '/legal', '/payment', '/assets', '/sw.js', '/favicon.ico', '/registry.json', '/metrics'])(
      'never takes %s for a place',
      (address) => {
        expect(pageRouteOfAddress(address)).toEqual({ kind: 'redirect', targetUrl: '/restaurants' });
      },
    );
  });
});

describe('links that people share', () => {
  it.each([
    ['/i/3qZ8-t0k3n', { key: 'sharedinvitation', params: ['3qZ8-t0k3n'] }],
    ['/r/mensa-arcisstrasse/', { key: 'details', params: ['mensa-arcisstrasse'] }],
    ['/r/caf%C3%A9%2Fbar', { key: 'details', params: ['café/bar'] }],
    ['/i', null],
    ['/r/a/b', null],
    ['/constructor/a', null],
    ['/restaurants', null],
  ])('%s names %j', (pathname, screen) => expect(screenOfSharedLink({ pathname }, lookup)).toEqual(screen));
});
