import type { APIResponse, Route } from '@playwright/test';

/**
 * Returns the server's answer to an intercepted request. The request is repeated once if its connection is reset,
 * because the server may close an idle connection in the moment in which the request is sent on it.
 */
export const fetchOriginalAnswer = (route: Route): Promise<APIResponse> => route.fetch({ maxRetries: 1 });
