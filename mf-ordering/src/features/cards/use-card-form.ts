import { textLength } from '@mahlzeit/contract/rules';
import { useNow, useUser } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import {
  CARD_NAME_MAX_LENGTH,
  CVV_DIGIT_COUNT,
  isValidCvv,
  maxDigitCountOf,
  PLACEHOLDER_CVV,
  cardNumberMistake,
  expiryMistakeOf,
  missingDigitCountOf,
  parseExpiryMonth,
  recognizeBrand,
} from './card-rules';
import type { NewCard } from './card-transitions';
import { useTexts } from './cards';
import { cvvFormat, numberFormat } from './digit-field';

export const numberDigitFormat = numberFormat((digits) => maxDigitCountOf(recognizeBrand(digits)));
export const cvvDigitFormat = cvvFormat(CVV_DIGIT_COUNT);

export type CardField = 'number' | 'expiry' | 'cvv' | 'names';

/** Form field to which each error code of the payment provider belongs. */
const FIELD_BY_ERROR_CODE: Readonly<Record<string, CardField>> = {
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

export const refusedFieldOf = (saveFailure: ApiError | null): CardField | null =>
  FIELD_BY_ERROR_CODE[String(saveFailure?.details?.['ResultCode'])] ?? null;

interface CardFields {
  readonly number: string;
  readonly expiry: string;
  readonly cvv: string;
  readonly firstName: string;
  readonly lastName: string;
}

const FORM_FIELDS = [
  'firstName',
  'lastName',
  'number',
  'expiry',
  'cvv',
] as const satisfies readonly (keyof CardFields)[];

type FieldErrors = Readonly<Partial<Record<keyof CardFields, string>>>;

/** Errors in a part of the card form, as text. */
interface FieldsVerdict {
  readonly mistakes: FieldErrors;
  readonly missingNames: readonly string[];
  /** Fields with a wrong value; fields with a missing value aren't included. */
  readonly wrongFields: readonly (keyof CardFields)[];
}

const useNumberVerdict = ({ number: digits }: CardFields): FieldsVerdict => {
  const t = useTexts();
  const brand = recognizeBrand(digits);
  const numberError = cardNumberMistake(digits);
  if (numberError === null) return { mistakes: {}, missingNames: [], wrongFields: [] };
  const lengthErrorByBrand = {
    VISA: t('LengthVisa'),
    MASTERCARD: t('LengthMastercard'),
    MAESTRO: t('LengthMaestro'),
    open: t('NumberTooShort'),
    unsupported: t('NumberUnsupported'),
  };
  const textByMistake = {
    missing: t('NumberMissing'),
    unsupported: t('NumberUnsupported'),
    length: lengthErrorByBrand[brand],
    checkDigit: t('CARD_NUMBER_FORMAT_ERROR'),
  };
  const missingDigitCount = missingDigitCountOf(digits);
  return {
    mistakes: { number: textByMistake[numberError] },
    missingNames: missingDigitCount > 0 ? [t('MissingDigits', { count: missingDigitCount })] : [],
    wrongFields: missingDigitCount > 0 ? [] : ['number'],
  };
};

const useExpiryVerdict = ({ expiry }: CardFields): FieldsVerdict => {
  const t = useTexts();
  const expiryError = expiryMistakeOf(expiry, useNow());
  if (expiryError === null) return { mistakes: {}, missingNames: [], wrongFields: [] };
  const isExpiryIncomplete = expiryError !== 'past' && expiry.length < 4;
  return {
    mistakes: { expiry: t(expiryError === 'past' ? 'PAST_EXPIRY_DATE_ERROR' : 'ExpiryFormat') },
    missingNames: isExpiryIncomplete ? [t('MissingDate')] : [],
    wrongFields: isExpiryIncomplete ? [] : ['expiry'],
  };
};

const useNamesVerdict = ({ firstName, lastName }: CardFields, needsNames: boolean): FieldsVerdict => {
  const t = useTexts();
  if (!needsNames) return { mistakes: {}, missingNames: [], wrongFields: [] };
  const isNameTooLong = (payerName: string): boolean => textLength(payerName.trim()) > CARD_NAME_MAX_LENGTH;
  const nameMistakeOf = (payerName: string, missingText: string): string | null =>
    payerName.trim() === ''
      ? missingText
      : isNameTooLong(payerName)
        ? t('NameTooLong', { max: CARD_NAME_MAX_LENGTH })
        : null;
  const [firstNameMistake, lastNameMistake] = [
    nameMistakeOf(firstName, t('FirstNameMissing')),
    nameMistakeOf(lastName, t('LastNameMissing')),
  ];
  const isNameMissing = firstName.trim() === '' || lastName.trim() === '';
  return {
    mistakes: {
      ...(firstNameMistake !== null && { firstName: firstNameMistake }),
      ...(lastNameMistake !== null && { lastName: lastNameMistake }),
    },
    missingNames: isNameMissing ? [t('MissingName')] : [],
    wrongFields: [
      ...(isNameTooLong(firstName) ? ['firstName' as const] : []),
      ...(isNameTooLong(lastName) ? ['lastName' as const] : []),
    ],
  };
};

/** Validates the whole card form. The results have the order of the fields. */
const useFormVerdict = (typedFields: CardFields, needsNames: boolean): FieldsVerdict => {
  const t = useTexts();
  const isCvvValid = isValidCvv(typedFields.cvv, recognizeBrand(typedFields.number));
  const cvvVerdict: FieldsVerdict = isCvvValid
    ? { mistakes: {}, missingNames: [], wrongFields: [] }
    : { mistakes: { cvv: t('CVV_FORMAT_ERROR') }, missingNames: [t('MissingCvv')], wrongFields: [] };
  const fieldVerdicts = [
    useNamesVerdict(typedFields, needsNames),
    useNumberVerdict(typedFields),
    useExpiryVerdict(typedFields),
    cvvVerdict,
  ];
  return {
    mistakes: fieldVerdicts.reduce<FieldErrors>(
      (previousMistakes, { mistakes }) => ({ ...previousMistakes, ...mistakes }),
      {},
    ),
    missingNames: fieldVerdicts.flatMap(({ missingNames }) => missingNames),
    wrongFields: fieldVerdicts.flatMap(({ wrongFields }) => wrongFields),
  };
};

const joinWithAnd = (textParts: readonly string[]): string =>
  new Intl.ListFormat('de', { type: 'conjunction' }).format(textParts);

/**
 * Holds the input of the card form and validates it. The card number exists only here and is lost when the form is
 * closed.
 */
export const useCardForm = (needsNames: boolean) => {
  const t = useTexts();
  const user = useUser();
  const [typedFields, setTypedFields] = useState<Omit<CardFields, 'firstName' | 'lastName'>>({
    number: '',
    expiry: '',
    cvv: '',
  });
  const [typedNames, setNames] = useState<Partial<Pick<CardFields, 'firstName' | 'lastName'>>>({});
  /** Fields that the user has changed since the card's data was last sent. */
  const [changedFields, setChangedFields] = useState<ReadonlySet<CardField>>(new Set());
  /** Fields that have lost the focus. In these fields a missing value is marked as an error, too. */
  const [blurredFields, setBlurredFields] = useState<ReadonlySet<keyof CardFields>>(new Set());
  const fieldValues: CardFields = {
    ...typedFields,
    firstName: typedNames.firstName ?? user?.firstName ?? '',
    lastName: typedNames.lastName ?? user?.lastName ?? '',
  };
  const { mistakes, missingNames, wrongFields } = useFormVerdict(fieldValues, needsNames);
  const markFieldChanged = (changedField: CardField): void =>
    setChangedFields((previousFields) => new Set([...previousFields, changedField]));
  const brand = recognizeBrand(typedFields.number);
  const expiry = parseExpiryMonth(typedFields.expiry);
  const isFormValid = Object.keys(mistakes).length === 0;
  const completedCard: NewCard | null =
    !isFormValid || expiry === null || brand === 'open' || brand === 'unsupported'
      ? null
      : {
          brand,
          data: { number: typedFields.number, expiry, cvv: typedFields.cvv === '' ? PLACEHOLDER_CVV : typedFields.cvv },
          names: needsNames ? { firstName: fieldValues.firstName.trim(), lastName: fieldValues.lastName.trim() } : null,
        };
  const missingFieldCount = missingNames.length;
  const fieldsMarkedWrong = FORM_FIELDS.filter(
    (field) => wrongFields.includes(field) || (blurredFields.has(field) && mistakes[field] !== undefined),
  );
  const disabledReason =
    wrongFields.length > 0
      ? t('HintWrong', { count: fieldsMarkedWrong.length })
      : missingFieldCount > 0
        ? t('HintMissing', { count: missingFieldCount, parts: joinWithAnd(missingNames) })
        : undefined;
  return {
    typed: fieldValues,
    brand,
    mistakes,
    needsNames,
    changed: changedFields,
    /** Data of the card; null until every field of the form is valid. */
    card: completedCard,
    /** Reason why the card can't be saved yet; undefined if it can. */
    reason: disabledReason,
    setDigits:
      (field: 'number' | 'expiry' | 'cvv') =>
      (digits: string): void => {
        setTypedFields((previousFields) => ({ ...previousFields, [field]: digits }));
        markFieldChanged(field);
      },
    setName:
      (field: 'firstName' | 'lastName') =>
      (payerName: string): void => {
        setNames((previousNames) => ({ ...previousNames, [field]: payerName }));
        markFieldChanged('names');
      },
    onLeft: (field: keyof CardFields) => (): void =>
      setBlurredFields((previousFields) => new Set([...previousFields, field])),
    onSent: (): void => setChangedFields(new Set()),
  };
};

/** State and handlers of the card form, as `useCardForm` returns them. */
export type CardFormState = ReturnType<typeof useCardForm>;
