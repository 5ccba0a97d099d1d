import { globalTopic, Teaser } from '@mahlzeit/contract';
import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { chooseTeaser } from '@mahlzeit/contract/rules';
import {
  browserTimers,
  defineCollection,
  useCollection,
  useLiveStatus,
  useNow,
  useShell,
} from '@mahlzeit/shared-ui/platform';
import {
  sceneFor,
  Teaser as TeaserCard,
  TeaserFilm,
  TeaserPicture,
  TeaserPlaceholder,
} from '@mahlzeit/shared-ui/ui/restaurant';
import type { TeaserLink } from '@mahlzeit/shared-ui/ui/restaurant';
import { useEffect, useMemo, useState } from 'react';
import { text, useTexts } from '../discovery-texts';
import { useReducedMotion } from '../use-media';

/** Link target of a teaser: a screen of the app or a web page. */
type TeaserTarget =
  | { readonly kind: 'screen'; readonly key: string; readonly params: readonly string[] }
  | { readonly kind: 'page'; readonly url: string };

const isWebPage = (webAddress: string): boolean =>
  URL.canParse(webAddress) && new URL(webAddress).protocol === 'https:';

// Matches the route of a screen, `Details/elbkantine`. A URL with a scheme, an absolute path and an empty name are no
// screens.
const SCREEN_ROUTE_PATTERN = /^([A-Za-z]+)((?:\/[^/]+)*)\/?$/;

/**
 * Parses the target of a teaser. „Action routes are built from the lower-cased screen name plus parameters“ (S1§3). An
 * https URL leads out of the app. All other targets return null.
 */
export const teaserTargetOf = ({ actionUrl }: Pick<Teaser, 'actionUrl'>): TeaserTarget | null => {
  if (actionUrl === null) return null;
  if (isWebPage(actionUrl)) return { kind: 'page', url: actionUrl };
  const [, screenName, remainingPath = ''] = SCREEN_ROUTE_PATTERN.exec(actionUrl) ?? [];
  return screenName === undefined
    ? null
    : {
        kind: 'screen',
        key: screenName.toLowerCase(),
        params: remainingPath.split('/').filter((routeParam) => routeParam !== ''),
      };
};

const teasers = defineCollection({ topic: globalTopic, collection: 'teasers', schema: Teaser });

/**
 * Returns the teaser (an advertising banner) for today and this location; `waiting` while teasers are loading, null if
 * none fits.
 */
const useTeaser = (mapCenter: Coordinate): Teaser | 'waiting' | null => {
  const { status: collectionStatus, items } = useCollection(teasers);
  const liveStatus = useLiveStatus();
  const now = useNow();
  const teaser = useMemo(() => chooseTeaser(items, { now, around: mapCenter }), [items, now, mapCenter]);
  return collectionStatus === 'loading' && liveStatus !== 'offline' ? 'waiting' : teaser;
};

/** Maximum time in ms for which the list waits for the teaser among its cards. */
const MAX_TEASER_WAIT_MS = 1_000;

/**
 * Returns whether the teaser's content is known; true at the latest one second after `isTeaserAwaited` becomes true.
 * The prerendered view already shows a teaser, which would disappear for a moment if the list didn't wait.
 */
export const useIsTeaserReady = (isTeaserAwaited: boolean): boolean => {
  const { status } = useCollection(teasers);
  const isOffline = useLiveStatus() === 'offline';
  const [hasWaitedLongEnough, setHasWaitedLongEnough] = useState(false);
  useEffect(
    () => (isTeaserAwaited ? browserTimers.after(MAX_TEASER_WAIT_MS, () => setHasWaitedLongEnough(true)) : undefined),
    [isTeaserAwaited],
  );
  return status !== 'loading' || isOffline || hasWaitedLongEnough;
};

/** Drawn scene of a soup: the picture of the teaser that advertises the product itself. */
const FALLBACK_SCENE = sceneFor('Suppe', ['Suppe']);

/** Function that builds a link within the app from a screen's key and parameters. */
type HrefOf = (key: string, ...params: string[]) => string;

/** Teaser that advertises the product itself; shown if no other teaser fits. */
const FallbackTeaser = ({ hrefOf }: { readonly hrefOf: HrefOf }) => (
  <TeaserCard
    title={text('TeaserFallbackTitle')}
    text={text('TeaserFallbackText')}
    href={hrefOf('download')}
    scene={FALLBACK_SCENE}
  />
);

