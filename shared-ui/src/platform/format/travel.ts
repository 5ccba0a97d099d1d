import { roundedDistance } from '@mahlzeit/contract/rules';
import { text } from '../texts/platform-texts';

const kilometres = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const unbroken = (words: string): string => words.replaceAll(' ', NO_BREAK);

/** A distance in steps of 50 m up to 950 m, then in kilometres: `350 m`, `1,1 km`. */
export const formatDistance = (meters: number): string => {
  const words = roundedDistance(meters);
  return unbroken('meters' in words ? `${words.meters} m` : `${kilometres.format(words.kilometers)} km`);
};

/** A duration: `5 Min.` */
export const formatMinutes = (minutes: number): string => unbroken(text('Minutes', { minutes }));

/** How long a place stays open: `Schließt in 38 Min.` */
export const formatClosing = (minutes: number): string => text('ClosesIn', { time: formatMinutes(minutes) });
