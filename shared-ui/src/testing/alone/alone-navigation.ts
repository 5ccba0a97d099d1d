import type { NavigationStep } from '../shell/recorded';
import { hrefOf } from '../shell/recorded';

const tellHashChange = (): void => void window.dispatchEvent(new HashChangeEvent('hashchange'));

const goTo = (change: 'pushState' | 'replaceState', hash: string): void => {
  history[change](null, '', `${location.pathname}${location.search}${hash}`);
  tellHashChange();
};

/** Does a step of navigation in the page's address. */
export const walk = ([kind, ...words]: NavigationStep): void => {
  switch (kind) {
    case 'open':
    case 'replace': {
      const [key = '', ...params] = words.map(String);
      return goTo(kind === 'open' ? 'pushState' : 'replaceState', hrefOf(key, ...params));
    }
    case 'close': return goTo('pushState', '');
    case 'back': return history.go(-Number(words[0] ?? 1));
  }
};
