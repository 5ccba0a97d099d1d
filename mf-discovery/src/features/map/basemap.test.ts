/** @jest-environment jest-fixed-jsdom */
import { createDrawing } from './basemap';

it('makes drawings that are left out by screen readers and the Tab key alike', () => {
  const drawing = createDrawing();
  expect([drawing.getAttribute('aria-hidden'), drawing.getAttribute('tabindex')]).toEqual(['true', '-1']);
});
