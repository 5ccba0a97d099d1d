/** @page */
import { createDrawing } from './basemap';

it('creates drawings that screen readers and the Tab key ignore', () => {
  const drawing = createDrawing();
  expect([drawing.getAttribute('aria-hidden'), drawing.getAttribute('tabindex')]).toEqual(['true', '-1']);
});
