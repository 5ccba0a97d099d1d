/** @page */
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { MAX_SILENCE_MS, ScriptError } from './script-fetch';
import { createScriptFactory } from './script-guard';
import type { ScriptFactoryDeps } from './script-guard';

const ORIGIN = 'https://mahlzeit.test';
const CHAT_SCRIPT_PATH = '/remotes/mf-social/chat.0a1b2c3d4e.js';
const hashByPath = new Map([[CHAT_SCRIPT_PATH, 'sha384-chat']]);

const setUpFactory = (overrides: Partial<ScriptFactoryDeps> = {}) => {
  const fetchedScripts: string[] = [];
  const timers = createManualTimers();
  const fetchAhead = (address: string): Promise<void> => {
    fetchedScripts.push(address);
    return Promise.resolve();
  };
  return {
    timers,
    fetched: fetchedScripts,
    factory: createScriptFactory({
      page: document,
      origin: ORIGIN,
      hashes: hashByPath,
      devOrigins: new Set(),
      policies: undefined,
      fetchAhead,
      timers,
      ...overrides,
    }),
  };
};

const waitTurns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

const loadFailureOf = (script: HTMLScriptElement): Promise<unknown> =>
  new Promise((resolve) => script.addEventListener('error', ({ error }) => resolve(error)));

beforeEach(() => document.head.replaceChildren());

