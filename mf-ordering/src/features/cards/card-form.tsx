import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { Banner, Caption, Small, Stack, tokens } from '@mahlzeit/shared-ui/ui';
import { TextField } from '@mahlzeit/shared-ui/ui/form';
import { LockKeyhole } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { FormEvent } from 'react';
import styled from 'styled-components';
import { useFailureText } from '../providers';
import { CardBrandLogo } from './brand-mark';
import { expectedDigitCountOf, needsCvv } from './card-rules';
import { brandNameByCardBrand, useTexts } from './cards';
import { expiryFormat } from './digit-field';
import { DigitInput } from './digit-input';
import { numberDigitFormat, cvvDigitFormat, refusedFieldOf } from './use-card-form';
import type { CardField, CardFormState } from './use-card-form';

const SaveError = ({ failure, field }: { readonly failure: ApiError; readonly field: CardField | null }) => {
  const t = useTexts();
  const containerRef = useRef<HTMLDivElement>(null);
  const failureText = useFailureText(failure, 'card');
  const isFailureTextLoaded = failureText !== null;
  useEffect(() => {
    // The focus moves to the error message, because the submit button is at the other end of the sheet.
    if (isFailureTextLoaded) containerRef.current?.focus();
  }, [isFailureTextLoaded]);
  if (failureText === null) return null;
  return (
    <FocusTarget ref={containerRef} tabIndex={-1}>
      <Banner tone="err" title={t(failure.status === 402 && failureText.isRefused ? 'CardRefused' : 'CardNotSaved')}>
        {field === null ? failureText.text : t('CheckField', { count: field === 'names' ? 2 : 1 })}
        {failureText.code !== null && <Small as="div">{t('Code', { code: failureText.code })}</Small>}
      </Banner>
    </FocusTarget>
  );
};

const FocusTarget = styled.div`
  outline: none;
`;

interface CardFormProps {
  /**
   * Id of the form, to which the submit button refers; the button is outside of the form, at the sheet's lower edge.
   */
  readonly id: string;
  readonly form: CardFormState;
  readonly failure: ApiError | null;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
}

/** Form for the data of a new card. The data is sent to the provider and never to our gateway. */
export const CardForm = ({ id, form, failure, isBusy, onSubmit }: CardFormProps) => {
  const t = useTexts();
  const { typed, brand, mistakes, needsNames, changed } = form;
  const refusedField = refusedFieldOf(failure);
  const isRefusedFieldShown = refusedField !== 'names' || needsNames;
  const field = refusedField !== null && isRefusedFieldShown && !changed.has(refusedField) ? refusedField : null;
  const errorPropsFor = (fieldName: CardField, text: string): { error?: string } =>
    field === fieldName ? { error: text } : {};
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  const isBrandRecognized = brand !== 'open' && brand !== 'unsupported';
  return (
    <Stack as="form" id={id} $gap={16} noValidate autoComplete="on" onSubmit={handleSubmit}>
      {failure !== null && <SaveError failure={failure} field={field} />}
      {needsNames && (
        <FieldPairRow>
          <TextField
            label={t('FirstName')}
            autoComplete="cc-given-name"
            readOnly={isBusy}
            value={typed.firstName}
            validate={() => mistakes.firstName}
            onChange={({ target }) => form.setName('firstName')(target.value)}
            onBlur={form.onLeft('firstName')}
            {...errorPropsFor('names', t('CheckName'))}
          />
          <TextField
            label={t('LastName')}
            autoComplete="cc-family-name"
            readOnly={isBusy}
            value={typed.lastName}
            validate={() => mistakes.lastName}
            onChange={({ target }) => form.setName('lastName')(target.value)}
            onBlur={form.onLeft('lastName')}
            {...errorPropsFor('names', t('CheckName'))}
          />
        </FieldPairRow>
      )}
      <DigitInput
        label={t('CardNumber')}
        autoComplete="cc-number"
        readOnly={isBusy}
        digits={typed.number}
        format={numberDigitFormat}
        mistake={mistakes.number}
        onDigits={form.setDigits('number')}
        onBlur={form.onLeft('number')}
        characterCount={{ length: typed.number.length, max: expectedDigitCountOf(typed.number) }}
        {...(isBrandRecognized
          ? {
              hint: t('Recognized', { brand: brandNameByCardBrand[brand] }),
              trailing: (
                <BrandSlot>
                  <CardBrandLogo brand={brand} />
                </BrandSlot>
              ),
            }
          : {})}
        {...(brand === 'unsupported'
          ? { error: t('NumberUnsupported') }
          : errorPropsFor('number', t('CARD_NUMBER_FORMAT_ERROR')))}
      />
      <FieldPairRow>
        <DigitInput
          label={t('Expiry')}
          autoComplete="cc-exp"
          readOnly={isBusy}
          placeholder={t('ExpiryPlaceholder')}
          digits={typed.expiry}
          format={expiryFormat}
          mistake={mistakes.expiry}
          onDigits={form.setDigits('expiry')}
          onBlur={form.onLeft('expiry')}
          {...errorPropsFor('expiry', t('ExpiryRefused'))}
        />
        <DigitInput
          label={t('Cvv')}
          autoComplete="cc-csc"
          readOnly={isBusy}
          placeholder={t('CvvPlaceholder')}
          digits={typed.cvv}
          format={cvvDigitFormat}
          mistake={mistakes.cvv}
          onDigits={form.setDigits('cvv')}
          onBlur={form.onLeft('cvv')}
          {...(needsCvv(brand) ? {} : { hint: t('CvvNotNeeded') })}
          {...errorPropsFor('cvv', t('CvvRefused'))}
        />
      </FieldPairRow>
      <FieldHint>
        <LockKeyhole size={18} aria-hidden="true" focusable="false" />
        <Caption>{t('DirectHint')}</Caption>
      </FieldHint>
    </Stack>
  );
};

const BrandSlot = styled.span`
  padding-right: 8px;
`;

// Row with two form fields. They share a line while both labels fit, also with large fonts.
const FieldPairRow = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(8rem, 100%), 1fr));
  align-items: start;
  gap: 16px 12px;
`;

const FieldHint = styled.div`
  display: flex;
  align-items: flex-start;
  gap: 8px;
  color: ${tokens.color.ink2};
  > svg {
    flex: none;
  }
`;
