// Replaces Leaflet's `core/Browser`. The original detects features by writing to innerHTML. A page with Trusted Types
// refuses that, so Leaflet would fail to load. All supported browsers have these features.
const userAgent = navigator.userAgent.toLowerCase();
const userAgentIncludes = (browserName: string): boolean => userAgent.includes(browserName);

const isWebkit = userAgentIncludes('webkit');
const isChrome = userAgentIncludes('chrome');
const isSafari = userAgentIncludes('safari') && !isChrome;
const hasTouch = 'ontouchstart' in window;
const hasPointers = 'PointerEvent' in window;
const isMobile = userAgentIncludes('mobile');

/** Features of the browser, under the names that Leaflet uses for them. */
export default {
  any3d: true,
  canvas: true,
  inlineSvg: true,
  passiveEvents: true,
  svg: true,
  touch: hasTouch || hasPointers,
  touchNative: hasTouch,
  pointer: hasPointers,
  retina: window.devicePixelRatio > 1,
  webkit: isWebkit,
  webkit3d: isWebkit,
  chrome: isChrome,
  safari: isSafari,
  gecko: userAgentIncludes('gecko') && !isWebkit,
  gecko3d: !isWebkit,
  edge: false,
  opera: false,
  opera12: false,
  phantom: false,
  android: false,
  android23: false,
  androidStock: false,
  ie: false,
  ielt9: false,
  ie3d: false,
  vml: false,
  msPointer: false,
  mobile: isMobile,
  mobileWebkit: isMobile && isWebkit,
  mobileWebkit3d: isMobile && isWebkit,
  mobileOpera: false,
  mobileGecko: isMobile && !isWebkit,
  mac: userAgentIncludes('mac'),
  linux: userAgentIncludes('linux'),
  win: userAgentIncludes('windows'),
};