describe('script factory', () => {
  it('sets the hash of a registry script and fetches it anonymously', async () => {
    const { factory, fetched } = setUpFactory();
    const script = factory.create(CHAT_SCRIPT_PATH);
    await waitTurns();
    expect(script.src).toBe(`${ORIGIN}${CHAT_SCRIPT_PATH}`);
    expect(script.integrity).toBe('sha384-chat');
    expect(script.crossOrigin).toBe('anonymous');
    expect(fetched).toEqual([CHAT_SCRIPT_PATH]);
  });

  it('fetches a repeated script under another address, so that it does not wait behind a hanging request', async () => {
    const { factory } = setUpFactory();
    const scripts = [1, 2, 3].map(() => factory.create(`${ORIGIN}${CHAT_SCRIPT_PATH}`));
    await waitTurns();
    expect(scripts.map((script) => script.src)).toEqual([
      `${ORIGIN}${CHAT_SCRIPT_PATH}`,
      `${ORIGIN}${CHAT_SCRIPT_PATH}?r=1`,
      `${ORIGIN}${CHAT_SCRIPT_PATH}?r=2`,
    ]);
  });

  it('allows the scripts of a dev server that the browser has asked for, and of no other', async () => {
    const { factory, fetched } = setUpFactory({ devOrigins: new Set(['http://localhost:4202']) });
    const script = factory.create('http://localhost:4202/remotes/mf-social/main.1.hot-update.js');
    const foreignScript = factory.create('http://localhost:4203/remotes/mf-social/main.js');
    const failure = loadFailureOf(foreignScript);
    await waitTurns();
    expect([script.src, script.integrity]).toEqual([
      'http://localhost:4202/remotes/mf-social/main.1.hot-update.js',
      '',
    ]);
    expect(fetched).toEqual(['http://localhost:4202/remotes/mf-social/main.1.hot-update.js']);
    expect(String(await failure)).toContain('The registry names no script');
    expect(foreignScript.src).toBe('');
  });

  it('does not fetch a preloaded script', async () => {
    document.head.innerHTML = `<link rel="preload" as="script" href="${CHAT_SCRIPT_PATH}">`;
    const { factory, fetched } = setUpFactory();
    const script = factory.create(CHAT_SCRIPT_PATH);
    await waitTurns();
    expect(script.src).toBe(`${ORIGIN}${CHAT_SCRIPT_PATH}`);
    expect(fetched).toEqual([]);
    factory.create(CHAT_SCRIPT_PATH);
    await waitTurns();
    expect(fetched).toEqual([`${CHAT_SCRIPT_PATH}?r=1`]);
  });

  it('runs a script that was fetched before without fetching it again, but for a retry', async () => {
    const { factory, fetched } = setUpFactory();
    await factory.prefetch(CHAT_SCRIPT_PATH);
    const script = factory.create(CHAT_SCRIPT_PATH);
    await waitTurns();
    expect(script.src).toBe(`${ORIGIN}${CHAT_SCRIPT_PATH}`);
    expect(fetched).toEqual([CHAT_SCRIPT_PATH]);
    const failure = loadFailureOf(script);
    script.dispatchEvent(new Event('error'));
    await expect(failure).resolves.toMatchObject({ reason: 'mismatch' });
    factory.create(CHAT_SCRIPT_PATH);
    await waitTurns();
    expect(fetched).toEqual([CHAT_SCRIPT_PATH, `${CHAT_SCRIPT_PATH}?r=1`]);
  });

  it('fetches a script when it is needed that couldn’t be fetched before', async () => {
    let isNetworkBroken = true;
    const { factory } = setUpFactory({
      fetchAhead: () =>
        isNetworkBroken ? Promise.reject(new ScriptError('offline', 'no network')) : Promise.resolve(),
    });
    await expect(factory.prefetch(CHAT_SCRIPT_PATH)).rejects.toMatchObject({ reason: 'offline' });
    isNetworkBroken = false;
    const script = factory.create(CHAT_SCRIPT_PATH);
    await waitTurns();
    expect(script.src).toBe(`${ORIGIN}${CHAT_SCRIPT_PATH}`);
    expect(factory.lastError()).toBeNull();
  });

  it('hides its element from webpack, so that no other release of a remote takes it for its own', async () => {
    const { factory } = setUpFactory();
    const script = factory.create(CHAT_SCRIPT_PATH);
    await waitTurns();
    expect(script.getAttribute('src')).not.toBe(CHAT_SCRIPT_PATH);
  });

  it('fails a script that can’t be fetched, and never sets its address', async () => {
    const { factory } = setUpFactory({ fetchAhead: () => Promise.reject(new ScriptError('unreachable', '503')) });
    const script = factory.create(CHAT_SCRIPT_PATH);
    await expect(loadFailureOf(script)).resolves.toMatchObject({ reason: 'unreachable', message: '503' });
    expect(factory.lastError()).toMatchObject({ reason: 'unreachable' });
    expect(script.hasAttribute('src')).toBe(false);
  });

  it.each([
    '/remotes/mf-social/other.js',
    `https://elsewhere.test${CHAT_SCRIPT_PATH}`,
    'data:text/javascript,alert(1)',
  ])('refuses %s without fetching it', async (url) => {
    const { factory, fetched } = setUpFactory();
    const script = factory.create(url);
    await expect(loadFailureOf(script)).resolves.toMatchObject({
      reason: 'missing',
      message: `The registry names no script ${url}`,
    });
    expect(script.hasAttribute('src')).toBe(false);
    expect(fetched).toEqual([]);
  });

  it('allows the scripts of a release that was published later', async () => {
    const { factory, fetched } = setUpFactory();
    factory.allow({ '/remotes/mf-social/other.js': 'sha384-other' });
    const script = factory.create('/remotes/mf-social/other.js');
    await waitTurns();
    expect(script.integrity).toBe('sha384-other');
    expect(fetched).toEqual(['/remotes/mf-social/other.js']);
  });

  it('tells webpack once that a fetched script has another content, with the reason', async () => {
    const { factory } = setUpFactory();
    const script = factory.create(CHAT_SCRIPT_PATH);
    const webpackCalls: unknown[] = [];
    script.onerror = (event) => void webpackCalls.push(event);
    await waitTurns();
    script.dispatchEvent(new Event('error'));
    expect(webpackCalls).toEqual([expect.objectContaining({ error: factory.lastError() })]);
    expect(factory.lastError()).toMatchObject({ reason: 'mismatch' });
  });

  it('requests a preloaded script anew after another script has failed: its preload may have failed, too', async () => {
    document.head.innerHTML = `<link rel="preload" as="script" href="${CHAT_SCRIPT_PATH}">`;
    const { factory, fetched } = setUpFactory();
    factory.create('/remotes/mf-social/unknown.js');
    await waitTurns();
    factory.create(CHAT_SCRIPT_PATH);
    await waitTurns();
    expect(fetched).toEqual([`${CHAT_SCRIPT_PATH}?r=1`]);
  });

  it('fails a preloaded script that never comes', async () => {
    document.head.innerHTML = `<link rel="preload" as="script" href="${CHAT_SCRIPT_PATH}">`;
    const { factory, timers } = setUpFactory();
    const loadFailure = loadFailureOf(factory.create(CHAT_SCRIPT_PATH));
    await waitTurns();
    timers.advance(MAX_SILENCE_MS);
    await expect(loadFailure).resolves.toMatchObject({ reason: 'timeout' });
  });

  it('runs a script and removes its element', async () => {
    const { factory } = setUpFactory();
    const scriptRun = factory.run(CHAT_SCRIPT_PATH);
    document.head.querySelector('script')?.dispatchEvent(new Event('load'));
    await expect(scriptRun).resolves.toBeUndefined();
    expect(document.head.querySelector('script')).toBeNull();
  });

  it('rejects with the reason of a script that could not run', async () => {
    const { factory } = setUpFactory();
    await expect(factory.run('/evil.js')).rejects.toThrow('The registry names no script /evil.js');
  });

  it('has a policy that passes only scripts of the registry', () => {
    const scriptUrlRules: ((url: string) => string)[] = [];
    const createPolicy = (policyName: string, policy: { createScriptURL(url: string): string }) => {
      expect(policyName).toBe('mahlzeit');
      scriptUrlRules.push(policy.createScriptURL);
      return policy;
    };
    setUpFactory({ policies: { createPolicy } });
    const [scriptUrlRule] = scriptUrlRules;
    expect(scriptUrlRule?.(`${CHAT_SCRIPT_PATH}?r=1`)).toBe(`${CHAT_SCRIPT_PATH}?r=1`);
    expect(() => scriptUrlRule?.('/evil.js')).toThrow('The registry names no script');
  });
});
