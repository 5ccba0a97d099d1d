/** @jest-environment jest-fixed-jsdom */
import * as builder from './google-script-url';

const { 'module.exports': scriptUrl, admitScript } = builder;
const query = { apiKey: 'AIza&key', callback: 'ready', language: 'de', version: 'weekly' };

it('builds no address before one is admitted', () => {
  expect(() => scriptUrl(query)).toThrow('admitted');
});

it('builds the address that the deployment names, the key escaped, and no other', () => {
  admitScript('https://maps.googleapis.com/maps/api/js');
  expect(scriptUrl(query)).toBe(
    'https://maps.googleapis.com/maps/api/js?key=AIza%26key&language=de&v=weekly&loading=async&callback=ready',
  );
});
