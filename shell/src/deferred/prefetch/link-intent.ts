import type { ScreenAddress, Timers } from '@mahlzeit/shared-ui/platform';
import type { AddressLookup } from '../../remotes/registry';
import { linkAround, screenAddressOf } from '../../router/link-clicks';
import type { ScreenPrefetch } from './screen-prefetch';

/**
 * Time in ms for which a pointer, a finger or the focus rests on a link before the screen's data is requested: somebody
 * who passes a link, or scrolls, requests nothing.
 */
export const REST_MS = 65;

interface LinkIntentDeps {
  readonly page: Document;
  readonly lookup: AddressLookup;
  readonly timers: Timers;
  readonly prefetch: Pick<ScreenPrefetch, 'loadScreen' | 'requestData'>;
}

/** Events by which a finger stops resting on a link: it scrolls, or it is lifted, and then the screen opens. */
const FINGER_LEAVES = ['touchmove', 'touchend', 'touchcancel'] as const;

/**
 * Prefetches the screen that a user is about to open by a link. A touch loads the screen at once and its data after a
 * rest; a pointer and the focus load both after a rest. Returns an unsubscribe function.
 */
export const watchLinkIntent = ({ page, lookup, timers, prefetch }: LinkIntentDeps): (() => void) => {
  let restedLink: HTMLAnchorElement | null = null;
  let stopRest = (): void => undefined;

  const leave = (): void => {
    stopRest();
    restedLink = null;
  };
  /** Returns the address of the screen to which a link leads on which the rest begins; null for anything else. */
  const beginRest = (target: EventTarget | null): ScreenAddress | null => {
    const link = linkAround(target);
    if (link === restedLink) return null;
    leave();
    const address = link === null ? null : screenAddressOf(link, page.location.origin, lookup);
    if (address === null) return null;
    restedLink = link;
    stopRest = timers.after(REST_MS, () => {
      prefetch.loadScreen(address);
      prefetch.requestData(address);
    });
    return address;
  };
  const onPointer = ({ target, pointerType }: PointerEvent): void => {
    if (pointerType !== 'touch') beginRest(target);
  };
  const onFocus = ({ target }: FocusEvent): void => void beginRest(target);
  const onTouch = ({ target }: TouchEvent): void => {
    leave();
    const address = beginRest(target);
    if (address !== null) prefetch.loadScreen(address);
  };

  page.addEventListener('pointerover', onPointer);
  page.addEventListener('focusin', onFocus);
  page.addEventListener('touchstart', onTouch, { passive: true });
  for (const eventType of FINGER_LEAVES) page.addEventListener(eventType, leave, { passive: true });
  return () => {
    leave();
    page.removeEventListener('pointerover', onPointer);
    page.removeEventListener('focusin', onFocus);
    page.removeEventListener('touchstart', onTouch);
    for (const eventType of FINGER_LEAVES) page.removeEventListener(eventType, leave);
  };
};
