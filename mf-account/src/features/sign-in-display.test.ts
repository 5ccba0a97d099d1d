import { signInDisplayOf } from './sign-in-display';

const MAC_USER_AGENT =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.6 Safari/605.1.15';

it.each([
  ['Safari on a Mac', MAC_USER_AGENT, 0, false, 'popup'],
  ['an iPad that calls itself a Mac', MAC_USER_AGENT, 5, false, 'page'],
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Safari/604.1', 5, false, 'page'],
  [
    'Chrome on Android',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0.0.0 Mobile Safari/537.36',
    5,
    false,
    'popup',
  ],
  [
    'an installed app',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0.0.0 Mobile Safari/537.36',
    5,
    true,
    'page',
  ],
  [
    'Android’s WebView',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/A; wv) Chrome/140.0.0.0 Mobile',
    5,
    false,
    'page',
  ],
  [
    'Instagram',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0.0.0 Mobile Instagram 390.0.0.0',
    5,
    false,
    'page',
  ],
])('chooses the window of a sign-in in %s', (...[, userAgent, maxTouchPoints, isInstalled, expectedDisplay]) => {
  expect(
    signInDisplayOf({
      navigator: { userAgent, maxTouchPoints },
      matchMedia: (query) => ({ matches: isInstalled && query === '(display-mode: standalone)' }),
    }),
  ).toBe(expectedDisplay);
});
