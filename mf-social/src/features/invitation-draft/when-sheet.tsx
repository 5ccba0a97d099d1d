import type { Restaurant } from '@mahlzeit/contract';
import { skipToken, useNow, useRestaurantQuery } from '@mahlzeit/shared-ui/platform';
import { MomentSheet } from '@mahlzeit/shared-ui/ui/date';
import type { Moment, MomentNotice } from '@mahlzeit/shared-ui/ui/date';
import { useMemo } from 'react';
import { useTexts } from './draft-texts';
import { closedLegend, instantOfMoment, meetupChoices, meetupNotice, momentOf } from './meetup-time';

/** What can be chosen at a place, and what there is to say of it; all of it anew each minute. */
export const useMeetupTimes = (place: Restaurant | null) => {
  const now = useNow();
  const choices = useMemo(() => meetupChoices(place, now), [place, now]);
  const legend = useMemo(() => closedLegend(place, choices), [place, choices]);
  const noticeAt = (at: number): MomentNotice | null => meetupNotice(at, place, now);
  const check = (moment: Moment): MomentNotice | null => {
    const at = instantOfMoment(moment);
    return at === null ? null : noticeAt(at);
  };
  return { choices, legend, noticeAt, check };
};

interface WhenSheetProps {
  /** Key of the restaurant. */
  readonly restaurant: string | null;
  /** ISO 8601; null while none is chosen. */
  readonly value: string | null;
  readonly isBusy?: boolean;
  /** With a date that can be taken, and whether that place has everything to take away alone. */
  readonly onChoose: (date: string, isTakeAwayOnly: boolean) => void;
  readonly onClose: () => void;
}

/** Asks when people meet at a place. */
export const WhenSheet = ({ restaurant, value, isBusy = false, onChoose, onClose }: WhenSheetProps) => {
  const t = useTexts();
  const { data: place = null } = useRestaurantQuery(restaurant === null ? skipToken : { key: restaurant });
  const { choices, legend, check } = useMeetupTimes(place);
  const choose = (moment: Moment): void => {
    const at = instantOfMoment(moment);
    if (at !== null) onChoose(new Date(at).toISOString(), place?.onlyTakeAway ?? false);
  };
  return (
    <MomentSheet
      value={value === null ? null : momentOf(Date.parse(value))}
      choices={choices}
      hint={t('AtMostTwoWeeks')}
      legend={legend}
      check={check}
      isBusy={isBusy}
      onChoose={choose}
      onClose={onClose}
    />
  );
};
