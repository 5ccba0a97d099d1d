import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import type { FirstViewThread } from './first-view-thread';
import { createFirstViewThread } from './first-view-thread';

const request = { now: fixtureNow, restaurants: [aRestaurant()], discounts: [] };

describe('a release’s renderer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-first-view-'));
  const threads: FirstViewThread[] = [];

  afterAll(async () => {
    for (const thread of threads) await thread.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (script: string, deadlineMs?: number): FirstViewThread => {
    const file = join(folder, `${threads.length}.cjs`);
    writeFileSync(file, script);
    const thread = createFirstViewThread(file, deadlineMs);
    threads.push(thread);
    return thread;
  };

  it('draws what it is given', async () => {
    const thread = run('exports.drawFirstView = ({ restaurants: [{ name }] }) => ({ html: name, css: "" });');
    expect(await Promise.all([thread.draw(request), thread.draw({ ...request, restaurants: [aRestaurant({ name: 'Zweites' })] })])).toEqual([
      { html: 'Elbkantine', css: '' },
      { html: 'Zweites', css: '' },
    ]);
  });

  it('may have nothing to show', async () => expect(await run('exports.drawFirstView = () => null;').draw(request)).toBeNull());

  it.each([
    ['throws', 'exports.drawFirstView = () => { throw new Error("oh"); };'],
    ['cannot be loaded', 'nonsense('],
    ['ends', 'exports.drawFirstView = () => process.exit(3);'],
    ['answers something else', 'exports.drawFirstView = () => ({ html: 5 });'],
  ])('rejects where the script %s', async (_what, script) => {
    await expect(run(script).draw(request)).rejects.toThrow();
  });

  it('is over after the deadline, and for good', async () => {
    const thread = run('exports.drawFirstView = () => { for (;;); };', 200);
    await expect(thread.draw(request)).rejects.toThrow('The first view cannot be drawn');
    await expect(thread.draw(request)).rejects.toThrow('The first view cannot be drawn');
  });
});
