/** An SVG to draw on the map with, for the eye alone. */
export const createDrawing = (): SVGSVGElement => {
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  drawing.setAttribute('aria-hidden', 'true');
  // React listens to focus in what it draws into, and Chromium takes an SVG that is listened to for a stop of the Tab key.
  drawing.setAttribute('tabindex', '-1');
  return drawing;
};
