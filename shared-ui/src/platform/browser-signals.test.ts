import { browserSignals } from './browser-signals';

const comeUp = (persisted: boolean): void => {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
};

it('tells of a page that comes back out of the browser’s memory, and of none that was loaded', () => {
  let returns = 0;
  const stop = browserSignals.onPageShow(() => (returns += 1));
  comeUp(false);
  expect(returns).toBe(0);
  comeUp(true);
  expect(returns).toBe(1);
  stop();
  comeUp(true);
  expect(returns).toBe(1);
});
