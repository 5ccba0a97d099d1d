import { createHash } from 'node:crypto';
import { PRESSED_EARLY } from '@mahlzeit/contract/rules';

/** Name of the script loader's Trusted Types policy, which allows only the addresses that the page lists. */
export const SCRIPT_LOADER_POLICY = 'mahlzeit-start';

/** Id of the element with the list of scripts. */
export const SCRIPT_LIST_ID = 'start';

/** Address and hash of a script. */
export interface ScriptFile {
  readonly url: string;
  readonly integrity: string;
}

/** Scripts and preloads of a page. */
export interface ScriptList {
  /** Scripts that run as soon as they are loaded. */
  readonly scripts: readonly ScriptFile[];
  /** Scripts that are only preloaded. */
  readonly preloads: readonly ScriptFile[];
}

/** Milliseconds for which the first pictures may delay the scripts, and for which a paint may. */
const MAX_PICTURES_MS = 300;
const MAX_PAINT_MS = 1_000;

/**
 * Inline script of the page. It requests the first script in the frame that paints the first card and runs the script
 * after that frame; the rest of the page may still be loading. Pictures in sight come first, because some two hundred
 * kilobytes of scripts would slow down a few kilobytes of pictures. Without a prerendered view, or in a hidden tab, it
 * requests the scripts after the page is parsed. It marks an element that is pressed early, so that the shell can
 * repeat the press; a second press makes no second mark.
 */
export const scriptLoader = `(() => {
  const read = new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  const fetchAhead = (files) => {
    for (const { url, integrity } of files) {
      const link = document.createElement('link');
      for (const [name, value] of Object.entries({ rel: 'preload', as: 'script', fetchpriority: 'low', crossorigin: 'anonymous', integrity, href: url })) link.setAttribute(name, value);
      document.head.append(link);
    }
  };
  const execute = ({ scripts, preloads }) => {
    const allowed = new Set([...scripts, ...preloads].map(({ url }) => url));
    const rules = { createScriptURL: (url) => { if (allowed.has(url)) return url; throw new TypeError(url); } };
    const policy = window.trustedTypes ? window.trustedTypes.createPolicy('${SCRIPT_LOADER_POLICY}', rules) : rules;
    for (const { url, integrity } of scripts) {
      const script = Object.assign(document.createElement('script'), { crossOrigin: 'anonymous', integrity });
      script.src = policy.createScriptURL(url);
      document.head.append(script);
    }
  };
  const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const frame = () => document.hidden ? null : Promise.race([new Promise(requestAnimationFrame), after(${MAX_PAINT_MS})]);
  const card = async () => {
    let isRead = false;
    read.then(() => { isRead = true; });
    while (!isRead && !document.querySelector('#prerender article')) await new Promise(requestAnimationFrame);
  };
  const pictures = (all) => Promise.race([Promise.all(all.map((picture) => picture.decode().catch(() => null))), after(${MAX_PICTURES_MS})]);
  document.addEventListener('click', ({ target, timeStamp }) => {
    const button = target.closest('#prerender button');
    if (button && !button.hasAttribute('${PRESSED_EARLY}')) button.setAttribute('${PRESSED_EARLY}', timeStamp);
  }, true);
  const run = async () => {
    await Promise.race([read, card()]);
    const inSight = [...document.querySelectorAll('#prerender img[fetchpriority=high]')];
    if (inSight.length > 0) await pictures(inSight);
    const list = JSON.parse(document.getElementById('${SCRIPT_LIST_ID}').textContent);
    if (document.getElementById('prerender')) {
      await frame();
      fetchAhead(list.scripts);
      await after(0);
    }
    execute(list);
    fetchAhead(list.preloads);
  };
  run();
})();`;

/** Source of the script loader in the Content-Security-Policy. */
export const SCRIPT_LOADER_SOURCE = `'sha256-${createHash('sha256').update(scriptLoader).digest('base64')}'`;
