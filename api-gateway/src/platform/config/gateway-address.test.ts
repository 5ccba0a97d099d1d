import { addressOf } from './gateway-address';

it.each([
  ['127.0.0.1', null, 'http://127.0.0.1:4000'],
  ['localhost', null, 'http://localhost:4000'],
  ['fe80::1', null, 'http://[fe80::1]:4000'],
  ['0.0.0.0', null, 'http://127.0.0.1:4000'],
  ['::', null, 'http://[::1]:4000'],
  ['0.0.0.0', 'https://mahlzeit.example', 'https://mahlzeit.example'],
])('is reached, listening on %s with the public address %j, at %s', (host, publicUrl, expected) => {
  expect(addressOf({ host, publicUrl }, 4000)).toEqual({ port: 4000, publicUrl: expected });
});
