/** @page */
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { fakeAddresses } from '../fake-entries';
import { createFakeBrowser } from '../fake-browser';
import { createRouter } from './router';

const startRouter = (address: string, entryState: unknown = null) => {
  const fakeBrowser = createFakeBrowser(address, entryState);
  const timers = createManualTimers();
  const router = createRouter(fakeBrowser.browser, timers, fakeAddresses());
  return { tab: fakeBrowser, timers, router };
};

it('goes back to the screen directly below instead of showing it twice, also after a reload', () => {
  const firstSession = startRouter('/restaurants');
  firstSession.router.open('chatinbox');
  for (const chatKey of ['a', 'b']) {
    firstSession.router.open('chatmessages', chatKey);
    firstSession.router.open('details', 'mensa');
    firstSession.tab.press(-1);
    firstSession.router.replace('chatinbox');
    firstSession.tab.arrive();
  }
  expect([firstSession.tab.trail(), firstSession.router.get().modal]).toEqual([
    ['/restaurants', '/restaurants#chatinbox'],
    { key: 'chatinbox', params: [] },
  ]);
  firstSession.router.open('chatmessages', 'a');
  const { tab, router } = startRouter('/restaurants#chatmessages/a', firstSession.tab.state());
  router.replace('chatinbox');
  tab.arrive();
  // The visit of this tab starts with that entry, so a step back leaves the app: everything before belongs to other
  // sites.
  expect(tab.hasLeft()).toBe(true);
});

it('replaces by a screen that lies deeper, or by another one', () => {
  const { tab, router } = startRouter('/restaurants');
  router.open('chatinbox');
  router.open('details', 'a');
  router.replace('details', 'b');
  router.open('chatmessages', 'c');
  router.replace('chatinbox');
  expect(tab.trail()).toEqual([
    '/restaurants',
    '/restaurants#chatinbox',
    '/restaurants#details/b',
    '/restaurants#chatinbox',
  ]);
});

it("shows the requested screen when the entry below has changed, or the browser doesn't move", () => {
  const { tab, timers, router } = startRouter('/restaurants');
  router.open('chatinbox');
  router.open('chatmessages', 'a');
  tab.press(-1);
  router.replace('contacts');
  tab.press(1);
  router.replace('chatinbox');
  tab.arrive();
  expect(tab.trail()).toEqual(['/restaurants', '/restaurants#chatinbox']);
  router.open('chatmessages', 'b');
  router.replace('chatinbox');
  tab.swallow();
  timers.advance(1_000);
  expect(router.get().modal?.key).toBe('chatinbox');
});

it('replaces when a frame inside the page has added entries above', () => {
  const { tab, router } = startRouter('/restaurants');
  router.open('paymentoptions');
  router.open('paymentoptions', 'new');
  tab.frameNavigates();
  router.replace('paymentoptions');
  expect(tab.trail()).toEqual(['/restaurants', '/restaurants#paymentoptions', '/restaurants#paymentoptions']);
});
