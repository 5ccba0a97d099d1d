import { combineSlices, createAction } from '@reduxjs/toolkit';
import type { SessionUser } from '../session/session-state';
import { api } from './api';

/** Another user, or nobody: slices with personal data reset on it. The query cache is cleared by the platform. */
export const userChanged = createAction<SessionUser | null>('platform/userChanged');

/** The one reducer; remotes add slices by `slice.injectInto(rootReducer)`. */
export const rootReducer = combineSlices(api);

/** State of the one store. Parts of remotes are read by the selectors of their injected slices. */
export type RootState = ReturnType<typeof rootReducer>;
