import type { Navigation } from '@mahlzeit/shared-ui/platform';
import type { Router } from '../router';

/**
 * The way of one modal screen through the app: it leads on as long as the address still names that screen. An answer
 * that comes after its reader went elsewhere must not close, or lead away from, what he looks at now.
 */
export const ownNavigation = (router: Pick<Router, 'get'>, navigation: Navigation, key: string): Navigation => {
  const whileHere = <Args extends readonly unknown[]>(act: (...args: Args) => void) => (...args: Args): void => {
    if (router.get().modal?.key === key) act(...args);
  };
  return {
    ...navigation,
    open: whileHere(navigation.open),
    replace: whileHere(navigation.replace),
    close: whileHere(navigation.close),
    back: whileHere(navigation.back),
  };
};
