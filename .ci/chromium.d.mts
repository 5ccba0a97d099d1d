/**
 * Returns the path of the Chromium that all browser tests and measurements use: `CHROMIUM_PATH`, or else the path of
 * Debian's package.
 */
export declare const chromiumPath: () => string;
