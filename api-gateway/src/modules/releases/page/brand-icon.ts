const PLATE_COLOUR = '#8e1d53';

const FORK_PATH =
  'M9.2 8.2v5.1c0 1.2.7 2.2 1.8 2.6V23a1.7 1.7 0 0 0 3.4 0v-7.1' +
  'c1.1-.4 1.8-1.4 1.8-2.6V8.2a.8.8 0 0 0-1.6 0v4.3h-1.1V8.2a.8.8 0 0 0-1.6 0v4.3h-1.1V8.2a.8.8 0 0 0-1.6 0Z';
const KNIFE_PATH = 'M18.6 8.6c0-.9 1-1.4 1.7-.8 1.6 1.3 2.3 3.3 2.3 5.6 0 2-.2 3-.6 3.6V23a1.7 1.7 0 0 1-3.4 0Z';
const CUTLERY_PATHS = `<path d="${FORK_PATH}" fill="#fff"/><path d="${KNIFE_PATH}" fill="#ffd766"/>`;

const iconOf = (background: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${background}${CUTLERY_PATHS}</svg>`;

/** SVG of the brand's icon: a round plate with cutlery. */
export const BRAND_ICON_SVG = iconOf(`<circle cx="16" cy="16" r="16" fill="${PLATE_COLOUR}"/>`);

/**
 * SVG of the brand's icon whose background fills the whole square, because devices cut it to their own shape. The
 * cutlery stays in the inner circle that each device shows.
 */
export const MASKABLE_ICON_SVG = iconOf(`<rect width="32" height="32" fill="${PLATE_COLOUR}"/>`);
