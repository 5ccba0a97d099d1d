/** @page */
import { createSvgDrawing } from './basemap';

it('creates drawings that screen readers and the Tab key ignore', () => {
  const svgDrawing = createSvgDrawing();
  expect([svgDrawing.getAttribute('aria-hidden'), svgDrawing.getAttribute('tabindex')]).toEqual(['true', '-1']);
});
