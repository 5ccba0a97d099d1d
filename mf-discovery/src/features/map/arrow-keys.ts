import type { KeyboardEvent } from 'react';
import type { ScreenPoint } from './focus-rules';
import { leadsOn, nextByArrow } from './focus-rules';

const middleOf = (element: Element): ScreenPoint => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/** Leads the focus by arrow keys from the marker that has it to the next one within `box`. */
export const followArrow = (event: KeyboardEvent, box: HTMLElement | null): void => {
  const { target, key } = event;
  if (box === null || !(target instanceof HTMLElement) || !leadsOn(key)) return;
  const others = [...box.querySelectorAll('button')].filter((button) => button !== target);
  const next = nextByArrow(key, middleOf(target), others.map(middleOf));
  // Arrow keys belong to the markers while one has the focus, even where none follows: the page must not scroll.
  event.preventDefault();
  if (next !== null) others[next]?.focus({ preventScroll: true });
};
