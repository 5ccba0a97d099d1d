import { createDrawing } from './create-drawing';

it('is left out by screen readers and by the Tab key alike', () => {
  const drawing = createDrawing();
  expect([drawing.getAttribute('aria-hidden'), drawing.getAttribute('tabindex')]).toEqual(['true', '-1']);
});
