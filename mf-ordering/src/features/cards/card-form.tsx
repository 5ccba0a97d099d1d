import { useNow, useUser } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { Banner, Caption, Small, Stack, tokens } from '@mahlzeit/shared-ui/ui';
import { TextField } from '@mahlzeit/shared-ui/ui/form';
import { LockKeyhole } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import styled from 'styled-components';
import { useFailureText } from '../providers';
import { BrandMark } from './brand-mark';
import {
  CARD_NAME_MAX_LENGTH,
  CVV_DIGITS,
  expectedDigits,
  isCvv,
  maxDigits,
  needsCvv,
  NO_CVV,
  numberMistake,
  expiryMistake,
  missingDigits,
  monthOf,
  recognizeBrand,
} from './card-rules';
import type { NewCard } from './card-transitions';
import { brandNames, useTexts } from './cards';
import { cvvFormat, expiryFormat, numberFormat } from './digit-field';
import { DigitInput } from './digit-input';

const number = numberFormat((digits) => maxDigits(recognizeBrand(digits)));
const cvvDigits = cvvFormat(CVV_DIGITS);

type Field = 'number' | 'expiry' | 'cvv' | 'names';

/** Form fields by the provider's error code that concerns them. */
const FIELDS: Readonly<Record<string, Field>> = {
  '105202': 'number',
  '02625': 'number',
  '105101': 'number',
  '105203': 'expiry',
  '02626': 'expiry',
  '02624': 'expiry',
  '101105': 'expiry',
  '105204': 'cvv',
  '02627': 'cvv',
  '105102': 'names',
};

const fieldOf = (failure: ApiError | null): Field | null => FIELDS[String(failure?.details?.['ResultCode'])] ?? null;

interface Typed {
  readonly number: string;
  readonly expiry: string;
  readonly cvv: string;
  readonly firstName: string;
  readonly lastName: string;
}

const FORM_FIELDS = ['firstName', 'lastName', 'number', 'expiry', 'cvv'] as const satisfies readonly (keyof Typed)[];

type Mistakes = Readonly<Partial<Record<keyof Typed, string>>>;

/** Errors in a part of the form, as text. */
interface Verdict {
  readonly mistakes: Mistakes;
  readonly missingNames: readonly string[];
  /** Fields with a wrong value, not with a missing one. */
  readonly wrongFields: readonly (keyof Typed)[];
}

const useNumberVerdict = ({ number: digits }: Typed): Verdict => {
  const t = useTexts();
  const brand = recognizeBrand(digits);
  const mistake = numberMistake(digits);
  if (mistake === null) return { mistakes: {}, missingNames: [], wrongFields: [] };
  const lengths = {
    VISA: t('LengthVisa'),
    MASTERCARD: t('LengthMastercard'),
    MAESTRO: t('LengthMaestro'),
    open: t('NumberTooShort'),
    unsupported: t('NumberUnsupported'),
  };
  const texts = {
    missing: t('NumberMissing'),
    unsupported: t('NumberUnsupported'),
    length: lengths[brand],
    checkDigit: t('CARD_NUMBER_FORMAT_ERROR'),
  };
  const count = missingDigits(digits);
  return {
    mistakes: { number: texts[mistake] },
    missingNames: count > 0 ? [t('MissingDigits', { count })] : [],
    wrongFields: count > 0 ? [] : ['number'],
  };
};

const useExpiryVerdict = ({ expiry }: Typed): Verdict => {
  const t = useTexts();
  const mistake = expiryMistake(expiry, useNow());
  if (mistake === null) return { mistakes: {}, missingNames: [], wrongFields: [] };
  const isIncomplete = mistake !== 'past' && expiry.length < 4;
  return {
    mistakes: { expiry: t(mistake === 'past' ? 'PAST_EXPIRY_DATE_ERROR' : 'ExpiryFormat') },
    missingNames: isIncomplete ? [t('MissingDate')] : [],
    wrongFields: isIncomplete ? [] : ['expiry'],
  };
};

const useNamesVerdict = ({ firstName, lastName }: Typed, needsNames: boolean): Verdict => {
  const t = useTexts();
  if (!needsNames) return { mistakes: {}, missingNames: [], wrongFields: [] };
  const isTooLong = (name: string): boolean => [...name.trim()].length > CARD_NAME_MAX_LENGTH;
  const mistakeOf = (name: string, missingText: string): string | null =>
    name.trim() === '' ? missingText : isTooLong(name) ? t('NameTooLong', { max: CARD_NAME_MAX_LENGTH }) : null;
  const [first, lastNameMistake] = [
    mistakeOf(firstName, t('FirstNameMissing')),
    mistakeOf(lastName, t('LastNameMissing')),
  ];
  const isMissing = firstName.trim() === '' || lastName.trim() === '';
  return {
    mistakes: {
      ...(first !== null && { firstName: first }),
      ...(lastNameMistake !== null && { lastName: lastNameMistake }),
    },
    missingNames: isMissing ? [t('MissingName')] : [],
    wrongFields: [
      ...(isTooLong(firstName) ? ['firstName' as const] : []),
      ...(isTooLong(lastName) ? ['lastName' as const] : []),
    ],
  };
};

