import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { contentSecurityPolicy } from './content-security-policy';
import { SCRIPT_LOADER_SOURCE, scriptLoader } from './script-loader';

const shell = { url: '/assets/shell.js', integrity: 'sha384-s' };
const entry = { url: '/remotes/mf-discovery/remoteEntry.js', integrity: 'sha384-e' };

interface PageState {
  readonly hasPrerender?: boolean;
  readonly isHidden?: boolean;
  /** Number of pictures in sight. The test decides when each one is decoded. */
  readonly pictureCount?: number;
  /** True while the browser still receives the page and has parsed none of it. */
  readonly isParsing?: boolean;
}

/** Runs the script loader in a simulated page. The test controls the page's paints, picture decoding and time. */
const runLoader = async ({
  hasPrerender = true,
  isHidden = false,
  pictureCount = 0,
  isParsing = false,
}: PageState = {}) => {
  let hasCard = hasPrerender && !isParsing;
  const addedScripts: Record<string, unknown>[] = [];
  const policies: { name: string; rules: { createScriptURL(url: string): string } }[] = [];
  const frameCallbacks: (() => void)[] = [];
  const timers: { ms: number; run: () => void }[] = [];
  const pendingDecodes: { finish(): void; fail(): void }[] = [];
  const contentLoadedListeners: ((event: object) => unknown)[] = [];
  const clickListeners: ((event: object) => unknown)[] = [];
  const createElement = (kind: string) => {
    const element: Record<string, unknown> = { kind };
    element.setAttribute = (name: string, value: string) => {
      element[name] = value;
    };
    return element;
  };
  const elements: Record<string, object> = {
    start: { textContent: JSON.stringify({ scripts: [shell], preloads: [entry] }) },
    ...(hasPrerender ? { prerender: {} } : {}),
  };
  const trustedTypes = {
    createPolicy(name: string, rules: { createScriptURL(url: string): string }) {
      policies.push({ name, rules });
      return rules;
    },
  };
  runInNewContext(scriptLoader, {
    window: { trustedTypes },
    document: {
      hidden: isHidden,
      createElement,
      head: { append: (element: Record<string, unknown>) => void addedScripts.push(element) },
      getElementById: (id: string) => elements[id] ?? null,
      querySelector: () => (hasCard ? {} : null),
      querySelectorAll: () =>
        Array.from({ length: pictureCount }, () => ({
          decode: () =>
            new Promise<void>((finish, fail) =>
              pendingDecodes.push({ finish, fail: () => fail(new Error('EncodingError')) }),
            ),
        })),
      addEventListener: (name: string, run: (event: object) => unknown) =>
        void (name === 'click' ? clickListeners : contentLoadedListeners).push(run),
    },
    requestAnimationFrame: (run: () => void) => void frameCallbacks.push(run),
    setTimeout: (run: () => void, ms = 0) => void timers.push({ ms, run }),
  });
  const nextIteration = () => new Promise((resolve) => setImmediate(resolve));
  const passTime = async (ms: number) => {
    for (const { run } of timers.splice(0).filter((timer) => timer.ms <= ms)) run();
    await nextIteration();
  };
  const nextFrame = async (): Promise<void> => {
    for (const run of frameCallbacks.splice(0)) run();
    await nextIteration();
  };
  const paintFrame = async () => {
    await nextFrame();
    await passTime(0);
  };
  const continueParsing = async (selection: 'a card' | 'all'): Promise<void> => {
    if (selection === 'a card') hasCard = true;
    else for (const run of contentLoadedListeners) void run({});
    await nextIteration();
  };
  if (!isParsing) await continueParsing('all');
  const finishDecoding = async (outcome: 'finish' | 'fail' = 'finish') => {
    for (const pendingDecode of pendingDecodes.splice(0)) pendingDecode[outcome]();
    await nextIteration();
  };
  const press = (target: object, timeStamp: number): void => {
    for (const run of clickListeners) run({ target, timeStamp });
  };
  return {
    added: addedScripts,
    policies,
    paint: paintFrame,
    passOver: passTime,
    decode: finishDecoding,
    press,
    readOn: continueParsing,
    nextFrame,
  };
};

const addedSources = ({ added: addedScripts }: { added: readonly Record<string, unknown>[] }) =>
  addedScripts.map(({ kind, src, href }) => `${String(kind)} ${String(src ?? href)}`);
const preloadSources = ['link /assets/shell.js'];
const startSources = ['script /assets/shell.js', 'link /remotes/mf-discovery/remoteEntry.js'];
const allSources = [...preloadSources, ...startSources];

