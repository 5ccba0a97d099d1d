import { useState } from 'react';
import type { FormEvent } from 'react';
import styled from 'styled-components';
import { BrandMark } from '../art/art';
import { Button } from '../button';
import { Banner } from '../feedback';
import { PasswordField } from '../form';
import { Body, H1 } from '../text';
import { tokens } from '../theme/tokens';

/** Texts of the form in which a user enters a token. */
export interface TokenFormTexts {
  readonly title: string;
  /** Sentence that says where the user gets the token. */
  readonly text: string;
  /** Label of the field for the token; `hint` is the text below the field. */
  readonly label: string;
  readonly hint: string;
  /** Error text if the field is empty. */
  readonly empty: string;
  readonly submit: string;
}

interface TokenFormProps {
  readonly texts: TokenFormTexts;
  /** Reason why the former token can no longer be used; null if there was no former token. */
  readonly refusal: string | null;
  readonly onSubmit: (token: string) => void;
}

/** Page with a form in which the user of a console enters a token. */
export const TokenForm = ({ texts, refusal, onSubmit }: TokenFormProps) => {
  const [typedToken, setTypedToken] = useState('');
  const [isTokenMissing, setIsTokenMissing] = useState(false);
  const submitToken = (event: FormEvent): void => {
    event.preventDefault();
    const isMissing = typedToken.trim() === '';
    setIsTokenMissing(isMissing);
    if (!isMissing) onSubmit(typedToken);
  };
  return (
    <FormPage>
      <FormCard onSubmit={submitToken} noValidate>
        <BrandMark size={48} />
        <H1>{texts.title}</H1>
        <Body $tone="quiet">{texts.text}</Body>
        {refusal !== null && <Banner tone="err">{refusal}</Banner>}
        <PasswordField
          label={texts.label}
          hint={texts.hint}
          autoComplete="current-password"
          spellCheck={false}
          value={typedToken}
          error={isTokenMissing ? texts.empty : undefined}
          onChange={({ target }) => setTypedToken(target.value)}
        />
        <Button type="submit" isBlock size="large">
          {texts.submit}
        </Button>
      </FormCard>
    </FormPage>
  );
};

const FormPage = styled.main`
  display: grid;
  place-items: center;
  min-height: 100dvh;
  padding: 24px 16px;
`;

const FormCard = styled.form`
  display: grid;
  gap: 16px;
  width: min(420px, 100%);
  padding: 28px 24px;
  border-radius: ${tokens.radius.dialog};
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.e2};
`;
