/** @page */
import { createScriptFactory } from './script-guard';
import type { ScriptFactoryDeps } from './script-guard';

const ORIGIN = 'https://mahlzeit.test';
const CHAT = '/remotes/mf-social/chat.0a1b2c3d4e.js';
const hashes = new Map([[CHAT, 'sha384-chat']]);

const setUp = (overrides: Partial<ScriptFactoryDeps> = {}) => {
  const fetched: string[] = [];
  const fetchAhead = (address: string, integrity: string): Promise<void> => {
    fetched.push(`${address} ${integrity}`);
    return Promise.resolve();
  };
  return {
    fetched,
    factory: createScriptFactory({
      page: document,
      origin: ORIGIN,
      hashes,
      policies: undefined,
      fetchAhead,
      ...overrides,
    }),
  };
};

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

const failureOf = (script: HTMLScriptElement): Promise<unknown> =>
  new Promise((resolve) => script.addEventListener('error', ({ error }) => resolve(error)));

beforeEach(() => document.head.replaceChildren());

describe('script factory', () => {
  it('sets the hash of a registry script and fetches it anonymously', async () => {
    const { factory, fetched } = setUp();
    const script = factory.create(CHAT);
    await settled();
    expect(script.getAttribute('src')).toBe(CHAT);
    expect(script.integrity).toBe('sha384-chat');
    expect(script.crossOrigin).toBe('anonymous');
    expect(fetched).toEqual([`${CHAT} sha384-chat`]);
  });

  it('fetches a repeated script under another address, so that it does not wait behind a hanging request', async () => {
    const { factory } = setUp();
    const scripts = [1, 2, 3].map(() => factory.create(`${ORIGIN}${CHAT}`));
    await settled();
    expect(scripts.map((script) => script.getAttribute('src'))).toEqual([CHAT, `${CHAT}?r=1`, `${CHAT}?r=2`]);
  });

  it('does not fetch a preloaded script', async () => {
    document.head.innerHTML = `<link rel="preload" as="script" href="${CHAT}">`;
    const { factory, fetched } = setUp();
    const script = factory.create(CHAT);
    await settled();
    expect(script.getAttribute('src')).toBe(CHAT);
    expect(fetched).toEqual([]);
    factory.create(CHAT);
    await settled();
    expect(fetched).toEqual([`${CHAT}?r=1 sha384-chat`]);
  });

  it('fails a script that can’t be fetched, and never sets its address', async () => {
    const { factory } = setUp({ fetchAhead: () => Promise.reject(new Error('503')) });
    const script = factory.create(CHAT);
    await expect(failureOf(script)).resolves.toEqual(new Error('503'));
    expect(script.hasAttribute('src')).toBe(false);
  });

  it.each(['/remotes/mf-social/other.js', `https://elsewhere.test${CHAT}`, 'data:text/javascript,alert(1)'])(
    'refuses %s without fetching it',
    async (url) => {
      const { factory, fetched } = setUp();
      const script = factory.create(url);
      await expect(failureOf(script)).resolves.toEqual(new Error(`The registry names no script ${url}`));
      expect(script.hasAttribute('src')).toBe(false);
      expect(fetched).toEqual([]);
    },
  );

  it('runs a script and removes its element', async () => {
    const { factory } = setUp();
    const ran = factory.run(CHAT);
    document.head.querySelector('script')?.dispatchEvent(new Event('load'));
    await expect(ran).resolves.toBeUndefined();
    expect(document.head.querySelector('script')).toBeNull();
  });

  it('rejects with the reason of a script that could not run', async () => {
    const { factory } = setUp();
    await expect(factory.run('/evil.js')).rejects.toThrow('/evil.js could not be run');
  });

  it('has a policy that passes only scripts of the registry', () => {
    const rules: ((url: string) => string)[] = [];
    const createPolicy = (name: string, policy: { createScriptURL(url: string): string }) => {
      expect(name).toBe('mahlzeit');
      rules.push(policy.createScriptURL);
      return policy;
    };
    setUp({ policies: { createPolicy } });
    const [rule] = rules;
    expect(rule?.(`${CHAT}?r=1`)).toBe(`${CHAT}?r=1`);
    expect(() => rule?.('/evil.js')).toThrow('The registry names no script');
  });
});
