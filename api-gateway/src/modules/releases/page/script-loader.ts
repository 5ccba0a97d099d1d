import { createHash } from 'node:crypto';
import { EARLY_PRESS_ATTRIBUTE } from '@mahlzeit/contract/rules';
import { recoveryFunctions } from './page-recovery';

/** Name of the script loader's Trusted Types policy, which allows only the URLs in the page's list of scripts. */
export const SCRIPT_LOADER_POLICY = 'mahlzeit-start';

/** Id of the HTML element that contains the list of scripts. */
export const SCRIPT_LIST_ID = 'start';

export interface ScriptFile {
  readonly url: string;
  readonly integrity: string;
}

/**
 * Scripts of a page. The page contains this list as JSON in the element with the id `SCRIPT_LIST_ID`, and the script
 * loader allows no other scripts.
 */
export interface ScriptList {
  /** Scripts that run as soon as they are loaded, one after the other. */
  readonly scripts: readonly ScriptFile[];
  /** Scripts that the script loader loads in advance but doesn't run. */
  readonly preloads: readonly ScriptFile[];
}

/**
 * Maximum milliseconds for which the scripts wait for the first pictures; the same limit holds for the wait for a
 * paint.
 */
const MAX_PICTURES_MS = 300;
const MAX_PAINT_MS = 1_000;

/**
 * Inline script of the page, the „script loader“: it loads the other scripts. When the page contains the first card, it
 * waits until the pictures in sight are decoded, because some two hundred kilobytes of scripts would slow down a few
 * kilobytes of pictures. It requests the other scripts in the animation frame that paints the first card and runs them
 * after that frame; the rest of the page may still be loading. Without a prerendered view, or in a hidden tab, it
 * requests the scripts after the page is parsed. It marks a button that is pressed before the scripts run, so that the
 * shell can repeat the press; a second press sets no second mark. When a script of the shell can't be loaded, the
 * functions of `recoveryFunctions` help.
 */
export const scriptLoader = `(() => {
  ${recoveryFunctions({
    scriptUrls: 'readList().scripts.map(({ url }) => url)',
    waitingParts: '#root>.sr,#skeleton:not(.frame)',
  })}
  const fetchAhead = (files) => {
    for (const { url, integrity } of files) {
      const link = document.createElement('link');
      for (const [name, value] of Object.entries({ rel: 'preload', as: 'script', fetchpriority: 'low', crossorigin: 'anonymous', integrity, href: url })) link.setAttribute(name, value);
      document.head.append(link);
    }
  };
  const readList = () => JSON.parse(document.getElementById('${SCRIPT_LIST_ID}').textContent);
  const execute = ({ scripts, preloads }) => {
    const allowed = new Set([...scripts, ...preloads].map(({ url }) => url));
    const rules = { createScriptURL: (url) => { if (allowed.has(url)) return url; throw new TypeError(url); } };
    const policy = window.trustedTypes ? window.trustedTypes.createPolicy('${SCRIPT_LOADER_POLICY}', rules) : rules;
    let loadedCount = 0;
    const onload = () => {
      loadedCount += 1;
      if (loadedCount === scripts.length) started();
    };
    for (const { url, integrity } of scripts) {
      const script = Object.assign(document.createElement('script'), { crossOrigin: 'anonymous', integrity, onload, onerror: recover });
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
  document.addEventListener('click', (event) => {
    const { target, timeStamp } = event;
    const button = target.closest('#prerender button');
    if (button && !button.hasAttribute('${EARLY_PRESS_ATTRIBUTE}')) button.setAttribute('${EARLY_PRESS_ATTRIBUTE}', timeStamp);
  }, true);
  const run = async () => {
    await Promise.race([read, card()]);
    const inSight = [...document.querySelectorAll('#prerender img[fetchpriority=high]')];
    if (inSight.length > 0) await pictures(inSight);
    const list = readList();
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

/** Source expression of the Content-Security-Policy that allows the script loader: the hash of its text. */
export const SCRIPT_LOADER_SOURCE = `'sha256-${createHash('sha256').update(scriptLoader).digest('base64')}'`;
