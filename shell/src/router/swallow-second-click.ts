import type { Router } from './create-router';

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
