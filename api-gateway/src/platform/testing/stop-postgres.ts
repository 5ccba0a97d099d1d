import { stopPostgres } from './postgres-server';

/** Global teardown of Jest: stops PostgreSQL. */
export default stopPostgres;
