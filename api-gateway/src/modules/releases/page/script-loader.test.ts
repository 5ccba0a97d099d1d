import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { contentSecurityPolicy } from './page-router';
import { SCRIPT_LOADER_SOURCE, scriptLoader } from './script-loader';

const shell = { url: '/assets/shell.js', integrity: 'sha384-s' };
const entry = { url: '/remotes/mf-discovery/remoteEntry.js', integrity: 'sha384-e' };

interface Circumstances {
  readonly hasPrerender?: boolean;
  readonly isHidden?: boolean;
  /** Decoded by hand. */
  readonly pictures?: number;
}

/** A page that paints, decodes and passes time by hand. */
const open = async ({ hasPrerender = true, isHidden = false, pictures = 0 }: Circumstances = {}) => {
  const added: Record<string, unknown>[] = [];
  const policies: { name: string; rules: { createScriptURL(url: string): string } }[] = [];
  const frames: (() => void)[] = [];
  const timers: { ms: number; run: () => void }[] = [];
  const decoding: { done(): void; fail(): void }[] = [];
  const waiting: (() => unknown)[] = [];
  const createElement = (kind: string) => {
    const element: Record<string, unknown> = { kind };
    element.setAttribute = (name: string, value: string) => { element[name] = value; };
    return element;
  };
  const elements: Record<string, object> = { start: { textContent: JSON.stringify({ scripts: [shell], preloads: [entry] }) }, ...(hasPrerender ? { 'prerender': {} } : {}) };
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
      head: { append: (element: Record<string, unknown>) => void added.push(element) },
      getElementById: (id: string) => elements[id] ?? null,
      querySelectorAll: () => Array.from({ length: pictures }, () => ({ decode: () => new Promise<void>((done, fail) => decoding.push({ done, fail: () => fail(new Error('EncodingError')) })) })),
      addEventListener: (_name: string, run: () => unknown) => void waiting.push(run),
    },
    requestAnimationFrame: (run: () => void) => void frames.push(run),
    setTimeout: (run: () => void, ms = 0) => void timers.push({ ms, run }),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const passOver = async (ms: number) => {
    for (const { run } of timers.splice(0).filter((timer) => timer.ms <= ms)) run();
    await settle();
  };
  const paint = async () => {
    for (const run of frames.splice(0)) run();
    await passOver(0);
  };
  for (const run of waiting) void run();
  await settle();
  const decode = async (end: 'done' | 'fail' = 'done') => {
    for (const picture of decoding.splice(0)) picture[end]();
    await settle();
  };
  return { added, policies, paint, passOver, decode };
};

const asked = ({ added }: { added: readonly Record<string, unknown>[] }) => added.map(({ kind, src, href }) => `${String(kind)} ${String(src ?? href)}`);
const everything = ['script /assets/shell.js', 'link /remotes/mf-discovery/remoteEntry.js'];

it('asks for the scripts once the prerendered view and its pictures were painted', async () => {
  const page = await open({ pictures: 2 });
  expect(asked(page)).toEqual([]);
  await page.paint();
  await page.paint();
  expect(asked(page)).toEqual([]);
  await page.decode();
  expect(asked(page)).toEqual([]);
  await page.paint();
  expect(asked(page)).toEqual(everything);
});

it('waits for no picture that can’t be drawn', async () => {
  const page = await open({ pictures: 2 });
  await page.paint();
  await page.decode('fail');
  await page.paint();
  expect(asked(page)).toEqual(everything);
});

it('waits for no picture that takes its time', async () => {
  const page = await open({ pictures: 1 });
  await page.paint();
  await page.passOver(300);
  await page.paint();
  expect(asked(page)).toEqual(everything);
});

it.each([
  ['nothing was drawn ahead', { hasPrerender: false }],
  ['nobody looks at the page', { isHidden: true }],
])('asks at once where %s', async (_case, circumstances) => expect(asked(await open(circumstances))).toEqual(everything));

it('goes on where a page that is seen never paints', async () => {
  const page = await open();
  await page.passOver(1_000);
  await page.passOver(1_000);
  expect(asked(page)).toEqual(everything);
});

it('asks with the hashes, as the later requests do', async () => {
  const { added } = await open({ hasPrerender: false });
  expect(added).toMatchObject([
    { kind: 'script', src: shell.url, integrity: shell.integrity, crossOrigin: 'anonymous' },
    { kind: 'link', rel: 'preload', as: 'script', href: entry.url, integrity: entry.integrity, crossorigin: 'anonymous' },
  ]);
});

it('makes no address that the page does not list', async () => {
  const { policies } = await open({ hasPrerender: false });
  expect(policies.map(({ name }) => name)).toEqual(['mahlzeit-start']);
  expect(policies[0]?.rules.createScriptURL(entry.url)).toBe(entry.url);
  expect(() => policies[0]?.rules.createScriptURL('https://elsewhere.test/x.js')).toThrow('https://elsewhere.test/x.js');
});

it('is the one script that the policy admits inside the page', () => {
  const policy = contentSecurityPolicy({ nonce: 'bm9uY2U=', publicUrl: 'https://mahlzeit.test', isMeasured: false });
  expect(policy).toContain(`script-src 'self' ${SCRIPT_LOADER_SOURCE};`);
  expect(SCRIPT_LOADER_SOURCE).toBe(`'sha256-${createHash('sha256').update(scriptLoader).digest('base64')}'`);
  expect(policy).toContain('trusted-types mahlzeit mahlzeit-start');
});
