/** @page */
import { createObservable } from '@mahlzeit/shared-ui/platform';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { fakeAddresses } from '../../fake-entries';
import { waitTurns } from '../../fake-browser';
import { fetchLikelyScreens } from './likely-screens';

const LIST = '<a href="#details/mensa">x</a><a href="#details/kantine">x</a><a href="https://elsewhere.test/">x</a>';

const start = ({ isHidden = false, isIdleKnown = true } = {}) => {
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.body.innerHTML = LIST;
  const timers = createManualTimers();
  const drawer = createObservable(false);
  const router = createObservable<unknown>(null);
  const idleCalls: (() => void)[] = [];
  const fetched: string[] = [];
  const finishFetch: (() => void)[] = [];
  const startedRemotes: string[] = [];
  const stop = fetchLikelyScreens({
    page: document,
    browser: isIdleKnown
      ? { requestIdleCallback: (run) => idleCalls.push(() => run({ didTimeout: false, timeRemaining: () => 50 })) }
      : {},
    timers,
    lookup: fakeAddresses(),
    drawer,
    router,
    prefetch: {
      fetchScripts({ key }) {
        fetched.push(key);
        return new Promise((resolve) => finishFetch.push(resolve));
      },
      loadRemote: ({ key }) => void startedRemotes.push(key),
    },
  });
  const passQuiet = async (ms = 1_000): Promise<void> => {
    timers.advance(ms);
    idleCalls.splice(0).forEach((run) => run());
    await waitTurns();
  };
  return { drawer, router, fetched, startedRemotes, finishFetch, timers, idleCalls, passQuiet, stop };
};

it('waits until the page is quiet and the browser idle', async () => {
  const { timers, idleCalls, fetched, passQuiet } = start();
  timers.advance(999);
  expect(idleCalls).toEqual([]);
  timers.advance(1);
  expect([idleCalls.length, fetched.length]).toEqual([1, 0]);
  await passQuiet();
  expect(fetched).toEqual(['details']);
});

it('fetches the screens of the open drawer, one after the other', async () => {
  const { drawer, fetched, finishFetch, passQuiet } = start();
  document.body.insertAdjacentHTML('beforeend', '<nav><a href="#settings">x</a><a href="#support">x</a></nav>');
  drawer.set(true);
  await passQuiet(100);
  expect(fetched).toEqual(['details']);
  finishFetch.shift()?.();
  await waitTurns();
  expect(fetched).toEqual(['details', 'settings']);
  finishFetch.shift()?.();
  await waitTurns();
  expect(fetched).toEqual(['details', 'settings', 'support']);
});

it('starts the remotes of the open drawer, and of no screen that only the page links to', async () => {
  const { drawer, finishFetch, startedRemotes, passQuiet } = start();
  await passQuiet();
  finishFetch.shift()?.();
  await waitTurns();
  expect(startedRemotes).toEqual([]);
  document.body.innerHTML = '<nav><a href="#settings">x</a></nav>';
  drawer.set(true);
  await passQuiet(100);
  finishFetch.shift()?.();
  await waitTurns();
  expect(startedRemotes).toEqual(['settings']);
});

it('looks again after a change of the screen, and not when the drawer closes', async () => {
  const { drawer, router, fetched, passQuiet } = start();
  drawer.set(true);
  await passQuiet(100);
  drawer.set(false);
  await passQuiet();
  expect(fetched).toEqual(['details']);
  router.set({ key: 'details' });
  await passQuiet();
  expect(fetched).toEqual(['details', 'details']);
});

it('works in browsers that don’t tell when they are idle', async () => {
  const { fetched, passQuiet } = start({ isIdleKnown: false });
  await passQuiet();
  expect(fetched).toEqual(['details']);
});

it('fetches nothing in a hidden page, nor after its stop', async () => {
  const hidden = start({ isHidden: true });
  await hidden.passQuiet();
  const stopped = start();
  stopped.stop();
  stopped.drawer.set(true);
  stopped.router.set({ key: 'details' });
  await stopped.passQuiet();
  expect([...hidden.fetched, ...stopped.fetched]).toEqual([]);
});
