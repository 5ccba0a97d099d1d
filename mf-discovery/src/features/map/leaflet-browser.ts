// Takes the place of Leaflet's own `core/Browser`, which finds out what a browser can by writing to innerHTML:
// a page with Trusted Types refuses that and the whole module with it. The browsers we serve can all of this.
const agent = navigator.userAgent.toLowerCase();
const says = (word: string): boolean => agent.includes(word);

const isWebkit = says('webkit');
const isChrome = says('chrome');
const isSafari = says('safari') && !isChrome;
const isTouched = 'ontouchstart' in window;
const hasPointers = 'PointerEvent' in window;
const isMobile = says('mobile');

/** What Leaflet asks of the browser it runs in. */
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
  gecko: says('gecko') && !isWebkit,
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
  mac: says('mac'),
  linux: says('linux'),
  win: says('windows'),
};
