import type { ScrollPosition } from './kept-view';

const linksIn = (list: Element): readonly HTMLAnchorElement[] => [...list.querySelectorAll<HTMLAnchorElement>('article a[href]')];

const cardAround = (link: Element): Element => link.closest('article') ?? link;

/** The card of a list that leads to an address. */
export const cardLeadingTo = (list: Element | null, href: string): Element | null => {
  const link = list === null ? undefined : linksIn(list).find((one) => one.getAttribute('href') === href);
  return link === undefined ? null : cardAround(link);
};

/** The first card of a list that is at least partly below the upper edge of the screen, and where it is. */
export const firstCardInSight = (list: Element): ScrollPosition['card'] => {
  for (const link of linksIn(list)) {
    const { top, bottom } = cardAround(link).getBoundingClientRect();
    if (bottom > 0) return { href: link.getAttribute('href') ?? '', top };
  }
  return null;
};
