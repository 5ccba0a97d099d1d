/**
 * Reads a JSON column: SQLite hands it out as text, other engines parsed. What stands there was written by the module
 * that reads it, so it is trusted and not parsed by a schema for each of a hundred rows.
 */
export const fromJsonColumn = <T>(column: string | T): T => (typeof column === 'string' ? JSON.parse(column) : column);
