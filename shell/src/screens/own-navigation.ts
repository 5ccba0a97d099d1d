import type { Navigation } from '@mahlzeit/shared-ui/platform';
import type { Router } from '../router';

/**
 * The way of one modal screen through the app: it leads back as long as the address still names that screen. An answer
 * that comes after its reader went elsewhere must not close, or put itself in place of, what he looks at now. What it
 * opens stands above that, and Back leads there: an alert's answer may open a screen when its own has gone.
 */
export const ownNavigation = (router: Pick<Router, 'get'>, navigation: Navigation, key: string): Navigation => {
  const whileHere = <Args extends readonly unknown[]>(act: (...args: Args) => void) => (...args: Args): void => {
    if (router.get().modal?.key === key) act(...args);
  };
  return {
    ...navigation,
    replace: whileHere(navigation.replace),
    close: whileHere(navigation.close),
    back: whileHere(navigation.back),
  };
};
