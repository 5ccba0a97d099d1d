import { Teaser, globalTopic } from '@mahlzeit/contract';
import type { Coordinate } from '@mahlzeit/contract';
import { chooseTeaser } from '@mahlzeit/contract/rules';
import { liveItems, useLiveStatus, useNow, useTopic } from '@mahlzeit/shared-ui/platform';
import { useMemo } from 'react';

const teasersOf = liveItems('teasers', Teaser);

/** The teaser for this day and place; `waiting` until it is known whether there is one, null where none fits. */
export const useTeaser = (around: Coordinate): Teaser | 'waiting' | null => {
  const view = useTopic(globalTopic);
  const status = useLiveStatus();
  const now = useNow();
  const teaser = useMemo(() => chooseTeaser(teasersOf(view), { now, around }), [view, now, around]);
  return view.status === 'connecting' && status !== 'offline' ? 'waiting' : teaser;
};
