declare module 'subset-font' {
  interface SubsetOptions {
    readonly targetFormat?: 'woff2';
    /** Variable axes of the font, such as its weight: a number fixes an axis to one value, a range limits it. */
    readonly variationAxes?: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
  }
  /** Returns a font file that contains only the glyphs of `text`. */
  export default function subsetFont(font: Buffer, text: string, options?: SubsetOptions): Promise<Buffer>;
}
