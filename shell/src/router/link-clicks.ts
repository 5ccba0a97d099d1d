import type { Navigation, ScreenAddress } from '@mahlzeit/shared-ui/platform';
import { parseHash, screenOfSharedLink } from './address';
import type { AddressLookup } from '../remotes/registry';
import type { Router } from './router';

/** Returns whether a click follows a link in this tab (without modifier keys or another mouse button). */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.defaultPrevented && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Returns the link around an element that opens in this tab; null without one. */
export const linkAround = (target: EventTarget | null): HTMLAnchorElement | null => {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  return link instanceof HTMLAnchorElement && link.target === '' && !link.hasAttribute('download') ? link : null;
};

/** Returns the address of the modal screen that a link opens; null for any other link. */
export const screenAddressOf = (
  link: HTMLAnchorElement,
  origin: string,
  lookup: AddressLookup,
): ScreenAddress | null => {
  const href = link.getAttribute('href') ?? '';
  if (href.startsWith('#')) return parseHash(href);
  return link.origin === origin ? screenOfSharedLink(link, lookup) : null;
};

/**
 * Opens links to modal screens, such as `#details/mensa` and shared links, by the router. The router marks the new
 * history entry, and opens the screen only once on a double click. Returns an unsubscribe function.
 */
export const followHashLinks = (
  page: Document,
  navigation: Pick<Navigation, 'open'>,
  lookup: AddressLookup,
): (() => void) => {
  const onClick = (event: MouseEvent): void => {
    const link = isPlainClick(event) ? linkAround(event.target) : null;
    const address = link === null ? null : screenAddressOf(link, page.location.origin, lookup);
    if (address === null) return;
    event.preventDefault();
    navigation.open(address.key, ...address.params);
  };
  page.addEventListener('click', onClick);
  return () => page.removeEventListener('click', onClick);
};

/**
 * Drops the second click of a double click when the first one opened or closed a modal: it would hit the darkened area
 * or the page below, and do something that the user didn't want. Returns an unsubscribe function.
 */
export const swallowSecondClick = (page: Window, router: Pick<Router, 'get'>): (() => void) => {
  let modalBeforeClick = router.get().modal;
  const onClick = (event: MouseEvent): void => {
    if (event.detail <= 1) modalBeforeClick = router.get().modal;
    else if (router.get().modal !== modalBeforeClick) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  page.addEventListener('click', onClick, true);
  return () => page.removeEventListener('click', onClick, true);
};
