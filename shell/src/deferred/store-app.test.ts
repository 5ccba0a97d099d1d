/** @page */
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { waitTurns } from '../fake-browser';
import { storeApp } from './store-app';
import type { StoreAppDeps } from './store-app';

const pageWith = ({ isStored = false } = {}): Document => {
  const page = document.implementation.createHTMLDocument();
  page.documentElement.toggleAttribute('data-stored', isStored);
  page.body.innerHTML = '<script type="application/json" id="registry">{"generatedAt":1,"now":2,"shell":"5"}</script>';
  return page;
};

const start = async (overrides: Partial<StoreAppDeps> = {}, container: { readonly isRefused?: boolean } = {}) => {
  const timers = createManualTimers();
  const [postMessage, update] = [jest.fn(), jest.fn(async () => undefined)];
  const register = jest.fn(() =>
    container.isRefused ? Promise.reject(new Error('SecurityError')) : Promise.resolve(),
  );
  const getRegistration = async () => ({ update });
  const serviceWorker = { register, getRegistration, ready: Promise.resolve({ active: { postMessage } }) };
  const stop = storeApp({
    deployment: { worksOffline: true },
    timers,
    page: pageWith(),
    navigator: { serviceWorker },
    isOverridden: false,
    workerUrl: async () => '/sw.js',
    ...overrides,
    ...(overrides.navigator === undefined ? {} : { navigator: { serviceWorker, ...overrides.navigator } }),
  });
  expect(register).not.toHaveBeenCalled();
  return { timers, register, update, postMessage, stop };
};

const runQuiet = async (timers: ReturnType<typeof createManualTimers>): Promise<void> => {
  timers.advance(3_000);
  await waitTurns();
};

it('installs the worker once the page is quiet, and tells it with which builds the page began', async () => {
  const { timers, register, postMessage } = await start();
  await runQuiet(timers);
  expect(register).toHaveBeenCalledWith('/sw.js', { updateViaCache: 'none' });
  expect(postMessage).toHaveBeenCalledWith({ type: 'storeApp', appKey: '{"shell":"5"}' });
});

it('makes the worker look for newer builds when it has served this page itself', async () => {
  const { timers, postMessage } = await start({ page: pageWith({ isStored: true }) });
  await runQuiet(timers);
  expect(postMessage).toHaveBeenCalledWith({ type: 'storeApp', appKey: null });
});

it.each<[string, Partial<StoreAppDeps>]>([
  ['a tester sees other releases', { isOverridden: true }],
  ['the browser has no workers', { navigator: { serviceWorker: undefined } }],
])('installs nothing when %s', async (_reason, overrides) => {
  const { timers, register } = await start(overrides);
  await runQuiet(timers);
  expect(register).not.toHaveBeenCalled();
});

it('installs nothing when the operator has switched the worker off, and updates an installed one to its removal', async () => {
  const { timers, register, update } = await start({ deployment: { worksOffline: false } });
  await runQuiet(timers);
  expect([register.mock.calls.length, update.mock.calls.length]).toEqual([0, 1]);
});

it('loads nothing ahead for users who save data', async () => {
  const { timers, register, postMessage } = await start({ navigator: { connection: { saveData: true } } });
  await runQuiet(timers);
  expect([register.mock.calls.length, postMessage.mock.calls.length]).toEqual([1, 0]);
});

it('leaves the page alone when the browser refuses the worker, and when the page ends before', async () => {
  const refusedStart = await start({}, { isRefused: true });
  await runQuiet(refusedStart.timers);
  expect(refusedStart.postMessage).not.toHaveBeenCalled();
  const endedStart = await start();
  endedStart.stop();
  await runQuiet(endedStart.timers);
  expect(endedStart.register).not.toHaveBeenCalled();
});
