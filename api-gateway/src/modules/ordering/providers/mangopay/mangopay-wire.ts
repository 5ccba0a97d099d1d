import { err, ok } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { ProviderResult, FetchFunction, ProviderError, ProviderResponse } from '../port';
import { createProviderCaller, parseAnswer, isOutcomeUnknown, unreachableResult } from '../port';

/** Base URL and credentials of Mangopay. */
export interface MangopayConfig {
  /** Base URL of Mangopay's API, without the version. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly apiKey: string;
}

export interface MangopayDeps {
  readonly config: MangopayConfig;
  readonly fetch: FetchFunction;
  readonly realNow: () => number;
}

/** Schema of an amount of money in Mangopay's API, in integer cents. */
export const MangopayMoney = z.object({ Currency: z.literal('EUR'), Amount: z.int() });

/** Formats an amount in cents in the form of Mangopay's API. */
export const mangopayMoneyOf = (amount: number) => ({ Currency: 'EUR', Amount: amount });

/** Status of a payment, a pre-authorisation or a refund in Mangopay's API. */
export const MangopayStatus = z.enum(['CREATED', 'SUCCEEDED', 'FAILED']);

/** States of a payment or refund in the gateway, by Mangopay's status. */
export const STATE_BY_STATUS = { CREATED: 'PENDING', SUCCEEDED: 'SUCCEEDED', FAILED: 'FAILED' } as const;

const SUCCESS_CODE = '000000';

/** Returns Mangopay's result code of a failure; null for the code of success. */
export const failureCodeOf = (resultCode: string | null): string | null =>
  resultCode === SUCCESS_CODE ? null : resultCode;

const StoredMangopayAnswer = z.object({ StatusCode: z.string(), Resource: z.unknown() });
const MangopayErrorAnswer = z.object({ Type: z.string() });

/** Converts an unsuccessful response of Mangopay to an error. */
export const refusalErrorOf = ({ status, body }: ProviderResponse): ProviderError => {
  if (isOutcomeUnknown(status)) return { kind: 'unreachable', reason: `status ${status}` };
  const errorAnswer = MangopayErrorAnswer.safeParse(body);
  return { kind: 'refused', status, code: errorAnswer.success ? errorAnswer.data.Type : String(status) };
};

const isUsedKey = ({ status, body }: ProviderResponse): boolean => {
  const errorAnswer = MangopayErrorAnswer.safeParse(body);
  return status === 409 && errorAnswer.success && errorAnswer.data.Type === 'idempotent_creation_conflict';
};

/**
 * Creates the functions that call Mangopay's API v2.01 (A.0 to A.2). Each call carries an access token, and Mangopay
 * stores a response under its idempotency key.
 */
export const createMangopayWire = ({ config, fetch, realNow }: MangopayDeps) => {
  const { baseUrl, clientId, apiKey } = config;
  const baseUrlOfClient = `${baseUrl}/v2.01/${clientId}`;
  const callMangopay = createProviderCaller({
    fetch,
    realNow,
    token: { url: `${baseUrl}/v2.01/oauth/token`, user: clientId, password: apiKey },
    base: baseUrlOfClient,
    keyHeader: 'Idempotency-Key',
  });

  /**
   * Reads an object of Mangopay; null if it doesn't exist. After a refused call it is unknown whether the object
   * exists, so the result is `unreachable`.
   */
  const readObject = async <T>(
    answerSchema: z.ZodMiniType<T>,
    path: string,
    signal: AbortSignal,
  ): ProviderResult<T | null> => {
    const response = await callMangopay({ method: 'GET', path, signal });
    if (!response.ok) return response;
    const { status } = response.value;
    if (status === 404) return ok(null);
    return status === 200 ? parseAnswer(answerSchema, response.value) : unreachableResult(`status ${status}`);
  };

  /** Reads the response that Mangopay has stored under an idempotency key; null if there is none. */
  const readStoredAnswer = async <T>(
    answerSchema: z.ZodMiniType<T>,
    idempotencyKey: string,
    signal: AbortSignal,
  ): ProviderResult<T | null> => {
    const storedAnswer = await readObject(
      StoredMangopayAnswer,
      `/responses/${encodeURIComponent(idempotencyKey)}`,
      signal,
    );
    if (!storedAnswer.ok || storedAnswer.value === null) return storedAnswer.ok ? ok(null) : storedAnswer;
    const storedResponse = { status: Number(storedAnswer.value.StatusCode), body: storedAnswer.value.Resource };
    return storedResponse.status === 200
      ? parseAnswer(answerSchema, storedResponse)
      : err(refusalErrorOf(storedResponse));
  };

  /**
   * Creates an object at Mangopay with an idempotency key, or returns the object that was already created with this
   * key.
   */
  const createMangopayObject = async <T>(
    answerSchema: z.ZodMiniType<T>,
    {
      path,
      key,
      body,
      signal,
    }: { readonly path: string; readonly key: string; readonly body: object; readonly signal: AbortSignal },
  ): ProviderResult<T> => {
    const response = await callMangopay({ method: 'POST', path, key, body, signal });
    if (!response.ok) return response;
    if (isUsedKey(response.value)) {
      const storedObject = await readStoredAnswer(answerSchema, key, signal);
      if (!storedObject.ok) return storedObject;
      return storedObject.value === null ? unreachableResult('used key without an answer') : ok(storedObject.value);
    }
    return response.value.status === 200
      ? parseAnswer(answerSchema, response.value)
      : err(refusalErrorOf(response.value));
  };

  return {
    base: baseUrlOfClient,
    call: callMangopay,
    read: readObject,
    recall: readStoredAnswer,
    create: createMangopayObject,
  };
};

/** Functions that call Mangopay's API. */
export type MangopayWire = ReturnType<typeof createMangopayWire>;
