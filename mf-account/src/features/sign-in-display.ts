import type { SignInDisplay } from '@mahlzeit/contract';

/** Parts of the browser's `window` that tell whether a page can open a second window. */
interface DisplayWindow {
  readonly navigator: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;
  /** The browser's function that tests a media query. It is absent where this code runs outside of browsers. */
  matchMedia?(query: string): Pick<MediaQueryList, 'matches'>;
}

// Matches browsers inside of other apps. They open no second window, or one that can't report back to the page.
const IN_APP_BROWSER = /\b(?:FBAN|FBAV|FB_IAB|Instagram|Line|LinkedInApp|Snapchat|TikTok|WhatsApp|GSA)\b|; wv\)/;

const IOS_DEVICE = /\b(?:iPhone|iPad|iPod)\b/;

// Returns whether the device is an iPhone or iPad. An iPad calls itself a Mac, but a Mac has no touch screen.
const isIos = ({ userAgent, maxTouchPoints }: DisplayWindow['navigator']): boolean =>
  IOS_DEVICE.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);

/**
 * Returns where a sign-in at a third party runs. It is `page` (this window) if a second window is impossible or can't
 * report back: in an installed app, in the browser of another app, and on iOS.
 */
export const signInDisplayOf = (browser: DisplayWindow): SignInDisplay =>
  isIos(browser.navigator) ||
  IN_APP_BROWSER.test(browser.navigator.userAgent) ||
  browser.matchMedia?.('(display-mode: standalone)').matches === true
    ? 'page'
    : 'popup';
