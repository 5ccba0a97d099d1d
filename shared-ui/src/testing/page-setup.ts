import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import * as React from 'react';

// A bound for elements that never come; two busy cores may well take longer than the library's second.
configure({ asyncUtilTimeout: 10_000 });

// React records where each element was created, which takes a tenth of the time of these tests; only
// `captureOwnerStack` reads the records. React stops by itself after ten thousand elements a second: here its counter
// always says so.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined });
