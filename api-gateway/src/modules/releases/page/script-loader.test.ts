import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { policyHeadersOf } from './content-security-policy';
import { SCRIPT_LOADER_SOURCE, scriptLoader } from './script-loader';

const shellScript = { url: '/assets/shell.js', integrity: 'sha384-s' };
const entryScript = { url: '/remotes/mf-discovery/remoteEntry.js', integrity: 'sha384-e' };

interface LoaderPageState {
  readonly hasPrerender?: boolean;
  readonly isHidden?: boolean;
  /** Number of pictures in sight in the simulated page. The test decides when each one is decoded. */
  readonly pictureCount?: number;
  /** True while the browser still receives the page and has parsed none of it. */
  readonly isParsing?: boolean;
  /** Session storage of the simulated tab; null where the browser denies it. */
  readonly storage?: Map<string, string> | null;
  /** Status with which the server answers when the page is fetched without the cache; null without a connection. */
  readonly pageStatus?: number | null;
}

/** Runs the script loader in a simulated page. The test controls the page's paints, picture decoding and time. */
const runLoader = async ({
  hasPrerender = true,
  isHidden = false,
  pictureCount = 0,
  isParsing = false,
  storage = new Map(),
  pageStatus = 200,
}: LoaderPageState = {}) => {
  const requestedUrls: string[] = [];
  let reloadCount = 0;
  const removedParts: string[] = [];
  const hintElement = {
    attributes: new Map<string, string>(),
    firstElementChild: { textContent: 'Das dauert länger als sonst.' },
    classList: { add: (name: string) => void hintElement.attributes.set('class', name) },
    setAttribute: (name: string, value: string) => void hintElement.attributes.set(name, value),
  };
  const openStorage = (): Map<string, string> => {
    if (storage === null) throw new Error('SecurityError');
    return storage;
  };
  let hasParsedCard = hasPrerender && !isParsing;
  const addedScripts: Record<string, unknown>[] = [];
  const createdPolicies: { name: string; rules: { createScriptURL(url: string): string } }[] = [];
  const frameCallbacks: (() => void)[] = [];
  const pendingTimers: { ms: number; run: () => void }[] = [];
  const pendingDecodes: { finish(): void; fail(): void }[] = [];
  const contentLoadedListeners: ((event: object) => unknown)[] = [];
  const clickListeners: ((event: object) => unknown)[] = [];
  const createElement = (tagName: string) => {
    const createdElement: Record<string, unknown> = { kind: tagName };
    createdElement.setAttribute = (attributeName: string, value: string) => {
      createdElement[attributeName] = value;
    };
    return createdElement;
  };
  const elementById: Record<string, object> = {
    start: { textContent: JSON.stringify({ scripts: [shellScript], preloads: [entryScript] }) },
    ...(hasPrerender ? { prerender: {} } : {}),
  };
  const trustedTypes = {
    createPolicy(policyName: string, policyRules: { createScriptURL(url: string): string }) {
      createdPolicies.push({ name: policyName, rules: policyRules });
      return policyRules;
    },
  };
  runInNewContext(scriptLoader, {
    window: { trustedTypes },
    AbortSignal,
    location: { href: 'https://mahlzeit.test/restaurants#chat/7', reload: () => (reloadCount += 1) },
    sessionStorage: {
      getItem: (key: string) => openStorage().get(key) ?? null,
      setItem: (key: string, value: string) => void openStorage().set(key, value),
      removeItem: (key: string) => void openStorage().delete(key),
    },
    fetch: async (url: string, { cache }: { cache: string }) => {
      requestedUrls.push(`${cache} ${url}`);
      if (pageStatus === null) throw new TypeError('Failed to fetch');
      return { ok: pageStatus < 400, status: pageStatus };
    },
    document: {
      hidden: isHidden,
      createElement,
      head: { append: (element: Record<string, unknown>) => void addedScripts.push(element) },
      getElementById: (id: string) => elementById[id] ?? null,
      querySelector: (selector: string) => (selector === '.slow' ? hintElement : hasParsedCard ? {} : null),
      querySelectorAll: (selector: string) =>
        selector.startsWith('#root')
          ? [{ remove: () => void removedParts.push(selector) }]
          : Array.from({ length: pictureCount }, () => ({
              decode: () =>
                new Promise<void>((finish, fail) =>
                  pendingDecodes.push({ finish, fail: () => fail(new Error('EncodingError')) }),
                ),
            })),
      addEventListener: (eventName: string, eventListener: (event: object) => unknown) =>
        void (eventName === 'click' ? clickListeners : contentLoadedListeners).push(eventListener),
    },
    requestAnimationFrame: (frameCallback: () => void) => void frameCallbacks.push(frameCallback),
    setTimeout: (timerCallback: () => void, delayMs = 0) =>
      void pendingTimers.push({ ms: delayMs, run: timerCallback }),
  });
  const waitForNextIteration = () => new Promise((resolve) => setImmediate(resolve));
  const passTime = async (elapsedMs: number) => {
    for (const { run } of pendingTimers.splice(0).filter((dueTimer) => dueTimer.ms <= elapsedMs)) run();
    await waitForNextIteration();
  };
  const runNextFrame = async (): Promise<void> => {
    for (const frameCallback of frameCallbacks.splice(0)) frameCallback();
    await waitForNextIteration();
  };
  const paintFrame = async () => {
    await runNextFrame();
    await passTime(0);
  };
  const continueParsing = async (parsedPart: 'a card' | 'all'): Promise<void> => {
    if (parsedPart === 'a card') hasParsedCard = true;
    else for (const contentLoadedListener of contentLoadedListeners) void contentLoadedListener({});
    await waitForNextIteration();
  };
  if (!isParsing) await continueParsing('all');
  const finishDecoding = async (decodeOutcome: 'finish' | 'fail' = 'finish') => {
    for (const pendingDecode of pendingDecodes.splice(0)) pendingDecode[decodeOutcome]();
    await waitForNextIteration();
  };
  const press = (target: object, timeStamp: number): void => {
    for (const clickListener of clickListeners) clickListener({ target, timeStamp, preventDefault: () => undefined });
  };
  /** Ends the load of the shell's script in the simulated page, as the browser does. */
  const endScript = async (eventName: 'onload' | 'onerror'): Promise<void> => {
    const listener = addedScripts.find(({ kind }) => kind === 'script')?.[eventName];
    if (typeof listener === 'function') listener();
    await waitForNextIteration();
  };
  return {
    added: addedScripts,
    policies: createdPolicies,
    paint: paintFrame,
    passOver: passTime,
    decode: finishDecoding,
    press,
    readOn: continueParsing,
    nextFrame: runNextFrame,
    endScript,
    requestedUrls,
    reloadCount: () => reloadCount,
    hint: hintElement,
    removedParts,
  };
};

