import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { createRouter } from './create-router';
import { createFakeBrowser } from './fake-browser';
import { takeFromAddress } from './take-from-address';

const open = (address: string) => {
  const tab = createFakeBrowser(address);
  createRouter(tab.browser, createManualTimers());
  return { tab, taken: takeFromAddress(tab.browser, 'resetToken') };
};

it.each([
  ['/restaurants?resetToken=r1', 'r1', '/restaurants'],
  ['/restaurants?resetToken=r1#details/caf%C3%A9', 'r1', '/restaurants#details/caf%C3%A9'],
  ['/restaurants?utm=brief&resetToken=r%2B1#login/reset', 'r+1', '/restaurants?utm=brief#login/reset'],
  ['/?resetToken=r1', 'r1', '/restaurants'],
  ['/restaurants?resetToken=', '', '/restaurants'],
  ['/restaurants?resetToken=r1&resetToken=r2', 'r1', '/restaurants'],
  ['/restaurants?utm=brief', null, '/restaurants?utm=brief'],
])('R10 takes out of %s the token %j and leaves %s', (address, token, left) => {
  const { tab, taken } = open(address);
  expect(taken).toBe(token);
  expect(tab.address()).toBe(left);
  expect(tab.trail()).toHaveLength(1);
});

it('R10 finds nothing a second time, as after a reload, and keeps the entry’s place in the history', () => {
  const { tab } = open('/restaurants?resetToken=r1');
  const state = tab.state();
  expect(takeFromAddress(tab.browser, 'resetToken')).toBeNull();
  expect(tab.state()).toEqual(state);
  expect(state).not.toBeNull();
});
