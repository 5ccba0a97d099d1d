import styled, { css } from 'styled-components';
import { textStyles, tokens } from '../theme';

/** Whether one can go there now. */
export type OpenState = 'open' | 'closingSoon' | 'closed';

interface StatusLineProps {
  readonly state: OpenState;
  /** The bold word: „Geöffnet“, „Schließt in 38 Min.“. */
  readonly word: string;
  /** The plain rest: „bis 17:00“. */
  readonly rest?: string;
  /** Minutes left of the last hour; the pie shows them while closing soon. */
  readonly minutesLeft?: number;
}

// Where the hand of a clock stands after that share of a round, 4 px from the centre of a 14 px face.
const handAt = (share: number): string => `${(7 + 4 * Math.sin(2 * Math.PI * share)).toFixed(2)} ${(7 - 4 * Math.cos(2 * Math.PI * share)).toFixed(2)}`;

const ClosingPie = ({ minutesLeft }: { readonly minutesLeft: number }) => {
  const share = Math.min(Math.max(minutesLeft, 1), 59) / 60;
  return (
    <>
      <circle cx="7" cy="7" r="6" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d={`M7 7V3A4 4 0 ${share > 0.5 ? 1 : 0} 1 ${handAt(share)}Z`} fill="currentColor" />
    </>
  );
};

const Slash = () => (
  <>
    <circle cx="7" cy="7" r="5.6" fill="none" stroke="currentColor" strokeWidth="1.8" />
    <path d="M3.4 10.6 10.6 3.4" stroke="currentColor" strokeWidth="1.8" />
  </>
);

/** Open, closing soon or closed: glyph, bold word, plain rest. */
export const StatusLine = ({ state, word, rest, minutesLeft = 0 }: StatusLineProps) => (
  <Line $state={state}>
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" focusable="false">
      {state === 'open' && <circle cx="7" cy="7" r="5" fill="currentColor" />}
      {state === 'closingSoon' && <ClosingPie minutesLeft={minutesLeft} />}
      {state === 'closed' && <Slash />}
    </svg>
    <span>
      {word}
      {rest !== undefined && <Rest> {rest}</Rest>}
    </span>
  </Line>
);

const colors = {
  open: css`color: ${tokens.color.ok};`,
  closingSoon: css`color: ${tokens.color.warn};`,
  closed: css`color: ${tokens.color.ink2};`,
} as const;

const Line = styled.p<{ readonly $state: OpenState }>`
  ${textStyles.small}
  display: flex;
  align-items: flex-start;
  gap: 7px;
  font-weight: 600;
  ${({ $state }) => colors[$state]}
  svg { margin-top: calc((1lh - 14px) / 2); }
`;

const Rest = styled.span`
  font-weight: 400;
  color: ${tokens.color.ink2};
`;
