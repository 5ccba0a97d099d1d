/** Returns the folder with the programs of the newest suitable PostgreSQL; null where none is installed. */
export declare const findPostgresPrograms: () => string | null;

/** Returns the user that a server runs as; `{}` is the present one. */
export declare const postgresUser: () => { readonly uid?: number; readonly gid?: number };
