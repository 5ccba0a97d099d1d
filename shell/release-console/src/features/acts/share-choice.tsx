import { textStyles, tokens, forcedColorsBorder } from '@mahlzeit/shared-ui/ui';
import { TextField } from '@mahlzeit/shared-ui/ui/form';
import { useId } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../console-texts';
import { OFFERED_SHARES } from './act-rules';

/** Chosen share of the visitors: one of the offered shares, or a typed one. */
export interface ShareDraft {
  /** Offered share in percent; null for a typed one. */
  readonly offered: number | null;
  readonly typed: string;
}

interface ShareChoiceProps {
  readonly draft: ShareDraft;
  readonly onChange: (draft: ShareDraft) => void;
  /** Error text for the typed share. */
  readonly error: string | undefined;
}

/** Field for the share of the visitors who get a release: an offered share, or a typed number. */
export const ShareChoice = ({ draft, onChange, error }: ShareChoiceProps) => {
  const t = useTexts();
  const groupName = useId();
  return (
    <>
      <ShareGroup>
        <ShareLegend>{t('ShareLegend')}</ShareLegend>
        {[...OFFERED_SHARES, null].map((share) => (
          <ShareChip key={share}>
            <input
              type="radio"
              name={groupName}
              checked={draft.offered === share}
              onChange={() => onChange({ ...draft, offered: share })}
            />
            {share === null ? t('ShareOther') : t('Percent', { share: String(share) })}
          </ShareChip>
        ))}
      </ShareGroup>
      {draft.offered === null && (
        <TextField
          label={t('ShareTyped')}
          inputMode="numeric"
          autoComplete="off"
          value={draft.typed}
          error={error}
          onChange={({ target }) => onChange({ ...draft, typed: target.value })}
        />
      )}
    </>
  );
};

const ShareGroup = styled.fieldset`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

const ShareLegend = styled.legend`
  ${textStyles.small}
  float: left;
  width: 100%;
  padding: 0;
`;

const ShareChip = styled.label`
  ${textStyles.label}
  position: relative;
  display: inline-flex;
  align-items: center;
  min-height: 44px;
  padding: 8px 14px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.surface};
  color: ${tokens.color.ink};
  box-shadow: inset 0 0 0 1px ${tokens.color.lineStrong};
  cursor: pointer;
  ${forcedColorsBorder}
  > input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  &:has(:checked) {
    box-shadow: inset 0 0 0 2px ${tokens.color.plumText};
    color: ${tokens.color.plumText};
  }
  &:has(:focus-visible) {
    outline: 2px solid ${tokens.color.plumText};
    outline-offset: 2px;
  }
  @media (forced-colors: active) {
    &:has(:checked) {
      border: 3px solid Highlight;
    }
  }
`;
