import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PrerenderRequest, PrerenderResult, StartPlace } from '@mahlzeit/contract';
import { aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { aMainManifest, aShellManifest } from '../fakes/fake-releases';
import { createPrerenderCache, createPrerenderThread, prerenderReleaseOf, fallbackStart } from './prerender';
import type { PrerenderRelease, PrerenderThread } from './prerender';

describe('a release’s renderer', () => {
  const request = { now: fixtureNow, restaurants: [aRestaurant()], discounts: [], teaser: null, start: fallbackStart };

  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-prerender-'));
  const threads: PrerenderThread[] = [];

  afterAll(async () => {
    for (const thread of threads) await thread.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const startPrerender = (script: string, deadlineMs?: number): PrerenderThread => {
    const file = join(folder, `${threads.length}.cjs`);
    writeFileSync(file, script);
    const thread = createPrerenderThread(file, deadlineMs);
    threads.push(thread);
    return thread;
  };

  it('draws what it is given', async () => {
    const thread = startPrerender(
      'exports.drawPrerender = ({ restaurants: [{ name }] }) => ({ html: name, css: "" });',
    );
    expect(
      await Promise.all([
        thread.draw(request),
        thread.draw({ ...request, restaurants: [aRestaurant({ name: 'Zweites' })] }),
      ]),
    ).toEqual([
      { html: 'Elbkantine', css: '' },
      { html: 'Zweites', css: '' },
    ]);
  });

  it('may have nothing to show', async () =>
    expect(await startPrerender('exports.drawPrerender = () => null;').draw(request)).toBeNull());

  it.each([
    ['throws', 'exports.drawPrerender = () => { throw new Error("oh"); };'],
    ['cannot be loaded', 'nonsense('],
    ['ends', 'exports.drawPrerender = () => process.exit(3);'],
    ['answers something else', 'exports.drawPrerender = () => ({ html: 5 });'],
  ])('rejects where the script %s', async (_title, script) => {
    await expect(startPrerender(script).draw(request)).rejects.toThrow();
  });

  it('is over after the deadline, and for good', async () => {
    const thread = startPrerender('exports.drawPrerender = () => { for (;;); };', 200);
    await expect(thread.draw(request)).rejects.toThrow('The page cannot be prerendered');
    await expect(thread.draw(request)).rejects.toThrow('The page cannot be prerendered');
  });
});

describe('createPrerenderCache', () => {
  const munichStart: StartPlace = {
    coordinate: { latitude: 48.14742, longitude: 11.56722 },
    kind: 'last',
    name: 'München',
  };
  const aView = (html = '<article></article>'): PrerenderResult => ({ html, css: '' });
  const aRelease = (overrides: Partial<PrerenderRelease> = {}): PrerenderRelease => ({
    integrity: 'a',
    findScriptFile: async () => '/a.cjs',
    hasFilesOf: () => true,
    ...overrides,
  });

  /** Waits for all pending promises. */
  const untilIdle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  const openPrerenderCache = (draw: PrerenderThread['draw'] = async () => aView()) => {
    const clock = { real: 1_000_000, domain: 60_000_000 };
    const startedThreads: string[] = [];
    const closedThreads: string[] = [];
    const errors: unknown[] = [];
    let listCount = 0;
    const cache = createPrerenderCache({
      clock: { now: () => clock.domain, realNow: () => clock.real },
      loadList: async (start): Promise<PrerenderRequest> => {
        listCount += 1;
        return { now: clock.domain, restaurants: [], discounts: [], teaser: null, start };
      },
      startThread: (file) => {
        startedThreads.push(file);
        return { draw, close: async () => void closedThreads.push(file) };
      },
      onBroken: (cause) => void errors.push(cause),
    });
    return { cache, clock, startedThreads, closedThreads, errors, lists: () => listCount };
  };

  it('draws once for all who ask within ten seconds, and a place each', async () => {
    const { cache, clock, lists, startedThreads } = openPrerenderCache();
    expect(
      await Promise.all([
        cache.prerenderAround(aRelease(), munichStart),
        cache.prerenderAround(aRelease(), munichStart),
      ]),
    ).toEqual([aView(), aView()]);
    clock.real += 9_999;
    await cache.prerenderAround(aRelease(), munichStart);
    expect(lists()).toBe(1);
    await cache.prerenderAround(aRelease(), fallbackStart);
    expect(lists()).toBe(2);
    clock.real += 1;
    await cache.prerenderAround(aRelease(), munichStart);
    await cache.prerenderAround(aRelease(), munichStart);
    expect(lists()).toBe(3);
    expect(startedThreads).toEqual(['/a.cjs']);
  });

  it('draws a place again under another name or for the reader’s own position', async () => {
    const { cache, lists } = openPrerenderCache();
    for (const start of [
      munichStart,
      { ...munichStart, name: null },
      { ...munichStart, kind: 'user', name: null },
    ] as const)
      await cache.prerenderAround(aRelease(), start);
    expect(lists()).toBe(3);
  });

  it('lets a page begin with a view of the last minute while it draws a new one', async () => {
    const drawResolvers: ((view: PrerenderResult) => void)[] = [];
    const { cache, clock } = openPrerenderCache(() =>
      drawResolvers.length === 0 && clock.real === 1_000_000
        ? Promise.resolve(aView('old'))
        : new Promise((resolve) => drawResolvers.push(resolve)),
    );
    expect(await cache.prerenderAround(aRelease(), munichStart)).toEqual(aView('old'));
    clock.real += 30_000;
    clock.domain += 30_000;
    expect(await cache.prerenderAround(aRelease(), munichStart)).toEqual(aView('old'));
    await untilIdle();
    drawResolvers[0]?.(aView('new'));
    await untilIdle();
    expect(await cache.prerenderAround(aRelease(), munichStart)).toEqual(aView('new'));
  });

  it.each([
    ['a minute later', 60_000, 60_000],
    ['after the server’s clock was moved', 10_000, 3_600_000],
  ])('begins with no old view %s', async (_title, realMs, domainMs) => {
    const { cache, clock, lists } = openPrerenderCache();
    await cache.prerenderAround(aRelease(), munichStart);
    clock.real += realMs;
    clock.domain += domainMs;
    await cache.prerenderAround(aRelease(), munichStart);
    expect(lists()).toBe(2);
  });

  it('changes to a new release and ends the thread of the old one', async () => {
    const { cache, startedThreads, closedThreads } = openPrerenderCache();
    await cache.prerenderAround(aRelease(), munichStart);
    await cache.prerenderAround(aRelease({ integrity: 'b', findScriptFile: async () => '/b.cjs' }), munichStart);
    expect(startedThreads).toEqual(['/a.cjs', '/b.cjs']);
    expect(closedThreads).toEqual(['/a.cjs']);
  });

  it('stops using a failed release and reports it once', async () => {
    let drawCount = 0;
    const { cache, errors, clock } = openPrerenderCache(() => {
      drawCount += 1;
      return Promise.reject(new Error('broken'));
    });
    expect(await cache.prerenderAround(aRelease(), munichStart)).toBeNull();
    clock.real += 60_000;
    expect(await cache.prerenderAround(aRelease(), munichStart)).toBeNull();
    expect(drawCount).toBe(1);
    expect(errors).toHaveLength(1);
  });

  it('lets a page begin without a view that takes long, and has it for the next', async () => {
    let finishDrawing = (_view: PrerenderResult): void => undefined;
    const { cache } = openPrerenderCache(() => new Promise((resolve) => (finishDrawing = resolve)));
    expect(await cache.prerenderAround(aRelease(), munichStart)).toBeNull();
    finishDrawing(aView());
    expect(await cache.prerenderAround(aRelease(), munichStart)).toEqual(aView());
  });

  it.each([
    ['is not there', aRelease({ findScriptFile: async () => null })],
    ['shows what the page has not', aRelease({ hasFilesOf: () => false })],
  ])('has none where the script %s', async (_title, release) =>
    expect(await openPrerenderCache().cache.prerenderAround(release, munichStart)).toBeNull(),
  );

  it('draws once with a new release before anybody asks', async () => {
    const { cache, startedThreads, lists } = openPrerenderCache();
    await cache.prepare(aRelease());
    await cache.prepare(aRelease());
    expect(startedThreads).toEqual(['/a.cjs']);
    expect(lists()).toBe(1);
  });
});

it('accepts a view whose pictures the page has, and ignores folders of other sites', () => {
  const release = prerenderReleaseOf(
    { shell: aShellManifest(), console: null, remotes: [aMainManifest({ prerender: 'main.4a1b2c3d4e.js' })] },
    { verify: async () => null },
  );
  const hasAllFiles = (html: string): boolean | undefined => release?.hasFilesOf({ html, css: '' });
  expect(
    hasAllFiles(
      '<svg><use href="/assets/text-latin.6a1b2c3d4e.woff2#bowl"></use></svg><a href="https://partner.test/assets/karte.pdf">Karte</a>',
    ),
  ).toBe(true);
  expect(hasAllFiles('<img src="/assets/gone.0000000000.svg">')).toBe(false);
});
