/** The browser that all browser tests and measurements drive: `CHROMIUM_PATH`, or Debian's. */
export declare const chromiumPath: () => string;
