import type { SignInDisplay } from '@mahlzeit/contract';

/** Part of `window` that tells whether it can open a window beside itself. */
interface DisplayWindow {
  readonly navigator: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;
  /** Absent outside of browsers. */
  matchMedia?(query: string): Pick<MediaQueryList, 'matches'>;
}

// Browsers inside of other apps open no window, or one that can't report back.
const IN_APP_BROWSER = /\b(?:FBAN|FBAV|FB_IAB|Instagram|Line|LinkedInApp|Snapchat|TikTok|WhatsApp|GSA)\b|; wv\)/;

const IOS_DEVICE = /\b(?:iPhone|iPad|iPod)\b/;

// An iPad calls itself a Mac, but a Mac has no touch screen.
const isIos = ({ userAgent, maxTouchPoints }: DisplayWindow['navigator']): boolean =>
  IOS_DEVICE.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);

/**
 * Returns the window in which a sign-in at a third party runs: `page` where a second window doesn't exist or can't
 * report back, that is in an installed app, in the browser of another app, and on iOS.
 */
export const signInDisplayOf = (browser: DisplayWindow): SignInDisplay =>
  isIos(browser.navigator) ||
  IN_APP_BROWSER.test(browser.navigator.userAgent) ||
  browser.matchMedia?.('(display-mode: standalone)').matches === true
    ? 'page'
    : 'popup';
