import type { StartPlace } from '@mahlzeit/contract';
import { aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { createTryPrerender } from './try-prerender';

const loadList = async (start: StartPlace) => ({
  now: fixtureNow,
  restaurants: [aRestaurant()],
  discounts: [],
  teaser: null,
  start,
});

const tryScript = (source: string, deadlineMs?: number) =>
  createTryPrerender({ loadList, ...(deadlineMs === undefined ? {} : { deadlineMs }) })(
    'prerender.0a1b2c3d4e.cjs',
    Buffer.from(source),
  );

it('accepts a script that draws a view of the present list', async () => {
  expect(
    await tryScript("exports.drawPrerender = ({ restaurants: [{ name }] }) => ({ html: name, css: '' });"),
  ).toBeNull();
});

it.each([
  ['throws while it draws', "exports.drawPrerender = () => { throw new Error('Suppe aus'); };", /Suppe aus/],
  ['throws while it is loaded', "throw new Error('kein React');", /kein React/],
  ['draws something else', 'exports.drawPrerender = () => ({ html: 5 });', /html/],
  ['exports nothing', '', /not a function/],
  ['ends its thread', 'exports.drawPrerender = () => process.exit(1);', /exit code 1/],
])('names the reason for a script that %s', async (_what, source, reason) => {
  expect(await tryScript(source)).toEqual({ kind: 'failed', reason: expect.stringMatching(reason) });
});

it.each([
  ['never answers', 'exports.drawPrerender = () => new Promise(() => {});'],
  ['computes without end', 'exports.drawPrerender = () => { for (;;); };'],
])('ends a script that %s at the deadline', async (_what, source) => {
  expect(await tryScript(source, 300)).toEqual({ kind: 'late', deadlineMs: 300 });
});
