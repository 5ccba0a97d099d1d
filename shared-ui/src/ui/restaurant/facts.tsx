import { Bike, Footprints } from 'lucide-react';
import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from '../art/art';
import type { IconSource } from '../art/art';
import { uiText, VisuallyHidden } from '../text';
import { textStyles, tokens } from '../theme/tokens';

/** Line of short facts with dots between them; no line starts with a dot. Its children are `MetaItem` elements. */
export const MetaLine = styled.p`
  ${textStyles.small}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  color: ${tokens.color.ink2};
  /* Every item carries its dot in front; those at a line's start stand in the margin and are cut off. */
  margin-left: -13px;
  clip-path: inset(-2px 0 -2px 13px);
`;

/** Single fact in a line of short facts, after a separating dot. */
export const MetaItem = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  padding-left: 13px;
  position: relative;
  &::before {
    content: '';
    position: absolute;
    left: 5px;
    top: calc(0.5lh - 1px);
    width: 3px;
    height: 3px;
    border-radius: 50%;
    background: ${tokens.color.ink3};
  }
`;

interface PriceLevelProps {
  /** Price level: 1 low, 2 medium, 3 high. */
  readonly level: 1 | 2 | 3;
}

const TEXT_KEY_BY_PRICE_LEVEL = { 1: 'PriceLevel1', 2: 'PriceLevel2', 3: 'PriceLevel3' } as const;

/** Price level of a restaurant as one to three euro signs. */
export const PriceLevel = ({ level }: PriceLevelProps) => (
  <MetaItem>
    <span aria-hidden="true">{'€'.repeat(level)}</span>
    <VisuallyHidden>{uiText(TEXT_KEY_BY_PRICE_LEVEL[level])}</VisuallyHidden>
  </MetaItem>
);

interface TravelTimeProps {
  readonly mode: 'walk' | 'bike';
  /** Formatted travel time: „5 Min.“. */
  readonly text: string;
}

/** Travel time, on foot or by bike. */
export const TravelTime = ({ mode, text }: TravelTimeProps) => (
  <MetaItem>
    <Icon source={mode === 'walk' ? Footprints : Bike} size={mode === 'walk' ? 14 : 15} />
    <VisuallyHidden>{uiText(mode === 'walk' ? 'OnFoot' : 'ByBike')} </VisuallyHidden>
    {text}
  </MetaItem>
);

/**
 * Opening state of a restaurant. `closingSoon`: closes within the hour; `later`: is closed now and opens later today.
 */
export type OpenState = 'open' | 'closingSoon' | 'later' | 'closed';

interface StatusLineProps {
  readonly state: OpenState;
  /** Bold text of the opening state: „Geöffnet“, „Schließt in 38 Min.“. */
  readonly word: string;
  /** Further text about the opening state, not bold: „bis 17:00“. */
  readonly rest?: string;
  /** Remaining minutes of the last hour before closing; a pie chart shows them in the state `closingSoon`. */
  readonly minutesLeft?: number;
}

// Returns the end point of a clock hand, 4 px from the centre of a clock face of 14 px. `turnFraction`: fraction of a
// full turn.
const clockHandEnd = (turnFraction: number): string =>
  `${(7 + 4 * Math.sin(2 * Math.PI * turnFraction)).toFixed(2)} ${(7 - 4 * Math.cos(2 * Math.PI * turnFraction)).toFixed(2)}`;

const ClosingPie = ({ minutesLeft }: { readonly minutesLeft: number }) => {
  const hourFraction = Math.min(Math.max(minutesLeft, 1), 59) / 60;
  return (
    <>
      <circle cx="7" cy="7" r="6" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d={`M7 7V3A4 4 0 ${hourFraction > 0.5 ? 1 : 0} 1 ${clockHandEnd(hourFraction)}Z`} fill="currentColor" />
    </>
  );
};

const ClosedSign = () => (
  <>
    <circle cx="7" cy="7" r="5.6" fill="none" stroke="currentColor" strokeWidth="1.8" />
    <path d="M3.4 10.6 10.6 3.4" stroke="currentColor" strokeWidth="1.8" />
  </>
);

/**
 * Returns the bold text of an opening state as it stands before the further text. A comma separates a closed state from
 * the next opening: „Geschlossen, wieder morgen ab 6:00“.
 */
export const statusWordOf = ({ state, word, rest }: Pick<StatusLineProps, 'state' | 'word' | 'rest'>): string =>
  state === 'closed' && rest !== undefined ? `${word},` : word;

/** Line with the opening state of a restaurant: symbol, bold word, further text. */
export const StatusLine = ({ state, word, rest, minutesLeft = 0 }: StatusLineProps) => (
  <StatusText $state={state}>
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" focusable="false">
      {state === 'open' && <circle cx="7" cy="7" r="5" fill="currentColor" />}
      {state === 'closingSoon' && <ClosingPie minutesLeft={minutesLeft} />}
      {state === 'later' && (
        <circle cx="7" cy="7" r="5.2" fill="none" stroke="currentColor" strokeWidth="1.8" strokeDasharray="2.7" />
      )}
      {state === 'closed' && <ClosedSign />}
    </svg>
    <span>
      {statusWordOf({ state, word, rest })}
      {rest !== undefined && <FurtherText> {rest}</FurtherText>}
    </span>
  </StatusText>
);

const colorStyles = {
  open: css`
    color: ${tokens.color.ok};
  `,
  closingSoon: css`
    color: ${tokens.color.warn};
  `,
  later: css`
    color: ${tokens.color.ink2};
  `,
  closed: css`
    color: ${tokens.color.ink2};
  `,
} as const;

const StatusText = styled.p<{ readonly $state: OpenState }>`
  ${textStyles.small}
  display: flex;
  align-items: flex-start;
  gap: 7px;
  font-weight: 600;
  ${({ $state }) => colorStyles[$state]}
  svg {
    margin-top: calc((1lh - 14px) / 2);
  }
`;

const FurtherText = styled.span`
  font-weight: 400;
  color: ${tokens.color.ink2};
`;

interface FactProps {
  readonly icon: IconSource;
  readonly children: ReactNode;
}

/** Fact about a restaurant with its icon: address, hours, phone. Must be rendered inside of `FactList`. */
export const Fact = ({ icon, children }: FactProps) => (
  <FactItem>
    <Icon source={icon} size={18} />
    <div>{children}</div>
  </FactItem>
);

/** List of facts about a restaurant. Its children are `Fact` elements. */
export const FactList = styled.ul`
  display: grid;
  gap: 12px;
`;

const FactItem = styled.li`
  display: flex;
  gap: 12px;
  font-size: 0.9375rem;
  line-height: 1.3125rem;
  > svg {
    margin-top: calc((1lh - 18px) / 2);
    color: ${tokens.color.ink3};
  }
  > div {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;
