/** Colours of one table: cloth from light to deep, what is woven into it, and a strong tone for tiles and walls. */
export interface ToneColours {
  readonly light: string;
  readonly deep: string;
  /** The same two for readers who prefer dark. */
  readonly night: readonly [light: string, deep: string];
  readonly weave: string;
  readonly strong: string;
}

/** The table tones of the design system, with a strong colour beside each. */
export const TABLE_TONES = {
  apricot: { light: '#FFE7D3', deep: '#FFC79E', night: ['#6B4029', '#43261A'], weave: '#E27B3C', strong: '#B4501B' },
  butter: { light: '#FFF3CF', deep: '#FFDF8E', night: ['#66511F', '#3F3113'], weave: '#D9A114', strong: '#946A00' },
  herb: { light: '#E9F4DC', deep: '#C7E2AE', night: ['#3F5A34', '#26381F'], weave: '#5E9A35', strong: '#3A6B2A' },
  plum: { light: '#FBE3EA', deep: '#F0B7CA', night: ['#67303F', '#3F1C2B'], weave: '#B8346F', strong: '#8E1D53' },
  sky: { light: '#E3F1F6', deep: '#B9DCE8', night: ['#2C5263', '#1B3440'], weave: '#3B8BA8', strong: '#1F5F78' },
  cocoa: { light: '#F3E6DC', deep: '#DDBFA8', night: ['#5A4333', '#36281F'], weave: '#8A5A36', strong: '#6B4029' },
} as const satisfies Readonly<Record<string, ToneColours>>;

/** The tone of a picture. */
export type TableTone = keyof typeof TABLE_TONES;
