export { moveDatabase, undoMove } from './move-database';
export { MoveRefusedError } from './move-tables';
