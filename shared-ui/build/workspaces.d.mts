/** Declaration of a remote: a workspace `mf-*` that has this file is a remote. */
export declare const DECLARATION: string;

/** Returns the folders of all workspaces of the repository at `root`, relative to it. */
export declare const workspacesOf: (root: string) => readonly string[];

/** Returns the folders of the remotes: all workspaces `mf-*` with a declaration, sorted. */
export declare const remotesOf: (root: string) => readonly `mf-${string}`[];