it('fetches the script with the frame that follows the pictures in sight, and runs it behind that frame', async () => {
  const page = await runLoader({ pictureCount: 2 });
  await page.paint();
  expect(addedSources(page)).toEqual([]);
  await page.decode();
  expect(addedSources(page)).toEqual([]);
  await page.nextFrame();
  expect(addedSources(page)).toEqual(preloadSources);
  await page.passOver(0);
  expect(addedSources(page)).toEqual(allSources);
});

it('begins with the first card, while the rest of the page is still read', async () => {
  const page = await runLoader({ isParsing: true });
  await page.paint();
  expect(addedSources(page)).toEqual([]);
  await page.readOn('a card');
  await page.nextFrame();
  expect(addedSources(page)).toEqual([]);
  await page.nextFrame();
  expect(addedSources(page)).toEqual(preloadSources);
  await page.passOver(0);
  expect(addedSources(page)).toEqual(allSources);
});

it('begins once the page is read where no card comes', async () => {
  const page = await runLoader({ isParsing: true, hasPrerender: false });
  await page.paint();
  expect(addedSources(page)).toEqual([]);
  await page.readOn('all');
  expect(addedSources(page)).toEqual(startSources);
});

it('waits for no picture that can’t be drawn', async () => {
  const page = await runLoader({ pictureCount: 2 });
  await page.decode('fail');
  await page.paint();
  expect(addedSources(page)).toEqual(allSources);
});

it('waits for no picture that takes its time', async () => {
  const page = await runLoader({ pictureCount: 1 });
  await page.passOver(300);
  await page.paint();
  expect(addedSources(page)).toEqual(allSources);
});

it.each([
  ['nothing was drawn ahead', { hasPrerender: false }],
  ['nobody looks at the page', { isHidden: true }],
])('waits for no frame where %s', async (_title, pageState) => {
  const page = await runLoader(pageState);
  await page.passOver(0);
  expect(addedSources(page).slice(-2)).toEqual(startSources);
});

it('goes on where a page that is seen never paints', async () => {
  const page = await runLoader();
  await page.passOver(1_000);
  await page.passOver(0);
  expect(addedSources(page)).toEqual(allSources);
});

it('asks with the hashes, as the later requests do', async () => {
  const page = await runLoader();
  await page.paint();
  const preload = { kind: 'link', rel: 'preload', as: 'script', fetchpriority: 'low', crossorigin: 'anonymous' };
  expect(page.added).toMatchObject([
    { ...preload, href: shell.url, integrity: shell.integrity },
    { kind: 'script', src: shell.url, integrity: shell.integrity, crossOrigin: 'anonymous' },
    { ...preload, href: entry.url, integrity: entry.integrity },
  ]);
});

describe('a press before the scripts are there', () => {
  /** Creates a fake button with only the methods that the script loader uses. */
  const aButton = (isPrerendered: boolean) => {
    const buttonAttributes: Record<string, number> = {};
    const button = {
      hasAttribute: (name: string) => name in buttonAttributes,
      setAttribute: (name: string, value: number) => void (buttonAttributes[name] = value),
    };
    const clickTarget = {
      closest: (selector: string) => (isPrerendered && selector === '#prerender button' ? button : null),
    };
    return { word: clickTarget, marks: buttonAttributes };
  };

  it('marks the button of the prerendered view once, with when it was pressed', async () => {
    const { press } = await runLoader();
    const { word: clickTarget, marks: buttonAttributes } = aButton(true);
    press(clickTarget, 120);
    press(clickTarget, 480);
    expect(buttonAttributes).toEqual({ 'data-pressed-early': 120 });
  });

  it('marks nothing elsewhere', async () => {
    const { press } = await runLoader();
    const { word: clickTarget, marks: buttonAttributes } = aButton(false);
    press(clickTarget, 120);
    expect(buttonAttributes).toEqual({});
  });
});

it('makes no address that the page does not list', async () => {
  const { policies } = await runLoader({ hasPrerender: false });
  expect(policies.map(({ name }) => name)).toEqual(['mahlzeit-start']);
  expect(policies[0]?.rules.createScriptURL(entry.url)).toBe(entry.url);
  expect(() => policies[0]?.rules.createScriptURL('https://elsewhere.test/x.js')).toThrow(
    'https://elsewhere.test/x.js',
  );
});

it('is the one script that the policy admits inside the page', () => {
  const policy = contentSecurityPolicy({
    document: { kind: 'app', nonce: 'bm9uY2U=' },
    publicUrl: 'https://mahlzeit.test',
    sources: { isMeasured: false, tileUrl: null, googleMapsUrl: null, cards: null, paypalUrl: null, signInUrls: [] },
  });
  expect(policy).toContain(`script-src 'self' ${SCRIPT_LOADER_SOURCE};`);
  expect(SCRIPT_LOADER_SOURCE).toBe(`'sha256-${createHash('sha256').update(scriptLoader).digest('base64')}'`);
  expect(policy).toContain('trusted-types mahlzeit mahlzeit-start');
});
