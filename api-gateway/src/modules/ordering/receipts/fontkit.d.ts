declare module 'fontkit' {
  interface Font {
    /** Code points that the font has glyphs for. */
    readonly characterSet: readonly number[];
  }
  /** Opens a font file. */
  export function create(file: Buffer): Font;
}
