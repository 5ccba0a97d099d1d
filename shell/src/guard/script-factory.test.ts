import { createScriptFactory } from './script-factory';

const ORIGIN = 'https://mahlzeit.test';
const hashes = new Map([['/remotes/mf-social/chat.0a1b2c3d4e.js', 'sha384-chat']]);

const aFactory = () => createScriptFactory({ page: document, origin: ORIGIN, hashes, policies: undefined });

describe('script factory', () => {
  it('gives a script of the registry its hash and asks for it anonymously', () => {
    const script = aFactory().create('/remotes/mf-social/chat.0a1b2c3d4e.js');
    expect(script.getAttribute('src')).toBe('/remotes/mf-social/chat.0a1b2c3d4e.js');
    expect(script.integrity).toBe('sha384-chat');
    expect(script.crossOrigin).toBe('anonymous');
    expect(script.async).toBe(true);
  });

  it('asks for a repeated script under another address, so that it does not wait behind a request that hangs', () => {
    const factory = aFactory();
    const addresses = [1, 2, 3].map(() => factory.create(`${ORIGIN}/remotes/mf-social/chat.0a1b2c3d4e.js`).getAttribute('src'));
    expect(addresses).toEqual(['', '?r=1', '?r=2'].map((query) => `/remotes/mf-social/chat.0a1b2c3d4e.js${query}`));
  });

  it.each(['/remotes/mf-social/other.js', 'https://elsewhere.test/remotes/mf-social/chat.0a1b2c3d4e.js', 'data:text/javascript,alert(1)'])('refuses %s', (url) => {
    expect(() => aFactory().create(url)).toThrow('The registry names no script');
  });

  it('makes a refused chunk fail like one that the server lacks', async () => {
    const script = aFactory().createOrFail('/remotes/mf-social/other.js');
    const failed = new Promise((resolve) => script.addEventListener('error', resolve));
    await expect(failed).resolves.toBeInstanceOf(Event);
    expect(script.hasAttribute('src')).toBe(false);
  });

  it('lets its policy pass nothing but scripts of the registry', () => {
    const rules: ((url: string) => string)[] = [];
    const createPolicy = (name: string, given: { createScriptURL(url: string): string }) => {
      expect(name).toBe('mahlzeit');
      rules.push(given.createScriptURL);
      return given;
    };
    createScriptFactory({ page: document, origin: ORIGIN, hashes, policies: { createPolicy } });
    const [rule] = rules;
    expect(rule?.('/remotes/mf-social/chat.0a1b2c3d4e.js?r=1')).toBe('/remotes/mf-social/chat.0a1b2c3d4e.js?r=1');
    expect(() => rule?.('/evil.js')).toThrow('The registry names no script');
  });
});