const addedSources = ({ added: addedScripts }: { added: readonly Record<string, unknown>[] }) =>
  addedScripts.map(({ kind, src, href }) => `${String(kind)} ${String(src ?? href)}`);
const preloadSources = ['link /assets/shell.js'];
const startSources = ['script /assets/shell.js', 'link /remotes/mf-discovery/remoteEntry.js'];
const allSources = [...preloadSources, ...startSources];

it('fetches the script with the frame that follows the pictures in sight, and runs it behind that frame', async () => {
  const loaderPage = await runLoader({ pictureCount: 2 });
  await loaderPage.paint();
  expect(addedSources(loaderPage)).toEqual([]);
  await loaderPage.decode();
  expect(addedSources(loaderPage)).toEqual([]);
  await loaderPage.nextFrame();
  expect(addedSources(loaderPage)).toEqual(preloadSources);
  await loaderPage.passOver(0);
  expect(addedSources(loaderPage)).toEqual(allSources);
});

it('begins with the first card, while the rest of the page is still read', async () => {
  const loaderPage = await runLoader({ isParsing: true });
  await loaderPage.paint();
  expect(addedSources(loaderPage)).toEqual([]);
  await loaderPage.readOn('a card');
  await loaderPage.nextFrame();
  expect(addedSources(loaderPage)).toEqual([]);
  await loaderPage.nextFrame();
  expect(addedSources(loaderPage)).toEqual(preloadSources);
  await loaderPage.passOver(0);
  expect(addedSources(loaderPage)).toEqual(allSources);
});

