import { forbiddenWordsOf, ratePassword, validateNewPassword } from '@mahlzeit/contract/rules';
import type { PasswordRating } from '@mahlzeit/contract/rules';
import { Small, tokens } from '@mahlzeit/shared-ui/ui';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../account-texts';
import type { estimateGuesses } from './estimate-guesses';

type EstimateGuesses = typeof estimateGuesses;

// Without the lists of words, for instance offline, the line stays empty: the gateway decides in any case.
const loadEstimate = (): Promise<EstimateGuesses | null> =>
  import('./estimate-guesses').then(
    (estimateModule) => estimateModule.estimateGuesses,
    () => null,
  );

/** Loads the estimate when the first character of a password is typed; null until then. */
const useEstimate = (isNeeded: boolean): EstimateGuesses | null => {
  const [estimate, setEstimate] = useState<EstimateGuesses | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    let isMounted = true;
    void loadEstimate().then((loadedEstimate) => {
      if (isMounted) setEstimate(() => loadedEstimate);
    });
    return () => {
      isMounted = false;
    };
  }, [isNeeded]);
  return estimate;
};

const textKeyByRating = {
  guessable: 'StrengthGuessable',
  weak: 'StrengthWeak',
  fair: 'StrengthFair',
  strong: 'StrengthStrong',
} as const satisfies Readonly<Record<PasswordRating, string>>;

const stepsByRating: Readonly<Record<PasswordRating, number>> = { guessable: 1, weak: 2, fair: 3, strong: 4 };

interface PasswordStrengthProps {
  readonly password: string;
  /** E-mail address of the account, whose parts make a password weak; empty for none. */
  readonly email: string;
}

/**
 * Line below a field for a new password: says how hard the typed password is to guess. It takes its place from the
 * start, because a line that appears while someone types would push what they press next away under their finger.
 */
export const PasswordStrength = ({ password, email }: PasswordStrengthProps) => {
  const t = useTexts();
  const estimate = useEstimate(password !== '');
  // The field itself says that the password is too short.
  const isRated = estimate !== null && validateNewPassword(password).ok;
  const rating = isRated ? ratePassword(estimate(password, forbiddenWordsOf(email))) : null;
  return (
    <StrengthLine>
      <StrengthBar aria-hidden="true">
        {Array.from({ length: 4 }, (_, index) => (
          <StrengthStep key={index} $rating={rating !== null && index < stepsByRating[rating] ? rating : null} />
        ))}
      </StrengthBar>
      <StrengthText $tone="quiet" role="status">
        {rating !== null && t(textKeyByRating[rating])}
      </StrengthText>
    </StrengthLine>
  );
};

const colorByRating: Readonly<Record<PasswordRating, string>> = {
  guessable: tokens.color.err,
  weak: tokens.color.warn,
  fair: tokens.color.ok,
  strong: tokens.color.ok,
};

// The line belongs to the field above it.
const StrengthLine = styled.div`
  display: grid;
  gap: 6px;
  margin-top: -8px;
`;

// The lowest height is one line of text.
const StrengthText = styled(Small)`
  min-height: 1lh;
`;

const StrengthBar = styled.div`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  gap: 4px;
`;

const StrengthStep = styled.span<{ readonly $rating: PasswordRating | null }>`
  height: 4px;
  border-radius: ${tokens.radius.full};
  background: ${({ $rating }) => ($rating === null ? tokens.color.line : colorByRating[$rating])};
  forced-color-adjust: none;
`;