/** Validates the whole form. The results have the order of the fields. */
const useVerdict = (typedFields: Typed, needsNames: boolean): Verdict => {
  const t = useTexts();
  const isCvvRight = isCvv(typedFields.cvv, recognizeBrand(typedFields.number));
  const ofCvv: Verdict = isCvvRight
    ? { mistakes: {}, missingNames: [], wrongFields: [] }
    : { mistakes: { cvv: t('CVV_FORMAT_ERROR') }, missingNames: [t('MissingCvv')], wrongFields: [] };
  const verdicts = [
    useNamesVerdict(typedFields, needsNames),
    useNumberVerdict(typedFields),
    useExpiryVerdict(typedFields),
    ofCvv,
  ];
  return {
    mistakes: verdicts.reduce<Mistakes>((sum, { mistakes }) => ({ ...sum, ...mistakes }), {}),
    missingNames: verdicts.flatMap(({ missingNames }) => missingNames),
    wrongFields: verdicts.flatMap(({ wrongFields }) => wrongFields),
  };
};

const list = (parts: readonly string[]): string => new Intl.ListFormat('de', { type: 'conjunction' }).format(parts);

/**
 * Holds the input of the card form and validates it. The card number exists only here and is lost when the form is
 * closed.
 */
export const useCardForm = (needsNames: boolean) => {
  const t = useTexts();
  const user = useUser();
  const [typedFields, setTyped] = useState<Omit<Typed, 'firstName' | 'lastName'>>({ number: '', expiry: '', cvv: '' });
  const [names, setNames] = useState<Partial<Pick<Typed, 'firstName' | 'lastName'>>>({});
  /** Fields that the user changed after the card was last sent. */
  const [changedFields, setChanged] = useState<ReadonlySet<Field>>(new Set());
  /** Fields that have lost the focus. In these fields a missing value is marked as an error, too. */
  const [leftFields, setLeftFields] = useState<ReadonlySet<keyof Typed>>(new Set());
  const fieldValues: Typed = {
    ...typedFields,
    firstName: names.firstName ?? user?.firstName ?? '',
    lastName: names.lastName ?? user?.lastName ?? '',
  };
  const { mistakes, missingNames, wrongFields } = useVerdict(fieldValues, needsNames);
  const change = (field: Field): void => setChanged((current) => new Set([...current, field]));
  const brand = recognizeBrand(typedFields.number);
  const expiry = monthOf(typedFields.expiry);
  const isRight = Object.keys(mistakes).length === 0;
  const card: NewCard | null =
    !isRight || expiry === null || brand === 'open' || brand === 'unsupported'
      ? null
      : {
          brand,
          data: { number: typedFields.number, expiry, cvv: typedFields.cvv === '' ? NO_CVV : typedFields.cvv },
          names: needsNames ? { firstName: fieldValues.firstName.trim(), lastName: fieldValues.lastName.trim() } : null,
        };
  const count = missingNames.length;
  const markedFields = FORM_FIELDS.filter(
    (field) => wrongFields.includes(field) || (leftFields.has(field) && mistakes[field] !== undefined),
  );
  const reason =
    wrongFields.length > 0
      ? t('HintWrong', { count: markedFields.length })
      : count > 0
        ? t('HintMissing', { parts: list(missingNames) })
        : undefined;
  return {
    typed: fieldValues,
    brand,
    mistakes,
    needsNames,
    changed: changedFields,
    /** Data of the card; null until every field is valid. */
    card,
    /** Reason why the card can't be saved yet; undefined when it can. */
    reason,
    setDigits:
      (field: 'number' | 'expiry' | 'cvv') =>
      (digits: string): void => {
        setTyped((current) => ({ ...current, [field]: digits }));
        change(field);
      },
    setName:
      (field: 'firstName' | 'lastName') =>
      (name: string): void => {
        setNames((current) => ({ ...current, [field]: name }));
        change('names');
      },
    onLeft: (field: keyof Typed) => (): void => setLeftFields((current) => new Set([...current, field])),
    onSent: (): void => setChanged(new Set()),
  };
};