it('begins once the page is read where no card comes', async () => {
  const loaderPage = await runLoader({ isParsing: true, hasPrerender: false });
  await loaderPage.paint();
  expect(addedSources(loaderPage)).toEqual([]);
  await loaderPage.readOn('all');
  expect(addedSources(loaderPage)).toEqual(startSources);
});

it('waits for no picture that can’t be drawn', async () => {
  const loaderPage = await runLoader({ pictureCount: 2 });
  await loaderPage.decode('fail');
  await loaderPage.paint();
  expect(addedSources(loaderPage)).toEqual(allSources);
});

it('waits for no picture that takes its time', async () => {
  const loaderPage = await runLoader({ pictureCount: 1 });
  await loaderPage.passOver(300);
  await loaderPage.paint();
  expect(addedSources(loaderPage)).toEqual(allSources);
});

it.each([
  ['nothing was drawn ahead', { hasPrerender: false }],
  ['nobody looks at the page', { isHidden: true }],
])('waits for no frame where %s', async (_title, pageState) => {
  const loaderPage = await runLoader(pageState);
  await loaderPage.passOver(0);
  expect(addedSources(loaderPage).slice(-2)).toEqual(startSources);
});

it('goes on where a page that is seen never paints', async () => {
  const loaderPage = await runLoader();
  await loaderPage.passOver(1_000);
  await loaderPage.passOver(0);
  expect(addedSources(loaderPage)).toEqual(allSources);
});

it('asks with the hashes, as the later requests do', async () => {
  const loaderPage = await runLoader();
  await loaderPage.paint();
  const preloadLink = { kind: 'link', rel: 'preload', as: 'script', fetchpriority: 'low', crossorigin: 'anonymous' };
  expect(loaderPage.added).toMatchObject([
    { ...preloadLink, href: shellScript.url, integrity: shellScript.integrity },
    { kind: 'script', src: shellScript.url, integrity: shellScript.integrity, crossOrigin: 'anonymous' },
    { ...preloadLink, href: entryScript.url, integrity: entryScript.integrity },
  ]);
});

describe('a press before the scripts are there', () => {
  /** Creates a click on a fake button that has only the methods that the script loader uses. */
  const createButtonClick = (isPrerendered: boolean) => {
    const buttonAttributes: Record<string, number> = {};
    const fakeButton = {
      hasAttribute: (attributeName: string) => attributeName in buttonAttributes,
      setAttribute: (attributeName: string, value: number) => void (buttonAttributes[attributeName] = value),
    };
    const clickTarget = {
      closest: (selector: string) => (isPrerendered && selector === '#prerender button' ? fakeButton : null),
    };
    return { word: clickTarget, marks: buttonAttributes };
  };

  it('marks the button of the prerendered view once, with when it was pressed', async () => {
    const { press } = await runLoader();
    const { word: clickTarget, marks: buttonAttributes } = createButtonClick(true);
    press(clickTarget, 120);
    press(clickTarget, 480);
    expect(buttonAttributes).toEqual({ 'data-pressed-early': 120 });
  });

  it('marks nothing elsewhere', async () => {
    const { press } = await runLoader();
    const { word: clickTarget, marks: buttonAttributes } = createButtonClick(false);
    press(clickTarget, 120);
    expect(buttonAttributes).toEqual({});
  });
});

