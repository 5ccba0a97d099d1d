import type { RemoteDeclaration } from './shell-contract';

/** Declares a remote: the default export of its `src/remote.ts`. */
export const defineRemoteDeclaration = (declaration: RemoteDeclaration): RemoteDeclaration => declaration;
