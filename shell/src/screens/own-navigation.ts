import type { Navigation } from '@mahlzeit/shared-ui/platform';
import type { Router } from '../router/create-router';

/**
 * Navigation of one modal screen: it closes, replaces and goes back only while the address still names that screen. A
 * response that comes after the user went elsewhere must not close or replace what they see now. What it opens lies
 * above that, and Back leads there: an alert's answer may open a screen when its own has gone.
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
