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

  const scriptFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-prerender-'));
  const prerenderThreads: PrerenderThread[] = [];

  afterAll(async () => {
    for (const prerenderThread of prerenderThreads) await prerenderThread.close();
    rmSync(scriptFolder, { recursive: true, force: true });
  });

  const startPrerender = (scriptText: string, deadlineMs?: number): PrerenderThread => {
    const file = join(scriptFolder, `${prerenderThreads.length}.cjs`);
    writeFileSync(file, scriptText);
    const prerenderThread = createPrerenderThread(file, deadlineMs);
    prerenderThreads.push(prerenderThread);
    return prerenderThread;
  };

  it('draws what it is given', async () => {
    const prerenderThread = startPrerender(
      'exports.drawPrerender = ({ restaurants: [{ name }] }) => ({ html: name, css: "" });',
    );
    expect(
      await Promise.all([
        prerenderThread.draw(request),
        prerenderThread.draw({ ...request, restaurants: [aRestaurant({ name: 'Zweites' })] }),
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
  ])('rejects where the script %s', async (_title, scriptText) => {
    await expect(startPrerender(scriptText).draw(request)).rejects.toThrow();
  });

  it('is over after the deadline, and for good', async () => {
    const prerenderThread = startPrerender('exports.drawPrerender = () => { for (;;); };', 200);
    await expect(prerenderThread.draw(request)).rejects.toThrow('The page cannot be prerendered');
    await expect(prerenderThread.draw(request)).rejects.toThrow('The page cannot be prerendered');
  });
});

describe('createPrerenderCache', () => {
  const munichStart: StartPlace = {
    coordinate: { latitude: 48.14742, longitude: 11.56722 },
    kind: 'last',
    name: 'München',
  };
  const aPrerenderResult = (html = '<article></article>'): PrerenderResult => ({ html, css: '' });
  const aPrerenderRelease = (overrides: Partial<PrerenderRelease> = {}): PrerenderRelease => ({
    integrity: 'a',
    findScriptFile: async () => '/a.cjs',
    hasFilesOf: () => true,
    ...overrides,
  });

  /** Waits until all pending promises are settled. */
  const untilIdle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  const openPrerenderCache = (drawView: PrerenderThread['draw'] = async () => aPrerenderResult()) => {
    const clock = { real: 1_000_000, domain: 60_000_000 };
    const startedThreads: string[] = [];
    const closedThreads: string[] = [];
    const drawingErrors: unknown[] = [];
    let listCount = 0;
    const prerenderCache = createPrerenderCache({
      clock: { now: () => clock.domain, realNow: () => clock.real },
      loadList: async (startPlace): Promise<PrerenderRequest> => {
        listCount += 1;
        return { now: clock.domain, restaurants: [], discounts: [], teaser: null, start: startPlace };
      },
      startThread: (file) => {
        startedThreads.push(file);
        return { draw: drawView, close: async () => void closedThreads.push(file) };
      },
      onBroken: (drawingError) => void drawingErrors.push(drawingError),
    });
    return {
      cache: prerenderCache,
      clock,
      startedThreads,
      closedThreads,
      errors: drawingErrors,
      lists: () => listCount,
    };
  };

  it('draws once for all who ask within ten seconds, and a place each', async () => {
    const { cache, clock, lists, startedThreads } = openPrerenderCache();
    expect(
      await Promise.all([
        cache.prerenderAround(aPrerenderRelease(), munichStart),
        cache.prerenderAround(aPrerenderRelease(), munichStart),
      ]),
    ).toEqual([aPrerenderResult(), aPrerenderResult()]);
    clock.real += 9_999;
    await cache.prerenderAround(aPrerenderRelease(), munichStart);
    expect(lists()).toBe(1);
    await cache.prerenderAround(aPrerenderRelease(), fallbackStart);
    expect(lists()).toBe(2);
    clock.real += 1;
    await cache.prerenderAround(aPrerenderRelease(), munichStart);
    await cache.prerenderAround(aPrerenderRelease(), munichStart);
    expect(lists()).toBe(3);
    expect(startedThreads).toEqual(['/a.cjs']);
  });

  it('draws a place again under another name or for the reader’s own position', async () => {
    const { cache, lists } = openPrerenderCache();
    for (const startPlace of [
      munichStart,
      { ...munichStart, name: null },
      { ...munichStart, kind: 'user', name: null },
    ] as const)
      await cache.prerenderAround(aPrerenderRelease(), startPlace);
    expect(lists()).toBe(3);
  });

  it('lets a page begin with a view of the last minute while it draws a new one', async () => {
    const drawResolvers: ((view: PrerenderResult) => void)[] = [];
    const { cache, clock } = openPrerenderCache(() =>
      drawResolvers.length === 0 && clock.real === 1_000_000
        ? Promise.resolve(aPrerenderResult('old'))
        : new Promise((resolve) => drawResolvers.push(resolve)),
    );
    expect(await cache.prerenderAround(aPrerenderRelease(), munichStart)).toEqual(aPrerenderResult('old'));
    clock.real += 30_000;
    clock.domain += 30_000;
    expect(await cache.prerenderAround(aPrerenderRelease(), munichStart)).toEqual(aPrerenderResult('old'));
    await untilIdle();
    drawResolvers[0]?.(aPrerenderResult('new'));
    await untilIdle();
    expect(await cache.prerenderAround(aPrerenderRelease(), munichStart)).toEqual(aPrerenderResult('new'));
  });

  it.each([
    ['a minute later', 60_000, 60_000],
    ['after the server’s clock was moved', 10_000, 3_600_000],
  ])('begins with no old view %s', async (_title, elapsedRealMs, elapsedDomainMs) => {
    const { cache, clock, lists } = openPrerenderCache();
    await cache.prerenderAround(aPrerenderRelease(), munichStart);
    clock.real += elapsedRealMs;
    clock.domain += elapsedDomainMs;
    await cache.prerenderAround(aPrerenderRelease(), munichStart);
    expect(lists()).toBe(2);
  });

  it('changes to a new release and ends the thread of the old one', async () => {
    const { cache, startedThreads, closedThreads } = openPrerenderCache();
    await cache.prerenderAround(aPrerenderRelease(), munichStart);
    await cache.prerenderAround(
      aPrerenderRelease({ integrity: 'b', findScriptFile: async () => '/b.cjs' }),
      munichStart,
    );
    expect(startedThreads).toEqual(['/a.cjs', '/b.cjs']);
    expect(closedThreads).toEqual(['/a.cjs']);
  });

  it('stops using a failed release and reports it once', async () => {
    let drawCount = 0;
    const { cache, errors, clock } = openPrerenderCache(() => {
      drawCount += 1;
      return Promise.reject(new Error('broken'));
    });
    expect(await cache.prerenderAround(aPrerenderRelease(), munichStart)).toBeNull();
    clock.real += 60_000;
    expect(await cache.prerenderAround(aPrerenderRelease(), munichStart)).toBeNull();
    expect(drawCount).toBe(1);
    expect(errors).toHaveLength(1);
  });

  it('lets a page begin without a view that takes long, and has it for the next', async () => {
    let finishDrawing = (_view: PrerenderResult): void => undefined;
    const { cache } = openPrerenderCache(() => new Promise((resolve) => (finishDrawing = resolve)));
    expect(await cache.prerenderAround(aPrerenderRelease(), munichStart)).toBeNull();
    finishDrawing(aPrerenderResult());
    expect(await cache.prerenderAround(aPrerenderRelease(), munichStart)).toEqual(aPrerenderResult());
  });

  it.each([
    ['is not there', aPrerenderRelease({ findScriptFile: async () => null })],
    ['shows what the page has not', aPrerenderRelease({ hasFilesOf: () => false })],
  ])('has none where the script %s', async (_title, unusableRelease) =>
    expect(await openPrerenderCache().cache.prerenderAround(unusableRelease, munichStart)).toBeNull(),
  );

  it('draws once with a new release before anybody asks', async () => {
    const { cache, startedThreads, lists } = openPrerenderCache();
    await cache.prepare(aPrerenderRelease());
    await cache.prepare(aPrerenderRelease());
    expect(startedThreads).toEqual(['/a.cjs']);
    expect(lists()).toBe(1);
  });
});

it('accepts a view whose pictures the page has, and ignores folders of other sites', () => {
  const preparedRelease = prerenderReleaseOf(
    { shell: aShellManifest(), pages: [], remotes: [aMainManifest({ prerender: 'main.4a1b2c3d4e.js' })] },
    async () => null,
  );
  const hasAllFiles = (html: string): boolean | undefined => preparedRelease?.hasFilesOf({ html, css: '' });
  expect(
    hasAllFiles(
      '<svg><use href="/assets/text-latin.6a1b2c3d4e.woff2#bowl"></use></svg><a href="https://partner.test/assets/karte.pdf">Karte</a>',
    ),
  ).toBe(true);
  expect(hasAllFiles('<img src="/assets/gone.0000000000.svg">')).toBe(false);
});
