import express from 'express';
import { listen } from '../../../platform/http/http-server';
import { anIntegrityHash } from '../fakes/fake-releases';
import { createPartnerPageRouter, partnerPageHtml } from './partner-page';

const pageSources = {
  isMeasured: true,
  tileUrl: 'https://tiles.example/{z}',
  googleMapsUrl: 'https://maps.googleapis.com/maps/api/js',
  cards: { tokeniserUrls: ['https://cards.example'], bankUrl: null },
  paypalUrl: 'https://paypal.example',
  signInUrls: ['https://accounts.example'],
};
const consoleRelease = {
  script: 'page.0a1b2c3d4e.js',
  files: { 'page.0a1b2c3d4e.js': anIntegrityHash('p'), 'other.0a1b2c3d4e.js': anIntegrityHash('o') },
};
const SERVER_TIME = Date.parse('2026-06-24T11:30:00+02:00');

const getPage = async (path: string, builtRelease: typeof consoleRelease | null = consoleRelease) => {
  const listeningServer = await listen({ host: '127.0.0.1', port: 0 });
  listeningServer.serve(
    express().use(
      createPartnerPageRouter({
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

it('is one document with one script, whose hash it names, and the server’s time', async () => {
  const { answer, text } = await getPage('/partner');
  const nonce = /script-src 'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
  expect(answer.status).toBe(200);
  expect(text).toContain(`<html lang="de" data-now="${SERVER_TIME}" data-sandbox>`);
  expect(text.match(/<script[^>]*>/g)).toEqual([
    `<script defer nonce="${nonce}" src="/partner/page.0a1b2c3d4e.js" integrity="${anIntegrityHash('p')}" crossorigin="anonymous">`,
  ]);
  expect(text).toContain('<meta name="theme-color" content="#150e12" media="(prefers-color-scheme: dark)">');
});

it('allows no third party, whatever diners use, and no inline script', async () => {
  const policyText = (await getPage('/partner')).answer.headers.get('content-security-policy') ?? '';
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

it('is not cached, not listed by search engines and sets no cookie', async () => {
  const { answer, text } = await getPage('/partner');
  expect(text).toContain('<meta name="robots" content="noindex, nofollow">');
  expect([
    answer.headers.get('x-robots-tag'),
    answer.headers.get('cache-control'),
    answer.headers.get('set-cookie'),
    answer.headers.get('referrer-policy'),
  ]).toEqual(['noindex, nofollow', 'no-store', null, 'no-referrer']);
});

it('has nothing below it', async () => {
  expect((await getPage('/partner/elbkantine')).answer.status).toBe(404);
});

it('asks to come back while no console was built', async () => {
  const { answer, text } = await getPage('/partner', null);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(text).toContain('<meta http-equiv="refresh" content="5">');
  expect(text).not.toContain('<script');
});

it('doesn’t mention the sandbox with real payments', () => {
  expect(partnerPageHtml({ nonce: 'n', now: SERVER_TIME, isSandbox: false, release: consoleRelease })).not.toContain(
    'data-sandbox',
  );
});
