import { err, ok } from '@mahlzeit/contract';
import type { CardRegistration, Result } from '@mahlzeit/contract';
import { isObject, parseStored } from '@mahlzeit/shared-ui/platform';

/** Data of a card as its owner has typed it. It is sent only to the provider. */
export interface CardData {
  /** Card number, digits only. */
  readonly number: string;
  /** Expiry of the card, `MMYY`. */
  readonly expiry: string;
  readonly cvv: string;
}

/** Sends one request from the browser to the payment provider; rejects if no response arrives. */
export type SendToProvider = (url: string, body: URLSearchParams) => Promise<Response>;

const PROVIDER_TIMEOUT_MS = 30_000;

/** Sends a request to the payment provider, without cookies, referrer or cache. */
export const sendToProvider: SendToProvider = (url, body) =>
  fetch(url, {
    method: 'POST',
    body,
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  });

// Error codes that the vendor's card kit uses for these failures (A.12, A.13).
const NO_ANSWER_CODE = '001596';
const NO_TOKEN_CODE = '001599';
const NO_JSON_CODE = '101699';
const SUCCESS_CODE = '000000';

const readProviderAnswer = async (
  pendingResponse: Promise<Response>,
): Promise<Result<{ readonly isOk: boolean; readonly text: string }, string>> => {
  try {
    const response = await pendingResponse;
    return ok({ isOk: response.ok, text: await response.text() });
  } catch {
    // The request was blocked, lost or too slow; `fetch` doesn't tell which.
    return err(NO_ANSWER_CODE);
  }
};

const errorCodeIn = (text: string): string | null => /^errorCode=(\d{4,6})\s*$/.exec(text)?.[1] ?? null;

/** Sends the card's data to the provider's tokeniser, whose response contains no data of the card. */
const requestCardToken = async (
  sendToTokenizer: SendToProvider,
  { CardRegistrationURL, PreregistrationData, AccessKey }: CardRegistration,
  { number, expiry, cvv }: CardData,
): Promise<Result<string, string>> => {
  const body = new URLSearchParams({
    data: PreregistrationData,
    accessKeyRef: AccessKey,
    cardNumber: number,
    cardExpirationDate: expiry,
    cardCvx: cvv,
  });
  const tokenAnswer = await readProviderAnswer(sendToTokenizer(CardRegistrationURL, body));
  if (!tokenAnswer.ok) return tokenAnswer;
  const { isOk, text } = tokenAnswer.value;
  const errorCode = errorCodeIn(text);
  if (errorCode !== null) return err(errorCode);
  return isOk && text.startsWith('data=') ? ok(text) : err(NO_TOKEN_CODE);
};

const finishRegistration = async (
  sendCall: SendToProvider,
  { Id, finishUrl }: CardRegistration,
  registrationData: string,
): Promise<Result<string, string>> => {
  const finishAnswer = await readProviderAnswer(
    sendCall(finishUrl, new URLSearchParams({ Id, RegistrationData: registrationData })),
  );
  if (!finishAnswer.ok) return finishAnswer;
  const parsedValue = parseStored(finishAnswer.value.text);
  if (!isObject(parsedValue)) return err(NO_JSON_CODE);
  const { ResultCode, CardId } = parsedValue;
  if (ResultCode === SUCCESS_CODE && typeof CardId === 'string' && CardId !== '') return ok(CardId);
  return err(typeof ResultCode === 'string' && ResultCode !== SUCCESS_CODE ? ResultCode : NO_TOKEN_CODE);
};

/**
 * Registers a card directly with the provider (A.4). Returns the card's id at the provider, or the provider's error
 * code.
 */
export const registerWithProvider = async (
  sendCall: SendToProvider,
  registration: CardRegistration,
  cardData: CardData,
): Promise<Result<string, string>> => {
  const cardToken = await requestCardToken(sendCall, registration, cardData);
  return cardToken.ok ? finishRegistration(sendCall, registration, cardToken.value) : cardToken;
};
