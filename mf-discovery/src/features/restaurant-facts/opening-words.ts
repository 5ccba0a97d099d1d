import type { Day, Ms } from '@mahlzeit/contract';
import { addDays, berlinDay } from '@mahlzeit/contract/rules';
import { formatClosing, formatDay, formatTime } from '@mahlzeit/shared-ui/platform';
import { text } from '../../discovery-texts';
import type { OpeningStatus } from './opening-status';

/** What a status line shows. */
export interface StatusLabels {
  readonly state: 'open' | 'closingSoon' | 'closed';
  readonly word: string;
  readonly rest?: string;
  readonly minutesLeft?: number;
}

/** A later moment as people say it: „heute ab 17:00“, „morgen ab 11:00“, „Mo. 29. Juni ab 11:00“. */
export const momentLabel = (at: Ms, now: Ms): string => {
  const day: Day = berlinDay(at);
  const today = berlinDay(now);
  const time = formatTime(at);
  if (day === today) return text('TodayFrom', { time });
  if (day === addDays(today, 1)) return text('TomorrowFrom', { time });
  return text('DayFrom', { day: formatDay(day), time });
};

const untilLabel = (until: Ms, now: Ms): string => {
  const time = formatTime(until);
  const day = berlinDay(until);
  // Midnight itself belongs to the evening before, as everybody says it.
  if (day === berlinDay(now) || until - now <= 86_400_000) return text('OpenUntil', { time });
  return text('OpenUntilDay', { day: formatDay(day), time });
};

type ClosedStatus = Extract<OpeningStatus, { readonly opensAt: Ms | null }>;

const CLOSED_TEXTS = { closed: 'Closed', restDay: 'RestDayWord', resting: 'RestingWord' } as const;

const closedLabels = ({ kind, opensAt }: ClosedStatus, now: Ms): StatusLabels => ({
  state: 'closed',
  word: text(CLOSED_TEXTS[kind]),
  ...(opensAt !== null && { rest: text('OpensAgain', { moment: momentLabel(opensAt, now) }) }),
});

/** A status in words; null where nothing is known. */
export const statusLabels = (status: OpeningStatus, now: Ms): StatusLabels | null => {
  switch (status.kind) {
    case 'unknown':
      return null;
    case 'open':
      return { state: 'open', word: text('Open'), rest: status.until === null ? text('AroundTheClock') : untilLabel(status.until, now) };
    case 'closingSoon':
      return { state: 'closingSoon', word: formatClosing(status.minutes), rest: text('ClosesAt', { time: formatTime(status.until) }), minutesLeft: status.minutes };
    case 'closed':
      if (status.opensAt !== null && berlinDay(status.opensAt) === berlinDay(now)) return { state: 'closed', word: text('OpensAt', { time: formatTime(status.opensAt) }) };
      return closedLabels(status, now);
    case 'restDay':
    case 'resting':
      return closedLabels(status, now);
  }
};
