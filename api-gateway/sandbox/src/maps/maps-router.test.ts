import { createContext, runInContext } from 'node:vm';
import express from 'express';
import request from 'supertest';
import { createMapsRouter, MAPS_PATH } from './maps-router';

const getMapsScript = (query: string) => request(express().use(createMapsRouter())).get(`${MAPS_PATH}?${query}`);

it('serves one script that defines what pages use, and calls them back', async () => {
  const { text, headers } = await getMapsScript('key=sandbox&callback=ready');
  expect(headers['content-type']).toMatch(/^text\/javascript/);
  const calledUrls: unknown[] = [];
  const window: { google?: { maps: Record<string, unknown> }; ready(): void } = {
    ready: () => void calledUrls.push(Object.keys(window.google?.maps ?? {})),
  };
  runInContext(text, createContext({ window }));
  expect(calledUrls).toEqual([['Map', 'LatLng', 'OverlayView', 'event']]);
});

it('refuses an invalid key as Google does: once a map is created', async () => {
  expect((await getMapsScript('key=sandbox&callback=ready')).text).not.toContain('gm_authFailure');
  expect((await getMapsScript('key=other&callback=ready')).text).toContain('gm_authFailure');
});

it.each(['callback=alert(1)', 'callback=a.b', '', 'callback=a&callback=b'])(
  'calls only a function by its name: refuses %s',
  async (query) => {
    expect((await getMapsScript(`key=sandbox&${query}`)).status).toBe(400);
  },
);
