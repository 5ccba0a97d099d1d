import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import type { PrerenderThread } from './first-view-thread';
import { createPrerenderThread } from './first-view-thread';

const request = { now: fixtureNow, restaurants: [aRestaurant()], discounts: [] };

describe('a release’s renderer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-prerender-'));
  const threads: PrerenderThread[] = [];

  afterAll(async () => {
    for (const thread of threads) await thread.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (script: string, deadlineMs?: number): PrerenderThread => {
    const file = join(folder, `${threads.length}.cjs`);
    writeFileSync(file, script);
    const thread = createPrerenderThread(file, deadlineMs);
    threads.push(thread);
    return thread;
  };

  it('draws what it is given', async () => {
    const thread = run('exports.drawPrerender = ({ restaurants: [{ name }] }) => ({ html: name, css: "" });');
    expect(await Promise.all([thread.draw(request), thread.draw({ ...request, restaurants: [aRestaurant({ name: 'Zweites' })] })])).toEqual([
      { html: 'Elbkantine', css: '' },
      { html: 'Zweites', css: '' },
    ]);
  });

  it('may have nothing to show', async () => expect(await run('exports.drawPrerender = () => null;').draw(request)).toBeNull());

  it.each([
    ['throws', 'exports.drawPrerender = () => { throw new Error("oh"); };'],
    ['cannot be loaded', 'nonsense('],
    ['ends', 'exports.drawPrerender = () => process.exit(3);'],
    ['answers something else', 'exports.drawPrerender = () => ({ html: 5 });'],
  ])('rejects where the script %s', async (_what, script) => {
    await expect(run(script).draw(request)).rejects.toThrow();
  });

  it('is over after the deadline, and for good', async () => {
    const thread = run('exports.drawPrerender = () => { for (;;); };', 200);
    await expect(thread.draw(request)).rejects.toThrow('The page cannot be prerendered');
    await expect(thread.draw(request)).rejects.toThrow('The page cannot be prerendered');
  });
});
