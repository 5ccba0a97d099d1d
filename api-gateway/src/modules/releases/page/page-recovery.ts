import texts from '../../../../locales/de.json';

/**
 * Maximum milliseconds for reading the page and its scripts again without the browser's cache, after a failed start.
 */
const MAX_RENEWAL_MS = 5_000;

/**
 * Key in the session storage that marks a tab whose page was reloaded after a failed start and has not started since.
 */
const RENEWAL_KEY = 'mahlzeit.renewed';

/** CSS class of the text that offers a reload. */
export const RELOAD_HINT_CLASS = 'slow';

interface RecoverySelectors {
  /** JavaScript expression for the URLs of the page's scripts. */
  readonly scriptUrls: string;
  /** CSS selector of the parts of the page that the message about a failed start replaces. */
  readonly waitingParts: string;
}

/**
 * Functions of an inline script for a page whose scripts can't be loaded: no other code runs then that could help. The
 * HTML may be an old one from a cache, or a cached script may be damaged, so `recover` fetches page and scripts again
 * without the cache and reloads the page, once for each tab until `started` is called. After that, or without a
 * connection, the page says that it can't be loaded. A press on the link that offers a reload also fetches without the
 * cache.
 */
export const recoveryFunctions = ({ scriptUrls, waitingParts }: RecoverySelectors): string => `
  const read = new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  const renew = async () => {
    const refresh = (url) => fetch(url, { cache: 'reload', signal: AbortSignal.timeout(${MAX_RENEWAL_MS}) });
    const [page] = await Promise.all([location.href, ...${scriptUrls}].map(refresh));
    if (!page.ok) throw new Error(page.status);
    location.reload();
  };
  const giveUp = async () => {
    await read;
    const hint = document.querySelector('.${RELOAD_HINT_CLASS}');
    if (!hint) return;
    for (const waitingPart of document.querySelectorAll('${waitingParts}')) waitingPart.remove();
    hint.classList.add('failed');
    hint.setAttribute('role', 'alert');
    hint.firstElementChild.textContent = ${JSON.stringify(texts.pageFailed)};
  };
  const recover = async () => {
    try {
      if (sessionStorage.getItem('${RENEWAL_KEY}')) throw new Error('renewed before');
      sessionStorage.setItem('${RENEWAL_KEY}', '1');
      await renew();
    } catch {
      await giveUp();
    }
  };
  const started = () => {
    try { sessionStorage.removeItem('${RENEWAL_KEY}'); } catch {}
  };
  document.addEventListener('click', (event) => {
    if (!event.target.closest('.${RELOAD_HINT_CLASS} a')) return;
    event.preventDefault();
    renew().catch(() => location.reload());
  }, true);`;
