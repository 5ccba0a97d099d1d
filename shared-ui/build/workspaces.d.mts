/** Path of a remote's declaration. A workspace `mf-*` with this file is a remote. */
export declare const DECLARATION: string;

/** Path of the first source file of a page that runs without the shell. A workspace with this file is such a page. */
export declare const PAGE: string;

/** Returns the folders of all workspaces of the repository at `root`, relative to `root`. */
export declare const workspacesOf: (root: string) => readonly string[];

/** Returns the folders of the remotes, sorted. A remote is a workspace `mf-*` with a declaration. */
export declare const remotesOf: (root: string) => readonly `mf-${string}`[];

/** Returns the folders of the pages that run without the shell, sorted. */
export declare const pagesOf: (root: string) => readonly string[];
