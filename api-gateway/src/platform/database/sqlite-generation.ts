import Sqlite from 'better-sqlite3';

/** Asks SQLite whether anybody has committed since. */
export interface SqliteDataVersion {
  read(): number;
  close(): void;
}

/** Asks on a connection of its own, which never writes: to each connection only the commits of others count. */
export const createSqliteDataVersion = (filename: string): SqliteDataVersion => {
  let open: { readonly connection: Sqlite.Database; readonly statement: Sqlite.Statement } | null = null;

  const connect = () => {
    const connection = new Sqlite(filename, { readonly: true });
    return { connection, statement: connection.prepare('pragma data_version').pluck() };
  };

  return {
    read() {
      open ??= connect();
      return Number(open.statement.get());
    },
    close() {
      open?.connection.close();
      open = null;
    },
  };
};
