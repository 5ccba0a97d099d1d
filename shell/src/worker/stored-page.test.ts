import { appKeyOf, storedBuildsOf, presentStoredPage } from './stored-page';

const registryText = (now: number, version = 'a') =>
  `{"generatedAt":${now},"now":${now},"shell":"5.0.1+${version}","scripts":{"/assets/shell.${version}.js":"sha384-s"},` +
  `"remotes":[{"name":"mf-social","files":{"/remotes/mf-social/chat.1.js":"sha384-c"}}]}`;

const pageOf = (registry: string): string =>
  [
    '<!doctype html>',
    '<html lang="de" data-now="1000">',
    '<link rel="preload" as="font" type="font/woff2" href="/assets/text.2.woff2" crossorigin="anonymous">',
    `<script type="application/json" id="registry">${registry}</script>`,
  ].join('\n');

it('reads the scripts of all remotes with their hashes, and the fonts', () => {
  expect([...(storedBuildsOf(pageOf(registryText(1)))?.integrityByPath ?? [])]).toEqual([
    ['/assets/text.2.woff2', ''],
    ['/assets/shell.a.js', 'sha384-s'],
    ['/remotes/mf-social/chat.1.js', 'sha384-c'],
  ]);
});

it('takes a page without a registry for none of the app', () => {
  expect(storedBuildsOf('<!doctype html><title>Gleich wieder da</title>')).toBeNull();
});

it('gives pages of the same builds one key at all times, and pages of other builds another', () => {
  expect(appKeyOf(registryText(1))).toBe(appKeyOf(registryText(2)));
  expect(appKeyOf(registryText(1))).not.toBe(appKeyOf(registryText(1, 'b')));
});

it('moves the time of a stored page on by its age, and marks the page', () => {
  expect(presentStoredPage(pageOf(registryText(1)), 500)).toContain('<html lang="de" data-now="1500" data-stored>');
  // In this case the device's clock was set back since the page was stored.
  expect(presentStoredPage(pageOf(registryText(1)), -500)).toContain(' data-now="1000" data-stored>');
});
