declare module 'subset-font' {
  interface SubsetOptions {
    readonly targetFormat?: 'woff2';
    /** A number pins the axis, a range narrows it. */
    readonly variationAxes?: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
  }
  /** Answers a font that holds just the glyphs of `text`. */
  export default function subsetFont(font: Buffer, text: string, options?: SubsetOptions): Promise<Buffer>;
}
