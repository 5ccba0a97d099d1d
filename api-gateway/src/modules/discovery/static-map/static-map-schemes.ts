interface MapColours {
  readonly land: string;
  readonly line: string;
  readonly park: string;
  readonly water: string;
  readonly street: string;
  readonly streetCasing: string;
  readonly main: string;
  readonly mainCasing: string;
  readonly rail: string;
  readonly pin: string;
}

/** The design system's colours of a map, for readers who prefer light or dark. */
export const SCHEMES = {
  light: { land: '#F5F0EA', line: '#EEE7DF', park: '#D6EACB', water: '#BFDFEE', street: '#FFFFFF', streetCasing: '#E2D8CE', main: '#FFF1CC', mainCasing: '#E8D3A4', rail: '#CFC3BE', pin: '#8E1D53' },
  dark: { land: '#221A1E', line: '#292025', park: '#1F3124', water: '#16313F', street: '#3A2F35', streetCasing: '#1A1317', main: '#4A3B33', mainCasing: '#1A1317', rail: '#463A40', pin: '#BA306A' },
} as const satisfies Readonly<Record<string, MapColours>>;
