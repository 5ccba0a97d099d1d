import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import * as React from 'react';

// Maximum time to wait for an element. The library's default of one second is too short on a machine with two busy
// cores.
configure({ asyncUtilTimeout: 10_000 });

// Internal state of React. It is changed so that React doesn't record where each element was created: recording takes a
// tenth of the time of these tests, and only `captureOwnerStack` reads the records. React itself stops recording after
// ten thousand elements a second, so the counter of created elements is set to Infinity.
const reactInternals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof reactInternals === 'object' && reactInternals !== null)
  Object.defineProperty(reactInternals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined });
