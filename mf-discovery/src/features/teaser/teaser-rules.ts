import type { Teaser } from '@mahlzeit/contract';

/** Where a press on a teaser leads. */
type TeaserTarget =
  | { readonly kind: 'screen'; readonly key: string; readonly params: readonly string[] }
  | { readonly kind: 'page'; readonly url: string };

const isWebPage = (address: string): boolean => URL.canParse(address) && new URL(address).protocol === 'https:';

// `Details/elbkantine`; a scheme, a path from the root and an empty name are none of our screens.
const SCREEN = /^([A-Za-z]+)((?:\/[^/]+)*)\/?$/;

/** S1§3: „action routes are built from the lower-cased screen name plus parameters“; an https address leads out, anything else nowhere. */
export const teaserTarget = ({ actionUrl }: Pick<Teaser, 'actionUrl'>): TeaserTarget | null => {
  if (actionUrl === null) return null;
  if (isWebPage(actionUrl)) return { kind: 'page', url: actionUrl };
  const [, screen, rest = ''] = SCREEN.exec(actionUrl) ?? [];
  return screen === undefined ? null : { kind: 'screen', key: screen.toLowerCase(), params: rest.split('/').filter((param) => param !== '') };
};
