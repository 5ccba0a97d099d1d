/** Takes line breaks, indentations and comments out of the styles of a module's source. Returns the source. */
declare const compressStyles: (source: string) => string;

export = compressStyles;
