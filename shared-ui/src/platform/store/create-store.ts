import { configureStore } from '@reduxjs/toolkit';
import { api } from './api';
import { rootReducer } from './root-reducer';
import { registerExtra } from './store-extra';
import type { StoreExtra } from './store-extra';

/** The one store of a page. */
export const createStore = (extra: StoreExtra) => configureStore({
  reducer: rootReducer,
  middleware: (defaults) => defaults({ thunk: { extraArgument: registerExtra(extra) } }).concat(api.middleware),
});

/** The one store. */
export type AppStore = ReturnType<typeof createStore>;
