import { watchErrors } from './watch-errors';

const start = () => {
  const reports: [string, unknown][] = [];
  const page = new EventTarget();
  const stop = watchErrors({ addEventListener: page.addEventListener.bind(page), removeEventListener: page.removeEventListener.bind(page) }, (name, { message }) => void reports.push([name, message]));
  const fail = (error: unknown, message = '') => page.dispatchEvent(Object.assign(new Event('error'), { error, message }));
  const reject = (reason: unknown) => page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  return { reports, stop, fail, reject };
};

it('reports what nobody caught, each once', () => {
  const { reports, fail, reject } = start();
  fail(new TypeError('x is undefined'));
  fail(new TypeError('x is undefined'));
  reject(new RangeError('too far'));
  reject('just words');
  fail(null, 'Script error.');
  expect(reports).toEqual([['TypeError', 'x is undefined'], ['RangeError', 'too far'], ['Error', 'just words'], ['Error', 'Script error.']]);
});

it('reports no flood', () => {
  const { reports, fail } = start();
  for (let count = 0; count < 50; count += 1) fail(new Error(`number ${count}`));
  expect(reports).toHaveLength(10);
});

it('reports nothing of what follows the path of an address', () => {
  const { reports, fail } = start();
  fail(new Error('GET https://mahlzeit.test/restaurants?resetToken=geheim#orders failed (https://a.test/b#c)'));
  expect(reports).toEqual([['Error', 'GET https://mahlzeit.test/restaurants failed (https://a.test/b)']]);
});

it('gets nothing more once it is stopped', () => {
  const { reports, stop, fail, reject } = start();
  stop();
  fail(new Error('a'));
  reject(new Error('b'));
  expect(reports).toEqual([]);
});
