import type { Navigation, ScreenAddress } from '@mahlzeit/shared-ui/platform';
import { parseHash, sharedScreenOf } from './address';
import type { Router } from './router';

/** A click that follows a link here, and asks for no new tab. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.defaultPrevented && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

const linkUnder = (event: MouseEvent): HTMLAnchorElement | null => {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  return link instanceof HTMLAnchorElement && link.target === '' && !link.hasAttribute('download') ? link : null;
};

const screenOf = (link: HTMLAnchorElement, origin: string): ScreenAddress | null => {
  const href = link.getAttribute('href') ?? '';
  if (href.startsWith('#')) return parseHash(href);
  return link.origin === origin ? sharedScreenOf(link) : null;
};

/**
 * Leads links such as `#details/mensa`, and those that people share, through the router, so that their entries are
 * marked and a double click counts once.
 */
export const followHashLinks = (page: Document, navigation: Pick<Navigation, 'open'>): (() => void) => {
  const onClick = (event: MouseEvent): void => {
    const link = isPlainClick(event) ? linkUnder(event) : null;
    const address = link === null ? null : screenOf(link, page.location.origin);
    if (address === null) return;
    event.preventDefault();
    navigation.open(address.key, ...address.params);
  };
  page.addEventListener('click', onClick);
  return () => page.removeEventListener('click', onClick);
};

/**
 * The second half of a double click belongs to what the first half hit. Where that opened or closed a modal, it would
 * now hit the scrim, or the page underneath, and undo or do what nobody asked for.
 */
export const swallowSecondClick = (page: Window, router: Pick<Router, 'get'>): (() => void) => {
  let modalBefore = router.get().modal;
  const onClick = (event: MouseEvent): void => {
    if (event.detail <= 1) modalBefore = router.get().modal;
    else if (router.get().modal !== modalBefore) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  page.addEventListener('click', onClick, true);
  return () => page.removeEventListener('click', onClick, true);
};
