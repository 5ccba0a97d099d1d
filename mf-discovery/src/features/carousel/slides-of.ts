import type { Media, Restaurant } from '@mahlzeit/contract';

/** What there is to look at of a place: its media in their order, or the one picture that the list shows. */
export const slidesOf = ({ media, midSizeFirstImage }: Pick<Restaurant, 'media' | 'midSizeFirstImage'>): readonly Media[] => {
  if (media.length > 0) return media;
  return midSizeFirstImage === null ? [] : [{ type: 'image', url: midSizeFirstImage, midSizeUrl: midSizeFirstImage }];
};

/** Tells slides apart; a place may show the same picture twice. */
export const slideKey = (slide: Media, index: number): string => `${index}-${slide.type === 'video' ? slide.youtubeId : slide.url}`;
