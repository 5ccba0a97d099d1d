import { PageRegistry } from '@mahlzeit/contract';
import type { Deployment, PrerenderResult } from '@mahlzeit/contract';
import { aMainManifest, anIntegrityHash, aRemoteManifest, aShellManifest } from '../fakes/fake-releases';
import { presentRegistry } from '../registry/registry';
import { renderPageHtml, renderUnavailableHtml } from './page-html';
import type { PagePreview } from './page-html';
import { scriptLoader } from './script-loader';

const shellManifest = aShellManifest();
const remoteManifests = [aMainManifest(), aRemoteManifest()];
const testDeployment: Deployment = {
  stage: 'dev',
  version: '5.0.1',
  supportEmail: 'hilfe@mahlzeit.test',
  paymentSupportEmail: 'zahlung@mahlzeit.test',
  messengerUrl: null,
  partnerSignupUrl: null,
  helpUrl: 'https://mahlzeit.test/?</script><script>alert(1)</script><!--',
  rideServiceUrl: null,
  appStoreUrl: null,
  playStoreUrl: null,
  measurementId: null,
  testPayments: [],
  takesOrders: true,
  worksOffline: false,
  mapTiles: null,
  googleMaps: null,
};
const pageRegistry = presentRegistry({
  shell: shellManifest,
  remotes: remoteManifests,
  generatedAt: 5,
  now: 1_782_293_400_000,
  deployment: testDeployment,
});
const renderPage = (
  hasMainView = true,
  prerenderResult: PrerenderResult | null = null,
  pagePreview: PagePreview | null = null,
) =>
  renderPageHtml({
    shell: shellManifest,
    remotes: remoteManifests,
    registry: pageRegistry,
    nonce: 'bm9uY2U=',
    hasMainView,
    prerender: prerenderResult,
    preview: pagePreview,
  });

const inlinedJson = (html: string, id = 'registry'): unknown =>
  JSON.parse(new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(html)?.[1] ?? '');

it('is German, knows the time and starts the shell', () => {
  expect(renderPage()).toContain('<html lang="de" data-now="1782293400000">');
  expect(renderPage()).toContain(`<script>${scriptLoader}</script>`);
  expect(inlinedJson(renderPage(), 'start')).toMatchObject({
    scripts: [{ url: '/assets/shell.5a1b2c3d4e.js', integrity: anIntegrityHash('f') }],
  });
  expect(renderPage()).toContain('<div id="root">');
  expect(renderPage()).toMatch(/<noscript>.*JavaScript.*<\/noscript>/s);
});

it('holds the entries of each remote behind its content', () => {
  const entryTitles = { probe: '</script><!-- Probe' };
  const titledRemotes = remoteManifests.map((remoteManifest) => ({
    ...remoteManifest,
    entries: { ...remoteManifest.entries, titles: entryTitles },
  }));
  const html = renderPageHtml({
    shell: shellManifest,
    remotes: titledRemotes,
    registry: pageRegistry,
    nonce: 'bm9uY2U=',
    hasMainView: true,
    prerender: null,
    preview: null,
  });
  expect(inlinedJson(html, 'entries')).toEqual(titledRemotes.map(({ entries }) => entries));
  expect(html).not.toContain('<!--');
  expect(html.indexOf('id="entries"')).toBeGreaterThan(html.indexOf('id="root"'));
});

it('holds the registry, and nothing in it can end its element', () => {
  const html = renderPage();
  expect(PageRegistry.parse(inlinedJson(html))).toEqual(pageRegistry);
  expect(html.match(/<\/script>/g)).toHaveLength(5);
  expect(html).not.toContain('<!--');
});

