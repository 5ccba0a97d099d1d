// Replaces Leaflet's `core/Browser`. The original detects features by writing to innerHTML. A page with Trusted Types
// refuses that, so Leaflet would fail to load. All supported browsers have these features.
const agent = navigator.userAgent.toLowerCase();
const hasToken = (word: string): boolean => agent.includes(word);

const isWebkit = hasToken('webkit');
const isChrome = hasToken('chrome');
const isSafari = hasToken('safari') && !isChrome;
const isTouched = 'ontouchstart' in window;
const hasPointers = 'PointerEvent' in window;
const isMobile = hasToken('mobile');

/** Features of the browser, in Leaflet's names. */
export default {
  any3d: true,
  canvas: true,
  inlineSvg: true,
  passiveEvents: true,
  svg: true,
  touch: isTouched || hasPointers,
  touchNative: isTouched,
  pointer: hasPointers,
  retina: window.devicePixelRatio > 1,
  webkit: isWebkit,
  webkit3d: isWebkit,
  chrome: isChrome,
  safari: isSafari,
  gecko: hasToken('gecko') && !isWebkit,
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
  mac: hasToken('mac'),
  linux: hasToken('linux'),
  win: hasToken('windows'),
};
