import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { fakeAddresses } from '../fake-entries';
import { createFakeBrowser } from '../fake-browser';
import { takeReturnValues } from './return-values';
import { createRouter } from './router';

const openAddress = (address: string) => {
  const tab = createFakeBrowser(address);
  createRouter(tab.browser, createManualTimers(), fakeAddresses());
  return { tab, values: Object.fromEntries(takeReturnValues(tab.browser)) };
};

it.each([
  ['/restaurants?resetToken=r1', { resetToken: 'r1' }, '/restaurants'],
  ['/restaurants?resetToken=r1#details/caf%C3%A9', { resetToken: 'r1' }, '/restaurants#details/caf%C3%A9'],
  ['/restaurants?utm=brief&resetToken=r%2B1#login/reset', { resetToken: 'r+1' }, '/restaurants?utm=brief#login/reset'],
  ['/?token=EC-1&PayerID=P1', { token: 'EC-1', PayerID: 'P1' }, '/restaurants'],
  ['/altona?token=EC-1', { token: 'EC-1' }, '/altona'],
  ['/restaurants?transactionId=7#details/mensa/cart', { transactionId: '7' }, '/restaurants#details/mensa/cart'],
  ['/restaurants?preAuthorizationId=8&utm=x', { preAuthorizationId: '8' }, '/restaurants?utm=x'],
  [
    '/restaurants?token=t&PayerID=p&transactionId=7&preAuthorizationId=8&resetToken=r',
    { token: 't', PayerID: 'p', transactionId: '7', preAuthorizationId: '8', resetToken: 'r' },
    '/restaurants',
  ],
  ['/restaurants?token=one&token=two', { token: 'one' }, '/restaurants'],
  ['/restaurants?token=', { token: '' }, '/restaurants'],
  ['/restaurants?token=%E0%A4%A', { token: '\uFFFD%A' }, '/restaurants'],
  ['/restaurants?Token=t&payerid=p&utm=brief', {}, '/restaurants?Token=t&payerid=p&utm=brief'],
])('R10 takes the query of %s: values %j, address %s', (address, expectedValues, expectedAddress) => {
  const { tab, values: takenValues } = openAddress(address);
  expect(takenValues).toEqual(expectedValues);
  expect(tab.address()).toBe(expectedAddress);
  expect(tab.trail()).toHaveLength(1);
});

it('R10 finds nothing a second time, as after a reload, and keeps the history entry', () => {
  const { tab } = openAddress('/restaurants?token=EC-1&PayerID=P1');
  const historyState = tab.state();
  expect(takeReturnValues(tab.browser).size).toBe(0);
  expect(tab.state()).toEqual(historyState);
  expect(historyState).not.toBeNull();
});