/** State and handlers of the card form, as `useCardForm` returns them. */
export type CardFormState = ReturnType<typeof useCardForm>;

const SaveError = ({ failure, field }: { readonly failure: ApiError; readonly field: Field | null }) => {
  const t = useTexts();
  const containerRef = useRef<HTMLDivElement>(null);
  const failureText = useFailureText(failure, 'card');
  const isSaid = failureText !== null;
  useEffect(() => {
    // The focus moves to the error, because the button that submits the form is at the other end of the sheet.
    if (isSaid) containerRef.current?.focus();
  }, [isSaid]);
  if (failureText === null) return null;
  return (
    <Place ref={containerRef} tabIndex={-1}>
      <Banner tone="err" title={t(failure.status === 402 && failureText.isRefused ? 'CardRefused' : 'CardNotSaved')}>
        {field === null ? failureText.text : t('CheckField', { count: field === 'names' ? 2 : 1 })}
        {failureText.code !== null && <Small as="div">{t('Code', { code: failureText.code })}</Small>}
      </Banner>
    </Place>
  );
};

const Place = styled.div`
  outline: none;
`;

interface CardFormProps {
  /** Id of the form, for the submit button, which is outside of the form at the sheet's lower edge. */
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
  const refusedField = fieldOf(failure);
  const isShown = refusedField !== 'names' || needsNames;
  const field = refusedField !== null && isShown && !changed.has(refusedField) ? refusedField : null;
  const errorFor = (name: Field, text: string): { error?: string } => (field === name ? { error: text } : {});
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  const isRecognized = brand !== 'open' && brand !== 'unsupported';
  return (
    <Stack as="form" id={id} $gap={16} noValidate autoComplete="on" onSubmit={submit}>
      {failure !== null && <SaveError failure={failure} field={field} />}
      {needsNames && (
        <Pair>
          <TextField
            label={t('FirstName')}
            autoComplete="cc-given-name"
            readOnly={isBusy}
            value={typed.firstName}
            validate={() => mistakes.firstName}
            onChange={({ target }) => form.setName('firstName')(target.value)}
            onBlur={form.onLeft('firstName')}
            {...errorFor('names', t('CheckName'))}
          />
          <TextField
            label={t('LastName')}
            autoComplete="cc-family-name"
            readOnly={isBusy}
            value={typed.lastName}
            validate={() => mistakes.lastName}
            onChange={({ target }) => form.setName('lastName')(target.value)}
            onBlur={form.onLeft('lastName')}
            {...errorFor('names', t('CheckName'))}
          />
        </Pair>
      )}
      <DigitInput
        label={t('CardNumber')}
        autoComplete="cc-number"
        readOnly={isBusy}
        digits={typed.number}
        format={number}
        mistake={mistakes.number}
        onDigits={form.setDigits('number')}
        onBlur={form.onLeft('number')}
        characterCount={{ length: typed.number.length, max: expectedDigits(typed.number) }}
        {...(isRecognized
          ? {
              hint: t('Recognized', { brand: brandNames[brand] }),
              trailing: (
                <Mark>
                  <BrandMark brand={brand} />
                </Mark>
              ),
            }
          : {})}
        {...(brand === 'unsupported'
          ? { error: t('NumberUnsupported') }
          : errorFor('number', t('CARD_NUMBER_FORMAT_ERROR')))}
      />
      <Pair>
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
          {...errorFor('expiry', t('ExpiryRefused'))}
        />
        <DigitInput
          label={t('Cvv')}
          autoComplete="cc-csc"
          readOnly={isBusy}
          placeholder={t('CvvPlaceholder')}
          digits={typed.cvv}
          format={cvvDigits}
          mistake={mistakes.cvv}
          onDigits={form.setDigits('cvv')}
          onBlur={form.onLeft('cvv')}
          {...(needsCvv(brand) ? {} : { hint: t('CvvNotNeeded') })}
          {...errorFor('cvv', t('CvvRefused'))}
        />
      </Pair>
      <Hint>
        <LockKeyhole size={18} aria-hidden="true" focusable="false" />
        <Caption>{t('DirectHint')}</Caption>
      </Hint>
    </Stack>
  );
};

const Mark = styled.span`
  padding-right: 8px;
`;

// Two fields share a line while both labels fit, also with large fonts.
const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(8rem, 100%), 1fr));
  align-items: start;
  gap: 16px 12px;
`;

const Hint = styled.div`
  display: flex;
  align-items: flex-start;
  gap: 8px;
  color: ${tokens.color.ink2};
  > svg {
    flex: none;
  }
`;
