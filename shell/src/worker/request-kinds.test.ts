import { isAppPath, isAskedAnew, isHashedFile } from './request-kinds';

it.each([
  ['/', true],
  ['/restaurants', true],
  ['/restaurants/mensa', true],
  ['/i/3qZ8-t0k3n', true],
  ['/ChIJuRMYfoNhsUcRoDrWe_I9JgQ', true],
  ['/partner', false],
  ['/releases', false],
  ['/moderation', false],
  ['/api/orders/7/receipt', false],
  ['/payment/return', false],
  ['/mails/end/t0k3n', false],
  ['/media/meal/1.svg', false],
  ['/assets/shell.5a1b2c3d4e.js', false],
  ['/sw.js', false],
  ['/.well-known/security.txt', false],
])('takes %s for a page of the app: %s', (path, isPage) => {
  expect(isAppPath(path)).toBe(isPage);
});

it.each([
  ['/assets/shell.5a1b2c3d4e.js', true],
  ['/remotes/mf-social/remoteEntry.0a1b2c3d4e.js', true],
  ['/assets/text-latin.6a1b2c3d4e.woff2', true],
  ['/assets/shell.js', false],
  ['/partner/page.8a1b2c3d4e.js', false],
  ['/api/assets/shell.5a1b2c3d4e.js', false],
  ['/icons/app-192.png', false],
])('takes %s for a file that never changes: %s', (path, isHashed) => {
  expect(isHashedFile(path)).toBe(isHashed);
});

it('knows the second attempt and the recovery as requests past the cache', () => {
  const url = (address: string) => new URL(address, 'https://mahlzeit.test');
  expect(isAskedAnew({ cache: 'default' }, url('/assets/a.js'))).toBe(false);
  expect(isAskedAnew({ cache: 'default' }, url('/assets/a.js?r=1'))).toBe(true);
  expect(isAskedAnew({ cache: 'reload' }, url('/assets/a.js'))).toBe(true);
});
