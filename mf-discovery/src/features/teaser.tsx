import { globalTopic, Teaser } from '@mahlzeit/contract';
import type { Coordinate } from '@mahlzeit/contract';
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

const useLink = (teaser: Teaser): TeaserLink | undefined => {
  const t = useTexts();
  const { navigation } = useShell();
  const target = teaserTarget(teaser);
  if (target === null) return undefined;
  const action = teaser.words === undefined ? t('TeaserAction') : [teaser.words.title, teaser.words.text].join(' ').trim();
  if (target.kind === 'page') return { href: target.url, label: t('TeaserPage', { action }), isOutside: true };
  return { href: navigation.hrefOf(target.key, ...target.params), label: action };
};

const Shown = ({ teaser, onBroken }: { readonly teaser: Teaser; readonly onBroken: () => void }) => {
  const t = useTexts();
  const link = useLink(teaser);
  const prefersReducedMotion = useReducedMotion();
  const { imageUrl, videoUrl, words } = teaser;
  if (videoUrl === null) return <TeaserPicture url={imageUrl ?? ''} words={words} link={link} onBroken={onBroken} />;
  return <TeaserFilm url={videoUrl} posterUrl={imageUrl} link={link} startsPaused={prefersReducedMotion} playLabel={t('PlayFilm')} pauseLabel={t('PauseFilm')} onBroken={onBroken} />;
};

/** One invitation above the list: the teaser for this day and place, our own where there is none or it can't be loaded. */
export const TeaserBanner = ({ around }: { readonly around: Coordinate }) => {
  const teaser = useTeaser(around);
  const [brokenKey, setBrokenKey] = useState<string | null>(null);
  if (teaser === 'waiting') return <TeaserPlace />;
  if (teaser === null || teaser.key === brokenKey) return <Fallback />;
  return <Shown key={teaser.key} teaser={teaser} onBroken={() => setBrokenKey(teaser.key)} />;
};
