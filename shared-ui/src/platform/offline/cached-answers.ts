import { err, ok } from '@mahlzeit/contract';
import type { Result, Route, RouteAnswer } from '@mahlzeit/contract';
import { isUnreachedError } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import type { AnyCallInput, CallInput } from '../api/transport';
import type { ApiClient } from '../session/api-client';
import type { AnswerCache } from './answer-cache';
import { CACHED_ROUTES } from './cached-routes';

/**
 * Returns an API client that stores the answers of `CACHED_ROUTES`, and answers by them when the gateway isn't reached.
 * All other calls, above all those that write, pass unchanged.
 */
export const withCachedAnswers = (apiClient: ApiClient, answers: AnswerCache): ApiClient => {
  const answerByCache = async <R extends Route>(
    route: R,
    input: AnyCallInput,
    callAnswer: Result<RouteAnswer<R>, ApiError>,
  ): Promise<Result<RouteAnswer<R>, ApiError>> => {
    if (!CACHED_ROUTES.has(route.name)) return callAnswer;
    if (callAnswer.ok) {
      answers.put(route, input, callAnswer.value);
      return callAnswer;
    }
    if (!isUnreachedError(callAnswer.error)) return callAnswer;
    const cachedAnswer = await answers.find(route, input);
    return cachedAnswer === undefined ? err(callAnswer.error) : ok(cachedAnswer);
  };
  return {
    call: async <R extends Route>(route: R, input: CallInput<R>, signal?: AbortSignal) =>
      answerByCache(route, input, await apiClient.call(route, input, signal)),
    callAny: async (route, input, signal) => answerByCache(route, input, await apiClient.callAny(route, input, signal)),
  };
};
