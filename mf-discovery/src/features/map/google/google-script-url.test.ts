/** @page */
import * as builder from './google-script-url';

const { 'module.exports': scriptUrl, admitScriptUrl } = builder;
const scriptQuery = { apiKey: 'AIza&key', callback: 'ready', language: 'de', version: 'weekly' };

it('returns no address before one is allowed', () => {
  expect(() => scriptUrl(scriptQuery)).toThrow('not allowed');
});

it('returns the deployment’s address with an escaped key, and no other', () => {
  admitScriptUrl('https://maps.googleapis.com/maps/api/js');
  expect(scriptUrl(scriptQuery)).toBe(
    'https://maps.googleapis.com/maps/api/js?key=AIza%26key&language=de&v=weekly&loading=async&callback=ready',
  );
});
