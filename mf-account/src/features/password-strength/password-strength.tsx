import { forbiddenWordsOf, ratePassword, validateNewPassword } from '@mahlzeit/contract/rules';
import type { PasswordRating } from '@mahlzeit/contract/rules';
import { Small, tokens } from '@mahlzeit/shared-ui/ui';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../account-texts';
import type { estimateGuesses } from './estimate-guesses';

type EstimateGuesses = typeof estimateGuesses;

// Loads the estimator with its word lists. If they can't be loaded, for instance offline, the line about the password's
// strength stays empty; the gateway decides in any case.
const loadEstimate = (): Promise<EstimateGuesses | null> =>
  import('./estimate-guesses').then(
    (estimateModule) => estimateModule.estimateGuesses,
    () => null,
  );

/** Loads the estimator of password strength when the first character is typed; returns null until then. */
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
  /** E-mail address of the account; its parts make a password weak. Empty if there is no address. */
  readonly email: string;
}

/**
 * Line below a field for a new password: says how hard the typed password is to guess. The line takes its space from
 * the start: a line that appears while someone types would move the element away that they press next.
 */
export const PasswordStrength = ({ password, email }: PasswordStrengthProps) => {
  const t = useTexts();
  const estimate = useEstimate(password !== '');
  // A password that is too short gets no rating, because the field itself says that it is too short.
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

// The line stands close to the field above it, to which it belongs.
const StrengthLine = styled.div`
  display: grid;
  gap: 6px;
  margin-top: -8px;
`;

// The minimum height is one line of text, so that nothing moves when the text appears.
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
