/** Remembers that the packages in `node_modules` are to be taken for those of the lockfile. */
export declare const markInstalled: (root: string) => void;
