import { globalTopic, Teaser } from '@mahlzeit/contract';
import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { chooseTeaser } from '@mahlzeit/contract/rules';
import { liveItems, useLiveStatus, useNow, useShell, useTopic } from '@mahlzeit/shared-ui/platform';
import { sceneFor, Teaser as TeaserCard, TeaserFilm, TeaserPicture, TeaserPlace } from '@mahlzeit/shared-ui/ui/restaurant';
import type { TeaserLink } from '@mahlzeit/shared-ui/ui/restaurant';
import { useMemo, useState } from 'react';
import { useTexts } from '../discovery-texts';
import { useReducedMotion } from '../use-media';

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

const teasersOf = liveItems('teasers', Teaser);

/** The teaser for this day and place; `waiting` until it is known whether there is one, null where none fits. */
const useTeaser = (around: Coordinate): Teaser | 'waiting' | null => {
  const view = useTopic(globalTopic);
  const status = useLiveStatus();
  const now = useNow();
  const teaser = useMemo(() => chooseTeaser(teasersOf(view), { now, around }), [view, now, around]);
  return view.status === 'connecting' && status !== 'offline' ? 'waiting' : teaser;
};

/** The table that is shown where no teaser fits. */
const FALLBACK_SCENE = sceneFor('Suppe', ['Suppe']);

const Fallback = () => {
  const t = useTexts();
  const { navigation } = useShell();
  return <TeaserCard title={t('TeaserFallbackTitle')} text={t('TeaserFallbackText')} href={navigation.hrefOf('download')} scene={FALLBACK_SCENE} />;
};

/** The name of the place that a teaser leads to; null where it leads elsewhere, or to none of those around. */
export const placeOfTeaser = (teaser: Pick<Teaser, 'actionUrl'>, around: readonly Pick<Restaurant, 'name' | 'routingName'>[]): string | null => {
  const target = teaserTarget(teaser);
  if (target?.kind !== 'screen' || target.key !== 'details') return null;
  return around.find(({ routingName }) => routingName === target.params[0])?.name ?? null;
};

const useLink = (teaser: Teaser, place: string | null): TeaserLink | undefined => {
  const t = useTexts();
  const { navigation } = useShell();
  const target = teaserTarget(teaser);
  if (target === null) return undefined;
  const { title = t('TeaserAction'), text = '' } = teaser.words ?? {};
  const action = [title, place, text].filter((part) => part !== null && part !== '').join(' ');
  if (target.kind === 'page') return { href: target.url, label: t('TeaserPage', { action }), isOutside: true };
  return { href: navigation.hrefOf(target.key, ...target.params), label: action };
};

interface ShownProps {
  readonly teaser: Teaser;
  /** The place that it leads to, where it is known. */
  readonly place: string | null;
  readonly onBroken: () => void;
}

const Shown = ({ teaser, place, onBroken }: ShownProps) => {
  const t = useTexts();
  const link = useLink(teaser, place);
  const prefersReducedMotion = useReducedMotion();
  const { imageUrl, videoUrl, words } = teaser;
  const said = words && { ...words, ...(place !== null && { place }) };
  if (videoUrl === null) return <TeaserPicture url={imageUrl ?? ''} words={said} link={link} onBroken={onBroken} />;
  return <TeaserFilm url={videoUrl} posterUrl={imageUrl} link={link} startsPaused={prefersReducedMotion} playLabel={t('PlayFilm')} pauseLabel={t('PauseFilm')} onBroken={onBroken} />;
};

interface TeaserBannerProps {
  readonly around: Coordinate;
  /** The places around: the teaser names the one that it leads to. */
  readonly restaurants: readonly Restaurant[];
}

/** One invitation among the cards: the teaser for this day and place, our own where there is none or it can't be loaded. */
export const TeaserBanner = ({ around, restaurants }: TeaserBannerProps) => {
  const teaser = useTeaser(around);
  const [brokenKey, setBrokenKey] = useState<string | null>(null);
  if (teaser === 'waiting') return <TeaserPlace />;
  if (teaser === null || teaser.key === brokenKey) return <Fallback />;
  return <Shown key={teaser.key} teaser={teaser} place={placeOfTeaser(teaser, restaurants)} onBroken={() => setBrokenKey(teaser.key)} />;
};
