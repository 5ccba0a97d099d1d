import express from 'express';
import { listen } from '../../../platform/http/listening-server';
import { anIntegrityHash } from '../fakes/fake-releases';
import { SEPARATE_PAGES, PAGE_NAMES } from '../manifest';
import { createSeparatePagesRouter, separatePageHtml } from './separate-page';

const pageSources = {
  isMeasured: true,
  tileUrl: 'https://tiles.example/{z}',
  googleMapsUrl: 'https://maps.googleapis.com/maps/api/js',
  cards: { tokeniserUrls: ['https://cards.example'], bankUrl: null },
  paypalUrl: 'https://paypal.example',
  signInUrls: ['https://accounts.example'],
};
const pageRelease = {
  script: 'page.0a1b2c3d4e.js',
  files: { 'page.0a1b2c3d4e.js': anIntegrityHash('p'), 'other.0a1b2c3d4e.js': anIntegrityHash('o') },
};
const SERVER_TIME = Date.parse('2026-06-24T11:30:00+02:00');

const PATHS = PAGE_NAMES.map((name) => SEPARATE_PAGES[name].path);

const getPage = async (path: string, builtRelease: typeof pageRelease | null = pageRelease, pageNames = PAGE_NAMES) => {
  const listeningServer = await listen({ host: '127.0.0.1', port: 0 });
  listeningServer.serve(
    express().use(
      createSeparatePagesRouter({
        pageNames,
        publicUrl: 'https://mahlzeit.test',
        sources: pageSources,
        isSandbox: true,
        now: () => SERVER_TIME,
        findRelease: async () => builtRelease,
      }),
    ),
  );
  const pageResponse = await fetch(`http://127.0.0.1:${listeningServer.port}${path}`, {
    headers: { 'Accept-Encoding': 'identity' },
  });
  const text = await pageResponse.text();
  await listeningServer.close();
  return { answer: pageResponse, text };
};

it.each(PATHS)(
  '%s is one document with one script file, whose hash it names, its recovery, and the server’s time',
  async (path) => {
    const { answer, text } = await getPage(path);
    const nonce = /script-src 'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
    expect(answer.status).toBe(200);
    expect(text).toContain(`<html lang="de" data-now="${SERVER_TIME}" data-sandbox>`);
    expect(text.match(/<script[^>]*>/g)).toEqual([
      `<script nonce="${nonce}">`,
      `<script defer nonce="${nonce}" src="${path}/page.0a1b2c3d4e.js" integrity="${anIntegrityHash('p')}" crossorigin="anonymous">`,
    ]);
    expect(text).toContain('<meta name="theme-color" content="#150e12" media="(prefers-color-scheme: dark)">');
  },
);

it.each(PATHS)('%s allows no third party, whatever diners use, and no inline script', async (path) => {
  const policyText = (await getPage(path)).answer.headers.get('content-security-policy') ?? '';
  expect(policyText).not.toMatch(/https:|unsafe|\*/);
  for (const expectedDirective of [
    "default-src 'none'",
    "connect-src 'self' wss://mahlzeit.test",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "frame-ancestors 'none'",
    "form-action 'none'",
  ])
    expect(policyText.split('; ')).toContain(expectedDirective);
});

it.each(PATHS)('%s is not cached, not listed by search engines and sets no cookie', async (path) => {
  const { answer, text } = await getPage(path);
  expect(text).toContain('<meta name="robots" content="noindex, nofollow">');
  expect([
    answer.headers.get('x-robots-tag'),
    answer.headers.get('cache-control'),
    answer.headers.get('set-cookie'),
  ]).toEqual(['noindex, nofollow', 'no-store', null]);
});

it.each(PATHS)('%s has nothing below it', async (path) => {
  expect((await getPage(`${path}/elbkantine`)).answer.status).toBe(404);
});

it('serves nothing at the path of a page that the deployment does not have', async () => {
  const pageNames = PAGE_NAMES.filter((name) => name !== 'moderation-console');
  expect((await getPage('/moderation', pageRelease, pageNames)).answer.status).toBe(404);
  expect((await getPage('/partner', pageRelease, pageNames)).answer.status).toBe(200);
});

it.each(PATHS)('%s asks to come back while it was not built', async (path) => {
  const { answer, text } = await getPage(path, null);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(text).toContain('<meta http-equiv="refresh" content="5">');
  expect(text).not.toContain('<script');
});

it('doesn’t mention the sandbox with real payments', () => {
  expect(
    separatePageHtml({ name: 'partner-console', nonce: 'n', now: SERVER_TIME, isSandbox: false, release: pageRelease }),
  ).not.toContain('data-sandbox');
});

it('gives each page its own title', () => {
  const titleOf = (name: (typeof PAGE_NAMES)[number]) =>
    /<title>(.*)<\/title>/.exec(
      separatePageHtml({ name, nonce: 'n', now: SERVER_TIME, isSandbox: false, release: pageRelease }),
    )?.[1];
  expect(PAGE_NAMES.map(titleOf)).toEqual(['Mahlzeit für Lokale', 'Mahlzeit Releases', 'Mahlzeit Moderation']);
});