/**
 * Returns the name of the restaurant that a teaser links to; null for other targets and for restaurants that aren't
 * nearby.
 */
export const placeOfTeaser = (
  teaser: Pick<Teaser, 'actionUrl'>,
  places: readonly Pick<Restaurant, 'name' | 'routingName'>[],
): string | null => {
  const teaserDestination = teaserTargetOf(teaser);
  if (teaserDestination?.kind !== 'screen' || teaserDestination.key !== 'details') return null;
  return places.find(({ routingName }) => routingName === teaserDestination.params[0])?.name ?? null;
};

const teaserLinkOf = (teaser: Teaser, placeName: string | null, hrefOf: HrefOf): TeaserLink | undefined => {
  const teaserDestination = teaserTargetOf(teaser);
  if (teaserDestination === null) return undefined;
  const { title = text('TeaserAction'), text: teaserText = '' } = teaser.words ?? {};
  const actionText = [title, placeName, teaserText]
    .filter((textPart) => textPart !== null && textPart !== '')
    .join(' ');
  if (teaserDestination.kind === 'page')
    return { href: teaserDestination.url, label: text('TeaserPage', { action: actionText }), isExternal: true };
  return { href: hrefOf(teaserDestination.key, ...teaserDestination.params), label: actionText };
};

/** Returns the texts over the picture: the teaser's words and the name of the restaurant that it links to. */
const overlayTexts = ({ words }: Teaser, restaurantName: string | null) =>
  words && { ...words, ...(restaurantName !== null && { placeName: restaurantName }) };

interface TeaserContentProps {
  readonly teaser: Teaser;
  /** Name of the restaurant that the teaser links to; null when it is unknown. */
  readonly place: string | null;
  readonly onBroken: () => void;
}

const TeaserContent = ({ teaser, place, onBroken }: TeaserContentProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const teaserLink = teaserLinkOf(teaser, place, navigation.hrefOf);
  const prefersReducedMotion = useReducedMotion();
  const { imageUrl, videoUrl } = teaser;
  const cardProps = { teaserTexts: overlayTexts(teaser, place), link: teaserLink, onBroken };
  if (videoUrl === null) return <TeaserPicture url={imageUrl ?? ''} {...cardProps} />;
  return (
    <TeaserFilm
      url={videoUrl}
      posterUrl={imageUrl}
      {...cardProps}
      startsPaused={prefersReducedMotion}
      playLabel={t('PlayFilm')}
      pauseLabel={t('PauseFilm')}
    />
  );
};

interface TeaserBannerProps {
  readonly center: Coordinate;
  /** Restaurants nearby; the teaser shows the name of the one that it links to. */
  readonly restaurants: readonly Restaurant[];
}

/**
 * Teaser (an advertising banner) among the cards of restaurants, chosen for today and this location. If there is none,
 * or its picture can't be loaded, a teaser for the product itself replaces it.
 */
export const TeaserBanner = ({ center, restaurants }: TeaserBannerProps) => {
  const teaser = useTeaser(center);
  const { navigation } = useShell();
  const [brokenTeaserKey, setBrokenKey] = useState<string | null>(null);
  if (teaser === 'waiting') return <TeaserPlaceholder />;
  if (teaser === null || teaser.key === brokenTeaserKey) return <FallbackTeaser hrefOf={navigation.hrefOf} />;
  return (
    <TeaserContent
      key={teaser.key}
      teaser={teaser}
      place={placeOfTeaser(teaser, restaurants)}
      onBroken={() => setBrokenKey(teaser.key)}
    />
  );
};

interface PrerenderedTeaserProps extends Pick<TeaserBannerProps, 'restaurants'> {
  readonly teaser: Teaser | null;
  readonly hrefOf: HrefOf;
}

/**
 * Teaser of the prerendered page, before scripts have loaded. Only a picture is prerendered; for a film the page shows
 * an empty placeholder.
 */
export const PrerenderedTeaser = ({ teaser, restaurants, hrefOf }: PrerenderedTeaserProps) => {
  if (teaser === null) return <FallbackTeaser hrefOf={hrefOf} />;
  const { imageUrl, videoUrl } = teaser;
  if (videoUrl !== null || imageUrl === null) return <TeaserPlaceholder />;
  const place = placeOfTeaser(teaser, restaurants);
  return (
    <TeaserPicture
      url={imageUrl}
      teaserTexts={overlayTexts(teaser, place)}
      link={teaserLinkOf(teaser, place, hrefOf)}
    />
  );
};
