/** Media queries of the layout's breakpoints, for use as `${media.from701} { … }`. */
export const media = {
  /** Narrowest phones: „App“ becomes an icon. */
  below360: '@media (max-width: 359.98px)',
  /** One column, sheets over the full width. */
  below600: '@media (max-width: 599.98px)',
  /** Two-column cards, sheets 600 wide. */
  from600: '@media (min-width: 600px)',
  /** List or map, one at a time. */
  below701: '@media (max-width: 700.98px)',
  /** List and map side by side, sheets become centred dialogs. */
  from701: '@media (min-width: 701px)',
  /** The list pane is narrow: smaller thumbs, dish lines span the card. */
  from701below1200: '@media (min-width: 701px) and (max-width: 1199.98px)',
  /** Two-row top bar. */
  below850: '@media (max-width: 849.98px)',
  /** One-row top bar, two-column restaurant dialog. */
  from850: '@media (min-width: 850px)',
  from1000: '@media (min-width: 1000px)',
  /** Exact third and two thirds. */
  from1200: '@media (min-width: 1200px)',
  dark: '@media (prefers-color-scheme: dark)',
  reducedMotion: '@media (prefers-reduced-motion: reduce)',
  hover: '@media (hover: hover)',
} as const;