it('gives its nonce to styles only', () => {
  const html = renderPage();
  expect(html).toContain('<meta property="csp-nonce" nonce="bm9uY2U=">');
  expect(html).toContain('<style nonce="bm9uY2U=">');
  expect(html).not.toMatch(/<script[^>]*nonce/);
  expect(html.replace(/<style.*?<\/style>/gs, '')).not.toMatch(/ style="/);
});

it('fetches the fonts ahead at once, and the scripts of the prerendered view by the script loader', () => {
  expect(renderPage().match(/<link rel="preload"[^>]*>/g)).toEqual([
    '<link rel="preload" as="font" type="font/woff2" href="/assets/text-latin.6a1b2c3d4e.woff2" crossorigin="anonymous">',
  ]);
  expect(inlinedJson(renderPage(), 'start')).toMatchObject({
    preloads: [
      { url: '/remotes/mf-discovery/remoteEntry.3a1b2c3d4e.js', integrity: anIntegrityHash('d') },
      { url: '/remotes/mf-discovery/main.4a1b2c3d4e.js', integrity: anIntegrityHash('e') },
    ],
  });
});

it('shows and fetches nothing on the path that renders nothing', () => {
  expect(renderPage(false)).toContain('<div id="root"></div>');
  expect(renderPage(false)).not.toContain('<link rel="preload"');
  expect(inlinedJson(renderPage(false), 'start')).toMatchObject({ preloads: [] });
});

it('hides the skeleton from screen readers, which read a loading text instead', () => {
  expect(renderPage()).toContain('<div id="skeleton" aria-hidden="true">');
  expect(renderPage()).toContain('<p class="sr" role="status">Mahlzeit lädt</p>');
});

it('shows the prerendered view in the main landmark, below the bar’s places', () => {
  const html = renderPage(true, { html: '<article>Elbkantine</article>', css: '.fv-a{color:red}' });
  expect(html).toContain('<main><div id="prerender"><article>Elbkantine</article></div></main>');
  expect(html).toContain('<style id="prerender-style" nonce="bm9uY2U=">.fv-a{color:red}');
  expect(html).toContain('<div id="skeleton" class="frame" aria-hidden="true"><div class="bar">');
  expect(html).not.toContain('class="card"');
});

it('offers a way out where no script ever comes', () => {
  expect(renderPage()).toContain(
    '<p class="slow"><span>Das dauert länger als sonst.</span> <a href="">Seite neu laden</a></p>',
  );
});

it('answers without a shell in German and asks again by itself', () => {
  const html = renderUnavailableHtml('bm9uY2U=', 5);
  expect(html).toContain('<h1>Mahlzeit ist gleich wieder da</h1>');
  expect(html).toContain('<meta http-equiv="refresh" content="5">');
  expect(html).not.toContain('<script');
});

const unescapeHtml = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/**
 * Reads the meta tags of a page like a crawler without scripts. All tags are found only if no character of a value ends
 * a tag too early.
 */
const metaTagsOf = (html: string): Readonly<Record<string, string>> => {
  const headHtml = html.slice(0, html.indexOf('</head>'));
  const tagEntries = [...headHtml.matchAll(/<meta (?:property|name)="([^"<>]*)" content="([^"<>]*)">/g)].map(
    ([, tagName = '', tagContent = '']) => [tagName, unescapeHtml(tagContent)],
  );
  return {
    title: unescapeHtml(/<title>([^<>]*)<\/title>/.exec(headHtml)?.[1] ?? ''),
    ...Object.fromEntries(tagEntries),
  };
};

describe('what messengers are told', () => {
  const injectionText = '"><script>alert(1)</script> & Käse';
  const pagePreview: PagePreview = {
    content: {
      title: `Kommst du mit? ${injectionText}`,
      description: `Ort: ${injectionText}`,
      image: { url: 'https://mahlzeit.test/map?a=1&b=2', alt: injectionText },
    },
    url: 'https://mahlzeit.test/i/t0k3n',
    isListed: false,
  };

  it('contains place and time with any characters', () => {
    const html = renderPage(true, null, pagePreview);
    expect(metaTagsOf(html)).toMatchObject({
      title: `Kommst du mit? ${injectionText}`,
      description: `Ort: ${injectionText}`,
      robots: 'noindex, nofollow',
      'twitter:card': 'summary_large_image',
      'og:title': `Kommst du mit? ${injectionText}`,
      'og:description': `Ort: ${injectionText}`,
      'og:image': 'https://mahlzeit.test/map?a=1&b=2',
      'og:image:alt': injectionText,
      'og:url': 'https://mahlzeit.test/i/t0k3n',
      'og:type': 'website',
      'og:site_name': 'Mahlzeit',
      'og:locale': 'de_DE',
    });
    expect(html).not.toContain('<script>alert');
  });

  it('equals that of every page for an invalid link', () => {
    const metaTags = metaTagsOf(
      renderPage(true, null, { content: null, url: 'https://mahlzeit.test/restaurants', isListed: false }),
    );
    expect(metaTags).toMatchObject({
      title: 'Mahlzeit',
      'og:title': 'Mahlzeit',
      'og:description': metaTags['description'],
      'og:url': 'https://mahlzeit.test/restaurants',
      robots: 'noindex, nofollow',
      'twitter:card': 'summary',
    });
    expect(metaTags).not.toHaveProperty('og:image');
  });

  it('is missing on a page that isn’t shared', () => {
    expect(Object.keys(metaTagsOf(renderPage())).filter((tagName) => /^og:|robots|twitter/.test(tagName))).toEqual([]);
  });
});
