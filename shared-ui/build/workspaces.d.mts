/** Declaration of a remote: a workspace `mf-*` that has this file is a remote. */
export declare const DECLARATION: string;

/** First script of a page that runs without the shell: a workspace that has this file is such a page. */
export declare const PAGE: string;

/** Returns the folders of all workspaces of the repository at `root`, relative to it. */
export declare const workspacesOf: (root: string) => readonly string[];

/** Returns the folders of the remotes: all workspaces `mf-*` with a declaration, sorted. */
export declare const remotesOf: (root: string) => readonly `mf-${string}`[];

/** Returns the folders of the pages that run without the shell, sorted. */
export declare const pagesOf: (root: string) => readonly string[];