describe('a script of the shell that can’t be loaded', () => {
  const failedText = 'Mahlzeit kommt gerade nicht.';
  const renewalUrls = ['reload https://mahlzeit.test/restaurants#chat/7', 'reload /assets/shell.js'];

  it('makes the page read itself and its scripts past the cache, and reload', async () => {
    const { endScript, requestedUrls, reloadCount, hint: hintElement } = await runLoader({ hasPrerender: false });
    await endScript('onerror');
    expect(requestedUrls).toEqual(renewalUrls);
    expect(reloadCount()).toBe(1);
    expect(hintElement.firstElementChild.textContent).not.toBe(failedText);
  });

  it('ends in a message where the page was renewed before: there is no loop', async () => {
    const storage = new Map<string, string>();
    const firstPage = await runLoader({ hasPrerender: false, storage });
    await firstPage.endScript('onerror');
    const secondPage = await runLoader({ hasPrerender: false, storage });
    await secondPage.endScript('onerror');
    expect(secondPage.reloadCount()).toBe(0);
    expect(secondPage.hint.firstElementChild.textContent).toBe(failedText);
    expect([...secondPage.hint.attributes]).toEqual([
      ['class', 'failed'],
      ['role', 'alert'],
    ]);
    expect(secondPage.removedParts).toHaveLength(1);
  });

  it('may renew the page again after a start that has succeeded', async () => {
    const storage = new Map<string, string>();
    await (await runLoader({ hasPrerender: false, storage })).endScript('onerror');
    await (await runLoader({ hasPrerender: false, storage })).endScript('onload');
    const laterPage = await runLoader({ hasPrerender: false, storage });
    await laterPage.endScript('onerror');
    expect(laterPage.reloadCount()).toBe(1);
  });

  it.each([
    ['the connection is lost', { pageStatus: null }],
    ['the server has no page', { pageStatus: 502 }],
    ['the browser denies the storage, which would end a loop', { storage: null }],
  ])('ends in a message where %s', async (_title, pageState) => {
    const { endScript, reloadCount, hint: hintElement } = await runLoader({ hasPrerender: false, ...pageState });
    await endScript('onerror');
    expect(reloadCount()).toBe(0);
    expect(hintElement.firstElementChild.textContent).toBe(failedText);
  });

  it('is loaded anew past the cache when the visitor presses „Seite neu laden“', async () => {
    const { press, requestedUrls, reloadCount } = await runLoader({ hasPrerender: false });
    press({ closest: (selector: string) => (selector === '.slow a' ? {} : null) }, 0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(requestedUrls).toEqual(renewalUrls);
    expect(reloadCount()).toBe(1);
  });
});

it('makes no address that the page does not list', async () => {
  const { policies } = await runLoader({ hasPrerender: false });
  expect(policies.map(({ name }) => name)).toEqual(['mahlzeit-start']);
  expect(policies[0]?.rules.createScriptURL(entryScript.url)).toBe(entryScript.url);
  expect(() => policies[0]?.rules.createScriptURL('https://elsewhere.test/x.js')).toThrow(
    'https://elsewhere.test/x.js',
  );
});

it('is the one script that the policy admits inside the page', () => {
  const { 'Content-Security-Policy': policyText } = policyHeadersOf({
    document: { kind: 'app', nonce: 'bm9uY2U=' },
    publicUrl: 'https://mahlzeit.test',
    sources: { isMeasured: false, tileUrl: null, googleMapsUrl: null, cards: null, paypalUrl: null, signInUrls: [] },
  });
  expect(policyText).toContain(`script-src 'self' ${SCRIPT_LOADER_SOURCE};`);
  expect(SCRIPT_LOADER_SOURCE).toBe(`'sha256-${createHash('sha256').update(scriptLoader).digest('base64')}'`);
  expect(policyText).toContain('trusted-types mahlzeit mahlzeit-start');
});
