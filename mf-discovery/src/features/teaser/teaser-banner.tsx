import type { Coordinate, Teaser } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { sceneFor, Teaser as TeaserCard, TeaserFilm, TeaserPicture, TeaserPlace } from '@mahlzeit/shared-ui/ui/restaurant';
import type { TeaserLink } from '@mahlzeit/shared-ui/ui/restaurant';
import { useState } from 'react';
import { useTexts } from '../../discovery-texts';
import { useReducedMotion } from '../carousel/use-stillness';
import { teaserTarget } from './teaser-rules';
import { useTeaser } from './use-teaser';

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
