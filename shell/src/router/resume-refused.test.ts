import { createManualTimers, fakeShell } from '@mahlzeit/shared-ui/testing';
import { createFakeBrowser } from '../fake-browser';
import { resumeRefused } from './resume-refused';
import { createRouter } from './router';

describe('who was on the way to a screen', () => {
  const detour = (step: 'login' | 'verification') => {
    const tab = createFakeBrowser('/restaurants#addcontacts');
    const router = createRouter(tab.browser, createManualTimers());
    const { session, setSession } = fakeShell({ session: 'anonymous' });
    router.detour(step, { key: 'registration', params: ['prompt'] });
    return { tab, router, setSession, session };
  };

  it.each([
    ['login', 'unverified'],
    ['login', 'verified'],
    ['verification', 'verified'],
  ] as const)('for %s is led back there once they are %s, from however deep', (step, session) => {
    const { tab, router, setSession, session: client } = detour(step);
    resumeRefused({ session: client, router });
    router.open('login');
    setSession(session);
    tab.arrive();
    expect(tab.address()).toBe('/restaurants#addcontacts');
  });

  it('stays where they are while a step is missing, and once nobody watches', () => {
    const { tab, router, setSession, session } = detour('verification');
    const stop = resumeRefused({ session, router });
    setSession('unverified');
    tab.arrive();
    expect(tab.address()).toBe('/restaurants#registration/prompt');
    stop();
    setSession('verified');
    tab.arrive();
    expect(tab.address()).toBe('/restaurants#registration/prompt');
  });

  it('is led back where the step was made before anybody watched', () => {
    const { tab, router, setSession, session } = detour('login');
    setSession('verified');
    resumeRefused({ session, router });
    tab.arrive();
    expect(tab.address()).toBe('/restaurants#addcontacts');
  });

  it('isn’t called back from what they open there afterwards', () => {
    const { tab, router, setSession, session } = detour('login');
    resumeRefused({ session, router });
    setSession('verified');
    tab.arrive();
    router.open('details', 'mensa');
    tab.arrive();
    expect(tab.address()).toBe('/restaurants#details/mensa');
  });
});
