import { createHash } from 'node:crypto';

/** Name of the script loader's Trusted Types policy; it makes the addresses that the page lists, and no others. */
export const SCRIPT_LOADER_POLICY = 'mahlzeit-start';

/** Id of the element that lists what the script loader asks for. */
export const SCRIPT_LIST_ID = 'start';

/** A script by its address and hash. */
export interface ScriptFile {
  readonly url: string;
  readonly integrity: string;
}

/** What the script loader asks for. */
export interface ScriptList {
  /** Run as soon as they are there. */
  readonly scripts: readonly ScriptFile[];
  /** Fetched ahead. */
  readonly preloads: readonly ScriptFile[];
}

/** Milliseconds that the first pictures may hold the scripts up, and that a paint may. */
const MAX_PICTURES_MS = 300;
const MAX_PAINT_MS = 1_000;

/**
 * Runs in the page: asks for the scripts once the prerendered view and its pictures were painted. Some three hundred
 * kilobytes of scripts would share the line with a few kilobytes of pictures, and their evaluation the processor with
 * the first paint. Where nothing was drawn ahead, or nobody looks, it asks at once.
 */
export const scriptLoader = `(() => {
  const start = (list) => {
    const allowed = new Set([...list.scripts, ...list.preloads].map(({ url }) => url));
    const rules = { createScriptURL: (url) => { if (allowed.has(url)) return url; throw new TypeError(url); } };
    const policy = window.trustedTypes ? window.trustedTypes.createPolicy('${SCRIPT_LOADER_POLICY}', rules) : rules;
    for (const { url, integrity } of list.scripts) {
      const script = Object.assign(document.createElement('script'), { crossOrigin: 'anonymous', integrity });
      script.src = policy.createScriptURL(url);
      document.head.append(script);
    }
    for (const { url, integrity } of list.preloads) {
      const link = document.createElement('link');
      for (const [name, value] of Object.entries({ rel: 'preload', as: 'script', crossorigin: 'anonymous', integrity, href: url })) link.setAttribute(name, value);
      document.head.append(link);
    }
  };
  const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const painted = () => document.hidden ? null : Promise.race([new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))), after(${MAX_PAINT_MS})]);
  const pictures = () => Promise.race([Promise.all([...document.querySelectorAll('#prerender img[fetchpriority=high]')].map((picture) => picture.decode().catch(() => null))), after(${MAX_PICTURES_MS})]);
  document.addEventListener('DOMContentLoaded', async () => {
    if (document.getElementById('prerender')) {
      await painted();
      await pictures();
      await painted();
    }
    start(JSON.parse(document.getElementById('${SCRIPT_LIST_ID}').textContent));
  });
})();`;

/** How the page's Content-Security-Policy knows the script loader. */
export const SCRIPT_LOADER_SOURCE = `'sha256-${createHash('sha256').update(scriptLoader).digest('base64')}'`;
