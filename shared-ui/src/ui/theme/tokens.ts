import { light, referencesTo } from './schemes';

/** Everything a style may take its values from; colours and shadows follow the reader's colour scheme. */
export const tokens = {
  /** Colours, table tones and shadows (`e1`, `e2`, `e3`, `ePin`, `eSticky`). */
  color: referencesTo(light),
  font: {
    head: "'Mahlzeit Head', 'Mahlzeit Head Arial', 'Mahlzeit Head Roboto', 'Mahlzeit Text', system-ui, sans-serif",
    body: "'Mahlzeit Text', 'Mahlzeit Text Arial', 'Mahlzeit Text Roboto', system-ui, sans-serif",
  },
  radius: { tag: '6px', small: '10px', control: '14px', thumb: '16px', card: '20px', sheet: '24px', dialog: '28px', full: '999px' },
  space: { 2: '2px', 4: '4px', 6: '6px', 8: '8px', 10: '10px', 12: '12px', 14: '14px', 16: '16px', 20: '20px', 24: '24px', 28: '28px', 32: '32px', 40: '40px', 48: '48px' },
  duration: { tap: '120ms', swap: '200ms', sheetIn: '280ms', sheetOut: '200ms', camera: '400ms', slide: '500ms' },
  curve: { in: 'cubic-bezier(.2, 0, 0, 1)', out: 'cubic-bezier(.4, 0, 1, 1)' },
  /** A scrim lies one below its layer. */
  layer: { mapControls: 10, sticky: 20, topBar: 30, viewSwitch: 40, drawer: 50, sheet: 60, dialog: 70, media: 80, snackbar: 90, busy: 100, blocked: 110 },
} as const;

/** A step of the spacing scale in px. */
export type Space = keyof typeof tokens.space;

/** The six tones that a table may be laid in. */
export type TableTone = 'apricot' | 'butter' | 'herb' | 'plum' | 'sky' | 'cocoa';
