import { createManualTimers, fakeShell } from '@mahlzeit/shared-ui/testing';
import { fakeAddresses } from '../fake-entries';
import { createFakeBrowser } from '../fake-browser';
import { resumeRefused } from './resume-refused';
import { createRouter } from './router';

describe('who was on the way to a screen', () => {
  const startDetour = (step: 'login' | 'verification') => {
    const tab = createFakeBrowser('/restaurants#addcontacts');
    const router = createRouter(tab.browser, createManualTimers(), fakeAddresses());
    const { session, setSession } = fakeShell({ session: 'anonymous' });
    router.detour(step, { key: 'registration', params: ['prompt'] });
    return { tab, router, setSession, session };
  };

  it.each([
    ['login', 'unverified'],
    ['login', 'verified'],
    ['verification', 'verified'],
  ] as const)('for %s leads back there once the user is %s, from any depth', (step, session) => {
    const { tab, router, setSession, session: client } = startDetour(step);
    resumeRefused({ session: client, router });
    router.open('login');
    setSession(session);
    tab.arrive();
    expect(tab.address()).toBe('/restaurants#addcontacts');
  });

  it('stays during a missing step, and after the stop', () => {
    const { tab, router, setSession, session } = startDetour('verification');
    const stopResuming = resumeRefused({ session, router });
    setSession('unverified');
    tab.arrive();
    expect(tab.address()).toBe('/restaurants#registration/prompt');
    stopResuming();
    setSession('verified');
    tab.arrive();
    expect(tab.address()).toBe('/restaurants#registration/prompt');
  });

  it('leads back when the step was completed before the start', () => {
    const { tab, router, setSession, session } = startDetour('login');
    setSession('verified');
    resumeRefused({ session, router });
    tab.arrive();
    expect(tab.address()).toBe('/restaurants#addcontacts');
  });

  it('doesn’t lead back from screens that are opened afterwards', () => {
    const { tab, router, setSession, session } = startDetour('login');
    resumeRefused({ session, router });
    setSession('verified');
    tab.arrive();
    router.open('details', 'mensa');
    tab.arrive();
    expect(tab.address()).toBe('/restaurants#details/mensa');
  });
});

describe('a browser that needs longer than the time limit of a history step', () => {
  const VERIFICATION_SCREEN = { key: 'profile', params: [] };
  const startRefusedScreen = () => {
    const tab = createFakeBrowser('/i/t0k3n');
    const timers = createManualTimers();
    const router = createRouter(tab.browser, timers, fakeAddresses());
    const { session, setSession } = fakeShell({ session: 'unverified' });
    resumeRefused({ session, router });
    router.open('joininvitation', 't0k3n');
    router.detour('verification', VERIFICATION_SCREEN);
    const arriveLate = (): void => {
      timers.advance(1_000);
      timers.advance(1_000);
      tab.arrive();
    };
    return { tab, router, setSession, arriveLate };
  };

  it('leads back to the refused screen, and not further', () => {
    const { tab, setSession, arriveLate } = startRefusedScreen();
    setSession('verified');
    arriveLate();
    expect(tab.address()).toBe('/restaurants#joininvitation/t0k3n');
  });

  it('leaves the refused screen for the one below it, and not further', () => {
    const { tab, router, arriveLate } = startRefusedScreen();
    tab.press(-1);
    router.detour('verification', VERIFICATION_SCREEN);
    arriveLate();
    expect(tab.address()).toBe('/restaurants#sharedinvitation/t0k3n');
  });
});
